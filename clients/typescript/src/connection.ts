/** Where the server is, and who we are. */

import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";

import { SettingsError } from "./errors.js";

/** What a connection needs. */
export interface ConnectionSettings {
  /** `HOST:PORT` or `unix:PATH`; default: CERTAMEN_SERVER. */
  readonly server?: string;
  /** Token of a seat or an account; default: CERTAMEN_TOKEN. */
  readonly token?: string;
  /**
   * File of the certificates to trust (PEM), for a server that encrypts; default: CERTAMEN_CERTIFICATE, and if
   * that is not set either, the server does not encrypt.
   */
  readonly certificate?: string;
  /**
   * File of our own certificate and its private key, both in it (PEM), for a server that wants one (mutual TLS);
   * default: CERTAMEN_CLIENT_CERTIFICATE, and if that is not set either, it does not.
   */
  readonly clientCertificate?: string;
}

/** A server's address and a bot's token, found sound. */
export interface Connection {
  readonly server: string;
  readonly token: string;
  /** Certificates to trust (PEM); undefined: the server does not encrypt. */
  readonly certificates: string | undefined;
  /** Our own certificate and its private key (PEM); undefined: we have none. */
  readonly clientCertificate?: string | undefined;
}

/**
 * Takes what is given, and the rest from the environment.
 *
 * @throws SettingsError if address or token are missing or malformed, or the certificates cannot be read.
 */
export function connectionOf(
  given: ConnectionSettings = {},
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Connection {
  const server = given.server ?? variable(environment, "CERTAMEN_SERVER", "server's address");
  const token = given.token ?? variable(environment, "CERTAMEN_TOKEN", "token");
  if (!/^unix:./.test(server) && !isHostAndPort(server)) {
    throw new SettingsError(
      `the server's address must be HOST:PORT or unix:PATH, not ${JSON.stringify(server)}`,
    );
  }
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new SettingsError("the token must be printable characters without spaces, and not empty");
  }
  const file = given.certificate ?? environment["CERTAMEN_CERTIFICATE"] ?? "";
  const own = given.clientCertificate ?? environment["CERTAMEN_CLIENT_CERTIFICATE"] ?? "";
  if (own !== "" && file === "") {
    throw new SettingsError("a client's certificate is only accepted together with certificates to trust");
  }
  const certificates = file === "" ? undefined : readCertificates(file);
  const clientCertificate = own === "" ? undefined : readOwnCertificate(own);
  return { server, token, certificates, clientCertificate };
}

function readCertificates(file: string): string {
  try {
    const certificates = readFileSync(file, "utf8");
    createSecureContext({ ca: certificates }); // throws if they are none
    return certificates;
  } catch (error) {
    throw new SettingsError(`the certificates cannot be read: ${(error as Error).message}`);
  }
}

function readOwnCertificate(file: string): string {
  try {
    const pair = readFileSync(file, "utf8");
    createSecureContext({ cert: pair, key: pair }); // throws if there is none
    return pair;
  } catch (error) {
    throw new SettingsError(`the client's certificate cannot be read: ${(error as Error).message}`);
  }
}

function isHostAndPort(server: string): boolean {
  const port = Number(/^.+:(\d{1,5})$/.exec(server)?.[1] ?? 0);
  return port > 0 && port < 65536;
}

function variable(
  environment: Readonly<Record<string, string | undefined>>,
  name: string,
  what: string,
): string {
  const value = environment[name];
  if (value === undefined) {
    throw new SettingsError(`the ${what} is missing: give it as an argument, or in ${name}`);
  }
  return value;
}
