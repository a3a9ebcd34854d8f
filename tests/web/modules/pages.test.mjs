import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { YOU, newGame } from "../../../service/web/static/core/game.js";
import { LESSONS, loadLesson } from "../../../service/web/static/lessons/index.js";
import { count, level } from "../../../service/web/static/pages/play/new-game.js";
import { candidates as ofToday } from "../../../service/web/static/pages/play/today.js";
import { candidates, choose, isFull } from "../../../service/web/static/pages/sheet/tasks.js";
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

test("the position of a day is the same for everyone, and another one the day after", () => {
  const day = (date) => JSON.stringify(ofToday(new Date(2026, 10, date)));
  assert.equal(day(24), day(24));
  assert.notEqual(day(24), day(25));
});

test("the right answers of the lessons' questions stand in all places", async () => {
  const lessons = await Promise.all(LESSONS.map(loadLesson));
  const places = lessons.flatMap(({ steps }) => steps).filter(({ question }) => question).map(({ right }) => right);
  for (const place of [0, 1, 2]) assert.ok(2 * places.filter((one) => one === place).length <= places.length);
});

test("a sheet has lost positions among its tasks, and is full without them", () => {
  const solution = (wins) => ({ to_move_wins: wins, winning_moves: wins ? [1] : [], best_move: 1 });
  const solved = Array.from({ length: 40 }, (_, i) => ({ id: i, solution: solution(i % 3 !== 0) }));
  const chosen = choose(solved, 10, 8);
  assert.equal(chosen.length, 10);
  assert.equal(chosen.filter(({ solution: { to_move_wins: wins } }) => !wins).length, 2);
  assert.equal(choose(solved.filter(({ solution: { to_move_wins: wins } }) => wins), 10, 8).length, 10);
});

test("a sheet is full once further positions change nothing in it", () => {
  const solved = Array.from({ length: 40 }, (_, i) => ({ solution: { to_move_wins: i % 3 !== 0, winning_moves: [1], best_move: 1 } }));
  const enough = solved.findIndex((_, i) => isFull(solved.slice(0, i), 10, 8));
  assert.deepEqual(choose(solved.slice(0, enough), 10, 8), choose(solved, 10, 8));
  assert.equal(isFull(solved.filter(({ solution }) => solution.to_move_wins), 10, 8), false); // a lost one may come
});

test("an easy sheet has the tasks that a guess solves most often, and a hard one the others", () => {
  const task = (winning, legal) => ({ legal, solution: { to_move_wins: true, winning_moves: Array(winning).fill(1), best_move: 1 } });
  const [rare, single, several, most] = [task(1, 20), task(1, 8), task(3, 8), task(4, 5)];
  const solved = [several, rare, most, single];
  assert.deepEqual(choose(solved, 2, 8, "easy"), [several, most]);
  assert.deepEqual(choose(solved, 2, 8, "medium"), [several, rare]);
  assert.deepEqual(choose(solved, 2, 8, "hard"), [rare, single]);
});

test("a task that every move wins is on no sheet", () => {
  const task = (winning, legal) => ({ legal, solution: { to_move_wins: true, winning_moves: Array(winning).fill(1), best_move: 1 } });
  for (const difficulty of ["easy", "medium", "hard"]) assert.deepEqual(choose([task(2, 2), task(1, 2)], 2, 8, difficulty), [task(1, 2)]);
});

test("a task may have as many winning moves as the sheet has lines for, and no more", () => {
  const task = (winning) => ({ legal: 20, solution: { to_move_wins: true, winning_moves: Array(winning).fill(1), best_move: 1 } });
  assert.deepEqual(choose([task(9), task(8)], 1, 8, "easy"), [task(8)]);
});

test("the same seed makes the same sheet", () => {
  const made = (seed) => JSON.stringify(candidates({ rule: {}, difficulty: "hard", limits: { piles: 100, pile: 1000 }, seed, count: 20 }));
  assert.equal(made(7), made(7));
  assert.notEqual(made(7), made(8));
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
