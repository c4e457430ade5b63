/** Bots to play against and to begin from. */

import type { BotProgram } from "../bot.js";
import { greedy } from "./greedy.js";
import { random } from "./random.js";

export { greedy, greedyChoice } from "./greedy.js";
export { random, randomProgram } from "./random.js";

/** The bots by the names under which the command line knows them. */
export const BOTS: ReadonlyMap<string, BotProgram> = new Map([
  ["greedy", greedy],
  ["random", random],
]);
