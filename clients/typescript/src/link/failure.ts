/** Why a stream ended, and whether a new one may fare better. Plain data: it crosses threads. */

import { type ServiceError, status } from "@grpc/grpc-js";

import { ConnectionFailed, Refused, TokenRefused, VersionRefused, type CertamenError } from "../errors.js";
import { errorInfo } from "./status.js";

/** A failure that is final. */
export type Failure =
  | { readonly kind: "unreachable"; readonly message: string }
  | { readonly kind: "refused" | "token"; readonly reason: string; readonly message: string }
  | { readonly kind: "version"; readonly message: string; readonly lowest: string; readonly highest: string };

const FINAL: ReadonlySet<status> = new Set([
  status.INVALID_ARGUMENT,
  status.FAILED_PRECONDITION,
  status.ABORTED, // a newer stream of the same token took over: two of us would chase each other
  status.UNIMPLEMENTED,
  status.NOT_FOUND,
]);

/** The final refusal that a status error is; undefined where a new attempt may succeed. */
export function refusal(error: ServiceError): Failure | undefined {
  const info = errorInfo(error);
  const reason = info?.reason ?? "";
  const message = error.details === "" ? status[error.code] : error.details;
  if (error.code === status.UNAUTHENTICATED || error.code === status.PERMISSION_DENIED) {
    return { kind: "token", reason, message };
  }
  if (reason === "PROTOCOL_VERSION") {
    const metadata = info?.metadata;
    return {
      kind: "version",
      message,
      lowest: metadata?.get("min") ?? "",
      highest: metadata?.get("max") ?? "",
    };
  }
  return FINAL.has(error.code)
    ? { kind: "refused", reason: reason || status[error.code], message }
    : undefined;
}

/** The error to throw for a failure. */
export function errorOf(failure: Failure): CertamenError {
  switch (failure.kind) {
    case "unreachable":
      return new ConnectionFailed(failure.message);
    case "token":
      return new TokenRefused(failure.reason, failure.message);
    case "version":
      return new VersionRefused(failure.message, failure.lowest, failure.highest);
    case "refused":
      return new Refused(failure.reason, failure.message);
  }
}
