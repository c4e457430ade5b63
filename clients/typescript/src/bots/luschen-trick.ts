/** Das Luschenspiel, contracts König and Damen: which card to play to a trick. */

import { LuschenContract } from "../gen/certamen/v1/luschen.js";
import { suit, type Table, trickRank } from "./luschen-table.js";
import { count, range, sum } from "./numbers.js";

/** Worth of a rank that is out of the hand. */
const SHED = 0.03;
/** Probability that a dear card not yet seen falls into a given trick. */
const HOPE = 0.25;

/** The trick in progress: what it costs, and who is likely to take it. */
export class Trick {
  readonly #table: Table;
  readonly #koenig: boolean;
  readonly #onTable: readonly string[];

  constructor(table: Table) {
    this.#table = table;
    this.#koenig = table.view.contract === LuschenContract.KOENIG;
    this.#onTable = table.view.trick.map((at) => at.card);
  }

  /** Penalties that a card risks now, against those that it would bring later. */
  worthOfPlaying(card: string): number {
    const chance = this.#chanceToWin(card);
    const cost = this.#cost([...this.#onTable, card]);
    return -chance * cost + (1 - chance) * this.#danger(card) + SHED * trickRank(card);
  }

  /** Penalties for a trick with these cards and what may still be added. */
  #cost(cards: readonly string[]): number {
    const dear = count(cards, (card) => this.#isDear(card));
    const ahead = count(this.#table.unseen, (card) => this.#isDear(card));
    const hoped = HOPE * ahead * this.#table.shareToCome;
    if (this.#koenig) return dear > 0 ? 5 : 5 * hoped;
    const first = this.#table.view.queens + 1;
    const certain = sum(range(dear).map((queen) => first + queen));
    return certain + hoped * (first + dear);
  }

  /** Whether a card brings penalties to who wins it. */
  #isDear(card: string): boolean {
    return this.#koenig ? card === "Kh" : card.startsWith("Q");
  }

  /** Probability that the trick will be ours. */
  #chanceToWin(card: string): number {
    const led = suit(this.#onTable[0] ?? card);
    if (suit(card) !== led) return 0;
    const isHigher = (other: string): boolean => suit(other) === led && trickRank(other) > trickRank(card);
    if (this.#onTable.some(isHigher)) return 0;
    // A higher card is held by somebody still to play with this probability, and then played every second time.
    const threat = this.#table.shareToCome / 2;
    return (1 - threat) ** count(this.#table.unseen, isHigher);
  }

  /** What a card would cost in the hand: dear cards, and those that catch a dear one. */
  #danger(card: string): number {
    if (this.#isDear(card)) return this.#koenig ? 2.5 : 0.5 * (this.#table.view.queens + 1);
    const dear = this.#koenig ? "Kh" : `Q${suit(card)}`;
    const catches = suit(card) === suit(dear) && trickRank(card) > trickRank(dear);
    return catches && this.#table.unseen.has(dear) ? 0.6 : 0;
  }
}
