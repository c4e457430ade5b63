/** What a bot's author writes. */

import type { Event } from "./gen/certamen/v1/event.js";
import type { GameView, LegalAction } from "./gen/certamen/v1/game.js";
import type { MatchEnd, MatchStart, Decision as WireDecision } from "./gen/certamen/v1/play.js";

/** What the bot is to decide: the wire's message, with what the server always sets. */
export interface Decision extends Omit<WireDecision, "view" | "legalActions"> {
  /** The position as the seat sees it; see `viewOf`. */
  readonly view: GameView;
  /** All that the seat may do, ascending by code; at least one. */
  readonly legalActions: readonly [LegalAction, ...LegalAction[]];
}

/** An action: one of the decision's legal actions, or its code, or its text. */
export type Choice = LegalAction | number | string;

/**
 * A player of one match.
 *
 * The calls for one match come one after the other. The connection lives in a thread of its own, so a bot may
 * think as long as it likes, also without ever awaiting anything.
 */
export interface Bot {
  /**
   * Chooses one of `decision.legalActions`, in view of `decision.view`.
   *
   * Called once for each decision; again for the same one if the choice was illegal and the match goes on all the
   * same. If it throws, the bot resigns the match.
   *
   * @param decision - what is to be decided.
   * @param signal - is aborted when the match ends meanwhile: the answer is no longer wanted.
   */
  choose(decision: Decision, signal: AbortSignal): Choice | Promise<Choice>;

  /** Something happened. Every event comes once, in order, before the decision that it leads to. */
  onEvent?(event: Event): void | Promise<void>;

  /** The match has ended. */
  onEnd?(end: MatchEnd): void | Promise<void>;
}

/** A bot as a program: how it introduces itself, and what makes its players. */
export interface BotProgram {
  /** Its name: 1 … 100 characters. */
  readonly name: string;
  /** Its version, for the records; default: none. */
  readonly version?: string;
  /** Ids of the games that it plays; default: any. */
  readonly games?: readonly string[];
  /**
   * Makes the player of one match; also after a restart of the program, when the match's events are told again.
   *
   * @param match - the match: seat, settings, names of the players.
   */
  play(match: MatchStart): Bot | Promise<Bot>;
}
