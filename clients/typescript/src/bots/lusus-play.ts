/** Lusus Chartarum: opens when it can, completes groups, covers for value, keeps the closing card. */

import type { LususAction, LususView } from "../gen/certamen/v1/lusus.js";
import type { Worth } from "./judge.js";
import { CARNIFEX, inHand, isNearlyComplete, isRegular, partners, use, worth } from "./lusus-cards.js";
import { greatest, range, sum } from "./numbers.js";

/** An opening comes before all else. */
const OPEN = 200;
const CLOSE = 500;
/** What it is worth to be rid of a STULTUS: it costs 50 at the end, and fits nearly everywhere until then. */
const STULTUS = 20;
/** What special cards are worth in the hand. */
const KEPT: Readonly<Record<string, number>> = { STU: 45, INV: 90, SER: 12, INC: 10 };
/** What CARNIFEX is worth in the hand. */
const CLOSER = 40;
/** Cost of an unknown card in another's hand. */
const UNKNOWN = 10;
/** Lead over the best of the others for which it closes with CARNIFEX. */
const LEAD = 60;
/** Below any play that is worth something. */
const END_OF_TURN = -50;

/** Values the actions of one decision, in points. */
export function judge(view: LususView, seat: number): Worth<LususAction> {
  const judge = new Judge(view, seat);
  return ({ action }) => {
    switch (action?.$case) {
      case "take":
        return judge.take(action.value.number);
      case "meld":
        return judge.meld(action.value.cards);
      case "lay":
        return judge.lay(action.value.meld, action.value.card);
      case "cover":
        return ridOf(action.value.card) + judge.won(action.value.meld, action.value.place);
      case "exchange":
        return inHand(action.value.card) - STULTUS + 17;
      case "serva":
        return 2 + use(action.value.place, view.melds, seat) / 4;
      case "invictus":
        return judge.invictus(action.value.seat);
      case "incomparabilis":
        return 4 + (view.hands[action.value.seat]?.cards.length ?? 0) / 100;
      case "discard":
        return judge.discard(action.value.card);
      case "carnifex":
        return judge.lead() >= LEAD ? CLOSE : END_OF_TURN * 10;
      case "keep":
        return judge.kept(action.value.card);
      default:
        return 0;
    }
  };
}

class Judge {
  readonly #view: LususView;
  readonly #seat: number;
  readonly #hand: readonly string[];
  readonly #isOut: boolean;
  readonly #rivals: readonly number[];
  /** Worth of everybody's value pile. */
  readonly #values: readonly number[];

  constructor(view: LususView, seat: number) {
    this.#view = view;
    this.#seat = seat;
    this.#hand = view.hands[seat]?.cards ?? [];
    this.#isOut = view.out[seat] ?? false;
    this.#rivals = range(view.players).filter((other) => other !== seat);
    this.#values = view.value.map((pile) => sum(pile.cards.map(worth)));
  }

  /** What a meld frees the hand of; more before the seat is out. */
  meld(cards: readonly string[]): number {
    return (this.#isOut ? 0 : OPEN) + sum(cards.map(ridOf));
  }

  /** A card beside an own meld; the last of a group brings the whole group. */
  lay(id: number, card: string): number {
    const meld = this.#view.melds.find((one) => one.id === id);
    const won = meld !== undefined && isNearlyComplete(meld) ? sum(meld.cards.map(worth)) + worth(card) : 0;
    return ridOf(card) + won;
  }

  /** Worth of the card that lies on a place. */
  won(id: number, place: string): number {
    const cards = this.#view.melds.find((meld) => meld.id === id)?.cards ?? [];
    return worth(cards.find((card) => card === place || card.endsWith(`=${place}`)) ?? place);
  }

  /** Another's value pile: it is ours and no longer theirs. */
  invictus(from: number): number {
    const won = this.#values[from] ?? 0;
    return won + (won - 100) / this.#rivals.length + 30;
  }

  /** Cards from the pile against the unknown card of the talon. */
  take(number: number): number {
    return sum(this.#view.pile.slice(-number).map((card) => this.#gain(card))) - 1;
  }

  /** What a card is worth in the hand. */
  kept(card: string): number {
    if (!isRegular(card)) return KEPT[card] ?? 0;
    const useful = this.#isOut ? use(card, this.#view.melds, this.#seat) : 0;
    return (card === CARNIFEX ? CLOSER : 0) + useful + 3 * partners(card, this.#hand) - inHand(card) / 2;
  }

  /** The last card closes; else that goes which we need least and which helps others least. */
  discard(card: string): number {
    if (this.#hand.length === 1) return CLOSE;
    const given = isRegular(card) ? this.#helps(card) : (KEPT[card] ?? 0) / 5;
    return END_OF_TURN - (this.kept(card) + given) / 10;
  }

  /** How far we should be before the best of the others if we closed with CARNIFEX now. */
  lead(): number {
    const mine = (this.#values[this.#seat] ?? 0) + 50 + inHand(CARNIFEX) - sum(this.#hand.map(inHand));
    const others = this.#rivals.map(
      (other) => (this.#values[other] ?? 0) - UNKNOWN * (this.#view.hands[other]?.cards.length ?? 0),
    );
    return mine - greatest(others, 0);
  }

  /** What a card from the pile brings. */
  #gain(card: string): number {
    if (!isRegular(card)) return (KEPT[card] ?? 0) / 3;
    if (card === CARNIFEX) return CLOSER / 2;
    const useful = use(card, this.#view.melds, this.#seat);
    if (useful > 0) return useful;
    return partners(card, this.#hand) >= 2 ? 2 : -inHand(card) / 2;
  }

  /** What a card would do for the others. */
  #helps(card: string): number {
    const helped = this.#rivals.map((other) => use(card, this.#view.melds, other));
    return greatest(helped, 0) / 3;
  }
}

/** What it is worth to have played a card; CARNIFEX is better kept. */
function ridOf(card: string): number {
  if (card.startsWith("STU")) return STULTUS;
  return inHand(card) - (card === CARNIFEX ? CLOSER : 0);
}
