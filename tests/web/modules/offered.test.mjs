// What people are offered of each game: positions to begin with, its board, what its last move does, lines of a sheet.

import assert from "node:assert/strict";
import { test } from "node:test";

import * as api from "../../../service/web/static/core/api.js";
import { boardOf, describeGoal, legalMoves, newGame, position } from "../../../service/web/static/core/game.js";
import { DRAWINGS, GAMES, acrossOf, add, gameOf, isUndrawn, kindOf, neededKey, tell } from "../../../service/web/static/core/games.js";
import { know, readLink } from "../../../service/web/static/core/setup.js";
import { answer } from "./legal.mjs";

answer();

const entry = (more) => add({ name: "made", title: "Made", rule: "A move takes one.", keys: [], ...more });
const made = (name, limits, form) => entry({ name, limits, form });

/** The rule of a game with the values that the form has at first. */
const usual = (name) => ({ ...(name === "nim" ? {} : { game: name }), ...Object.fromEntries(gameOf({ game: name }).fields.filter(({ first }) => first !== undefined).map(({ name: key, first, type }) => [key, type === "array" ? [Number(first)] : first])) });

test("each position to begin with is one of the game, in which there is something to do", async () => {
  let count = 0;
  for (const [name, known] of Object.entries(GAMES).filter(([name]) => name !== "sum")) {
    for (const preset of known.presets) {
      const read = preset.includes(";") ? readLink(preset) : known.form === "board" ? { piles: [], rule: { ...usual(name), board: preset } } : { piles: preset.split(",").map(Number), rule: usual(name) };
      const game = newGame(read);
      await tell(api, position(game));
      assert.ok(legalMoves(game).length > 0, `${name} ${preset}`);
      count += 1;
    }
  }
  assert.ok(count > 60, String(count));
});

test("a board is drawn by a script that is loaded with the first game on one", async () => {
  assert.deepEqual([isUndrawn("cram"), isUndrawn("nim"), isUndrawn("nothing")], [true, false, false]);
  await know("cram");
  assert.equal(isUndrawn("cram"), false);
  assert.ok(DRAWINGS.still);
});

const board = (rule, start) => boardOf({ rule, start });

test("each game has its board", () => {
  const boards = { nim: "piles", octal: "pins", kayles: "pins", moore: "piles", fibonacci: "piles", staircase: "piles", growing: "growing", welter: "strip", sum: "sum" };
  assert.deepEqual(Object.fromEntries(Object.keys(boards).map((game) => [game, board({ game }, [3, 4])])), boards);
  assert.deepEqual([[24, 24], [25, 3], [3, 25]].map((start) => board({ game: "wythoff" }, start)), ["queen", "piles", "piles"]);
  assert.deepEqual([[20, 30], [21, 1]].map((start) => board({ game: "chomp" }, start)), ["bar", "general"]);
  assert.equal(board({ game: "hackenbush" }, []), "grounded");
});

test("the queen begins to the right as far as the smaller pile, and up as far as the other one", () => {
  assert.deepEqual([[5, 8], [8, 5], [7, 7]].map(acrossOf), [0, 1, 0]);
});

test("a game without an entry has a board by the form of its moves, and positions that its limits allow", () => {
  made("alone", { piles: 1, least_piles: 1 }, "removal");
  made("pair", { piles: 2, least_piles: 2 }, "split");
  made("many", {}, "removals");
  made("several", { piles: 9, least_piles: 2 }, null);
  const offered = (game) => [board({ game }, [3]), gameOf({ game }).piles, gameOf({ game }).presets];
  assert.deepEqual(offered("alone"), ["piles", 1, ["3", "5", "10"]]);
  assert.deepEqual(offered("pair"), ["pins", 2, ["3,4", "5,7"]]);
  assert.deepEqual(offered("many"), ["general", undefined, ["3,4,5", "5,7", "10"]]);
  assert.deepEqual(offered("several"), ["general", undefined, ["3,4,5", "5,7"]]);
  assert.deepEqual(gameOf({ game: "alone" }).noun, ["object", "objects"]);
});

const ENDS = [
  ["Take the last stone", [{}, [3]], [{ subtraction_set: [1, 4] }, [3]], [{ game: "moore", max_piles: 2 }, [3]], [{ game: "numbers", numbers: "squares" }, [3]], [{ game: "wythoff" }, [25, 3]], [{ game: "staircase" }, [3]]],
  ["Make the last move", [{ min_remove: 2 }, [3]], [{ subtraction_set: [2, 4] }, [3]], [{ game: "octal", code: "0.6" }, [3]], [{ game: "grundys-game" }, [3]], [{ game: "euclid" }, [3, 4]], [{ game: "welter" }, [3]], [{ game: "growing" }, [3]]],
  ["Make the last move", ...["primes", "proper-divisors", "at-most-half", "to-divisors"].map((numbers) => [{ game: "numbers", numbers }, [3]])],
  ["Take the last pin", [{ game: "kayles" }, [3]], [{ game: "laskers-nim" }, [3]]],
  ["Bring the queen to the corner", [{ game: "wythoff" }, [24, 3]]],
];

test("the goal says what the last move does", () => {
  for (const [words, ...games] of ENDS) {
    for (const [rule, start] of games) {
      assert.equal(describeGoal({ rule, start, misere: false }), `${words} and you win.`, JSON.stringify(rule));
      assert.equal(describeGoal({ rule, start, misere: true }), `${words} and you lose.`);
    }
  }
});

test("an invitation is made where it says the whole rule", () => {
  const invited = (setup) => gameOf(setup.rule).invite(newGame(setup));
  assert.equal(invited({ piles: [3], rule: {} }), "Choose a stone: you take it and everything to its right.");
  assert.equal(invited({ piles: [3], rule: { max_remove: 2 } }), null);
  assert.equal(invited({ piles: [3, 4], rule: { game: "moore", max_piles: 2 } }), "Choose a stone in up to 2 piles: you take each one and everything to its right.");
  assert.equal(invited({ piles: [3, 4], rule: { game: "wythoff" } }), null);
  assert.equal(invited({ piles: [3, 40], rule: { game: "wythoff" } }), "Choose stones in one pile, or the same number in both.");
});

const lines = (rule, piles) => gameOf(rule).blanks({ rule, piles }).map((parts) => parts.map((part) => part ?? "_").join(" "));

const SHEETS = [
  [{}, [5], ["Take _"]],
  [{}, [5, 6], ["Take _ from pile _"]],
  [{ game: "moore", max_piles: 2 }, [3, 4, 5], ["Take _ from pile _", "and _ from pile _"]],
  [{ game: "moore", max_piles: 9 }, [3, 4, 5], ["Take _ from pile _", "and _ from pile _", "and _ from pile _"]],
  [{ game: "wythoff" }, [5, 8], ["Mark the square to move to: _"]],
  [{ game: "wythoff" }, [5, 30], ["Take _ from pile _", "and _ from pile _"]],
  [{ game: "staircase" }, [1, 2], ["Move _ from step _"]],
  [{ game: "kayles" }, [5, 8], ["Circle the pins to take, and write what is left: _"]],
  [{ game: "laskers-nim" }, [5, 8], ["Take _ from row _", "or split row _ into _ and _"]],
  [{ game: "grundys-game" }, [5, 8], ["Split row _ into _ and _"]],
  [{ game: "welter" }, [1, 3], ["Move the coin on square _ to square _"]],
  [{ game: "cram" }, [], ["Your move: _"]],
  [{ game: "growing" }, [1, 3], ["Your move: _"]],
];

for (const [rule, piles, texts] of SHEETS) {
  test(`a sheet has a line for each part of a move: ${JSON.stringify(rule)} ${piles}`, () => assert.deepEqual(lines(rule, piles), texts));
}

test("a move takes from as many piles as its rule says", () => {
  assert.deepEqual([{}, { game: "moore", max_piles: 3 }, { game: "wythoff" }, { game: "kayles" }].map((rule) => gameOf(rule).severalPiles(rule)), [1, 3, 2, 1]);
});

test("in Fibonacci Nim the most that this move takes is said", () => {
  assert.equal(gameOf({ game: "fibonacci" }).now(null, 6), "This move takes at most 6.");
});

test("games with a fixed number of piles have it, and a board has none", () => {
  assert.deepEqual(["wythoff", "fibonacci", "euclid", "cram", "nim"].map((game) => gameOf({ game }).piles), [2, 1, 2, 0, undefined]);
});

test("rows of Chomp that are typed stay no longer than those above", () => {
  const { fit, arrange } = gameOf({ game: "chomp" });
  assert.deepEqual(fit([3, 5, 2], 1), [5, 5, 2]);
  assert.deepEqual(fit([3, 1, 2], 1), [3, 1, 1]);
  assert.deepEqual(arrange([1, 3, 2]), [3, 2, 1]);
  assert.deepEqual(gameOf({}).fit([3, 5, 2], 1), [3, 5, 2]);
});

test("a choice is always confirmed where a move is easily made by mistake", () => {
  assert.deepEqual(Object.keys(GAMES).filter((game) => GAMES[game].confirms), ["greedy"]);
});

test("a rule of Nim has a limit, a set, or neither", () => {
  assert.deepEqual([{}, { max_remove: 3 }, { subtraction_set: [1, 4] }, { min_remove: 2 }].map(kindOf), ["any", "max", "set", "any"]);
});

test("the key that a game needs stands behind its name in a link", () => {
  assert.deepEqual(["nim", "moore", "octal", "numbers", "coins", "growing", "fibonacci"].map((game) => neededKey({ game })), [undefined, "max_piles", "code", "numbers", "code", "target", undefined]);
});

test("the coins may turn along lines, and along both sides of a rectangle", () => {
  const [{ enum: codes }] = gameOf({ game: "coins" }).fields;
  assert.deepEqual([codes.length, codes.slice(0, 4), codes.includes("mock*twins"), codes.includes("twins*twins")], [20, ["turtles", "mock", "ruler", "twins"], true, true]);
});

test("a form begins with a value for each key that is needed", () => {
  const first = (game) => Object.fromEntries(gameOf({ game }).fields.filter((field) => field.first !== undefined).map((field) => [field.name, field.first]));
  assert.deepEqual(first("moore"), { max_piles: 2 });
  assert.deepEqual(first("growing"), { target: 20, add: "1", multiply: "2" });
  assert.deepEqual([first("octal"), first("numbers"), first("coins"), first("fibonacci")], [{ code: "0.6" }, { numbers: "squares" }, { code: "turtles" }, {}]);
});
