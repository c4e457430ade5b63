/** A bot that chooses at random: the measure of all others. */

import { randomInt } from "node:crypto";

import type { Bot, BotProgram } from "../bot.js";

/**
 * A program that takes every legal action with the same probability, in any game.
 *
 * @param below - draws an integer from 0 up to, but not including, its argument.
 */
export function randomProgram(below: (n: number) => number): BotProgram {
  return {
    name: "random",
    version: "1",
    play: (): Bot => ({
      choose: ({ legalActions }) => legalActions[below(legalActions.length)] ?? legalActions[0],
    }),
  };
}

/** Plays every game at random. */
export const random: BotProgram = randomProgram((n) => randomInt(n));
