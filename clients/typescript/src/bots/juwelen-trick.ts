/** Juwelentresor: which card to play. */

import { RANKS, rank, suit, SUITS, type Table } from "./juwelen-table.js";
import { best, count, greatest, product, range } from "./numbers.js";

/** Two diamond actions for a seat without a trick at the end of the round. */
const BONUS = 4;
/** Worth of a rank that is kept for later. */
const PATIENCE = 0.02;

/** What a card is worth: its discard action or the trick, and what it costs to have played it. */
export function worthOfPlaying(table: Table, card: string): number {
  const { trick } = table.view;
  const led = suit(trick[0]?.card ?? card);
  if (suit(card) !== led) return discard(table, card, led);
  const chance = chanceToWin(table, card, led);
  let worth = chance * (table.worth(led, table.party) - priceOfFirstTrick(table, card));
  worth += (1 - chance) * table.worth(led, otherWinner(table));
  if (trick.length === 0) worth -= gifts(table, led);
  return worth - PATIENCE * rank(card) * (chance > 0 ? 1 : -1);
}

/** A discard takes the action of its own suit; the trick goes to another. */
function discard(table: Table, card: string, led: string): number {
  const worth = table.worth(suit(card), table.party) + table.worth(led, otherWinner(table));
  return worth + PATIENCE * rank(card); // high cards win unwanted tricks later
}

/** Probability that nobody beats a card of the suit led. */
function chanceToWin(table: Table, card: string, led: string): number {
  const { trick } = table.view;
  const onTable = trick.filter((at) => suit(at.card) === led).map((at) => rank(at.card));
  if (greatest(onTable, -1) > rank(card)) return 0;
  const size = table.players === 2 ? 4 : table.players;
  const toCome = size - trick.length - 1;
  if (toCome <= 0) return 1;
  const higher = count(table.unseen, (other) => suit(other) === led && rank(other) > rank(card));
  // Each higher card is in the hand of somebody still to play with this probability, and then played about every
  // second time.
  const threat = (table.held * Math.min(1, toCome / (table.players - 1))) / 2;
  return (1 - threat) ** higher;
}

/** The party most likely to win if we do not: whose card lies highest now, else the strongest rival. */
function otherWinner(table: Table): number {
  const [first, ...others] = table.view.trick;
  if (first !== undefined) {
    const led = suit(first.card);
    const ahead = best([first, ...others.filter((at) => suit(at.card) === led)], (at) => rank(at.card));
    return table.partyOf((ahead ?? first).seat);
  }
  return best(table.rivals(table.party), (party) => table.score(party)) ?? table.party;
}

/** Cost of leading a suit that others lack: each of them may take another action. */
function gifts(table: Table, led: string): number {
  const left = count(table.unseen, (card) => suit(card) === led) * table.held;
  const isVoid = (1 - 1 / Math.max(2, table.players - 1)) ** left;
  const rivals = count(range(table.players), (seat) => table.partyOf(seat) !== table.party);
  const gains = SUITS.filter((other) => other !== led).map((other) => table.gain(other, table.party));
  return (isVoid * greatest(gains, 0) * rivals) / Math.max(1, table.parties - 1);
}

/** What the first own trick costs: the bonus, as far as it can still be hoped for. */
function priceOfFirstTrick(table: Table, card: string): number {
  if ((table.view.tricks[table.seat] ?? 0) > 0) return 0;
  const rest = table.hand.filter((other) => other !== card).map(rank);
  const top = RANKS.length - 1;
  const escape = product(rest.map((value) => 1 - 0.5 * (value / top) ** (table.players - 1)));
  return BONUS * escape * 0.8 ** (rest.length / 2);
}
