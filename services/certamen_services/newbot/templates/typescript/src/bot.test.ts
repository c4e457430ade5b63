import assert from "node:assert/strict";
import { test } from "node:test";

import { LegalAction } from "certamen-client/wire/game";

import { best } from "./bot.js";

/** A card may be played. */
function play(card: string): LegalAction {
  return LegalAction.create({
    text: `play ${card}`,
    action: { game: { $case: "juwelen", value: { action: { $case: "play", value: { card } } } } },
  });
}

test("a diamond where there is one", () => {
  assert.equal(best([play("4c"), play("9d"), play("9h")]).text, "play 9d");
});

test("else the first", () => {
  const [first, second] = [LegalAction.create({ text: "pass" }), LegalAction.create({ text: "draw" })];
  assert.equal(best([first, second]), first);
});
