import assert from "node:assert/strict";
import { test } from "node:test";

import { MISSING, ours, type Played, playMatches } from "./support/certamen.js";

function assertSound({ result, verified, logs }: Played): void {
  for (const { faults, decisions } of result.standings) {
    assert.deepEqual(faults, {});
    assert.ok(decisions > 0);
  }
  assert.equal(verified.status, 0, verified.output);
  for (const log of logs.values()) assert.doesNotMatch(log, /WARNING|ERROR/);
}

for (const game of ["artus", "bellica", "luschen", "lusus"]) {
  test(`a match of ${game} against the real server`, { skip: MISSING }, () => {
    assertSound(playMatches(game, [ours("greedy"), ours("random")]));
  });
}

test("a match of juwelen among bots in several languages", { skip: MISSING }, () => {
  assertSound(playMatches("juwelen", [ours("greedy"), "greedy", ours("random"), ours("greedy")]));
});
