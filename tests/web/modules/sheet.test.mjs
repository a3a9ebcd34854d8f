// Which of the positions that come by chance are the tasks of a sheet, and how many are asked for.

import assert from "node:assert/strict";
import { test } from "node:test";

import { answerOf, candidates, choose, isFull, newSeed, tasksOf } from "../../../service/web/static/pages/sheet/tasks.js";
import { answer } from "./legal.mjs";

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

test("of tasks that are equally hard, the first ones are on the sheet", () => {
  const task = (id) => ({ id, legal: 8, solution: { to_move_wins: true, winning_moves: [1], best_move: 1 } });
  for (const difficulty of ["easy", "medium", "hard"]) assert.deepEqual(choose(["a", "b", "c"].map(task), 2, 8, difficulty), ["a", "b"].map(task));
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

// --- With the service ---

answer();
const answered = globalThis.fetch;
const LARGEST = { kayles: 8, nim: 1000, fibonacci: 1000 }; // piles that the service takes
let asked = []; // the bodies of requests for solutions

/** Let the service answer, or `judge` in its place, and list the games with these limits. */
function serve(judge = null) {
  asked = [];
  globalThis.fetch = async (path, options) => {
    if (path === "games") return Response.json({ games: Object.entries(LARGEST).map(([name, pile]) => ({ name, limits: { piles: 100, pile } })) });
    asked.push(JSON.parse(options.body));
    return judge ? Response.json({ results: asked.at(-1).positions.map(judge) }) : answered(path, options);
  };
}

const signal = new AbortController().signal;
const tasks = (settings) => tasksOf({ rule: {}, misere: false, difficulty: "medium", count: 8, seed: 1, ...settings }, signal);
const xor = (piles) => piles.reduce((sum, pile) => sum ^ pile, 0);

test("a sheet of Nim has tasks with their solutions, of which one in five is lost", async () => {
  serve();
  const made = await tasks({ count: 10 });
  assert.equal(made.length, 10);
  assert.equal(new Set(made.map(({ piles }) => String(piles))).size, 10);
  for (const { piles, solution, legal } of made) {
    assert.equal(solution.to_move_wins, xor(piles) !== 0);
    assert.equal(legal, piles.reduce((sum, pile) => sum + pile));
  }
  assert.equal(made.filter(({ solution }) => !solution.to_move_wins).length, 2);
});

test("a sheet asks for 16 positions at a time, until it is full", async () => {
  serve();
  await tasks();
  assert.ok(asked.length <= 3, String(asked.length));
  for (const { positions, legal } of asked) assert.deepEqual([positions.length, legal], [16, 1]);
  assert.ok(asked.every(({ positions }) => positions.every(({ misere }) => misere === false)));
});

test("of misère play half of the tasks are such that normal play has other winning moves", async () => {
  serve();
  const made = await tasks({ misere: true, difficulty: "easy" });
  // The conventions part where at most one pile is larger than one.
  for (const { piles, differs } of made) assert.equal(differs, piles.filter((pile) => pile > 1).length <= 1, String(piles));
  assert.ok(made.filter(({ differs }) => differs).length >= 4);
  for (const { positions } of asked) {
    const [half, twins] = [positions.slice(0, positions.length / 2), positions.slice(positions.length / 2)];
    assert.deepEqual(half.map(({ misere }) => misere), half.map(() => true));
    assert.deepEqual(twins, half.map((position) => ({ ...position, misere: false })));
  }
});

test("a sheet of Fibonacci Nim says how much a move may take, and so do its games", async () => {
  serve();
  const made = await tasks({ rule: { game: "fibonacci" }, count: 4 });
  assert.equal(made.length, 4);
  for (const { quota, game, legal } of made) assert.deepEqual([game.quota, legal], [quota, quota]);
});

for (const [name, most] of [["nim", 16], ["kayles", 6]]) {
  test(`a sheet of ${name} that never is full tries ${most} positions for each task`, async () => {
    serve(() => ({ to_move_wins: false, winning_moves: [], best_move: { pile: 0, remove: 1 }, legal: [] }));
    const made = await tasks({ rule: name === "nim" ? {} : { game: name }, difficulty: "hard", count: 10 });
    const sent = asked.flatMap(({ positions }) => positions).length;
    assert.equal(Math.max(...asked.flatMap(({ positions }) => positions.flatMap(({ piles }) => piles))), name === "nim" ? 15 : 8);
    assert.ok(sent > 10 * (most - 1) && sent <= 10 * most, String(sent)); // some come twice
    assert.equal(made.length, 2); // the lost ones that a full sheet would have
  });
}

test("a task with more than eight winning moves is left out", async () => {
  const moves = (count) => Array.from({ length: count }, (_, i) => ({ pile: 0, remove: i + 1, leaves: 0 }));
  const judge = ({ piles: [first] }) => ({ to_move_wins: true, winning_moves: moves(first % 2 ? 8 : 9), best_move: moves(1)[0], legal: moves(20).map((move) => ({ move: { ...move, text: "" }, leaves: { piles: [0] } })) });
  serve(judge);
  const made = await tasks({ difficulty: "hard", count: 20 });
  assert.equal(made.length, 20);
  assert.ok(made.every(({ piles: [first] }) => first % 2 === 1));
});

test("the answer key names the winning moves, or says that there is none", () => {
  const position = { piles: [3, 4, 5], rule: {} };
  assert.equal(answerOf({ ...position, solution: { winning_moves: [{ pile: 0, remove: 2, leaves: 1 }] } }), "Take 2 from pile 1.");
  assert.equal(answerOf({ ...position, solution: { winning_moves: [] } }), "None: this position is lost.");
});

test("a position without a move is no task", () => {
  const over = { solution: { to_move_wins: false, winning_moves: [], best_move: null } };
  assert.deepEqual(choose([over], 5, 8), []);
});

test("an easy or hard sheet is full with twice as many won positions as it has, to choose from", () => {
  const won = Array(16).fill({ legal: 9, solution: { to_move_wins: true, winning_moves: [1], best_move: 1 } });
  const lost = Array(2).fill({ solution: { to_move_wins: false, winning_moves: [], best_move: 1 } });
  const full = (wins, difficulty) => isFull([...won.slice(0, wins), ...lost], 10, 8, difficulty);
  assert.deepEqual([full(7, "medium"), full(8, "medium")], [false, true]);
  for (const difficulty of ["easy", "hard"]) assert.deepEqual([full(15, difficulty), full(16, difficulty)], [false, true]);
});

test("a sheet of misère play is full once half of its tasks are of that kind", () => {
  const won = (differs) => ({ misere: true, differs, legal: 9, solution: { to_move_wins: true, winning_moves: [1], best_move: 1 } });
  const solved = (count) => [...Array.from({ length: 9 }, () => won(false)), ...Array.from({ length: count }, () => won(true))];
  assert.deepEqual([isFull(solved(1), 3, 8), isFull(solved(2), 3, 8)], [false, true]);
  assert.deepEqual(choose(solved(5), 3, 8).map(({ differs }) => differs), [false, true, true]);
});

test("a seed is a number of at most six digits", () => {
  const seeds = Array.from({ length: 300 }, newSeed);
  assert.ok(seeds.every((seed) => Number.isInteger(seed) && seed >= 0 && seed <= 999_999));
  assert.ok(Math.max(...seeds) > 99_999);
});
