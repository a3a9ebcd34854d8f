// The steps of a hint: what each says is so, and a step that excludes nothing is left out.

import assert from "node:assert/strict";
import test from "node:test";

import { newGame } from "../../../service/web/static/core/game.js";
import { hintSteps } from "../../../service/web/static/core/hints.js";
import { candidates, pilesOf } from "../../../service/web/static/pages/play/today.js";

const nim = (piles, misere = false) => newGame({ piles, misere, rule: {} });

/** What `/explanation` says of piles: the columns, and the leading one whose 1s are odd in number. */
const explained = (piles) => {
  const places = [4, 2, 1];
  const sums = places.map((place) => piles.filter((pile) => pile & place).length);
  const odd = places.filter((_, i) => sums[i] % 2);
  return { leading_column: odd[0] ?? null, binary: { place_values: places, column_sums: sums, odd_columns: odd, rows: piles } };
};

test("the first step names the leading column with its own number of 1s", () => {
  const moves = [{ pile: 0, remove: 2, leaves: 1 }];
  const [{ column }] = hintSteps(nim([3, 4, 5]), { winning_moves: moves, ...explained([3, 4, 5]) });
  assert.deepEqual(column, { value: 2, ones: 1 });
});

test("columns are not named at the end of misère play, where they decide nothing", () => {
  const moves = [{ pile: 0, remove: 2, leaves: 0 }];
  const steps = hintSteps(nim([2, 1], true), { winning_moves: moves, ...explained([2, 1]) });
  assert.deepEqual(steps.filter(({ column }) => column), []);
});

test("columns are named in misère play as long as two piles have more than one object", () => {
  const moves = [{ pile: 0, remove: 1, leaves: 2 }];
  const [{ column }] = hintSteps(nim([3, 2], true), { winning_moves: moves, ...explained([3, 2]) });
  assert.deepEqual(column, { value: 1, ones: 1 });
});

test("each date has its own positions, of three or four piles of 1 to 9", () => {
  const ofAll = [];
  for (let day = 0; day < 730; day += 1) ofAll.push(candidates(new Date(2026, 0, 1 + day)));
  assert.equal(new Set(ofAll.map(String)).size, 730);
  assert.deepEqual([...new Set(ofAll.flat().map(({ length }) => length))].sort(), [3, 4]);
  assert.deepEqual([...new Set(ofAll.flat(2))].sort(), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assert.ok(ofAll.every(({ length }) => length === 8));
});

test("everyone has the same position on a date, today and in the next release", () => {
  assert.deepEqual(candidates(new Date(2026, 10, 28)).slice(0, 3), [[2, 4, 1, 8], [5, 7, 4, 3], [3, 2, 1, 2]]);
});

test("the position of a day is the first that can be won", async () => {
  const date = new Date(2026, 10, 28);
  const won = [false, false, true, true, false, true, true, true];
  const api = { solveAll: async () => ({ response: { results: won.map((to_move_wins) => ({ to_move_wins, legal: [] })) } }) };
  assert.deepEqual(await pilesOf(date, api), candidates(date)[2]);
});
