/** One stream to the server, from its opening to its end. */

import { type Client, type ClientDuplexStream, Metadata, type ServiceError, status } from "@grpc/grpc-js";

import type { Connection } from "../connection.js";
import { ArenaServiceService } from "../gen/certamen/v1/arena.js";
import { newClient } from "./channel.js";

/** Milliseconds for the server to end the stream after our goodbye. */
const GOODBYE_LIMIT = 5_000;

/** How a stream ended: well, with a status error, or because nothing was heard any more. */
export type StreamEnd =
  | { readonly kind: "closed" }
  | { readonly kind: "status"; readonly error: ServiceError }
  | { readonly kind: "silent"; readonly milliseconds: number };

/** Who listens to a stream. */
export interface StreamListener {
  /** Takes a message, still encoded. */
  message(bytes: Buffer): void;
  /** Learns, once, how the stream ended. */
  ended(end: StreamEnd): void;
}

/** Hands on what the server sends, message by message, and says at last how the stream ended. */
export class Stream {
  readonly #listener: StreamListener;
  readonly #client: Client;
  readonly #call: ClientDuplexStream<Uint8Array, Buffer>;
  #watchdog: NodeJS.Timeout | undefined;
  #leaving = false;
  #over = false;

  /**
   * Opens the stream.
   *
   * @param connection - where to.
   * @param limit - milliseconds within which the first message must come.
   * @param listener - who listens.
   */
  constructor(connection: Connection, limit: number, listener: StreamListener) {
    this.#listener = listener;
    this.#client = newClient(connection);
    const metadata = new Metadata();
    metadata.set("authorization", `Bearer ${connection.token}`);
    this.#call = this.#client.makeBidiStreamRequest(
      ArenaServiceService.play.path,
      (request: Uint8Array) => Buffer.from(request.buffer, request.byteOffset, request.byteLength),
      (response) => response,
      metadata,
    );
    this.#watch(limit, { kind: "silent", milliseconds: limit });
    this.#call.on("data", (bytes: Buffer) => {
      if (!this.#leaving) this.#watchdog?.refresh();
      listener.message(bytes);
    });
    this.#call.on("error", (error: ServiceError) => {
      this.#finish({ kind: "status", error });
    });
    this.#call.on("status", ({ code }: { code: status }) => {
      if (code === status.OK) this.#finish({ kind: "closed" });
    });
  }

  /** From now on something must be heard every so many milliseconds. */
  expectSigns(limit: number): void {
    this.#watch(limit, { kind: "silent", milliseconds: limit });
  }

  /** Sends a message after those before it; drops it if the stream is over. */
  send(request: Uint8Array): void {
    if (!this.#over && !this.#leaving) this.#call.write(request);
  }

  /** Sends a last message; the server then ends the stream, or we do. */
  leave(goodbye: Uint8Array): void {
    this.send(goodbye);
    this.#leaving = true;
    this.#call.end();
    this.#watch(GOODBYE_LIMIT, { kind: "closed" });
  }

  /** Ends the stream without a word. */
  close(): void {
    this.#finish({ kind: "closed" });
  }

  #watch(limit: number, end: StreamEnd): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => {
      this.#finish(end);
    }, limit);
  }

  #finish(end: StreamEnd): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#watchdog);
    this.#call.cancel();
    this.#client.close();
    this.#listener.ended(end);
  }
}
