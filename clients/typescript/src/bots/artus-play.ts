/** Artus: most points now; of equal ones the action that leaves least to the others. */

import { type ArtusAction, ArtusPile, type ArtusView } from "../gen/certamen/v1/artus.js";
import { Board } from "./artus-board.js";
import type { Worth } from "./judge.js";
import { count, greatest, range, sum } from "./numbers.js";

/** Weight of what is left, below any difference in points. */
const TIE = 0.001;

/** Values the actions of one decision. */
export function judge(view: ArtusView, seat: number): Worth<ArtusAction> {
  const board = new Board(view.chairs, view.king);
  const hand = view.hands[seat]?.cards ?? [];
  const left = (table: Board): number => whatIsLeft(table, view.players, seat);
  return ({ action }) => {
    switch (action?.$case) {
      case "place":
        return board.value(action.value.chair);
      case "move": {
        const { chair, distance } = action.value;
        const points = chair === board.king ? 0 : board.value(chair); // a king scores nothing
        return points + TIE * left(board.moved(chair, distance));
      }
      case "ring":
        return board.value(action.value.chair) + TIE * left(board.ringed(action.value.chair));
      case "score":
        return pointsOf(action.value.card, board, seat) + TIE * left(board);
      case "draw":
        // From the pile of which we hold the fewest cards: a choice is worth more than a good card.
        return -count(hand, (card) => pileOf(card) === action.value.pile);
      default:
        return 0;
    }
  };
}

/** What our knights would score on a table, less what the others' would on average. */
function whatIsLeft(board: Board, players: number, seat: number): number {
  const sums = range(players).map((other) => sum(board.knights(other)));
  const others = sums.filter((_, other) => other !== seat);
  return (sums[seat] ?? 0) - sum(others) / Math.max(1, others.length);
}

/** Points of a scoring card. */
function pointsOf(card: string, board: Board, seat: number): number {
  const knights = board.knights(seat);
  switch (card) {
    case "W1":
      return sum(knights);
    case "W2":
      return -sum(knights);
    case "W3":
      return oneOfEach(knights);
    case "W4": {
      const carpet = board.onCarpet(seat);
      return carpet.length > 1 ? sum(carpet.slice(0, 2)) : -25;
    }
    case "W5": {
      const red = knights.filter((value) => value < 0);
      return red.length > 2 ? sum(red.slice(0, 3)) : -50;
    }
    default:
      return greatest(knights, 0);
  }
}

/** The best green, yellow and red knight together, if there is one of each. */
function oneOfEach(knights: readonly number[]): number {
  const green = knights.filter((value) => value > 0);
  const red = knights.filter((value) => value < 0);
  if (green.length === 0 || red.length === 0 || !knights.includes(0)) return -15;
  return Math.max(...green) + Math.max(...red);
}

function pileOf(card: string): ArtusPile {
  if (card.startsWith("R")) return ArtusPile.R;
  return card.startsWith("W") ? ArtusPile.W : ArtusPile.K;
}
