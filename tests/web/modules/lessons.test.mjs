// The lessons: their tasks can be solved, what is solved is kept, and what a lost game leads to.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { YOU, isUnknown, newGame } from "../../../service/web/static/core/game.js";
import { LESSONS, between, countExtra, extraOf, forget, lessonFor, loadLesson, oddColumns, onlyOne, piles, remember, solved } from "../../../service/web/static/lessons/index.js";
import { learnAll } from "./legal.mjs";
import { wins } from "./solver.mjs";

beforeEach(() => {
  const kept = new Map();
  globalThis.localStorage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
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

// --- What is solved is kept, and what comes next ---

const ofNim = { rule: {}, misere: false };

test("the lessons that are solved are kept until they are forgotten, and so is how many further tasks were", () => {
  assert.deepEqual([...solved()], []);
  remember("columns");
  remember("pairs");
  remember("columns");
  assert.deepEqual([...solved()].sort(), ["columns", "pairs"]);
  assert.equal(extraOf("pairs"), 0);
  countExtra("pairs");
  countExtra("pairs");
  countExtra("columns");
  assert.deepEqual(["pairs", "columns", "misere"].map(extraOf), [2, 1, 0]);
  forget();
  assert.deepEqual([[...solved()], extraOf("pairs")], [[], 0]);
});

test("what is kept and is no list of lessons is not taken for one", () => {
  localStorage.setItem("nim-lessons", '"columns"');
  localStorage.setItem("nim-extra", '{"pairs": "many"}');
  assert.deepEqual([[...solved()], extraOf("pairs")], [[], 0]);
});

test("a lost game leads to the lessons while some are unsolved, and then to one about such a game", () => {
  for (const { id } of LESSONS.slice(1)) remember(id);
  assert.equal(lessonFor(ofNim), "learn");
  remember(LESSONS[0].id);
  const lost = [
    [ofNim, "learn#winning-move"],
    [{ ...ofNim, misere: true }, "learn#misere"],
    [{ ...ofNim, rule: { max_remove: 3 } }, "learn#at-most"],
    [{ ...ofNim, rule: { subtraction_set: [1, 4] } }, "learn#any-game"],
    [{ ...ofNim, rule: { game: "kayles" } }, "learn#kayles"],
    [{ ...ofNim, rule: { game: "greedy" } }, "learn#any-game"],
  ];
  for (const [game, page] of lost) assert.equal(lessonFor(game), page);
});

test("the first moves of each task are known when the lesson is loaded", () => {
  for (const { id, steps } of lessons) {
    for (const { question, judge, ...task } of steps) if (!question && !judge) assert.equal(isUnknown(newGame(task)), false, `${id} ${task.piles}`);
  }
});

// --- Parts of tasks ---

test("a number by chance is each of those from one to another", () => {
  assert.deepEqual([...new Set(Array.from({ length: 300 }, () => between(3, 6)))].sort(), [3, 4, 5, 6]);
  const drawn = Array.from({ length: 100 }, piles(2, 1, 3));
  assert.ok(drawn.every((one) => one.piles.length === 2));
  assert.deepEqual([...new Set(drawn.flatMap((one) => one.piles))].sort(), [1, 2, 3]);
});

test("a task may want one winning move, or so many odd columns", () => {
  assert.deepEqual([0, 1, 2].map((count) => onlyOne({ winning_moves: Array(count) })), [false, true, false]);
  assert.deepEqual([0, 4, 5, 7].map((sum) => oddColumns(2)({ nim_sum: sum })), [false, false, true, false]);
});
