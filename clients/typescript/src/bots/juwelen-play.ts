/** Juwelentresor: what an action gives to the own party and to the others. */

import type { JuwelenAction, JuwelenView } from "../gen/certamen/v1/juwelen.js";
import type { Worth } from "./judge.js";
import { worthOfAnnouncing, worthOfPassing } from "./juwelen-hand.js";
import { Table } from "./juwelen-table.js";
import { worthOfPlaying } from "./juwelen-trick.js";

/** Values the actions of one decision. */
export function judge(view: JuwelenView, seat: number): Worth<JuwelenAction> {
  const table = new Table(view, seat);
  return ({ action }) => {
    switch (action?.$case) {
      case "announce":
        return worthOfAnnouncing(table, action.value.number);
      case "passCards":
        return worthOfPassing(table, action.value.cards);
      case "play":
        return worthOfPlaying(table, action.value.card);
      case "steal":
        return table.worthOfRobbing(action.value.party);
      default:
        return 0;
    }
  };
}
