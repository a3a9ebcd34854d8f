// Rows of pins in pieces: which stand, and which the last move knocked down.

import assert from "node:assert/strict";
import { test } from "node:test";

import { newGame, play } from "../../../service/web/static/core/game.js";
import { leftOf, piecesOf } from "../../../service/web/static/core/games.js";
import { learnAll } from "./legal.mjs";

learnAll({ game: "kayles", piles: [7, 3] });

const begun = newGame({ piles: [7, 3], rule: { game: "kayles" } });
const split = play(begun, { pile: 0, remove: 2, leaves_piles: [1, 4], at: 1 });
const stands = (pile, size) => ({ pile, size });
const [gone, fell] = [{ fell: false }, { fell: true }];

test("a row is one piece before it is split", () => {
  assert.deepEqual(piecesOf(begun), [[stands(0, 7)], [stands(1, 3)]]);
});

test("a move that splits a row leaves a piece on each side of the pins that fell", () => {
  assert.deepEqual(piecesOf(split), [[stands(0, 1), fell, fell, stands(2, 4)], [stands(1, 3)]]);
});

test("only the pins of the last move have just fallen, in its row alone", () => {
  const next = play(split, { pile: 1, remove: 1, leaves_piles: [2], at: 0 });
  assert.deepEqual(piecesOf(next), [[stands(0, 1), gone, gone, stands(2, 4)], [fell, stands(1, 2)]]);
  const last = play(next, { pile: 2, remove: 2, leaves_piles: [2], at: 2 });
  assert.deepEqual(piecesOf(last), [[stands(0, 1), gone, gone, stands(2, 2), fell, fell], [gone, stands(1, 2)]]);
});

test("a row of which nothing stands is all gone", () => {
  const next = [{ pile: 0, remove: 1, leaves_piles: [], at: 0 }, { pile: 1, remove: 2, leaves_piles: [1], at: 1 }].reduce(play, split);
  assert.deepEqual(piecesOf(next), [[gone, gone, gone, stands(2, 4)], [stands(1, 1), fell, fell]]);
});

test("a move that does not say where it takes has the smaller part to its left, or all that it leaves", () => {
  const places = [
    [{ size: 7, remove: 2, left: [1, 4] }, 1],
    [{ size: 7, remove: 2, left: [5] }, 5],
    [{ size: 7, remove: 7, left: [] }, 0],
    [{ size: 7, remove: 2, left: [5], at: 0 }, 0],
    [{ size: 7, remove: 2, left: [1, 4], at: 4 }, 4],
    [{ size: 7, remove: 2, left: [5], at: 6 }, 5], // no further than the row
  ];
  for (const [move, left] of places) assert.equal(leftOf(move), left);
});

test("a move that does not say where it takes is drawn all the same", () => {
  assert.deepEqual(piecesOf(play(begun, { pile: 0, remove: 1, leaves_piles: [2, 4] })), [[stands(0, 2), fell, stands(2, 4)], [stands(1, 3)]]);
});

test("a piece that a later move makes has the number that the service gives it", () => {
  const shorter = play(begun, { pile: 1, remove: 2, leaves_piles: [1], at: 0 }); // at the end of its row: there is one piece as before
  const next = play(shorter, { pile: 0, remove: 2, leaves_piles: [1, 4], at: 1 });
  assert.deepEqual(piecesOf(next), [[stands(0, 1), fell, fell, stands(2, 4)], [gone, gone, stands(1, 1)]]);
});

test("pins beside those of the last move, which were gone before, have not just fallen", () => {
  const moves = [{ pile: 0, remove: 1, leaves_piles: [3, 3], at: 3 }, { pile: 0, remove: 1, leaves_piles: [2], at: 2 }];
  assert.deepEqual(piecesOf(moves.reduce(play, begun))[0], [stands(0, 2), fell, gone, stands(2, 3)]);
});
