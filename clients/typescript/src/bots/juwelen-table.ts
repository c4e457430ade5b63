/** Juwelentresor as a player sees it: who has what, and what an action would be worth. */

import { JuwelenPack, type JuwelenView } from "../gen/certamen/v1/juwelen.js";
import { range, sum } from "./numbers.js";

/** From low to high: the ace is the lowest card. */
export const RANKS = "A23456789TJQK";
/** All suits. */
export const SUITS = ["c", "d", "h", "s"] as const;

/** Ranks in the known pack by number of seats; else all. */
const KNOWN_RANKS: Readonly<Record<number, number>> = { 2: 8, 3: 9 };

/** Rank of a card, from 0. */
export function rank(card: string): number {
  return RANKS.indexOf(card.charAt(0));
}

/** Suit of a card. */
export function suit(card: string): string {
  return card.charAt(1);
}

/** The position with the questions that a player asks of it. */
export class Table {
  readonly players: number;
  readonly parties: number;
  readonly party: number;
  readonly hand: readonly string[];
  /** Cards of the pack that may be in others' hands. */
  readonly unseen: readonly string[];
  /** Probability that an unseen card is in somebody's hand, not aside. */
  readonly held: number;

  /**
   * @param view - what the seat sees.
   * @param seat - the seat.
   */
  constructor(
    readonly view: JuwelenView,
    readonly seat: number,
  ) {
    this.players = view.players;
    this.parties = view.showcase.length;
    this.party = this.partyOf(seat);
    this.hand = view.hands[seat]?.cards ?? [];
    this.unseen = unseenCards(view, this.hand);
    const others = view.hands.filter((_, other) => other !== seat).map((hand) => hand.cards.length);
    this.held = sum(others) / Math.max(1, this.unseen.length);
  }

  /** The party of a seat: partners sit opposite. */
  partyOf(seat: number): number {
    return seat % this.parties;
  }

  /** Points of a party now. */
  score(party: number): number {
    return 2 * (this.view.vault[party] ?? 0) + this.showcase(party);
  }

  /** Jewels that a party has on show. */
  showcase(party: number): number {
    return this.view.showcase[party] ?? 0;
  }

  /** All other parties, ascending. */
  rivals(party: number): number[] {
    return range(this.parties).filter((other) => other !== party);
  }

  /** Points that a suit's action brings to a party, what it takes from another included by half. */
  gain(suit: string, party: number): number {
    switch (suit) {
      case "d":
        return this.view.supply > 0 ? 2 : 0;
      case "h":
        return this.view.supply > 0 ? 0.9 : 0; // a jewel on show may be stolen
      case "s":
        return this.showcase(party) > 0 ? 1.1 : 0;
      default:
        return this.rivals(party).some((other) => this.showcase(other) > 0) ? 1.4 : 0;
    }
  }

  /** The same as seen by us: others' gains count against us, each for its share. */
  worth(suit: string, party: number): number {
    const gain = this.gain(suit, party);
    return party === this.party ? gain : -gain / (this.parties - 1);
  }

  /** The leader is robbed first, then who has most on show. */
  worthOfRobbing(party: number): number {
    return this.score(party) + this.showcase(party) / 1000;
  }
}

function unseenCards(view: JuwelenView, hand: readonly string[]): string[] {
  const known = view.options?.pack === JuwelenPack.KNOWN ? KNOWN_RANKS[view.players] : undefined;
  const ranks = Array.from(RANKS.slice(0, known ?? RANKS.length));
  const seen = new Set([...view.trick.map((at) => at.card), ...view.played, ...hand]);
  return ranks.flatMap((rank) => SUITS.map((suit) => rank + suit)).filter((card) => !seen.has(card));
}
