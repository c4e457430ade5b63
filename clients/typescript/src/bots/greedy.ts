/** A bot that takes what is best at once. It looks at the table only, and always plays alike. */

import type { Bot, BotProgram, Decision } from "../bot.js";
import type { GameView, LegalAction } from "../gen/certamen/v1/game.js";
import { actionOf, type ActionOf, type Game } from "../views.js";
import { judge as artus } from "./artus-play.js";
import { judge as bellica } from "./bellica-play.js";
import type { Worth } from "./judge.js";
import { judge as juwelen } from "./juwelen-play.js";
import { judge as luschen } from "./luschen-play.js";
import { judge as lusus } from "./lusus-play.js";
import { best } from "./numbers.js";

/** The legal action of most worth; ties go to the lower code. */
export function greedyChoice(
  view: GameView,
  seat: number,
  legalActions: Decision["legalActions"],
): LegalAction {
  const byCode = legalActions.toSorted((one, other) => one.code - other.code);
  return best(byCode, judge(view, seat)) ?? legalActions[0];
}

function judge({ game }: GameView, seat: number): Worth<LegalAction> {
  switch (game?.$case) {
    case "artus":
      return unwrapped("artus", artus(game.value, seat));
    case "bellica":
      return unwrapped("bellica", bellica(game.value, seat));
    case "juwelen":
      return unwrapped("juwelen", juwelen(game.value, seat));
    case "luschen":
      return unwrapped("luschen", luschen(game.value, seat));
    case "lusus":
      return unwrapped("lusus", lusus(game.value, seat));
    case undefined:
      return () => 0;
  }
}

/** The worth of a legal action; an action that we are too old to know is worth nothing. */
function unwrapped<G extends Game>(game: G, worth: Worth<ActionOf<G>>): Worth<LegalAction> {
  return (legal) => {
    const action = actionOf(legal, game);
    return action === undefined ? 0 : worth(action);
  };
}

/** Plays every game greedily. */
export const greedy: BotProgram = {
  name: "greedy",
  version: "2",
  games: ["artus", "bellica", "juwelen", "luschen", "lusus"],
  play: ({ seat }): Bot => ({
    choose: ({ view, legalActions }) => greedyChoice(view, seat, legalActions),
  }),
};
