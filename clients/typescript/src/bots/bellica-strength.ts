/** Charta Bellica: values of cards, and which of two pairs is stronger. */

import { sum } from "./numbers.js";

/** From low to high. */
export const RANKS = "123456789XPQKC";
/** By seat. */
export const NATIONS = "hpot";

const COURTS = "PQKC";
const ELITE_PAIRS: Readonly<Record<string, number>> = { P: 33, Q: 24, K: 26, C: 28 };

/** Kinds of pairs, from weak to strong. */
const Kind = { SUM: 0, NARR: 1, THIRTEEN: 2, PAIR: 3, MEMBERS: 4, ELITE: 5 } as const;
type Kind = (typeof Kind)[keyof typeof Kind];

/** Two cards that fight together. */
export type Pair = readonly [string, string];

/** Value of a card, 1 … 14. */
export function value(card: string): number {
  return RANKS.indexOf(card.charAt(0)) + 1;
}

/** All cards of a seat's nation, from low to high. */
export function nationOf(seat: number): string[] {
  return Array.from(RANKS, (rank) => rank + NATIONS.charAt(seat));
}

/** Simple battles: above 0 if the first pair is stronger, below 0 if the second is, 0 if they are equal. */
export function compareSums(first: Pair, second: Pair): number {
  return sum(first.map(value)) - sum(second.map(value));
}

/** Composite battles: likewise. */
export function compareKinds(first: Pair, second: Pair): number {
  const [kind, number] = strength(first);
  const [other, against] = strength(second);
  if (kind === Kind.NARR) return narr(first, number, second);
  if (other === Kind.NARR) return -narr(second, against, first);
  return kind === other ? number - against : kind - other;
}

/** Kind and number of a pair. */
function strength([one, two]: Pair): [Kind, number] {
  const [weak, strong] = value(one) <= value(two) ? [one, two] : [two, one];
  const low = value(weak);
  const high = value(strong);
  if (isCourt(weak)) {
    return low === high ? [Kind.ELITE, ELITE_PAIRS[weak.charAt(0)] ?? 0] : [Kind.MEMBERS, low + high + 3];
  }
  if (isCourt(strong) && low === 1) return [Kind.NARR, 1 + high];
  if (low === high) return [Kind.PAIR, low];
  if (low + high === 13 && low !== 2) return [Kind.THIRTEEN, 13];
  if (low === 2) return [Kind.SUM, 2 + 2 * high]; // a 2 doubles what stands beside it
  return [Kind.SUM, high === 2 ? 2 + 2 * low : low + high];
}

/** How a Narr with a court card does against another pair. */
function narr(pair: Pair, number: number, other: Pair): number {
  const [kind, against] = strength(other);
  if (kind === Kind.SUM || kind === Kind.NARR) return number - against;
  const court = (value(pair[0]) > value(pair[1]) ? pair[0] : pair[1]).charAt(0);
  const caught =
    (kind === Kind.MEMBERS || kind === Kind.ELITE) && other.some((card) => card.startsWith(court));
  return caught ? 1 : -1;
}

function isCourt(card: string): boolean {
  return COURTS.includes(card.charAt(0));
}
