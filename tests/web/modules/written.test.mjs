// Links and addresses that are written: what they say of a game, and that it can be read again.

import assert from "node:assert/strict";
import { test } from "node:test";

import { OTHER, YOU } from "../../../service/web/static/core/game.js";
import { add } from "../../../service/web/static/core/games.js";
import { GIVEN, LEVELS, formatAddress, fragmentOfMoves, isAtHome, isWhole, pageOf, parseLink, readLink } from "../../../service/web/static/core/setup.js";
import { answer } from "./legal.mjs";

answer();
add({ name: "digits", title: "Digits", rule: "A move takes a digit.", keys: [], limits: {}, form: null });

const setup = { piles: [3, 4, 5], first: YOU };

const ADDRESSES = [
  [{}, "play/nim/3,4,5"],
  [{ first: OTHER }, "play/nim/3,4,5#second"],
  [{ strength: "easy" }, "play/nim/3,4,5#easy"],
  [{ first: OTHER, strength: "perfect" }, "play/nim/3,4,5#second;perfect"],
  [{ two: true, strength: "easy" }, "play/nim/3,4,5#two"],
  [{ two: true, byLink: true, names: { you: "Ann", other: "" } }, "play/nim/3,4,5#by=link;you=Ann"],
  [{ names: { you: "A;B=C" } }, "play/nim/3,4,5#you=A%20B%20C"],
  [{ misere: true, rule: { max_remove: 3 } }, "play/nim/3,4,5?max_remove=3&misere=true"],
  [{ moves: [{ pile: 0, remove: 2 }, { pile: 1, remove: 1 }] }, "play/nim/3,4,5#moves=1-2,2-1"],
  [{ piles: [0, 0], rule: { game: "kayles" } }, "play/kayles/0"],
  [{ piles: [0, 5], rule: { game: "kayles" } }, "play/kayles/5"],
  [{ piles: [1, 5], rule: { game: "kayles" } }, "play/kayles/1,5"],
  [{ piles: [0, 5] }, "play/nim/0,5"],
  [{ piles: [] }, "play/nim/0"],
  [{ piles: [], rule: { game: "hackenbush", board: "0-1,1-2" } }, "play/hackenbush/0-1,1-2"],
  [{ piles: [], rule: { game: "coins", code: "mock*twins", board: "TH" } }, "play/coins/TH?code=mock*twins"],
  [{ rule: { game: "sum", parts: [{ piles: [3, 4], rule: {} }, { piles: [0, 7], rule: { game: "kayles" } }, { piles: [1], rule: { game: "moore", max_piles: 2 } }] } }, "play/sum/3,4+kayles:7+moore:1&max_piles=2"],
];

for (const [more, address] of ADDRESSES) {
  test(`an address says the position, and the fragment what it does not say: ${address}`, () => assert.equal(formatAddress({ ...setup, ...more }), address));
}

test("the page that says who wins has no fragment", () => {
  assert.equal(formatAddress({ ...setup, first: OTHER, strength: "hard" }, "solve"), "solve/nim/3,4,5");
});

test("a game without piles has a page", () => {
  assert.deepEqual([pageOf({ rule: { game: "kayles" } }, "sheet"), pageOf({ rule: { game: "sum", parts: [] } }, "play"), pageOf({}, "play")], ["sheet/kayles", "play/sum", "play/nim"]);
});

const MOVES = [
  [[], ""],
  [[{ pile: 0, remove: 2 }], "#moves=1-2"],
  [[{ pile: 1, remove: 1, leaves_piles: [] }, { pile: 0, remove: 0, leaves_piles: [2, 3] }], "#moves=2-1,1-0_2_3"],
  [[{ removals: [{ pile: 0, remove: 2 }, { pile: 2, remove: 1 }] }], "#moves=1-2+3-1"],
  [[{ pile: 1, leaves: 12 }], "#moves=2~12"],
  [[{ play: "0-1" }], "#moves=0-1"],
  [[{ component: 0, pile: 1, remove: 1 }, { component: 1, play: "a1-b1" }, { component: 2, pile: 0, leaves: 5 }], "#moves=1.2-1,2.a1-b1,3.1~5"],
];

for (const [moves, fragment] of MOVES) test(`moves are written as pile and number: ${fragment}`, () => assert.equal(fragmentOfMoves(moves), fragment));

test("a link opens a game as it says, and all else is usual", () => {
  const usual = { piles: [3], rule: {}, misere: false, first: YOU, two: false, byLink: false, names: { [YOU]: "", [OTHER]: "" }, strength: null };
  assert.deepEqual(readLink("3"), usual);
  assert.deepEqual(readLink("3;misere;second"), { ...usual, misere: true, first: OTHER });
  assert.deepEqual(readLink("3;two"), { ...usual, two: true });
  assert.deepEqual(readLink("3;by=link"), { ...usual, two: true, byLink: true });
  assert.deepEqual(readLink("3;by=post"), usual);
  for (const strength of LEVELS) assert.deepEqual(readLink(`3;${strength}`), { ...usual, strength });
  assert.deepEqual(readLink("3;play"), usual);
});

test("a name has at most 24 characters", () => {
  const { names } = readLink(`3;you=${"a".repeat(30)};other=${"b".repeat(24)}`);
  assert.deepEqual(names, { [YOU]: "a".repeat(24), [OTHER]: "b".repeat(24) });
});

/** Moves of links, by the game that they are of, as requests have them. */
const MADE = [
  ["3,4;moves=1-2,2-10", [{ pile: 0, remove: 2 }, { pile: 1, remove: 10 }]],
  ["7;kayles;moves=1-1_3_3,1-2", [{ pile: 0, remove: 1, leaves_piles: [3, 3] }, { pile: 0, remove: 2, leaves_piles: [] }]],
  ["5,8;wythoff;moves=1-2,1-1+2-1", [{ removals: [{ pile: 0, remove: 2 }] }, { removals: [{ pile: 0, remove: 1 }, { pile: 1, remove: 1 }] }]],
  ["3,4;digits;moves=1-2,1-2_1,1-1+2-1", [{ pile: 0, remove: 2 }, { pile: 0, remove: 2, leaves_piles: [1] }, { removals: [{ pile: 0, remove: 1 }, { pile: 1, remove: 1 }] }]],
  ["2,5;growing=20;add=1;moves=2~6", [{ pile: 1, leaves: 6 }]],
  ["(3)+(7;kayles);moves=2.1-1_3_3,1.1-3", [{ component: 1, pile: 0, remove: 1, leaves_piles: [3, 3] }, { component: 0, pile: 0, remove: 3 }]],
];

for (const [link, moves] of MADE) test(`moves of a link are read: ${link}`, () => assert.deepEqual(readLink(link).made, moves));

const NO_MOVES = ["3;moves=x", "3;moves=1-", "3;moves=1-2_1_1_1", "3;moves=2.1-1", "3;moves=1-12345", "(3)+(4);moves=1-1", "(3)+(4);moves=3.1-1", "(3)+(4);moves=0.1-1"];

for (const link of NO_MOVES) test(`what is no move is not played: ${link}`, () => assert.deepEqual(readLink(link), { error: "The moves in the link are not legal." }));

test("at most five games are played at once", () => {
  const parts = (count) => Array(count).fill("(3)").join("+");
  assert.equal(readLink(parts(5)).rule.parts.length, 5);
  assert.deepEqual(readLink(parts(6)).error, "This page plays at most 5 games at once.");
});

test("a sum may begin with a board", () => {
  assert.deepEqual(readLink("(0-1;hackenbush)+(3)").rule.parts.map(({ rule }) => rule), [{ game: "hackenbush", board: "0-1" }, {}]);
});

test("the moves of a link leave what a next move depends on", async () => {
  const { played: stones } = await parseLink("#20;fibonacci;moves=1-3");
  assert.deepEqual([stones.piles, stones.quota], [[17], 6]);
  const { played: edges } = await parseLink("#0-1-2;hackenbush;moves=1-2");
  assert.deepEqual([edges.board, "quota" in edges], ["0-1", false]);
  const { played: piles } = await parseLink("#3,4;moves=1-1");
  assert.deepEqual(["board" in piles, "quota" in piles], [false, false]);
});

test("what is wrong with one game of a sum is said", () => {
  assert.equal(readLink("(3)+(x)").error, "“x” is not a number. Enter the piles like this: 3, 4, 5.");
  assert.equal(readLink("(3)+(4;marbles)").unknown, "marbles");
});

test("a link that nobody can read says what one looks like", () => {
  assert.equal(readLink("3;second;second").error, "“3;second;second” is not a position. A link ends in something like #3,4,5 or #21;max=3;misere.");
});

test("a game that is too much to solve is played move by move", async () => {
  const { played } = await parseLink("#9999,9998,9997,9996;set=1,5,7;misere;moves=1-1,2-5");
  assert.deepEqual(played.piles, [9998, 9993, 9997, 9996]);
  assert.deepEqual(await parseLink("#9999,9998,9997,9996;set=1,5,7;misere;moves=1-2").then(({ error }) => error), "The moves in the link are not legal.");
});

test("without the service a link with moves says so, and one without opens", async () => {
  const answered = globalThis.fetch;
  globalThis.fetch = async () => { throw new TypeError("there is no network"); };
  assert.equal((await parseLink("#3,4;moves=1-2")).error, "Can’t reach the service.");
  assert.deepEqual((await parseLink("#3,4")).piles, [3, 4]);
  globalThis.fetch = answered;
});

test("a page without a position is at home with none, and every fragment is whole", () => {
  assert.deepEqual([GIVEN, isAtHome({ piles: [3], rule: {} }), isWhole("#second"), isWhole("")], [null, false, true, true]);
});
