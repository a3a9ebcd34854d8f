import assert from "node:assert/strict";
import { test } from "node:test";

import { OTHER, YOU, isOver, newGame, play, turn, undo, winner } from "../../../service/web/static/core/game.js";

import { learnAll } from "./legal.mjs";

learnAll({ piles: [2, 1] }, { piles: [3, 4, 5] }, { piles: [1] }, { game: "fibonacci", piles: [5] }, { game: "staircase", piles: [2, 3, 1] });

const take = (pile, remove) => ({ pile, remove });
const after = (setup, ...moves) => moves.reduce(play, newGame(setup));

for (const [misere, first, won] of [[false, YOU, OTHER], [true, YOU, YOU], [false, OTHER, YOU], [true, OTHER, OTHER]]) {
  test(`winner of ${misere ? "misère" : "normal"} play that ${first} begins`, () => {
    const game = after({ piles: [2, 1], misere, first }, take(0, 2), take(1, 1));
    assert.deepEqual([game.piles, isOver(game), winner(game)], [[0, 0], true, won]);
  });
}

test("winner of a game that goes on is nobody", () => {
  const game = after({ piles: [2, 1] }, take(0, 1));
  assert.deepEqual([turn(game), winner(game)], [OTHER, null]);
});

for (const [pile, remove] of [[0, 0], [0, 3], [0, -1], [0, 1.5], [2, 1], [-1, 1]]) {
  test(`play rejects ${remove} from pile ${pile}`, () => {
    assert.throws(() => after({ piles: [2, 1] }, take(pile, remove)), RangeError);
  });
}

test("undo leads to the position before the person's last move", () => {
  const game = after({ piles: [3, 4, 5] }, take(0, 1), take(1, 1));
  assert.deepEqual(undo(game).piles, [3, 4, 5]);
});

test("a sum is over when none of its games has a move, and its quota is that of its own game", async () => {
  const parts = [{ piles: [1], rule: {} }, { piles: [5], rule: Object.freeze({ game: "fibonacci" }) }];
  const begun = newGame({ piles: [1, 5], rule: { game: "sum", parts } });
  const game = [{ component: 1, ...take(0, 1) }, { component: 0, ...take(0, 1) }].reduce(play, begun);
  assert.deepEqual([game.piles, isOver(game)], [[0, 4], false]);
  assert.throws(() => play(game, { component: 1, ...take(0, 3) }), RangeError); // twice 1 is 2
  assert.deepEqual(game.moves.map(({ by, component }) => [by, component]), [[YOU, 1], [OTHER, 0]]);
});

test("a move in staircase Nim brings stones to the next lower step", async () => {
  const rule = { game: "staircase" };
  assert.deepEqual(after({ piles: [2, 3, 1], rule }, take(1, 2)).piles, [4, 1, 1]);
  assert.deepEqual(after({ piles: [2, 3, 1], rule }, take(0, 2)).piles, [0, 3, 1]);
});
