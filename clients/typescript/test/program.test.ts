import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { status } from "@grpc/grpc-js";

import { decision, end, MATCH, start, welcome } from "./support/messages.js";
import { type Conversation, withServer } from "./support/server.js";

const CLI = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
const THINKER = fileURLToPath(new URL("support/thinker.js", import.meta.url));

interface Ended {
  readonly status: number | null;
  readonly errors: string;
}

/** Runs a program to its end. */
async function program(
  file: string,
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<Ended> {
  const nothing = { CERTAMEN_SERVER: undefined, CERTAMEN_TOKEN: undefined };
  const child = spawn(process.execPath, [file, ...words], {
    env: { ...process.env, ...nothing, ...environment },
  });
  let errors = "";
  child.stderr.on("data", (text: Buffer) => {
    errors += text.toString();
  });
  return new Promise((resolve) => {
    child.on("close", (code) => {
      resolve({ status: code, errors });
    });
  });
}

async function serve(
  file: string,
  words: readonly string[],
  ...scripts: ((stream: Conversation) => Promise<void>)[]
): Promise<Ended> {
  return withServer(scripts, (server) =>
    program(file, words, { CERTAMEN_SERVER: server, CERTAMEN_TOKEN: "secret" }),
  );
}

test("a bot that thinks without awaiting gives signs of life, and comes back when its stream breaks", async () => {
  const ended = await serve(
    THINKER,
    [],
    async (stream) => {
      await stream.next("hello");
      stream.send(welcome(MATCH), start(), decision(1));
      await new Promise((resolve) => setTimeout(resolve, 100));
      const asked = performance.now();
      stream.send({ $case: "ping", value: { id: 1n } });
      assert.deepEqual(await stream.next("pong"), { id: 1n });
      assert.ok(performance.now() - asked < 1_000, "the pong waited for the bot");
      stream.fail(status.UNAVAILABLE, "cut off");
    },
    async (stream) => {
      assert.deepEqual((await stream.next("hello")).cursors, [{ match: MATCH, lastEvent: 0n }]);
      stream.send(welcome(MATCH), decision(1));
      assert.deepEqual((await stream.next("act")).action, { $case: "code", value: 7 });
      stream.send(end());
      await stream.next("leave");
      stream.end();
    },
  );
  assert.equal(ended.status, 0, ended.errors);
  assert.match(ended.errors, /WARNING no connection: cut off; trying again/);
});

test("a program by its name", async () => {
  const ended = await serve(CLI, ["random"], async (stream) => {
    assert.equal((await stream.next("hello")).botName, "random");
    stream.send(welcome());
    await stream.next("leave");
    stream.end();
  });
  assert.equal(ended.status, 0, ended.errors);
});

test("a name that is none", async () => {
  const ended = await program(CLI, ["clever"], {});
  assert.equal(ended.status, 2);
  assert.match(ended.errors, /^usage: certamen-bot greedy\|random\n/);
});

test("no address", async () => {
  const ended = await program(CLI, ["greedy"], { CERTAMEN_TOKEN: "secret" });
  assert.deepEqual(
    [ended.status, ended.errors],
    [2, "error: the server's address is missing: give it as an argument, or in CERTAMEN_SERVER\n"],
  );
});

test("a refusal, in one sentence", async () => {
  const ended = await serve(CLI, ["greedy"], async (stream) => {
    await stream.next("hello");
    stream.fail(status.UNAUTHENTICATED, "this token is not known");
  });
  assert.deepEqual(
    [ended.status, ended.errors],
    [1, "error: the server refused the bot: this token is not known\n"],
  );
});
