/** A bot as a program. */

import type { BotProgram } from "./bot.js";
import { CertamenError, SettingsError } from "./errors.js";
import { boundedLog } from "./log.js";
import { playAll, type SessionSettings } from "./session.js";

/** Milliseconds for what a bot has left running, once all is played. */
const LEFTOVERS_LIMIT = 2_000;

/**
 * Plays all matches of the token: the whole main program of a bot.
 *
 * What goes wrong is said in one sentence on standard error and in the exit status: 2, address or token are missing
 * or malformed; 1, the server refused the bot, or could not be reached, or the bot's own code failed. A signal ends
 * the program without goodbye: started again in time, it goes on where it was.
 */
export async function run(program: BotProgram, settings: SessionSettings = {}): Promise<void> {
  try {
    await playAll(program, { log: boundedLog(), ...settings });
  } catch (error) {
    if (!(error instanceof CertamenError)) throw error;
    process.stderr.write(`error: ${error.message}\n`);
    process.exitCode = error instanceof SettingsError ? 2 : 1;
  }
  setTimeout(() => process.exit(), LEFTOVERS_LIMIT).unref();
}
