// The position of the day.

import assert from "node:assert/strict";
import test from "node:test";

import { legalMoves, newGame } from "../../../service/web/static/core/game.js";
import { candidates, dateText, pilesOf } from "../../../service/web/static/pages/play/today.js";

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

/** A service that finds some of the positions won, and lists a move of each if it is asked to. */
function serviceOf(won) {
  const asked = [];
  const move = { pile: 0, remove: 1, leaves: 0, text: "take 1" };
  const solveAll = async (positions, _signal, more) => {
    asked.push({ positions, more });
    return { response: { results: won.map((to_move_wins) => ({ to_move_wins, legal: more.legal ? [{ move, leaves: { piles: [0] } }] : [] })) } };
  };
  return { asked, solveAll };
}

const DATE = new Date(2026, 10, 28);

test("the position of a day is the first that can be won", async () => {
  assert.deepEqual(await pilesOf(DATE, serviceOf([false, false, true, true, false, true, true, true])), candidates(DATE)[2]);
});

test("a day of which no position can be won has the first one", async () => {
  assert.deepEqual(await pilesOf(DATE, serviceOf(Array(8).fill(false))), candidates(DATE)[0]);
});

test("all positions of a day are one request, after which the first move needs none", async () => {
  const api = serviceOf([false, true, true, true, true, true, true, true]);
  const piles = await pilesOf(DATE, api);
  assert.deepEqual(api.asked, [{ positions: candidates(DATE).map((each) => ({ piles: each })), more: { legal: 1 } }]);
  assert.equal(legalMoves(newGame({ piles })).length, 1);
});

test("a date is written as people of the page’s language do", () => assert.equal(dateText(DATE), "28 November 2026"));
