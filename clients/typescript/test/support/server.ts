/** A server that plays by a script: what a bot's side does shows in what the server receives. */

import { Metadata, Server, ServerCredentials, type ServerDuplexStream, status } from "@grpc/grpc-js";

import { ArenaServiceService } from "certamen-client/wire/arena";
import type { PlayRequest, PlayResponse } from "certamen-client/wire/play";

type Call = ServerDuplexStream<PlayRequest, PlayResponse>;
type Request = NonNullable<PlayRequest["message"]>;
type Response = NonNullable<PlayResponse["message"]>;
type Value<U, C> = Extract<U, { $case: C }> extends { value: infer V } ? V : never;

/** One stream as the script sees it. */
export class Conversation {
  readonly #call: Call;
  readonly #received: Request[] = [];
  #wake: () => void = () => undefined;
  #over = false;

  constructor(call: Call) {
    this.#call = call;
    call.on("data", ({ message }: PlayRequest) => {
      if (message !== undefined) this.#received.push(message);
      this.#wake();
    });
    const over = (): void => {
      this.#over = true;
      this.#wake();
    };
    call.on("end", over);
    call.on("cancelled", over);
    call.on("error", over);
  }

  /** The bearer token of the call. */
  get authorization(): string {
    return String(this.#call.metadata.get("authorization")[0]);
  }

  /** The next message, which must be of this kind. */
  async next<C extends Request["$case"]>(kind: C): Promise<Value<Request, C>> {
    while (this.#received.length === 0) {
      if (this.#over) throw new Error(`the stream is over; ${kind} was expected`);
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const message = this.#received.shift();
    if (message?.$case !== kind) throw new Error(`${kind} was expected, not ${String(message?.$case)}`);
    return message.value as Value<Request, C>;
  }

  /** Whether nothing but what was taken has come. */
  get isQuiet(): boolean {
    return this.#received.length === 0;
  }

  /** Sends messages, one by one. */
  send(...messages: Response[]): void {
    for (const message of messages) this.#call.write({ message });
  }

  /** Ends the stream well. */
  end(): void {
    this.#call.end();
  }

  /** Ends the stream with a status error. */
  fail(code: status, details: string, info?: Buffer): void {
    const metadata = new Metadata();
    if (info !== undefined) metadata.set("grpc-status-details-bin", info);
    this.#call.emit("error", { code, details, metadata });
  }
}

/**
 * Runs something against a server.
 *
 * @param scripts - one for each stream that is opened, in order; what they throw fails the test.
 * @param use - gets the server's address.
 */
export async function withServer<T>(
  scripts: readonly ((conversation: Conversation) => Promise<void> | void)[],
  use: (address: string) => Promise<T>,
): Promise<T> {
  const left = [...scripts];
  const running: Promise<void>[] = [];
  const failures: unknown[] = [];
  const server = new Server();
  server.addService(ArenaServiceService, {
    play: (call: Call) => {
      const script = left.shift() ?? tooMany;
      const conversation = new Conversation(call);
      const play = async (): Promise<void> => {
        try {
          await script(conversation);
        } catch (error) {
          failures.push(error);
          conversation.fail(status.ABORTED, "the script failed");
        }
      };
      running.push(play());
    },
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) => {
      if (error === null) resolve(bound);
      else reject(error);
    });
  });
  try {
    let result: T;
    try {
      result = await use(`127.0.0.1:${String(port)}`);
    } finally {
      await Promise.all(running);
      if (failures.length > 0) throw failures[0]; // it tells why
    }
    if (left.length > 0) throw new Error(`${String(left.length)} streams too few were opened`);
    return result;
  } finally {
    server.forceShutdown();
  }
}

function tooMany(): never {
  throw new Error("a stream too many was opened");
}
