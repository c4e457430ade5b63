/** Sums and extremes, always reckoned in the order of the list: the same numbers on every machine. */

/** The sum. */
export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** The product. */
export function product(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total * number, 1);
}

/** How many items satisfy a condition. */
export function count<T>(items: Iterable<T>, holds: (item: T) => boolean): number {
  let found = 0;
  for (const item of items) if (holds(item)) found += 1;
  return found;
}

/** The first item of greatest worth; undefined if there is none. */
export function best<T>(items: Iterable<T>, worth: (item: T) => number): T | undefined {
  let found: { readonly item: T; readonly worth: number } | undefined;
  for (const item of items) {
    const its = worth(item);
    if (found === undefined || its > found.worth) found = { item, worth: its };
  }
  return found?.item;
}

/** The greatest number; `none` if there is none. */
export function greatest(numbers: readonly number[], none: number): number {
  return numbers.length === 0 ? none : Math.max(...numbers);
}

/** 0, 1 … n − 1. */
export function range(n: number): number[] {
  return Array.from({ length: n }, (_, index) => index);
}
