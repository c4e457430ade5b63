/** Lusus Chartarum: what cards are worth, and what they are good for. */

import { type LususMeld, LususMeldKind } from "../gen/certamen/v1/lusus.js";
import { count, greatest, sum } from "./numbers.js";

/** The card that closes a round by itself. */
export const CARNIFEX = "Fi";

const RANKS = "123456789XFERKT";
const HELD: Readonly<Record<string, number>> = { STU: 50, INV: 100, SER: 10, INC: 0 };
const WON: Readonly<Record<string, number>> = { STU: 50, INV: 100, SER: 5 };

/** Whether a card has suit and rank. */
export function isRegular(card: string): boolean {
  return card.length === 2;
}

/** What a card costs at the end of a round. */
export function inHand(card: string): number {
  return isRegular(card) ? regularWorth(card) : (HELD[card] ?? 0);
}

/** What a card counts in a value pile, or in a meld: a STULTUS as what it stands for. */
export function worth(card: string): number {
  if (card.startsWith("SER")) return WON["SER"] ?? 0;
  const its = named(card);
  return isRegular(its) ? regularWorth(its) : (WON[its] ?? 0);
}

/** Cards of a hand that may stand beside a card in a meld. */
export function partners(card: string, hand: readonly string[]): number {
  const mayStandBeside = (other: string): boolean => {
    if (!isRegular(other) || other === card) return false;
    return (
      (suit(other) === suit(card) && Math.abs(rank(other) - rank(card)) <= 2) || rank(other) === rank(card)
    );
  };
  return count(hand, mayStandBeside);
}

/** What a regular card may do on the table: extend an own meld, or win a card of another's; else 0. */
export function use(card: string, melds: readonly LususMeld[], seat: number): number {
  return greatest(
    melds.map((meld) => useOn(card, meld, seat)),
    0,
  );
}

/** Whether one more card completes a meld and brings all of it to its owner's value pile. */
export function isNearlyComplete(meld: LususMeld): boolean {
  return meld.kind === LususMeldKind.GROUP && meld.cards.length === 5;
}

function useOn(card: string, meld: LususMeld, seat: number): number {
  if (meld.kind === LususMeldKind.STULTI) return 0;
  const covered = meld.kind === LususMeldKind.RUN ? besideInRun(card, meld) : besideInGroup(card, meld);
  if (covered.length === 0) return 0;
  if (meld.owner !== seat) return inHand(card) + Math.max(...covered.map(worth));
  return inHand(card) + (isNearlyComplete(meld) ? sum(covered.map(worth)) : 0);
}

/** The ends of a run beside which a card fits. */
function besideInRun(card: string, meld: LususMeld): string[] {
  const low = meld.cards[0] ?? "";
  const high = meld.cards.at(-1) ?? "";
  if (suit(card) !== suit(named(low))) return [];
  const ends: string[] = [];
  if (rank(card) === rank(named(high)) + 1) ends.push(high);
  if (rank(card) === rank(named(low)) - 1) ends.push(low);
  return ends;
}

/** The cards of a group that lacks a card. */
function besideInGroup(card: string, meld: LususMeld): string[] {
  const present = meld.cards.map(named);
  return rank(card) === rank(present[0] ?? "") && !present.includes(card) ? meld.cards : [];
}

function regularWorth(card: string): number {
  if (card.startsWith("T")) return 20;
  return "XFERK".includes(card.charAt(0)) ? 10 : 5;
}

/** The card that a STULTUS or SERVA stands for; of other cards, the card itself. */
function named(card: string): string {
  return card.slice(card.lastIndexOf("=") + 1);
}

function rank(card: string): number {
  return RANKS.indexOf(card.charAt(0));
}

function suit(card: string): string {
  return card.charAt(1);
}
