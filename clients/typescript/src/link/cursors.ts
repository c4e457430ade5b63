/** How far we have got in each match. */

import type { MatchCursor } from "../gen/certamen/v1/play.js";
import type { ServerMessage } from "../messages.js";

/** Follows what is received, so that a new stream can go on where the old one broke. */
export class Cursors {
  readonly #lastEvents = new Map<string, bigint>();

  /** Takes note of a message that was handed on. */
  note(message: ServerMessage): void {
    switch (message.$case) {
      case "matchStart":
        if (!this.#lastEvents.has(message.value.match)) this.#lastEvents.set(message.value.match, 0n);
        break;
      case "event": {
        const { match, number } = message.value;
        const last = this.#lastEvents.get(match);
        if (last !== undefined && number > last) this.#lastEvents.set(match, number);
        break;
      }
      case "matchEnd":
        this.#lastEvents.delete(message.value.match);
        break;
      default:
    }
  }

  /** The running matches, for Hello. */
  list(): MatchCursor[] {
    return Array.from(this.#lastEvents, ([match, lastEvent]) => ({ match, lastEvent }));
  }
}
