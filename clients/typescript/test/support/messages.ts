/** Messages for scripts. */

import { Event } from "certamen-client/wire/event";
import { EndCause, MatchSettings, Outcome, Reveal } from "certamen-client/wire/match";
import {
  Decision,
  MatchEnd,
  MatchStart,
  type PlayResponse,
  Rejected,
  RejectReason,
  SeedRevealed,
  Welcome,
} from "certamen-client/wire/play";

type Response = NonNullable<PlayResponse["message"]>;

export const MATCH = "matches/one";

export function welcome(...matches: string[]): Response {
  const value = Welcome.create({
    protocolVersion: 1,
    server: "script",
    matches,
    pingIntervalNs: 10_000_000_000n,
  });
  return { $case: "welcome", value };
}

/** A match begins; so many illegal actions are a fault. */
export function start(illegalActions = 1, match = MATCH): Response {
  const settings = MatchSettings.create({ game: "juwelen", players: 2, illegalActions });
  return { $case: "matchStart", value: MatchStart.create({ match, seat: 1, settings }) };
}

/** A match begins whose seed is told as soon as it ends; the commitment is one that no seed fits. */
export function startWithSeed(match = MATCH): Response {
  const settings = MatchSettings.create({ game: "juwelen", players: 2, reveal: Reveal.MATCH });
  const commitment = Buffer.alloc(32);
  return { $case: "matchStart", value: MatchStart.create({ match, seat: 1, settings, commitment }) };
}

export function seed(match = MATCH): Response {
  const [seed, nonce] = [Buffer.alloc(32), Buffer.alloc(32)];
  return { $case: "seedRevealed", value: SeedRevealed.create({ match, seed, nonce }) };
}

export function event(number: number, match = MATCH): Response {
  return { $case: "event", value: Event.create({ match, number: BigInt(number) }) };
}

/** A decision between the codes 7, 8 and 9. */
export function decision(number: number, match = MATCH): Response {
  const value = Decision.create({
    match,
    decision: BigInt(number),
    view: { game: { $case: "juwelen", value: { players: 2 } } },
    legalActions: [7, 8, 9].map((code) => ({ code, text: `play ${String(code)}c` })),
  });
  return { $case: "decision", value };
}

export function illegal(number: number, match = MATCH): Response {
  const reason = RejectReason.ILLEGAL_ACTION;
  return {
    $case: "rejected",
    value: Rejected.create({ match, decision: BigInt(number), reason, detail: "NOT_LEGAL" }),
  };
}

export function end(match = MATCH): Response {
  const outcome = Outcome.create({ cause: EndCause.COMPLETED, placements: [2, 1] });
  return { $case: "matchEnd", value: MatchEnd.create({ match, outcome }) };
}
