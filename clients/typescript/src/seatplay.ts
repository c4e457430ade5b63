/** One match as the bot's side plays it. */

import { actFor, decisionFor } from "./answer.js";
import type { Bot, BotProgram, Choice } from "./bot.js";
import { seedMatches } from "./commitment.js";
import type { Event } from "./gen/certamen/v1/event.js";
import { Reveal } from "./gen/certamen/v1/match.js";
import {
  type Act,
  type Decision,
  type MatchEnd,
  type MatchStart,
  PlayRequest,
  type Rejected,
  RejectReason,
  type SeedRevealed,
} from "./gen/certamen/v1/play.js";
import type { Log } from "./log.js";
import { within } from "./within.js";

/** Milliseconds for a bot's last hooks. */
const GOODBYE_LIMIT = 10_000;
/** Milliseconds to wait for the seed after the end. */
const SEED_LIMIT = 2_000;
/** Milliseconds after which a match that has ended is done, whatever the bot still waits for. */
const END_LIMIT = 15_000;

/** What concerns one match. */
export type MatchMessage =
  | { readonly $case: "matchStart"; readonly value: MatchStart }
  | { readonly $case: "event"; readonly value: Event }
  | { readonly $case: "decision"; readonly value: Decision }
  | { readonly $case: "rejected"; readonly value: Rejected }
  | { readonly $case: "matchEnd"; readonly value: MatchEnd }
  | { readonly $case: "seedRevealed"; readonly value: SeedRevealed };

/** Feeds a bot with what concerns its match, one message after the other, and sends its answers. */
export class SeatPlay {
  /** Settles when the match has ended and the bot knows; never rejects. */
  readonly done: Promise<void>;
  start: MatchStart | undefined;
  end: MatchEnd | undefined;
  /** What the bot's code threw first. */
  failure: { readonly error: unknown } | undefined;

  readonly #program: BotProgram;
  readonly #send: (request: Uint8Array) => void;
  readonly #log: Log;
  readonly #ended = new AbortController();
  #settle: () => void = () => undefined;
  #turn: Promise<void> = Promise.resolve();
  #bot: Bot | undefined;
  #lastEvent = 0n;
  #asked = 0n;
  #decision: Decision | undefined;
  #answer: Act | undefined;
  #answerSent = false;
  #resigned = false;
  readonly #seed: Promise<SeedRevealed>;
  #reveal: (seed: SeedRevealed) => void = () => undefined;

  /**
   * @param match - name of the match.
   * @param program - makes the bot that plays it.
   * @param send - sends an encoded PlayRequest, or drops it if no stream stands.
   * @param log - takes what a bot's author may want to know.
   */
  constructor(
    readonly match: string,
    program: BotProgram,
    send: (request: Uint8Array) => void,
    log: Log,
  ) {
    this.#program = program;
    this.#send = send;
    this.#log = log;
    this.done = new Promise((resolve) => {
      this.#settle = resolve;
    });
    this.#seed = new Promise((resolve) => {
      this.#reveal = resolve;
    });
  }

  /** Takes a message from the server; what was told before is passed over. */
  take(message: MatchMessage): void {
    switch (message.$case) {
      case "matchStart":
        if (this.start !== undefined) return;
        this.start = message.value;
        break;
      case "event":
        if (message.value.number <= this.#lastEvent) return;
        this.#lastEvent = message.value.number;
        break;
      case "decision":
        if (this.#known(message.value)) return;
        this.#asked = message.value.decision;
        break;
      case "matchEnd":
        if (this.end !== undefined) return;
        this.end = message.value;
        this.#ended.abort();
        setTimeout(this.#settle, END_LIMIT).unref();
        break;
      case "seedRevealed":
        this.#reveal(message.value);
        return;
      case "rejected":
        break;
    }
    this.#turn = this.#turn.then(() => this.#handle(message));
  }

  /** A new stream stands: what was sent on the one before may have been lost. */
  reconnected(): void {
    this.#answerSent = false;
    if (this.#resigned && this.end === undefined) this.#sendResignation();
  }

  async #handle(message: MatchMessage): Promise<void> {
    switch (message.$case) {
      case "matchStart":
        await this.#begin(message.value);
        break;
      case "event":
        await this.#guard(() => this.#bot?.onEvent?.(message.value));
        break;
      case "decision":
        this.#decision = message.value;
        await this.#decide(message.value);
        break;
      case "rejected":
        await this.#rejected(message.value);
        break;
      case "matchEnd":
        await this.#finish(message.value);
        break;
      case "seedRevealed":
    }
  }

  /** Whether a decision was asked before; an answer that went out on a broken stream is sent again. */
  #known({ decision }: Decision): boolean {
    if (this.#answer?.decision === decision) this.#sendAnswer(this.#answer);
    return decision <= this.#asked;
  }

  async #begin(start: MatchStart): Promise<void> {
    this.#log("info", `${this.match} begins: ${start.settings?.game ?? "?"}, seat ${String(start.seat)}`);
    await this.#guard(async () => {
      this.#bot = await this.#program.play(start);
    });
  }

  async #decide(decision: Decision): Promise<void> {
    const bot = this.#bot;
    if (bot === undefined || this.#resigned || this.end !== undefined) return;
    await this.#guard(async () => {
      const chosen = await this.#chosen(bot, decision);
      if (chosen === undefined) {
        const number = String(decision.decision);
        this.#log("warning", `${this.match} ended while the bot was thinking about decision ${number}`);
        return;
      }
      this.#answer = actFor(decision, chosen.choice);
      this.#answerSent = false;
      this.#sendAnswer(this.#answer);
    });
  }

  /** What the bot chooses; undefined if the match ends before. */
  async #chosen(bot: Bot, decision: Decision): Promise<{ choice: Choice } | undefined> {
    const { signal } = this.#ended;
    const choice = bot.choose(decisionFor(decision), signal);
    if (!(choice instanceof Promise)) return { choice };
    let over: (() => void) | undefined;
    const ended = new Promise<undefined>((resolve) => {
      over = (): void => {
        resolve(undefined);
      };
      signal.addEventListener("abort", over, { once: true });
    });
    try {
      return await Promise.race([choice.then((choice) => ({ choice })), ended]);
    } finally {
      if (over !== undefined) signal.removeEventListener("abort", over);
    }
  }

  #sendAnswer(answer: Act): void {
    if (this.#answerSent) return;
    this.#answerSent = true;
    this.#send(PlayRequest.encode({ message: { $case: "act", value: answer } }).finish());
  }

  async #rejected(rejected: Rejected): Promise<void> {
    const illegal = isIllegal(rejected.reason);
    const why = [nameOf(rejected.reason), rejected.detail, rejected.explanation];
    this.#log(
      illegal ? "warning" : "info",
      `${this.match}: answer to decision ${String(rejected.decision)} rejected: ${why.filter(Boolean).join(" ")}`,
    );
    const decision = this.#decision;
    if (!illegal || decision?.decision !== rejected.decision) return;
    this.#answer = undefined;
    if ((this.start?.settings?.illegalActions ?? 1) > 1) await this.#decide(decision);
  }

  async #finish(end: MatchEnd): Promise<void> {
    const places = end.outcome?.placements ?? [];
    this.#log(
      "info",
      `${this.match} has ended: places ${places.length > 0 ? places.join(" ") : "none, it does not count"}`,
    );
    const said = await within(
      GOODBYE_LIMIT,
      this.#guard(() => this.#bot?.onEnd?.(end)),
    );
    if (!said) this.#log("warning", `${this.match}: the bot is still busy; its onEnd was skipped`);
    if (this.start?.settings?.reveal === Reveal.MATCH) {
      await within(
        SEED_LIMIT,
        this.#seed.then((revealed) => {
          this.#checkSeed(revealed);
        }),
      );
    }
    this.#settle();
  }

  #checkSeed(revealed: SeedRevealed): void {
    if (this.start !== undefined && !seedMatches(this.start.commitment, revealed)) {
      this.#log("warning", `${this.match}: the revealed seed is NOT the one that was committed to`);
    }
  }

  /** Runs the bot's code. If it throws the match is resigned, and the log says where. */
  async #guard(code: () => unknown): Promise<void> {
    try {
      await code();
    } catch (error) {
      this.failure ??= { error };
      const where = error instanceof Error ? (error.stack ?? error.message) : String(error);
      this.#log("error", `${this.match}: the bot failed\n${where}`);
      if (!this.#resigned && this.end === undefined) {
        this.#resigned = true;
        this.#sendResignation();
      }
    }
  }

  #sendResignation(): void {
    this.#send(PlayRequest.encode({ message: { $case: "resign", value: { match: this.match } } }).finish());
  }
}

/** Whether an answer was rejected as illegal. A reason that is not known yet is taken for that, as the contract wants it. */
function isIllegal(reason: RejectReason): boolean {
  switch (reason) {
    case RejectReason.NOT_YOUR_TURN:
    case RejectReason.STALE_DECISION:
    case RejectReason.TOO_LATE:
    case RejectReason.UNKNOWN_MATCH:
    case RejectReason.FORFEITED:
    case RejectReason.MATCH_OVER:
      return false;
    default:
      return true;
  }
}

/** A newer server may have more reasons than we know. */
function nameOf(reason: RejectReason): string {
  return (RejectReason as Readonly<Record<number, string | undefined>>)[reason] ?? "UNSPECIFIED";
}
