/** Das Luschenspiel, contract Anlegen: which card to lay, and when to stop. */

import { RANKS, rowRank, suit, type Table } from "./luschen-table.js";
import { sum } from "./numbers.js";

/** Below this a card is better kept. */
export const WORTH_OF_STOPPING = 0.3;

const JACK = rowRank("J");
/** Own card that fits at once. */
const NEXT = 1;
/** Own card further out that comes nearer. */
const LATER = 0.3;
/** Others' card that comes nearer. */
const GIVEN = 0.2;

/** One card less, what it opens for our own cards, and what for others. */
export function worthOfLaying(table: Table, card: string): number {
  const place = rowRank(card);
  const steps = place === JACK ? [1, -1] : place > JACK ? [1] : [-1];
  return 1 + sum(steps.map((step) => opened(table, suit(card), place, step)));
}

/** Worth of the places beyond a card on one side. */
function opened(table: Table, its: string, place: number, step: number): number {
  let worth = 0;
  let atOnce = true;
  for (let next = place + step; next >= 0 && next < RANKS.length; next += step) {
    const card = RANKS.charAt(next) + its;
    if (table.hand.has(card)) {
      worth += atOnce ? NEXT : LATER;
    } else if (table.unseen.has(card)) {
      atOnce = false;
      worth -= GIVEN;
    }
  }
  return worth;
}
