/** A bot's session: one connection, many matches. */

import type { BotProgram } from "./bot.js";
import { type ConnectionSettings, connectionOf } from "./connection.js";
import { BotError, PROTOCOL_VERSION } from "./errors.js";
import type { Outcome } from "./gen/certamen/v1/match.js";
import { ActionForm, Hello, PlayResponse, type Welcome } from "./gen/certamen/v1/play.js";
import { errorOf, type Failure } from "./link/failure.js";
import type { LinkSettings } from "./link/link.js";
import { RemoteLink } from "./link/remote.js";
import { type Log, silent } from "./log.js";
import { messagesOf, type ServerMessage } from "./messages.js";
import { SeatPlay } from "./seatplay.js";

/** How long the server may hold back what wants no answer, so that it comes together with what follows. */
const LINGER_NS = 20_000_000n;

/** How a match ended for a bot. */
export interface MatchResult {
  /** Name of the match. */
  readonly match: string;
  /** The bot's seat; undefined if the match ended before it began. */
  readonly seat: number | undefined;
  /** Places, faults, clocks. */
  readonly outcome: Outcome | undefined;
}

/** What a session may be told. All of it has defaults. */
export interface SessionSettings extends ConnectionSettings {
  /** How actions are to be written; default FULL. */
  readonly actionForm?: ActionForm;
  /** How many matches are played at once; default: any number. */
  readonly maxMatches?: number;
  /** Seconds until the first connection must stand; default 10. */
  readonly connectLimit?: number;
  /** Seconds until a broken connection must stand again; default 60. */
  readonly reconnectLimit?: number;
  /** Takes the session's log; default: nobody. */
  readonly log?: Log;
  /** Ends the session when it is aborted, without goodbye: the same token can take the matches up again. */
  readonly signal?: AbortSignal;
}

/**
 * Plays until all matches of the token have ended, then takes leave.
 *
 * @returns the matches in the order in which they began.
 * @throws SettingsError if address or token are missing or malformed.
 * @throws TokenRefused, VersionRefused, Refused if the server does not want this bot.
 * @throws ConnectionFailed if the server cannot be reached.
 * @throws BotError if the bot's code threw; the matches at fault were resigned, the others played on.
 */
export async function playAll(program: BotProgram, settings: SessionSettings = {}): Promise<MatchResult[]> {
  return new Session(program, settings).run();
}

class Session {
  readonly #program: BotProgram;
  readonly #settings: SessionSettings;
  readonly #log: Log;
  readonly #server: string;
  readonly #linkSettings: LinkSettings;
  readonly #plays = new Map<string, SeatPlay>();
  #running = 0;
  #welcomes = 0;
  #link: RemoteLink | undefined;

  constructor(program: BotProgram, settings: SessionSettings) {
    const connection = connectionOf(settings);
    const hello: Hello = {
      protocolVersion: PROTOCOL_VERSION,
      botName: program.name,
      botVersion: program.version ?? "",
      games: [...(program.games ?? [])],
      maxMatches: settings.maxMatches ?? 0,
      actionForm: settings.actionForm ?? ActionForm.FULL,
      cursors: [],
      batches: true,
      lingerNs: LINGER_NS,
    };
    this.#program = program;
    this.#settings = settings;
    this.#log = settings.log ?? silent;
    this.#server = connection.server;
    this.#linkSettings = {
      connection,
      hello: Hello.encode(hello).finish(),
      connectLimit: 1000 * (settings.connectLimit ?? 10),
      reconnectLimit: 1000 * (settings.reconnectLimit ?? 60),
    };
  }

  async run(): Promise<MatchResult[]> {
    const { signal } = this.#settings;
    signal?.throwIfAborted();
    const abort = (): void => {
      this.#link?.close();
    };
    signal?.addEventListener("abort", abort, { once: true });
    try {
      const failure = await this.#connected();
      signal?.throwIfAborted();
      if (failure !== undefined) throw errorOf(failure);
    } finally {
      signal?.removeEventListener("abort", abort);
    }
    return this.#results();
  }

  /** Why the connection ended; undefined: by our goodbye. */
  #connected(): Promise<Failure | undefined> {
    return new Promise((resolve) => {
      this.#link = new RemoteLink(this.#linkSettings, {
        response: (bytes) => {
          for (const message of messagesOf(PlayResponse.decode(bytes))) this.#handle(message);
        },
        ended: resolve,
        log: this.#log,
      });
    });
  }

  #results(): MatchResult[] {
    const plays = [...this.#plays.values()];
    const failed = plays.filter((play) => play.failure !== undefined);
    const cause = failed[0]?.failure?.error;
    if (failed.length > 0) {
      const names = failed.map((play) => play.match).join(", ");
      throw new BotError(`the bot failed in ${names}: ${String(cause)}`, { cause });
    }
    return plays
      .filter((play) => play.end !== undefined)
      .map((play) => ({ match: play.match, seat: play.start?.seat, outcome: play.end?.outcome }));
  }

  #handle(message: ServerMessage): void {
    switch (message.$case) {
      case "welcome":
        this.#welcome(message.value);
        break;
      case "matchStart":
      case "matchEnd":
        this.#play(message.value.match).take(message);
        break;
      case "event":
      case "decision":
      case "rejected":
      case "seedRevealed":
        this.#plays.get(message.value.match)?.take(message);
        break;
      default: // accepted and pong need nothing; ping is the link's business
    }
  }

  #welcome({ server, matches }: Welcome): void {
    this.#log("info", `welcomed by ${server} at ${this.#server}`);
    this.#welcomes += 1;
    for (const match of matches) this.#play(match);
    if (this.#plays.size === 0) {
      this.#log("warning", "the token has no match that waits or runs: nothing to play");
    }
    for (const play of this.#plays.values()) play.reconnected();
    this.#leaveWhenDone();
  }

  #play(match: string): SeatPlay {
    const known = this.#plays.get(match);
    if (known !== undefined) return known;
    const send = (request: Uint8Array): void => {
      this.#link?.send(request, this.#welcomes);
    };
    const play = new SeatPlay(match, this.#program, send, this.#log);
    this.#plays.set(match, play);
    this.#running += 1;
    void play.done.then(() => {
      this.#running -= 1;
      this.#leaveWhenDone();
    });
    return play;
  }

  #leaveWhenDone(): void {
    if (this.#running === 0) this.#link?.leave();
  }
}
