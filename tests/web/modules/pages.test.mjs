import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { YOU, newGame } from "../../../service/web/static/core/game.js";
import { LESSONS, loadLesson } from "../../../service/web/static/lessons/index.js";
import { count, level } from "../../../service/web/static/pages/play/new-game.js";
import { learnAll } from "./legal.mjs";
import { wins } from "./solver.mjs";

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

test("the right answers of the lessons' questions stand in all places", async () => {
  const lessons = await Promise.all(LESSONS.map(loadLesson));
  const places = lessons.flatMap(({ steps }) => steps).filter(({ question }) => question).map(({ right }) => right);
  for (const place of [0, 1, 2]) assert.ok(2 * places.filter((one) => one === place).length <= places.length);
});

const lessons = await Promise.all(LESSONS.map(loadLesson));
const size = ({ piles }) => piles.reduce((sum, pile) => sum + pile, 0);
const isPlayedOut = ({ question, piles, rule }) => !question && !rule?.graph && size({ piles }) <= 18;
learnAll(...lessons.flatMap(({ steps }) => steps.filter(isPlayedOut)).map(({ piles, rule = {} }) => ({ piles, ...rule })));

for (const { id, steps } of lessons) {
  test(`each task of a lesson can be solved: ${id}`, () => {
    for (const { question, answers, right } of steps) if (question) assert.ok(answers[right]);
    for (const { rule = {}, first = YOU, ...task } of steps.filter(isPlayedOut)) {
      assert.equal(wins(newGame({ ...task, rule, first })), first === YOU, JSON.stringify(task.piles));
    }
  });
}
