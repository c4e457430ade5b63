/**
 * Write a bot for Certamen: one object with one method.
 *
 * ```ts
 * import { run } from "certamen-client";
 *
 * await run({ name: "first", play: () => ({ choose: (decision) => decision.legalActions[0] }) });
 * ```
 *
 * Joining, many matches on one stream, reconnecting, signs of life and goodbyes are this package's business.
 * Positions, actions and events are the generated messages of the wire contract, found below
 * `certamen-client/wire/`, so that an editor knows their fields.
 */

export type { Bot, BotProgram, Choice, Decision } from "./bot.js";
export { seedMatches } from "./commitment.js";
export type { ConnectionSettings } from "./connection.js";
export {
  BotError,
  CertamenError,
  ConnectionFailed,
  Refused,
  SettingsError,
  TokenRefused,
  VersionRefused,
} from "./errors.js";
export type { Event } from "./gen/certamen/v1/event.js";
export type { GameView, LegalAction } from "./gen/certamen/v1/game.js";
export type { Outcome } from "./gen/certamen/v1/match.js";
export { ActionForm, type MatchEnd, type MatchStart } from "./gen/certamen/v1/play.js";
export { boundedLog, type Level, type Log } from "./log.js";
export { run } from "./program.js";
export { type MatchResult, playAll, type SessionSettings } from "./session.js";
export {
  type ActionOf,
  actionOf,
  type EventOf,
  eventOf,
  type Game,
  type OptionsOf,
  optionsOf,
  type ViewOf,
  viewOf,
} from "./views.js";
