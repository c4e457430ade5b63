/** What to play: make it yours in `choose`. */

import { actionOf, type BotProgram, type LegalAction } from "certamen-client";

/** Plays all games: diamonds where they may be played, else whatever comes first. */
export const program: BotProgram = {
  name: "@NAME@",
  version: "0.1",
  play: () => ({
    choose: ({ legalActions }) => best(legalActions),
  }),
};

/** The action that is liked most; of those liked equally the first. */
export function best(legalActions: readonly LegalAction[]): LegalAction {
  return legalActions.reduce((one, other) => (value(other) > value(one) ? other : one));
}

/** How much an action is liked. */
function value(legal: LegalAction): number {
  const action = actionOf(legal, "juwelen")?.action;
  return action?.$case === "play" && action.value.card.endsWith("d") ? 1 : 0;
}
