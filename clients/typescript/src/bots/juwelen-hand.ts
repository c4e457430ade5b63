/** Juwelentresor: which cards to pass on, and how many. */

import { rank, suit, SUITS, type Table } from "./juwelen-table.js";
import { greatest, sum } from "./numbers.js";

/** Worth of a suit by its length: where we cannot follow, we take another action. */
const SHORT = [1.5, 0.8, 0.2];

/** What our hand is worth without the cards, and what they are worth to who gets them. */
export function worthOfPassing(table: Table, cards: readonly string[]): number {
  const kept = table.hand.filter((card) => !cards.includes(card));
  const given = sum(cards.map((card) => table.gain(suit(card), table.party))) / 4;
  const toPartner = table.parties < table.players;
  return handWorth(table, kept) + (toPartner ? given : -given / (table.parties - 1));
}

/** The best that we can make of passing so many cards. */
export function worthOfAnnouncing(table: Table, number: number): number {
  const worths = Array.from(combinations(table.hand, number), (cards) => worthOfPassing(table, cards));
  return greatest(worths, 0);
}

/** A good hand is short in a suit, holds cards for good discards, and need not win by accident. */
function handWorth(table: Table, cards: readonly string[]): number {
  let worth = 0;
  for (const its of SUITS) {
    const ranks = cards.filter((card) => suit(card) === its).map(rank);
    worth += SHORT[ranks.length] ?? 0;
    const gain = table.gain(its, table.party);
    worth += (gain * ranks.length) / 4;
    // High cards of a suit win its action; in a poor suit they only win tricks that nobody wants.
    worth += sum(ranks.map((value) => (gain - 1.2) * (value / 12) ** 2));
  }
  return worth;
}

function* combinations<T>(items: readonly T[], size: number): Generator<T[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (const [index, item] of items.entries()) {
    for (const others of combinations(items.slice(index + 1), size - 1)) yield [item, ...others];
  }
}
