/** Das Luschenspiel, contract Luschen: who brings the count to 25, 50, 75, 100. */

import { points, type Table } from "./luschen-table.js";

/**
 * The threshold that a card reaches costs; otherwise high cards go first, while they cost nothing.
 *
 * Where a threshold cannot be avoided, the highest card goes.
 */
export function worthOfCounting(table: Table, card: string): number {
  const { count } = table.view;
  const reached = Math.floor((count + points(card)) / 25);
  const cost = reached > Math.floor(count / 25) ? reached : 0;
  return -cost + points(card) / 100;
}
