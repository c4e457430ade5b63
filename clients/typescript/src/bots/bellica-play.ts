/** Charta Bellica and Bellum: what to look at by variant. */

import { type BellicaAction, BellicaVariant, type BellicaView } from "../gen/certamen/v1/bellica.js";
import { judgeBattle } from "./bellica-battle.js";
import { judgeBellum } from "./bellica-bellum.js";
import type { Worth } from "./judge.js";

/** Values the actions of one decision. */
export function judge(view: BellicaView, seat: number): Worth<BellicaAction> {
  return view.options?.variant === BellicaVariant.BELLUM ? judgeBellum(view, seat) : judgeBattle(view, seat);
}
