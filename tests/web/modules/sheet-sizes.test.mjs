// How large the positions of a sheet are: how many piles they have, and how many objects each.

import assert from "node:assert/strict";
import { test } from "node:test";

import { add } from "../../../service/web/static/core/games.js";
import { candidates } from "../../../service/web/static/pages/sheet/tasks.js";

const LIMITS = { piles: 100, pile: 1000 };
const DIFFICULTIES = ["easy", "medium", "hard"];
const drawn = (settings) => candidates({ rule: {}, difficulty: "medium", limits: LIMITS, seed: 1, count: 1500, ...settings });
const range = (numbers) => [Math.min(...numbers), Math.max(...numbers)];

/** The least and the most piles, and the smallest and the largest one: easy, medium and hard. */
const SIZES = {
  nim: [{}, [2, 2, 1, 7], [3, 3, 1, 7], [3, 4, 3, 15]],
  "nim with a limit": [{ max_remove: 3 }, [1, 1, 4, 15], [2, 2, 4, 15], [3, 3, 5, 21]],
  "nim with a set": [{ subtraction_set: [1, 4] }, [1, 1, 4, 15], [2, 2, 4, 15], [3, 3, 5, 21]],
  moore: [{ max_piles: 2 }, [3, 3, 1, 5], [3, 4, 1, 7], [4, 5, 2, 12]],
  wythoff: [{}, [2, 2, 1, 6], [2, 2, 2, 10], [2, 2, 5, 14]],
  fibonacci: [{}, [1, 1, 4, 30], [1, 1, 6, 30], [1, 1, 20, 60]],
  greedy: [{}, [2, 3, 1, 5], [3, 4, 1, 7], [4, 5, 3, 12]],
  numbers: [{ numbers: "squares" }, [1, 1, 4, 15], [2, 2, 4, 12], [3, 3, 5, 16]],
  euclid: [{}, [2, 2, 1, 9], [2, 2, 2, 15], [2, 2, 5, 24]],
  staircase: [{}, [2, 3, 0, 4], [3, 4, 0, 5], [4, 4, 1, 6]],
  welter: [{}, [2, 2, 0, 8], [3, 3, 0, 9], [4, 4, 0, 14]],
  growing: [{ target: 20, add: [1], multiply: [2] }, [2, 2, 1, 7], [3, 3, 1, 7], [3, 4, 3, 15]],
  ...Object.fromEntries(["octal", "kayles", "dawsons-kayles", "dawsons-chess", "laskers-nim", "grundys-game"].map((name) => [name, [{}, [1, 2, 2, 9], [2, 2, 2, 10], [3, 3, 2, 9]]])),
};

for (const [name, [keys, ...sizes]] of Object.entries(SIZES)) {
  test(`the positions of a sheet grow with its difficulty: ${name}`, () => {
    const rule = name.startsWith("nim") ? keys : { game: name, ...keys };
    const found = DIFFICULTIES.map((difficulty) => {
      const positions = drawn({ rule, difficulty }).map(({ piles }) => piles);
      return [...range(positions.map(({ length }) => length)), ...range(positions.flat())];
    });
    assert.deepEqual(found, sizes);
  });
}

test("a game has no more on a sheet than the service takes, and no less", () => {
  const within = (limits) => drawn({ limits, difficulty: "hard" }).map(({ piles }) => piles);
  assert.deepEqual(range(within({ piles: 2, pile: 5 }).map(({ length }) => length)), [2, 2]);
  assert.deepEqual(range(within({ piles: 2, pile: 5 }).flat()), [3, 5]);
  assert.deepEqual(range(within({ piles: 9, least_piles: 6, pile: 50 }).map(({ length }) => length)), [6, 6]);
});

test("a game that the pages do not know has usual sizes", () => {
  add({ name: "digits", title: "Digits", rule: "A move takes a digit.", keys: [], limits: { piles: 9 }, form: null });
  assert.deepEqual(range(drawn({ rule: { game: "digits" } }).flatMap(({ piles }) => piles)), [1, 7]);
});

test("no position comes twice, and none is over", () => {
  const positions = drawn({ rule: { game: "staircase" }, difficulty: "easy" });
  assert.equal(new Set(positions.map(({ piles }) => String(piles))).size, positions.length);
  assert.equal(positions.length, 25 + 125 - 2); // all of two and of three steps, but those without a stone
});

test("rows of Chomp get shorter, and coins are on different squares", () => {
  for (const { piles } of drawn({ rule: { game: "chomp" } })) assert.deepEqual(piles, [...piles].sort((a, b) => b - a));
  for (const { piles } of drawn({ rule: { game: "welter" } })) assert.equal(new Set(piles).size, piles.length);
});

test("in Fibonacci Nim a move took up to a quarter before, but on an easy sheet and where the rule says more", () => {
  const quotas = (settings) => drawn({ rule: { game: "fibonacci" }, ...settings }).map(({ piles: [pile], quota }) => ({ pile, quota }));
  for (const difficulty of ["medium", "hard"]) {
    const found = quotas({ difficulty });
    assert.ok(found.every(({ pile, quota }) => quota % 2 === 0 && quota >= 2 && quota <= Math.max(2, pile / 2)));
    assert.equal(Math.max(...found.map(({ quota }) => quota)), difficulty === "medium" ? 14 : 30);
    assert.ok(found.some(({ quota }) => quota === 2));
  }
  assert.ok(quotas({ difficulty: "easy" }).every(({ quota }) => quota === undefined));
  assert.ok(quotas({ rule: { game: "fibonacci", quota: 4 } }).every(({ quota }) => quota === undefined));
});

test("every other position of misère play is near the end: all but one pile have one object", () => {
  const isLate = ({ piles }) => piles.slice(1).every((pile) => pile === 1);
  const positions = drawn({ misere: true, count: 60 });
  assert.deepEqual(positions.filter(isLate).map(({ piles: [first] }) => first).sort(), [1, 2, 3, 4, 5, 6, 7]);
  assert.ok(positions.filter((one) => !isLate(one)).length >= 25); // of 30, few of which come twice
  assert.ok(drawn({ count: 60 }).filter(isLate).length <= 3);
  assert.ok(drawn({ misere: true, difficulty: "hard", count: 60 }).filter(isLate).length >= 10);
});

test("where a pile may be empty, those near the end of misère play are", () => {
  const positions = drawn({ rule: { game: "staircase" }, misere: true, count: 120 });
  const isLate = ({ piles }) => piles.slice(1).every((pile) => pile <= 1);
  const late = positions.filter(isLate);
  assert.ok(late.length >= 30, String(late.length)); // of 60 that are near the end, and few others
  assert.ok(late.some(({ piles }) => piles.slice(1).includes(1)));
});

test("as many positions come as are asked for, if they differ", () => {
  for (const count of [1, 2]) assert.equal(drawn({ difficulty: "hard", count }).length, count);
});

test("boards of a sheet are those of the game, in an order that the seed makes", () => {
  const order = (seed, count = 9) => candidates({ rule: { game: "cram" }, difficulty: "easy", limits: {}, seed, count }).map(({ board }) => board);
  assert.deepEqual(order(1).sort(), order(2).sort());
  assert.ok([2, 3, 4, 5].some((seed) => String(order(seed)) !== String(order(1))));
  assert.deepEqual(order(3, 2), order(3).slice(0, 2));
});
