/** Charta Bellica: the cheapest support that wins the battle in expectation. */

import { type BellicaAction, BellicaVariant, type BellicaView } from "../gen/certamen/v1/bellica.js";
import { compareKinds, compareSums, nationOf, type Pair, value } from "./bellica-strength.js";
import type { Worth } from "./judge.js";
import { count, range } from "./numbers.js";

/** Above any price, so that a battle that can be won is. */
const WON = 100;
/** In composite battles a 1 catches courts and a 2 doubles: they are dearer than they look. */
const HELPER = 6;

/** Values supports. The other supporter is taken to play any card that he may have. */
export function judgeBattle(view: BellicaView, seat: number): Worth<BellicaAction> {
  const composite = view.options?.variant === BellicaVariant.COMPOSITE;
  const compare = composite ? compareKinds : compareSums;
  const ours = view.fronts.find((front) => view.team[front.seat] === view.team[seat])?.card ?? "";
  const theirs = view.fronts.find((front) => view.team[front.seat] !== view.team[seat])?.card ?? "";
  const possible = supportsOf(otherSupporter(view, seat), view);

  /** Probability that a support wins the battle, an equal strength counting half. */
  const chance = (card: string): number => {
    const pair: Pair = [ours, card];
    const orders = possible.map((other) => compare(pair, [theirs, other]));
    const won = count(orders, (order) => order > 0) + count(orders, (order) => order === 0) / 2;
    return won / Math.max(1, orders.length);
  };
  /** What a card is worth in a later battle. */
  const price = (card: string): number => (composite && /^[12]/.test(card) ? HELPER : value(card));

  // A battle won is worth most, then the cheaper card; a lost one gets the cheapest card.
  return ({ action }) => {
    if (action?.$case !== "support") return 0;
    const { card } = action.value;
    const likely = chance(card);
    return (likely > 1 / 2 ? WON : 0) - price(card) + likely / 10;
  };
}

function otherSupporter(view: BellicaView, seat: number): number {
  const fronts = view.fronts.map((front) => front.seat);
  return range(view.players).find((other) => other !== seat && !fronts.includes(other)) ?? seat;
}

/** Cards of a seat that have not been seen. */
function supportsOf(seat: number, view: BellicaView): string[] {
  const gone = new Set([
    ...view.won.flatMap((pile) => pile.cards),
    ...view.fronts.map((front) => front.card),
  ]);
  return nationOf(seat).filter((card) => !gone.has(card));
}
