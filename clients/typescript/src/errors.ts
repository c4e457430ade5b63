/** What can go wrong, one sentence each. */

/** The version of the wire contract that this package speaks. */
export const PROTOCOL_VERSION = 1;

/** Base of all errors of this package. */
export class CertamenError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** Address or token are missing or malformed. */
export class SettingsError extends CertamenError {}

/** The server could not be reached, or not again, within the time allowed. */
export class ConnectionFailed extends CertamenError {}

/** The bot's own code threw; it resigned the matches named. */
export class BotError extends CertamenError {}

/** The server does not want this bot; trying again is of no use. */
export class Refused extends CertamenError {
  /**
   * @param reason - for programs, in upper case; empty if the server gave none.
   * @param message - for people.
   */
  constructor(
    readonly reason: string,
    message: string,
  ) {
    super(`the server refused the bot: ${message}${reason === "" ? "" : ` (${reason})`}`);
  }
}

/** The token is not known, or not good for playing. */
export class TokenRefused extends Refused {}

/** The server does not speak this package's version of the protocol. */
export class VersionRefused extends Refused {
  /**
   * @param message - the server's.
   * @param lowest - the lowest version that the server speaks; empty if it did not say.
   * @param highest - the highest.
   */
  constructor(
    message: string,
    readonly lowest: string,
    readonly highest: string,
  ) {
    const known = lowest !== "" && highest !== "";
    super(
      "PROTOCOL_VERSION",
      known ? `${message}; it speaks ${lowest} … ${highest}, this bot ${String(PROTOCOL_VERSION)}` : message,
    );
  }
}
