/** What all judges have in common. */

/** What an action is worth to the seat that decides. */
export type Worth<A> = (action: A) => number;
