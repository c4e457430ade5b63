/** Das Luschenspiel: which contract, which card. */

import { type LuschenAction, LuschenContract, type LuschenView } from "../gen/certamen/v1/luschen.js";
import type { Worth } from "./judge.js";
import { expectedPenalty } from "./luschen-choice.js";
import { worthOfCounting } from "./luschen-count.js";
import { WORTH_OF_STOPPING, worthOfLaying } from "./luschen-rows.js";
import { Table } from "./luschen-table.js";
import { Trick } from "./luschen-trick.js";

/** Values the actions of one decision by the penalties that they bring. */
export function judge(view: LuschenView, seat: number): Worth<LuschenAction> {
  const table = new Table(view, seat);
  const trick = new Trick(table);
  return ({ action }) => {
    switch (action?.$case) {
      case "choose":
        return -expectedPenalty(table, action.value.contract);
      case "play":
        return view.contract === LuschenContract.LUSCHEN
          ? worthOfCounting(table, action.value.card)
          : trick.worthOfPlaying(action.value.card);
      case "lay":
        return worthOfLaying(table, action.value.card);
      case "done":
        return WORTH_OF_STOPPING;
      default:
        return 0;
    }
  };
}
