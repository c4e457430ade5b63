import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import { actionOf, boundedLog, eventOf, playAll, seedMatches, SettingsError, viewOf } from "certamen-client";
import { greedyChoice, random, randomProgram } from "certamen-client/bots";
import { Event } from "certamen-client/wire/event";
import { GameView, LegalAction } from "certamen-client/wire/game";
import { MatchStart } from "certamen-client/wire/play";

test("a seed and what was committed to", () => {
  const [seed, nonce, startPosition] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2), ""];
  const nothing = createHash("sha256").digest();
  const commitment = createHash("sha256").update(nonce).update(seed).update(nothing).digest();
  assert.equal(seedMatches(commitment, { seed, nonce, startPosition }), true);
  assert.equal(seedMatches(commitment, { seed: nonce, nonce, startPosition }), false);
  assert.equal(seedMatches(commitment, { seed, nonce, startPosition: "{}" }), false);
  assert.equal(seedMatches(commitment.subarray(1), { seed, nonce, startPosition }), false);
});

test("views, actions and events without the oneofs around them", () => {
  const view = GameView.fromPartial({ game: { $case: "artus", value: { king: 5 } } });
  assert.equal(viewOf({ view }, "artus").king, 5);
  assert.throws(() => viewOf({ view }, "lusus"), /this is no decision of lusus, but of artus/);
  assert.throws(() => viewOf({}, "lusus"), /but of an unknown game/);
  const play = { $case: "play" as const, value: { card: "5c" } };
  const legal = LegalAction.fromPartial({
    action: { game: { $case: "juwelen", value: { action: play } } },
  });
  assert.deepEqual(actionOf(legal, "juwelen")?.action, play);
  assert.equal(actionOf(legal, "luschen"), undefined);
  const event = Event.fromPartial({ body: { $case: "artus", value: {} } });
  assert.notEqual(eventOf(event, "artus"), undefined);
  assert.equal(eventOf(event, "lusus"), undefined);
});

test("the log is bounded", () => {
  const lines: string[] = [];
  const log = boundedLog({ limit: 60, lineLimit: 40, write: (line) => void lines.push(line) });
  log("debug", "not shown");
  log("info", "x".repeat(100));
  log("error", "short");
  log("error", "too much");
  assert.equal(lines.length, 3);
  assert.match(lines[0] ?? "", /^[-:.TZ0-9]{24} INFO x{10} …\n$/);
  assert.match(lines[1] ?? "", / ERROR short\n$/);
  assert.equal(lines[2], "the log is full; nothing more is written\n");
});

for (const [what, settings, message] of [
  ["no port", { server: "example", token: "t" }, /must be HOST:PORT or unix:PATH, not "example"/],
  ["a port too high", { server: "example:65536", token: "t" }, /must be HOST:PORT/],
  ["no path", { server: "unix:", token: "t" }, /must be HOST:PORT/],
  ["a token with a space", { server: "example:1", token: "a b" }, /^the token must be printable/],
  ["no certificates", { server: "example:1", token: "t", certificate: "/nowhere" }, /cannot be read: ENOENT/],
] as const) {
  test(`settings: ${what}`, async () => {
    await assert.rejects(playAll(random, settings), (error) => {
      assert.ok(error instanceof SettingsError);
      assert.match(error.message, message);
      return true;
    });
  });
}

test("chance takes every legal action", async () => {
  const draws = [2, 0, 1];
  const bot = await randomProgram((n) => {
    assert.equal(n, 3);
    return draws.shift() ?? 0;
  }).play(MatchStart.create());
  const legalActions = [3, 5, 8].map((code) => LegalAction.create({ code }));
  const asks = { legalActions, view: GameView.create() } as unknown as Parameters<typeof bot.choose>[0];
  const { signal } = new AbortController();
  const chosen = [1, 2, 3].map(() => bot.choose(asks, signal));
  assert.deepEqual(chosen, [legalActions[2], legalActions[0], legalActions[1]]);
});

test("the greedy bot knows what to do with a game that it does not know", () => {
  const two = LegalAction.create({ code: 2 });
  const one = LegalAction.create({ code: 1 });
  assert.equal(greedyChoice(GameView.create(), 0, [two, one]), one);
});
