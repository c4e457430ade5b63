/** The connection to the server, kept up: hello, reconnects, signs of life, goodbye. */

import type { Connection } from "../connection.js";
import { Hello, PlayRequest, PlayResponse } from "../gen/certamen/v1/play.js";
import { messagesOf } from "../messages.js";
import type { Log } from "../log.js";
import { Cursors } from "./cursors.js";
import { type Failure, refusal } from "./failure.js";
import { Stream, type StreamEnd } from "./stream.js";

/** Milliseconds between attempts to connect: short, since time away is limited. */
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 2_000;
/** Milliseconds without any message before the server has told its own interval. */
const SILENCE_LIMIT = 60_000;

/** What a link is to do. Plain data: it crosses threads. */
export interface LinkSettings {
  readonly connection: Connection;
  /** Encoded Hello without cursors. */
  readonly hello: Uint8Array;
  /** Milliseconds until the first connection must stand. */
  readonly connectLimit: number;
  /** Milliseconds until a broken connection must stand again. */
  readonly reconnectLimit: number;
}

/** Who listens to a link. */
export interface LinkListener {
  /** Takes an encoded PlayResponse, in order. Of each stream the first has Welcome. */
  response(bytes: Uint8Array): void;
  /** Learns, once, that the link is over: by our own goodbye, or for good. */
  ended(failure: Failure | undefined): void;
  log: Log;
}

/** Keeps a stream to the server, until leave or a failure that is final. */
export class Link {
  readonly #settings: LinkSettings;
  readonly #listener: LinkListener;
  readonly #cursors = new Cursors();
  #stream: Stream | undefined;
  #retry: NodeJS.Timeout | undefined;
  #pause = FIRST_PAUSE;
  /** Since when no stream has stood; undefined: one stands. */
  #since: number | undefined = performance.now();
  #welcomes = 0;
  #leaving = false;
  #over = false;

  constructor(settings: LinkSettings, listener: LinkListener) {
    this.#settings = settings;
    this.#listener = listener;
  }

  /** Connects. Call once. */
  open(): void {
    this.#connect();
  }

  /**
   * Sends an encoded PlayRequest, unless a newer stream stands than the sender knows of, or none: what is still
   * wanted is asked again, and so nothing is sent twice.
   *
   * @param request - the message.
   * @param welcomes - how many times the sender has seen Welcome.
   */
  send(request: Uint8Array, welcomes: number): void {
    if (welcomes === this.#welcomes) this.#stream?.send(request);
  }

  /** Says goodbye, if anybody listens; the link ends. */
  leave(): void {
    this.#leaving = true;
    if (this.#stream === undefined) {
      this.#end(undefined);
    } else {
      this.#stream.leave(PlayRequest.encode({ message: { $case: "leave", value: {} } }).finish());
    }
  }

  /** Ends without goodbye: the matches may be taken up again. */
  close(): void {
    this.#end(undefined);
  }

  #connect(): void {
    this.#stream = new Stream(this.#settings.connection, this.#limit(), {
      message: (bytes) => {
        this.#take(bytes);
      },
      ended: (end) => {
        this.#streamEnded(end);
      },
    });
    const hello = Hello.decode(this.#settings.hello);
    hello.cursors = this.#cursors.list();
    this.#stream.send(PlayRequest.encode({ message: { $case: "hello", value: hello } }).finish());
  }

  #take(bytes: Uint8Array): void {
    this.#listener.response(bytes); // before we decode it ourselves: the bot's clock runs
    for (const message of messagesOf(PlayResponse.decode(bytes))) {
      if (message.$case === "welcome") {
        this.#welcome(message.value.pingIntervalNs);
      } else if (message.$case === "ping") {
        this.#stream?.send(
          PlayRequest.encode({ message: { $case: "pong", value: { id: message.value.id } } }).finish(),
        );
      } else {
        this.#cursors.note(message);
      }
    }
  }

  #welcome(pingInterval: bigint): void {
    const interval = Number(pingInterval) / 1e6;
    this.#stream?.expectSigns(interval > 0 ? Math.max(3 * interval, 5_000) : SILENCE_LIMIT);
    this.#welcomes += 1;
    this.#pause = FIRST_PAUSE;
    this.#since = undefined;
  }

  #streamEnded(end: StreamEnd): void {
    this.#stream = undefined;
    if (this.#over) return;
    if (this.#leaving) {
      this.#end(undefined);
      return;
    }
    const failure = end.kind === "status" ? refusal(end.error) : undefined;
    if (failure !== undefined) {
      this.#end(failure);
      return;
    }
    this.#tryAgain(reason(end));
  }

  #tryAgain(why: string): void {
    const now = performance.now();
    this.#since ??= now;
    const limit = this.#limit();
    if (now - this.#since >= limit) {
      const { server } = this.#settings.connection;
      const seconds = String(limit / 1000);
      this.#end({ kind: "unreachable", message: `no connection to ${server} for ${seconds} s: ${why}` });
      return;
    }
    this.#listener.log(this.#welcomes > 0 ? "warning" : "debug", `no connection: ${why}; trying again`);
    this.#retry = setTimeout(
      () => {
        this.#connect();
      },
      this.#pause * (0.5 + Math.random() / 2), // spreads the attempts of many bots
    );
    this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE);
  }

  #limit(): number {
    return this.#welcomes > 0 ? this.#settings.reconnectLimit : this.#settings.connectLimit;
  }

  #end(failure: Failure | undefined): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#retry);
    this.#stream?.close();
    this.#listener.ended(failure);
  }
}

function reason(end: StreamEnd): string {
  switch (end.kind) {
    case "closed":
      return "the server ended the stream";
    case "silent":
      return `nothing was heard for ${String(end.milliseconds / 1000)} s`;
    case "status":
      return end.error.details === "" ? end.error.message : end.error.details;
  }
}
