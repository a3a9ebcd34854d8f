import assert from "node:assert/strict";
import { test } from "node:test";

import { describeRule, inWords, moveName, newGame, play, said, say } from "../../../service/web/static/core/game.js";
import { learnAll } from "./legal.mjs";

learnAll({ piles: [21], max_remove: 3 }, { piles: [9, 8], subtraction_set: [2, 3] }, { piles: [7, 3], game: "kayles" }, { piles: [9], game: "grundys-game" }, { piles: [3], game: "octal", code: "4.07" });

const kayles = Object.freeze({ game: "kayles" });

test("a rule is said as one", () => {
  const rules = [
    [{ piles: [3, 4, 5] }, "A move takes any number of stones from one pile. Take the last stone and you win."],
    [{ piles: [21], rule: { max_remove: 3 }, misere: true }, "A move takes 1 to 3 stones from one pile. Take the last stone and you lose."],
    [{ piles: [9, 8], rule: { subtraction_set: [2, 3] } }, "A move takes 2 or 3 stones from one pile. Make the last move and you win."],
    [{ piles: [7], rule: kayles }, "A move knocks down one pin or two neighbours, which may split the row in two. Take the last pin and you win."],
    [{ piles: [7], rule: { game: "octal", code: "4.07" } }, "A move may split a row into two; take 2 and leave nothing, one row or two. Make the last move and you win."],
    [{ piles: [5, 8], rule: { game: "wythoff" } }, "A move takes any number of stones from one of two piles, or the same number from both, as a queen goes left, down or diagonally. Bring the queen to the corner and you win."],
    [{ piles: [9], rule: { game: "grundys-game" } }, "A move splits a row into two rows of different lengths. Make the last move and you win."],
  ];
  for (const [setup, words] of rules) assert.equal(describeRule(newGame(setup)), words);
});

test("a position is said in the words of its game", () => {
  const said = [
    [{ piles: [3, 4], rule: {} }, "Pile 1 has 3 stones, pile 2 has 4."],
    [{ piles: [7, 3], rule: kayles }, "Row 1 has 7 pins, row 2 has 3."],
    [{ piles: [5, 8], rule: { game: "wythoff" } }, "The queen is at 5 and 8."],
    [{ piles: [25, 8], rule: { game: "wythoff" } }, "Pile 1 has 25 stones, pile 2 has 8."],
    [{ piles: [3, 1, 10], rule: { game: "welter" } }, "The coins are on squares 1, 3 and 10."],
  ];
  for (const [setup, words] of said) assert.equal(inWords(newGame(setup)), words);
});

test("a move names what it leaves in each pile that it changes", () => {
  const moore = newGame({ piles: [3, 4, 5], rule: { game: "moore", max_piles: 2 } });
  const removals = [{ pile: 0, remove: 1, leaves: 2 }, { pile: 2, remove: 5, leaves: 0 }];
  assert.equal(moveName({ removals }, moore), "Take 1 from pile 1 and 5 from pile 3, leaving 2 and 0");
  assert.equal(moveName({ pile: 0, remove: 3, leaves: 0 }, newGame({ piles: [3, 4] , rule: {} })), "Take 3 from pile 1, leaving 0");
});

test("the only pile has no number", () => {
  assert.equal(say({ pile: 0, remove: 2 }, newGame({ piles: [5] })), "take 2");
  assert.equal(say({ pile: 0, remove: 2 }, newGame({ piles: [5, 1] })), "take 2 from pile 1");
});

test("where nothing is taken, nothing is said to be taken", () => {
  const game = newGame({ piles: [9], rule: { game: "grundys-game" } });
  const move = { pile: 0, remove: 0, leaves_piles: [4, 5] };
  assert.equal(moveName(move, game), "Split the row into 4 and 5");
  assert.equal(said(play(game, move).moves[0], play(game, move)), "You split the row into 4 and 5.");
});

test("rows are numbered from left to right, whatever the service's index is", () => {
  // The smaller part keeps the index of the row, and stands to the right here.
  const game = play(newGame({ piles: [7, 3], rule: kayles }), { pile: 0, remove: 1, leaves_piles: [2, 4], at: 4 });
  assert.deepEqual(game.piles, [2, 3, 4]);
  assert.equal(say({ pile: 2, remove: 1, leaves_piles: [3] }, game), "take 1 from row 1");
  assert.equal(say({ pile: 0, remove: 1, leaves_piles: [1] }, game), "take 1 from row 2");
  assert.equal(say({ pile: 1, remove: 1, leaves_piles: [2] }, game), "take 1 from row 3");
});

test("a move in a sum says in which game", () => {
  const parts = [{ piles: [3], rule: {} }, { piles: [7], rule: kayles }];
  const game = newGame({ piles: [3, 7], rule: { game: "sum", parts } });
  assert.equal(say({ component: 1, pile: 0, remove: 1, leaves_piles: [3, 3] }, game), "take 1, leaving 3 and 3 in game 2, Kayles");
});
