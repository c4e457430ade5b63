import assert from "node:assert/strict";
import { test } from "node:test";

import { status } from "@grpc/grpc-js";
import { BinaryWriter } from "@bufbuild/protobuf/wire";

import { ConnectionFailed, playAll, Refused, TokenRefused, VersionRefused } from "certamen-client";
import { random } from "certamen-client/bots";

import { withServer } from "./support/server.js";

/** google.rpc.Status with an ErrorInfo. */
function details(reason: string, metadata: Readonly<Record<string, string>> = {}): Buffer {
  const info = new BinaryWriter().uint32(10).string(reason).uint32(18).string("certamen");
  for (const [key, value] of Object.entries(metadata)) {
    info.uint32(26).bytes(new BinaryWriter().uint32(10).string(key).uint32(18).string(value).finish());
  }
  const any = new BinaryWriter().uint32(10).string("type.googleapis.com/google.rpc.ErrorInfo");
  any.uint32(18).bytes(info.finish());
  return Buffer.from(new BinaryWriter().uint32(8).int32(9).uint32(26).bytes(any.finish()).finish());
}

async function refusedWith(
  code: status,
  reason: string,
  metadata?: Readonly<Record<string, string>>,
): Promise<unknown> {
  return withServer(
    [
      async (stream) => {
        await stream.next("hello");
        stream.fail(code, "because", details(reason, metadata));
      },
    ],
    async (server) => {
      try {
        await playAll(random, { server, token: "secret" });
      } catch (error) {
        return error;
      }
      return undefined;
    },
  );
}

test("a token that is not known", async () => {
  const error = await refusedWith(status.UNAUTHENTICATED, "TOKEN_UNKNOWN");
  assert.ok(error instanceof TokenRefused);
  assert.equal(error.message, "the server refused the bot: because (TOKEN_UNKNOWN)");
});

test("a version that is not spoken", async () => {
  const error = await refusedWith(status.FAILED_PRECONDITION, "PROTOCOL_VERSION", { min: "2", max: "4" });
  assert.ok(error instanceof VersionRefused);
  assert.deepEqual([error.lowest, error.highest], ["2", "4"]);
  assert.match(error.message, /because; it speaks 2 … 4, this bot 1 \(PROTOCOL_VERSION\)$/);
});

test("a newer stream of the same token: no second attempt", async () => {
  const error = await refusedWith(status.ABORTED, "SUPERSEDED");
  assert.ok(error instanceof Refused);
  assert.equal(error.reason, "SUPERSEDED");
});

test("details that are garbage do not hide the status", async () => {
  const error = await withServer(
    [
      async (stream) => {
        await stream.next("hello");
        stream.fail(status.NOT_FOUND, "because", Buffer.from([0xff, 0xff]));
      },
    ],
    (server) => playAll(random, { server, token: "secret" }).catch((reason: unknown) => reason),
  );
  assert.ok(error instanceof Refused);
  assert.equal(error.reason, "NOT_FOUND");
});

test("nobody answers", async () => {
  const played = playAll(random, { server: "127.0.0.1:9", token: "secret", connectLimit: 0.5 });
  await assert.rejects(played, (error) => {
    assert.ok(error instanceof ConnectionFailed);
    assert.match(error.message, /^no connection to 127\.0\.0\.1:9 for 0\.5 s: /);
    assert.doesNotMatch(error.message, /secret/);
    return true;
  });
});
