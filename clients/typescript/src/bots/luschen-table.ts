/** Das Luschenspiel as a player sees it. */

import type { LuschenView } from "../gen/certamen/v1/luschen.js";

/** Order of the rows, from low to high. */
export const RANKS = "789TJQKA";
/** Order in tricks, from low to high. */
const TRICK_RANKS = "789JQKTA";
const POINTS: Readonly<Record<string, number>> = { A: 11, T: 10, K: 4, Q: 3, J: 2 };
const SUITS = ["c", "s", "h", "d"];

/** Points of all ranks, on average. */
export const MEAN_POINTS = 30 / 8;

/** Place of a card in its row, from 0. */
export function rowRank(card: string): number {
  return RANKS.indexOf(card.charAt(0));
}

/** Rank of a card in a trick, from 0. */
export function trickRank(card: string): number {
  return TRICK_RANKS.indexOf(card.charAt(0));
}

/** What a card counts in contract Luschen. */
export function points(card: string): number {
  return POINTS[card.charAt(0)] ?? 0;
}

/** Suit of a card. */
export function suit(card: string): string {
  return card.charAt(1);
}

/** The position with the questions that a player asks of it. */
export class Table {
  readonly players: number;
  readonly hand: ReadonlySet<string>;
  /** Cards that are in others' hands, or in a hidden Skat. */
  readonly unseen: ReadonlySet<string>;
  /** Seats that play to this trick after us. */
  readonly toCome: number;

  /**
   * @param view - what the seat sees.
   * @param seat - the seat.
   */
  constructor(
    readonly view: LuschenView,
    seat: number,
  ) {
    this.players = view.players;
    this.hand = new Set(view.hands[seat]?.cards);
    this.unseen = unseenCards(view, this.hand);
    this.toCome = view.players - view.trick.length - 1;
  }

  /** Share of the others that play to this trick after us. */
  get shareToCome(): number {
    return Math.min(1, this.toCome / Math.max(1, this.players - 1));
  }
}

function unseenCards(view: LuschenView, hand: ReadonlySet<string>): Set<string> {
  const rows = view.rows;
  const laid = rows === undefined ? [] : [rows.clubs, rows.diamonds, rows.hearts, rows.spades].flat();
  const seen = new Set([...view.played.map((at) => at.card), ...laid, ...view.skat, ...hand]);
  const pack = Array.from(RANKS).flatMap((rank) => SUITS.map((suit) => rank + suit));
  return new Set(pack.filter((card) => !seen.has(card)));
}
