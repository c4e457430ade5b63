/** Details of status errors: google.rpc.Status with google.rpc.ErrorInfo, read field by field. */

import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import type { ServiceError } from "@grpc/grpc-js";

/** Why a call failed, for programs. */
export interface ErrorInfo {
  /** In upper case. */
  readonly reason: string;
  readonly domain: string;
  readonly metadata: ReadonlyMap<string, string>;
}

const KEY = "grpc-status-details-bin";
const ERROR_INFO = "type.googleapis.com/google.rpc.ErrorInfo";

/** The ErrorInfo that a status error carries; undefined if there is none that can be read. */
export function errorInfo(error: Pick<ServiceError, "metadata">): ErrorInfo | undefined {
  for (const status of error.metadata.get(KEY)) {
    if (typeof status === "string") continue;
    try {
      for (const detail of fields(status).get(3) ?? []) {
        const any = fields(detail);
        if (text(any.get(1)) === ERROR_INFO) return info(any.get(2)?.at(-1) ?? new Uint8Array());
      }
    } catch {
      return undefined; // garbage: the status itself says enough
    }
  }
  return undefined;
}

function info(bytes: Uint8Array): ErrorInfo {
  const found = fields(bytes);
  const entries = (found.get(3) ?? []).map((entry): [string, string] => {
    const pair = fields(entry);
    return [text(pair.get(1)), text(pair.get(2))];
  });
  return { reason: text(found.get(1)), domain: text(found.get(2)), metadata: new Map(entries) };
}

/** The length-delimited fields of a message by number, in order. */
function fields(message: Uint8Array): Map<number, Uint8Array[]> {
  const reader = new BinaryReader(message);
  const found = new Map<number, Uint8Array[]>();
  while (reader.pos < reader.len) {
    const [number, type] = reader.tag();
    if (type === WireType.LengthDelimited) {
      found.set(number, [...(found.get(number) ?? []), reader.bytes()]);
    } else {
      reader.skip(type, number);
    }
  }
  return found;
}

function text(values: readonly Uint8Array[] | undefined): string {
  return new TextDecoder().decode(values?.at(-1));
}
