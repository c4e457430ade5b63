/** The round table of Artus: what chairs are worth, and what a move does. */

import { range } from "./numbers.js";

const CHAIRS = 28;
const CARPET = [27, 0, 1, 13, 14, 15];

/** What a figure scores that leaves a chair. */
export function disc(chair: number, king: number): number {
  const distance = modulo(chair - king);
  if (distance === 0 || distance === 16 || distance === 17) return 0;
  return distance - (distance < 16 ? 16 : 17);
}

/** Figures on their chairs. */
export class Board {
  /**
   * @param chairs - figures' texts, "" where free.
   * @param king - chair of the king.
   */
  constructor(
    readonly chairs: readonly string[],
    readonly king: number,
  ) {}

  /** Value of a chair. */
  value(chair: number): number {
    return disc(chair, this.king);
  }

  /** Values of a seat's knights, the highest first. */
  knights(seat: number): number[] {
    return this.#valuesOf(seat, range(this.chairs.length));
  }

  /** The same for those on a carpet. */
  onCarpet(seat: number): number[] {
    return this.#valuesOf(seat, CARPET);
  }

  /** The table after a move. */
  moved(chair: number, distance: number): Board {
    const chairs = [...this.chairs];
    const figure = chairs[chair] ?? "";
    chairs[chair] = "";
    const landing = modulo(chair + distance);
    const displaced = chairs[landing] ?? "";
    chairs[landing] = figure;
    if (displaced !== "") {
      let free = landing;
      while (chairs[free] !== "") free = modulo(free - 1);
      chairs[free] = displaced;
    }
    const king = chairs.findIndex((text) => text.length === 2 && text.endsWith("3"));
    return new Board(chairs, king);
  }

  /** The table after a ring for a prince. */
  ringed(chair: number): Board {
    const chairs = [...this.chairs];
    const prince = chairs[chair] ?? "";
    const rings = Number(prince.charAt(1)) + 1;
    chairs[chair] = `${prince.charAt(0)}${String(rings)}`;
    if (rings !== 3) return new Board(chairs, this.king);
    chairs[this.king] = `${this.chairs[this.king]?.charAt(0) ?? ""}1`;
    return new Board(chairs, chair);
  }

  #valuesOf(seat: number, chairs: readonly number[]): number[] {
    return chairs
      .filter((chair) => this.chairs[chair] === String(seat))
      .map((chair) => this.value(chair))
      .sort((one, other) => other - one);
  }
}

function modulo(chair: number): number {
  return ((chair % CHAIRS) + CHAIRS) % CHAIRS;
}
