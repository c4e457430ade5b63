/** Between the wire's decisions and acts, and the bot's. */

import type { Choice, Decision } from "./bot.js";
import type { Act, Decision as WireDecision } from "./gen/certamen/v1/play.js";

/**
 * The decision as the bot gets it.
 *
 * @throws TypeError if it lacks what the server always sends.
 */
export function decisionFor(decision: WireDecision): Decision {
  const { view, legalActions } = decision;
  const [first, ...others] = legalActions;
  if (view === undefined || first === undefined) {
    throw new TypeError(`decision ${String(decision.decision)} came without a view or without legal actions`);
  }
  return { ...decision, view, legalActions: [first, ...others] };
}

/**
 * The answer that a bot's choice makes.
 *
 * @throws TypeError if the choice is no action at all.
 */
export function actFor({ match, decision }: WireDecision, choice: Choice): Act {
  return { match, decision, action: action(choice) };
}

function action(choice: unknown): NonNullable<Act["action"]> {
  if (typeof choice === "string") return { $case: "text", value: choice };
  const code = typeof choice === "object" && choice !== null && "code" in choice ? choice.code : choice;
  if (typeof code === "number" && Number.isInteger(code) && code >= 0 && code <= 0xffff_ffff) {
    return { $case: "code", value: code };
  }
  throw new TypeError(
    `choose must return one of decision.legalActions, or its code or text, not ${describe(choice)}`,
  );
}

function describe(value: unknown): string {
  if (typeof value === "number") return String(value);
  return value === null ? "null" : typeof value;
}
