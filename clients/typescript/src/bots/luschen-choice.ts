/** Das Luschenspiel: the contract, by a count of the hand. */

import { LuschenContract } from "../gen/certamen/v1/luschen.js";
import { MEAN_POINTS, points, rowRank, suit, type Table, trickRank } from "./luschen-table.js";
import { count, range, sum } from "./numbers.js";

const MEAN_RANK = 3.5;
/** Of a card to the jack of its row, on average. */
const MEAN_DISTANCE = 2;

/** Our share of a contract's penalties: the mean share, more with a bad hand and less with a good one. */
export function expectedPenalty(table: Table, contract: LuschenContract): number {
  const { players } = table;
  if (contract === LuschenContract.ANLEGEN) {
    const distance = mean(table, (card) => Math.abs(rowRank(card) - rowRank("J")));
    return (lastPlaces(players) / players) * (distance / MEAN_DISTANCE);
  }
  if (contract === LuschenContract.LUSCHEN) {
    return (10 / players) * (mean(table, points) / MEAN_POINTS);
  }
  // In tricks, high cards of a suit are harmless only with low ones beside them.
  const height = mean(table, trickRank) / MEAN_RANK;
  if (contract === LuschenContract.KOENIG) {
    return (5 / players) * height ** 2 + (guards(table, "h", "TA") ? 0.4 : 0);
  }
  const queens = count(["c", "s", "h", "d"], (its) => guards(table, its, "KTA"));
  return (10 / players) * height ** 2 + 0.3 * queens;
}

/** Mean of something over the hand. */
function mean(table: Table, value: (card: string) => number): number {
  return sum(Array.from(table.hand, value)) / Math.max(1, table.hand.size);
}

/** Penalties of all places of Anlegen. */
function lastPlaces(players: number): number {
  const first = players <= 5 ? 2 : 1;
  return sum(range(players - 1).map((place) => first + place));
}

/** Whether a high card of a suit has fewer than two low ones of that suit beside it. */
function guards(table: Table, its: string, high: string): boolean {
  const ranks = [...table.hand].filter((card) => suit(card) === its).map((card) => card.charAt(0));
  return ranks.some((rank) => high.includes(rank)) && count(ranks, (rank) => "789J".includes(rank)) < 2;
}
