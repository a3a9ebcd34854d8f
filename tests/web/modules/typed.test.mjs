// What people type: piles, boards, the numbers that a move takes, and the keys of a game; and what is wrong with it, in words.

import assert from "node:assert/strict";
import { test } from "node:test";

import { add } from "../../../service/web/static/core/games.js";
import { parseKeys, parsePiles, parseRule, readRule, wrongPiles } from "../../../service/web/static/core/setup.js";

const EXAMPLE = "Enter the piles like this: 3, 4, 5.";
const piles = (count, size = 1) => Array(count).fill(size).join();

for (const text of ["3,4,5", "3, 4, 5", "3 4 5", "3;4;5", "[3, 4, 5]", "{3,4,5}", "3, 4 and 5", "(3)+(4)+(5)", "3-4-5", "3，4、5", " 3,4,5, "]) {
  test(`piles are read as people write them: ${text}`, () => assert.deepEqual(parsePiles(text), { piles: [3, 4, 5] }));
}

const WRONG_PILES = [
  ["", {}, `There must be something to take. ${EXAMPLE}`],
  ["0, 0", {}, `There must be something to take. ${EXAMPLE}`],
  ["3, x", {}, `“x” is not a number. ${EXAMPLE}`],
  ["3, -4", {}, `“-4” is not a number. ${EXAMPLE}`],
  ["3.5", {}, `“3.5” is not a number. ${EXAMPLE}`],
  ["a".repeat(24), {}, `“${"a".repeat(24)}” is not a number. ${EXAMPLE}`],
  ["a".repeat(25), {}, `“${"a".repeat(24)}…” is not a number. ${EXAMPLE}`],
  [piles(17), {}, "At most 16 piles fit on this page; you entered 17."],
  ["10000", {}, "At most 9999 stones fit in a pile on this page."],
  ["61", { game: "kayles" }, "At most 60 pins fit in a row on this page."],
  ["5, 6", { game: "fibonacci" }, "This game has one pile."],
  ["5", { game: "euclid" }, "This game has exactly 2 piles."],
  [" ", { game: "hackenbush" }, "Enter a board like this: 0-1-2, 1-3-4, 0-5."],
];

for (const [text, rule, error] of WRONG_PILES) {
  test(`what is wrong with piles is said: ${error}`, () => assert.deepEqual(parsePiles(text, rule), { error }));
}

test("as much is read as fits on a page", () => {
  assert.equal(parsePiles(piles(16)).piles.length, 16);
  assert.deepEqual(parsePiles("9999").piles, [9999]);
  assert.deepEqual(parsePiles("60", { game: "kayles" }).piles, [60]);
  assert.deepEqual(parsePiles("0, 1").piles, [0, 1]);
});

test("a position that is looked up may be over, but it has piles", () => {
  assert.deepEqual(parsePiles("0, 0", {}, true), { piles: [0, 0] });
  assert.deepEqual(parsePiles("0", {}, true), { piles: [0] });
  assert.match(parsePiles("", {}, true).error, /^There must be/);
});

test("a board is the service’s to read, whatever is between its parts", () => {
  const rule = { game: "hackenbush" };
  for (const text of ["0-1,1-2", " 0-1 , 1-2 ", "0-1 ; 1-2"]) assert.deepEqual(parsePiles(text, rule), { piles: [], rule: { ...rule, board: "0-1,1-2" } });
});

test("piles that the page can show have nothing wrong", () => {
  assert.equal(wrongPiles([3, 4], {}), "");
  assert.equal(wrongPiles([9999], { game: "fibonacci" }), "");
  assert.equal(wrongPiles([5, 8], { game: "wythoff" }), "");
});

const ONE = "Enter one number, like 3.";
const SEVERAL = "Enter the numbers like this: 1, 3, 4.";

const RULES = [
  ["any", "", { rule: {} }],
  ["max", "3", { rule: { max_remove: 3 } }],
  ["max", "1", { rule: { max_remove: 1 } }],
  ["max", "9999", { rule: { max_remove: 9999 } }],
  ["max", "", { error: `How many may a move take? ${ONE}` }],
  ["max", "3, 4", { error: `How many may a move take? ${ONE}` }],
  ["max", "three", { error: `“three” is not a number. ${ONE}` }],
  ["max", "0", { error: "A move on this page takes between 1 and 9999." }],
  ["max", "10000", { error: "A move on this page takes between 1 and 9999." }],
  ["set", "1, 3, 4", { rule: { subtraction_set: [1, 3, 4] } }],
  ["set", "10 9 9 1", { rule: { subtraction_set: [1, 9, 10] } }],
  ["set", "", { error: `How many may a move take? ${SEVERAL}` }],
  ["set", "1, 0", { error: "A move on this page takes between 1 and 9999." }],
  ["set", "x", { error: `“x” is not a number. ${SEVERAL}` }],
  ["set", Array.from({ length: 17 }, (_, i) => i + 1).join(), { error: "Enter at most 16 numbers; these are 17." }],
];

for (const [kind, text, read] of RULES) {
  test(`a rule of Nim is read, or what is wrong with it is said: ${kind} ${text}`, () => assert.deepEqual(parseRule(kind, text), read));
}

test("a set has up to sixteen numbers", () => {
  assert.equal(parseRule("set", Array.from({ length: 16 }, (_, i) => i + 1).join()).rule.subtraction_set.length, 16);
});

add({
  name: "keyed",
  title: "Keyed",
  rule: "A move takes one.",
  keys: [
    { name: "first_key", required: true, type: "integer", minimum: 0 },
    { name: "share", type: "number", minimum: 0.5, maximum: 2.5 },
    { name: "any_number", type: "number" },
    { name: "is_long", type: "boolean" },
    { name: "sizes", type: "array", items: { type: "integer", minimum: 1, maximum: 9 } },
    { name: "colour", type: "string", enum: ["red", "blue"] },
  ],
  limits: { piles: 9 },
});

const keys = (game, texts) => parseKeys(game, new Map(Object.entries(texts)));

const KEYS = [
  ["moore", { max_piles: "2" }, { max_piles: 2 }],
  ["moore", { max_piles: "100" }, { max_piles: 100 }],
  ["octal", { code: "4.[3]" }, { code: "4.[3]" }],
  ["numbers", { numbers: "primes" }, { numbers: "primes" }],
  ["fibonacci", {}, {}],
  ["fibonacci", { quota: "6" }, { quota: 6 }],
  ["growing", { target: "20", add: "1, 10000" }, { target: 20, add: [1, 10000] }],
  ["growing", { target: "10000", multiply: "2 3" }, { target: 10000, multiply: [2, 3] }],
  ["coins", { code: "mock*twins" }, { code: "mock*twins" }],
  ["keyed", { first_key: "0", share: "0.5", is_long: "true", sizes: "1 9", colour: "blue" }, { first_key: 0, share: 0.5, is_long: true, sizes: [1, 9], colour: "blue" }],
  ["keyed", { first_key: "7", share: "2.5", any_number: "-1.25", is_long: "false" }, { first_key: 7, share: 2.5, any_number: -1.25 }],
];

for (const [game, texts, values] of KEYS) {
  test(`the keys of a game are read: ${game} ${JSON.stringify(texts)}`, () => assert.deepEqual(keys(game, texts), { rule: { game, ...values } }));
}

const WRONG_KEYS = [
  ["moore", {}, "Piles that a move may take from, at most: this is required.", "max_piles"],
  ["moore", { max_piles: "0" }, "Enter a number from 1 to 100.", "max_piles"],
  ["moore", { max_piles: "101" }, "Enter a number from 1 to 100.", "max_piles"],
  ["moore", { max_piles: "1.5" }, "Enter a number from 1 to 100.", "max_piles"],
  ["octal", { code: "9" }, "Enter a code like 0.77 or 4.[3].", "code"],
  ["numbers", { numbers: "evens" }, "Enter one of squares, cubes, primes, powers-of-2, odd, proper-divisors, at-most-half, factorials, to-divisors, coprime.", "numbers"],
  ["fibonacci", { quota: "0" }, "Enter a number from 1 upward.", "quota"],
  ["growing", { target: "20" }, "Add one of: this is required.", "add"],
  ["growing", { target: "20", add: "1, x" }, "Enter numbers like this: 1, 3, 4.", "add"],
  ["growing", { target: "20", add: "10001" }, "Enter numbers like this: 1, 3, 4.", "add"],
  ["growing", { target: "10001", add: "1" }, "Enter a number from 1 to 10000.", "target"],
  ["keyed", {}, "first key: this is required.", "first_key"],
  ["keyed", { first_key: "-1" }, "Enter a number from 0 upward.", "first_key"],
  ["keyed", { first_key: "1", share: "0.4" }, "Enter a number from 0.5 to 2.5.", "share"],
  ["keyed", { first_key: "1", share: "2.6" }, "Enter a number from 0.5 to 2.5.", "share"],
  ["keyed", { first_key: "1", any_number: "Infinity" }, "Enter another value.", "any_number"],
  ["keyed", { first_key: "1", is_long: "long" }, "Enter another value.", "is_long"],
  ["keyed", { first_key: "1", sizes: "10" }, "Enter numbers like this: 1, 3, 4.", "sizes"],
  ["keyed", { first_key: "1", colour: "green" }, "Enter one of red, blue.", "colour"],
];

for (const [game, texts, error, key] of WRONG_KEYS) {
  test(`what is wrong with a key is said, and with which: ${game} ${JSON.stringify(texts)}`, () => assert.deepEqual(keys(game, texts), { error, key }));
}

/** The names and values of links that are rules, and what they are rules of. */
const NAMED = [
  [[], {}],
  [[["nim"]], {}],
  [[["max", "3"]], { max_remove: 3 }],
  [[["nim"], ["max", "3"]], null],
  [[["max", "3"], ["min_remove", "2"]], { min_remove: 2, max_remove: 3 }],
  [[["min_remove", "9999"]], { min_remove: 9999 }],
  [[["min_remove", "10000"]], null],
  [[["min_remove", "0"]], null],
  [[["set", "1,3"], ["min_remove", "2"]], null],
  [[["set", "1,3"]], { subtraction_set: [1, 3] }],
  [[["max", "3"], ["set", "1,3"]], null],
  [[["max"]], null],
  [[["nim", "3"]], null],
  [[["sum"]], null],
  [[["kayles"]], { game: "kayles" }],
  [[["kayles", "3"]], null],
  [[["moore", "2"]], { game: "moore", max_piles: 2 }],
  [[["moore", "2"], ["moore", "2"]], null],
  [[["moore", "2"], ["max_piles", "3"]], null],
  [[["fibonacci"], ["quota", "6"]], { game: "fibonacci", quota: 6 }],
  [[["fibonacci"], ["quota"]], null],
  [[["fibonacci"], ["quota", "6"], ["quota", "7"]], null],
  [[["fibonacci"], ["speed", "6"]], null],
];

for (const [pairs, rule] of NAMED) {
  test(`a link names a rule, or none: ${JSON.stringify(pairs)}`, () => assert.deepEqual(readRule(pairs), rule && { rule }));
}

test("a link may name a game that is not known, or a key that is wrong", () => {
  assert.deepEqual(readRule([["marbles"]]), { unknown: "marbles" });
  assert.deepEqual(readRule([["moore", "0"]]), { error: "Enter a number from 1 to 100." });
  assert.deepEqual(readRule([["moore"]]), { error: "Piles that a move may take from, at most: this is required." });
  assert.deepEqual(readRule([["max", "x"]]), { error: `“x” is not a number. ${ONE}` });
});
