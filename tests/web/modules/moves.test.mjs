// Moves of each game in words: as an advice, as what somebody did, and as the name of a button.

import assert from "node:assert/strict";
import { test } from "node:test";

import { OTHER, alternatives, capital, did, inWords, lower, moveName, newGame, play, positionOf, said, say, titleOf, whatWins } from "../../../service/web/static/core/game.js";
import { add } from "../../../service/web/static/core/games.js";
import "../../../service/web/static/core/on-board.js";
import { learnAll } from "./legal.mjs";

add({ name: "digits", title: "Digits", rule: "A move takes a digit.", keys: [], limits: { piles: 9 }, form: "removal" });

const take = (pile, remove, leaves) => ({ pile, remove, leaves });
const split = (pile, remove, ...parts) => ({ pile, remove, leaves_piles: parts });
const from = (...removals) => ({ removals: removals.map(([pile, remove, leaves]) => take(pile, remove, leaves)) });
const of = (game, piles, keys = {}) => ({ piles, rule: { game, ...keys } });
const sum = { piles: [3, 7], rule: { game: "sum", parts: [{ piles: [3], rule: {} }, of("kayles", [7])] } };

/** A game, a move, how it is advised, and what a button for it leaves to add. What was done is the same in the past. */
const MOVES = [
  [{ piles: [3, 4] }, take(0, 2, 1), "take 2 from pile 1", "leaving 1"],
  [{ piles: [3, 4] }, take(1, 4, 0), "take 4 from pile 2", "leaving 0"],
  [{ piles: [5] }, take(0, 2, 3), "take 2", "leaving 3"],
  [of("kayles", [7, 5]), split(0, 1, 3, 3), "take 1 from row 1, leaving 3 and 3", ""],
  [of("kayles", [7, 5]), split(1, 2, 3), "take 2 from row 2", "leaving 3"],
  [of("laskers-nim", [3, 4]), split(1, 4), "take 4 from row 2", "leaving 0"],
  [of("laskers-nim", [3, 4]), split(0, 0, 1, 2), "split row 1 into 1 and 2", ""],
  [of("grundys-game", [9]), split(0, 0, 4, 5), "split the row into 4 and 5", ""],
  [of("moore", [3, 4, 5], { max_piles: 2 }), from([0, 1, 2], [2, 5, 0]), "take 1 from pile 1 and 5 from pile 3", "leaving 2 and 0"],
  [of("moore", [3, 4, 5], { max_piles: 2 }), from([1, 4, 0]), "take 4 from pile 2", "leaving 0"],
  [of("wythoff", [25, 8]), from([0, 2, 23], [1, 2, 6]), "take 2 from pile 1 and 2 from pile 2", "leaving 23 and 6"],
  [of("chomp", [3, 3, 1]), from([0, 1, 2], [1, 1, 2]), "take square 3 of row 1 with all right of it and below", "leaving 2 and 2"],
  [of("growing", [2, 5], { target: 20, add: [1], multiply: [2] }), { pile: 0, leaves: 3 }, "add 1 to pile 1", ""],
  [of("growing", [2, 5], { target: 20, add: [1], multiply: [2] }), { pile: 1, leaves: 10 }, "multiply pile 2 by 2", ""],
  [of("staircase", [2, 3, 1]), take(1, 2, 1), "move 2 from step 2 to step 1", "leaving 1"],
  [of("staircase", [2, 3, 1]), take(0, 1, 1), "move 1 from step 1 out of the game", "leaving 1"],
  [of("welter", [1, 3, 6]), take(2, 1, 5), "move the coin on square 6 to square 5", ""],
  [of("digits", [42, 7]), { ...take(0, 4, 38), text: "take 4 from pile 1" }, "take 4 from pile 1", "leaving 38"],
  [of("digits", [42, 7]), { ...take(0, 4, 38), text: "turn pile 1 round" }, "turn pile 1 round", ""],
  [of("hackenbush", [], { board: "0-1-2" }), { play: "1-2", text: "cut 1-2" }, "cut 1-2", ""],
  [of("hackenbush", [], { board: "0-1-2" }), { play: "1-2" }, "choose 1-2", ""],
  [sum, { component: 1, ...split(0, 1, 3, 3) }, "take 1, leaving 3 and 3 in game 2, Kayles", ""],
  [sum, { component: 0, ...take(0, 2, 1) }, "take 2 in game 1, Nim", "leaving 1"],
];

for (const [setup, move, words, rest] of MOVES) {
  test(`a move is called what it does, and a button says what it leaves: ${words}`, () => {
    const game = newGame(setup);
    assert.equal(say(move, game), words);
    assert.equal(moveName(move, game), [words[0].toUpperCase() + words.slice(1), rest].filter(Boolean).join(", "));
  });
}

/** What somebody did: a game, a move, and the words. */
const DONE = [
  [{ piles: [3, 4] }, take(0, 2, 1), "took 2 from pile 1, leaving 1"],
  [{ piles: [3, 4] }, take(1, 4, 0), "took 4 from pile 2, leaving none"],
  [of("kayles", [7, 5]), split(0, 1, 3, 3), "took 1 from row 1, leaving 3 and 3"],
  [of("laskers-nim", [3, 4]), split(1, 4), "took 4 from row 2, leaving none"],
  [of("moore", [3, 4, 5], { max_piles: 2 }), from([0, 1, 2], [2, 5, 0]), "took 1 from pile 1 and 5 from pile 3, leaving 2 and 0"],
  [of("wythoff", [5, 8]), { ...from([0, 1, 4], [1, 1, 7]), left: { piles: [4, 7] } }, "moved the queen 1 diagonally, to 4 and 7"],
  [of("wythoff", [5, 8]), { ...from([0, 2, 3]), left: { piles: [3, 8] } }, "moved the queen 2 left, to 3 and 8"],
  [of("wythoff", [8, 5]), { ...from([0, 2, 6]), left: { piles: [6, 5] } }, "moved the queen 2 down, to 6 and 5"],
  [of("growing", [2, 5], { target: 20, add: [1], multiply: [2] }), { pile: 1, leaves: 10 }, "multiplied pile 2 by 2"],
  [of("staircase", [2, 3, 1]), take(1, 2, 1), "moved 2 from step 2 to step 1"],
  [of("digits", [42, 7]), { ...take(0, 4, 38), text: "take 4 from pile 1" }, "took 4 from pile 1, leaving 38"],
  [of("hackenbush", [], { board: "0-1-2" }), { play: "1-2", text: "cut 1-2" }, "cut 1-2"],
  [of("coins", [], { code: "twins", board: "THTHH" }), { play: "4-3", text: "turn coins 3 and 4" }, "turned coins 3 and 4"],
  [sum, { component: 0, ...take(0, 2, 1) }, "took 2, leaving 1 in game 1, Nim"],
];

for (const [setup, move, words] of DONE) {
  test(`what was done is said in the past: ${words}`, () => assert.equal(did(move, newGame(setup)), words));
}

learnAll({ piles: [3, 4] }, { game: "kayles", piles: [7] });

test("who made a move is said by name: of the person, the computer, and each of two", () => {
  const firstOf = (setup) => play(newGame({ piles: [3, 4], ...setup }), take(0, 1));
  const words = (setup) => said(firstOf(setup).moves[0], firstOf(setup));
  const rest = "took 1 from pile 1, leaving 2.";
  assert.equal(words({}), `You ${rest}`);
  assert.equal(words({ first: OTHER }), `The computer ${rest}`);
  assert.equal(words({ two: true }), `Player 1 ${rest}`);
  assert.equal(words({ two: true, first: OTHER }), `Player 2 ${rest}`);
  assert.equal(words({ two: true, names: { you: "Ann" } }), `Ann ${rest}`);
  assert.equal(words({ two: true, first: OTHER, names: { other: "Ben" } }), `Ben ${rest}`);
});

const CHOICES = [
  [{ piles: [3, 4] }, [take(0, 2)], "One move wins: take 2 from pile 1."],
  [{ piles: [3, 4] }, [take(0, 1), take(1, 2)], "Each of these wins: take 1 from pile 1 or take 2 from pile 2."],
  [of("laskers-nim", [3, 4]), [split(0, 0, 1, 2), split(1, 1, 3)], "Each of these wins: split row 1 into 1 and 2; or take 1 from row 2."],
  [of("kayles", [7, 5]), [split(0, 1, 1, 5), split(0, 1, 6)], "Each of these wins: take 1 from row 1, leaving 1 and 5; or take 1 from row 1."],
  [of("moore", [3, 4], { max_piles: 2 }), [from([0, 1], [1, 1]), from([1, 2])], "Each of these wins: take 1 from pile 1 and 1 from pile 2; or take 2 from pile 2."],
];

for (const [setup, moves, words] of CHOICES) {
  test(`moves that win are told apart, even if their words have commas: ${words}`, () => assert.equal(whatWins(moves, newGame(setup)), words));
}

test("alternatives of one kind are a list with or", () => {
  assert.equal(alternatives([take(0, 1), take(0, 2), take(0, 3)], newGame({ piles: [5] })), "take 1, take 2 or take 3");
});

test("a game of several is said one game after another", () => {
  assert.equal(inWords(newGame(sum)), "Game 1, Nim: The pile has 3 stones. Game 2, Kayles: The row has 7 pins.");
  assert.equal(positionOf(newGame(sum)), "Nim 3 + Kayles 7");
  assert.equal(titleOf(sum.rule), "Sum of games");
});

test("a single object is one, and none is none", () => {
  assert.equal(inWords(newGame({ piles: [1, 0] })), "Pile 1 has 1 stone, pile 2 has 0.");
});

test("a board is said as it is written, and an empty one as empty", () => {
  const board = newGame(of("hackenbush", [], { board: "0-1-2,1-3" }));
  assert.deepEqual([inWords(board), positionOf(board)], ["The board is 0-1-2, 1-3.", "0-1-2, 1-3"]);
  assert.equal(positionOf(newGame(of("hackenbush", [], { board: "" }))), "empty");
});

test("rows are named from left to right, and several of them in order", () => {
  const game = play(newGame(of("kayles", [7])), { ...split(0, 1, 2, 4), at: 4 });
  assert.equal(positionOf(game), "4, 2");
  assert.equal(inWords(game), "Row 1 has 4 pins, row 2 has 2.");
});

test("a sentence may begin with any words, and stand within another one", () => {
  assert.deepEqual([capital("take 2"), lower("The pile has 3")], ["Take 2", "the pile has 3"]);
});
