// The computer's level, which rises with the wins.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { count, level } from "../../../service/web/static/pages/play/new-game.js";

beforeEach(() => {
  const kept = new Map();
  globalThis.localStorage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
});

test("the level rises after two wins in a row, and not after one and a loss", () => {
  assert.equal(level().level, "easy");
  count(true, true);
  count(false, true);
  assert.equal(count(true, true).rose, false);
  assert.deepEqual(count(true, true), { level: "medium", wins: 0, streak: 2, rose: true });
});

test("the level stays where a person has chosen one, and the streak counts", () => {
  for (let i = 0; i < 5; i += 1) count(true, false);
  assert.deepEqual([level().level, level().streak], ["easy", 5]);
});

test("the level is kept no longer than storage allows", () => {
  globalThis.localStorage = { getItem: () => { throw new Error("off"); }, setItem: () => { throw new Error("off"); } };
  assert.equal(count(true, true).level, "easy");
});
