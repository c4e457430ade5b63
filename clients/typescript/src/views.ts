/** A game's own messages, without the oneofs around them. */

import type { Event } from "./gen/certamen/v1/event.js";
import type { GameAction, GameOptions, GameView, LegalAction } from "./gen/certamen/v1/game.js";

/** The message that a member of a oneof holds. */
type Value<U, C> = Extract<U, { $case: C }> extends { value: infer V } ? V : never;

type AnyView = NonNullable<GameView["game"]>;
type AnyAction = NonNullable<GameAction["game"]>;
type AnyOptions = NonNullable<GameOptions["game"]>;
type AnyBody = NonNullable<Event["body"]>;

/** Id of a game. */
export type Game = AnyView["$case"];
/** The view of a game. */
export type ViewOf<G extends Game> = Value<AnyView, G>;
/** The actions of a game. */
export type ActionOf<G extends Game> = Value<AnyAction, G>;
/** The options of a game. */
export type OptionsOf<G extends Game> = Value<AnyOptions, G>;
/** The events that only this game has. */
export type EventOf<G extends Game> = Value<AnyBody, G>;

/**
 * The view of a game.
 *
 * @throws TypeError if the decision is about another game.
 */
export function viewOf<G extends Game>(
  decision: { readonly view?: GameView | undefined },
  game: G,
): ViewOf<G> {
  const found = decision.view?.game;
  if (found?.$case !== game) {
    throw new TypeError(`this is no decision of ${game}, but of ${found?.$case ?? "an unknown game"}`);
  }
  return found.value as ViewOf<G>;
}

/**
 * A legal action, taken apart; undefined if it is another game's, or if only codes or texts were asked for.
 */
export function actionOf<G extends Game>(legal: LegalAction, game: G): ActionOf<G> | undefined {
  const found = legal.action?.game;
  return found?.$case === game ? (found.value as ActionOf<G>) : undefined;
}

/** A game's options; undefined if they are another game's. */
export function optionsOf<G extends Game>(
  options: GameOptions | undefined,
  game: G,
): OptionsOf<G> | undefined {
  const found = options?.game;
  return found?.$case === game ? (found.value as OptionsOf<G>) : undefined;
}

/** An event that only this game has; undefined if it is of another kind. */
export function eventOf<G extends Game>(event: Event, game: G): EventOf<G> | undefined {
  const found = event.body;
  return found?.$case === game ? (found.value as EventOf<G>) : undefined;
}
