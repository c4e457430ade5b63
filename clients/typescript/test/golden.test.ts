import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";

import { greedy, greedyChoice } from "certamen-client/bots";
import { Decision } from "certamen-client/wire/play";

interface Line {
  readonly seat: number;
  readonly decision: unknown;
  readonly action: number;
  readonly text: string;
}

const FOLDER = new URL("../../../tests/data/golden/", import.meta.url);

for (const game of greedy.games ?? []) {
  test(`the greedy bot decides ${game} as its model does`, () => {
    const lines = gunzipSync(readFileSync(new URL(`${game}.jsonl.gz`, FOLDER)))
      .toString("utf8")
      .trimEnd()
      .split("\n");
    assert.ok(lines.length >= 400);
    for (const line of lines) {
      const { seat, decision, action, text } = JSON.parse(line) as Line;
      const { view, legalActions } = Decision.fromJSON(decision);
      const [first, ...others] = legalActions;
      assert.ok(view !== undefined && first !== undefined);
      const choice = greedyChoice(view, seat, [first, ...others]);
      assert.deepEqual([choice.code, choice.text], [action, text]);
    }
  });
}
