/** A link in a thread of its own, as seen from the bot's thread. */

import { Worker } from "node:worker_threads";

import type { Level } from "../log.js";
import type { Failure } from "./failure.js";
import type { LinkListener, LinkSettings } from "./link.js";

/** What the link's thread tells. */
export type FromLink =
  | { readonly kind: "response"; readonly bytes: Uint8Array }
  | { readonly kind: "log"; readonly level: Level; readonly text: string }
  | { readonly kind: "ended"; readonly failure: Failure | undefined };

/** What the link's thread is told. */
export type ToLink =
  | { readonly kind: "request"; readonly bytes: Uint8Array; readonly welcomes: number }
  | { readonly kind: "leave" }
  | { readonly kind: "close" };

/** Starts a link and passes on what it says and what it is told. */
export class RemoteLink {
  readonly #worker: Worker;
  readonly #listener: LinkListener;
  #over = false;

  constructor(settings: LinkSettings, listener: LinkListener) {
    this.#listener = listener;
    this.#worker = new Worker(new URL("./thread.js", import.meta.url), {
      workerData: settings,
      name: "certamen",
    });
    this.#worker.on("message", (said: FromLink) => {
      this.#take(said);
    });
    this.#worker.on("error", (error) => {
      this.#ended({ kind: "unreachable", message: `the connection's thread failed: ${String(error)}` });
    });
    this.#worker.on("exit", () => {
      this.#ended({ kind: "unreachable", message: "the connection's thread has ended" });
    });
  }

  /** As Link.send. */
  send(request: Uint8Array, welcomes: number): void {
    this.#tell({ kind: "request", bytes: request, welcomes });
  }

  /** As Link.leave. */
  leave(): void {
    this.#tell({ kind: "leave" });
  }

  /** As Link.close. */
  close(): void {
    this.#tell({ kind: "close" });
  }

  #tell(order: ToLink): void {
    if (!this.#over) this.#worker.postMessage(order);
  }

  #take(said: FromLink): void {
    switch (said.kind) {
      case "response":
        this.#listener.response(said.bytes);
        break;
      case "log":
        this.#listener.log(said.level, said.text);
        break;
      case "ended":
        this.#ended(said.failure);
        break;
    }
  }

  #ended(failure: Failure | undefined): void {
    if (this.#over) return;
    this.#over = true;
    this.#listener.ended(failure);
  }
}
