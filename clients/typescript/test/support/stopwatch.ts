/**
 * A greedy bot that says at last how long it waited from each answer to the next decision, and how long it thought.
 *
 * For instance: `certamen match juwelen --bot "cmd:node build/support/stopwatch.js" --bot greedy`; the line is in
 * the bot's log. The waiting includes the other seat's thinking.
 */

import { run } from "certamen-client";
import { greedy } from "certamen-client/bots";

const waited: number[] = [];
const thought: number[] = [];

function told(times: number[]): string {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number): string => ((sorted[Math.floor(share * sorted.length)] ?? 0) * 1000).toFixed(0);
  return `median ${at(0.5)} µs, 99 % within ${at(0.99)} µs (${String(sorted.length)})`;
}

await run({
  ...greedy,
  name: "stopwatch",
  play: async (match) => {
    const bot = await greedy.play(match);
    let answered: number | undefined;
    return {
      choose: async (decision, signal) => {
        const asked = performance.now();
        if (answered !== undefined) waited.push(asked - answered);
        const choice = await bot.choose(decision, signal);
        answered = performance.now();
        thought.push(answered - asked);
        return choice;
      },
    };
  },
});
process.stderr.write(`from an answer to the next decision: ${told(waited)}\nthinking: ${told(thought)}\n`);
