/** Bellum: what to commit, when to attack, what to throw in. */

import type { BellicaAction, BellicaView } from "../gen/certamen/v1/bellica.js";
import { nationOf, RANKS, value } from "./bellica-strength.js";
import type { Worth } from "./judge.js";
import { count, product, range, sum } from "./numbers.js";

const NARR = 1;
const QUEEN = 12;
const KING = 13;
const CAPITAL = 14;
/** Worth of the Reiter in hand: it may win a trick that is lost. */
const RIDER = 8;

/** Values actions, in points. */
export function judgeBellum(view: BellicaView, seat: number): Worth<BellicaAction> {
  const judge = new Bellum(view, seat);
  return ({ action }) => {
    switch (action?.$case) {
      case "commit":
        return judge.commit(value(action.value.card));
      case "attack":
        return judge.attack();
      case "throwIn":
        return -use(value(action.value.card));
      default:
        return 0;
    }
  };
}

/** All hands are known from what has been played; others may play any card of theirs. */
class Bellum {
  readonly #view: BellicaView;
  readonly #rider: number;
  /** Values in everybody's hand. */
  readonly #hands: readonly (readonly number[])[];
  readonly #own: readonly number[];
  readonly #others: readonly (readonly number[])[];

  constructor(view: BellicaView, seat: number) {
    const gone = new Set([...view.won.flatMap((pile) => pile.cards), ...view.trick.map((at) => at.card)]);
    this.#view = view;
    this.#rider = view.options?.rider ?? 0;
    this.#hands = range(view.players).map((at) =>
      nationOf(at)
        .filter((card) => !gone.has(card))
        .map(value),
    );
    this.#own = this.#hands[seat] ?? [];
    this.#others = this.#hands.filter((_, at) => at !== seat);
  }

  /** What a card wins on average, less what it may lose and its price: cheap winners are best. */
  commit(card: number): number {
    const chance = this.#chance(card);
    const won = sum(this.#others.map((hand) => sum(hand) / Math.max(1, hand.length)));
    return chance * won - (1 - chance) * card - use(card) + this.#attacks(card);
  }

  /** The trick, which is lost otherwise, against the hope of a better attack later. */
  attack(): number {
    const hand = this.#hands[this.#view.contenders[1] ?? -1] ?? [];
    const pot = sum(this.#view.trick.map((at) => value(at.card)));
    return outcome(this.#rider, hand) * pot - (RIDER * (hand.length - 1)) / RANKS.length;
  }

  /** What attacks bring: ours if a card one higher wins, others' if one of them lies one below. */
  #attacks(card: number): number {
    const rider = this.#rider;
    if (card === rider) return -RIDER;
    let worth = 0;
    for (const hand of this.#others) {
      if (this.#own.includes(rider) && hand.includes(card + 1)) {
        worth += (outcome(rider, hand) * (2 * card + 1)) / hand.length;
      }
      if (hand.includes(rider) && hand.includes(card - 1) && card - 1 !== rider) {
        worth -= (outcome(rider, this.#own) * 2 * card) / hand.length;
      }
    }
    return worth;
  }

  /** Probability that a card wins the trick; to be one of several strongest counts half. */
  #chance(card: number): number {
    if (card === NARR) {
      const noCapital = this.#all((other) => other !== CAPITAL);
      return noCapital - this.#all((other) => other < QUEEN);
    }
    const beatenByNarr = card === QUEEN || card === KING;
    const alone = this.#all((other) => other < card && !(beatenByNarr && other === NARR));
    const shared = this.#all((other) => other <= card && !(beatenByNarr && other === NARR));
    return (alone + shared) / 2;
  }

  /** Probability that something holds for the cards of all other seats. */
  #all(holds: (card: number) => boolean): number {
    return product(this.#others.map((hand) => count(hand, holds) / Math.max(1, hand.length)));
  }
}

/** Probability that a Reiter beats a card drawn from a hand; Reiter against Reiter counts half. */
function outcome(rider: number, hand: readonly number[]): number {
  const won = count(hand, (card) => card < rider) + count(hand, (card) => card === rider) / 2;
  return won / Math.max(1, hand.length);
}

/** What a card is good for later: a Narr catches Kings and Queens. */
function use(card: number): number {
  return card === NARR ? 7 : card;
}
