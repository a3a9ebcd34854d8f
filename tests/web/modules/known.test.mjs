// What the service has said of positions is kept by what tells them apart, and moves are compared by what a request has.

import assert from "node:assert/strict";
import { test } from "node:test";

import { isCut, isUnknown, legalMoves, moveTakes, newGame } from "../../../service/web/static/core/game.js";
import { add, isKnown, isTold, keyOf, learn, plain, ruleOf, tell } from "../../../service/web/static/core/games.js";
import { know } from "../../../service/web/static/core/setup.js";
import "../../../service/web/static/lessons/token.js";

const one = (pile, remove, left, more = {}) => ({ move: { pile, remove, text: `take ${remove}` }, leaves: { piles: left }, ...more });
const knows = (setup) => !isUnknown(newGame(setup));

test("the convention makes no difference to what is legal, and a rule, a quota and a board do", () => {
  learn({ piles: [11], misere: true }, { legal: [one(0, 1, [10])] });
  assert.ok(knows({ piles: [11] }));
  assert.ok(knows({ piles: [11], misere: true }));
  assert.ok(knows({ piles: [11], rule: { game: "nim" } }));
  assert.ok(!knows({ piles: [11], rule: { max_remove: 3 } }));
  assert.ok(!knows({ piles: [11], rule: { game: "fibonacci" } }));
  learn({ game: "fibonacci", piles: [11], quota: 2 }, { legal: [] });
  assert.ok(!knows({ piles: [11], rule: { game: "fibonacci" } }));
  assert.ok(knows({ piles: [11], rule: { game: "fibonacci", quota: 2 } }));
  learn({ game: "cram", board: "__" }, { legal: [] });
  assert.ok(knows({ piles: [], rule: { game: "cram", board: "__" } }));
  assert.ok(!knows({ piles: [], rule: { game: "cram", board: "___" } }));
});

test("the keys of a rule may come in any order", () => {
  learn({ max_remove: 4, min_remove: 2, piles: [12] }, { legal: [] });
  assert.ok(knows({ piles: [12], rule: { min_remove: 2, max_remove: 4 } }));
});

test("what stands behind a move is known with it, and behind others it is not", () => {
  learn({ piles: [13] }, { legal: [one(0, 1, [12], { legal: [one(0, 2, [10])] }), one(0, 2, [11, 0])] });
  assert.deepEqual(legalMoves(newGame({ piles: [12] })).map(({ left }) => left.piles), [[10]]);
  assert.ok(!knows({ piles: [11, 0] }));
});

test("a list that ends early says so", () => {
  learn({ piles: [14] }, { legal: [one(0, 1, [13])], more_legal: true });
  learn({ piles: [15] }, { legal: [one(0, 1, [14])] });
  assert.deepEqual([14, 15].map((size) => isCut(newGame({ piles: [size] }))), [true, false]);
});

test("a game of dots and arrows, which the service does not list, has all of its moves", () => {
  const game = newGame({ piles: [2], rule: { game: "token", graph: { a: [], b: ["a"] }, token: "b" } });
  assert.deepEqual(legalMoves(game).map(({ to, remove }) => to ?? remove), ["a", 1, 2]);
  assert.deepEqual([isCut(game), isUnknown(game)], [false, false]);
});

test("the list of a sum has those of its games, and is cut if one of these may be", () => {
  const at = { game: "sum", components: [{ piles: [16] }, { game: "kayles", piles: [2] }] };
  const inPart = (component, move, left) => ({ move: { component, ...move, text: `in game ${component + 1}, take ${move.remove}` }, leaves: left });
  learn(at, { rule: "Nim, Kayles.", legal: [inPart(0, { pile: 0, remove: 16 }, { piles: [0] }), inPart(1, { pile: 0, remove: 2, leaves_piles: [] }, { piles: [0] })], more_legal: true });
  const parts = [{ piles: [16], rule: {} }, { piles: [2], rule: { game: "kayles" } }];
  const game = newGame({ piles: [16, 2], rule: { game: "sum", parts } });
  assert.deepEqual(legalMoves(game).map(({ component, remove, text }) => [component, remove, text]), [[0, 16, "take 16"], [1, 2, "take 2"]]);
  assert.equal(isCut(game), true);
  assert.equal(ruleOf({ game: "sum", parts }), "Nim, Kayles.");
  assert.equal(ruleOf({ game: "sum", parts: [parts[1], parts[1]] }), "");
});

test("a rule in words is of a game with its keys; without them a game has its own", () => {
  learn({ piles: [17], max_remove: 6 }, { rule: "A move takes 1 to 6 stones.", legal: [] });
  assert.deepEqual([isTold({ max_remove: 6 }), isTold({ max_remove: 7 })], [true, false]);
  assert.equal(ruleOf({ max_remove: 6 }), "A move takes 1 to 6 stones.");
  assert.equal(moveTakes({ rule: { max_remove: 6 } }), "Not allowed here. A move takes 1 to 6 stones.");
  assert.equal(ruleOf({ max_remove: 7 }), ""); // that of Nim would be wrong
  assert.match(ruleOf({ game: "kayles" }), /^A move knocks down/);
  assert.match(ruleOf({ game: "cram", board: "__" }), /^A move covers/);
});

test("a list is asked for once while it is on its way, and again later", async () => {
  const asked = [];
  const api = { legal: async (at) => (asked.push(at), { response: { legal: [] } }) };
  await Promise.all([tell(api, { piles: [18] }), tell(api, { piles: [18] }), tell(api, { piles: [18] }, 2)]);
  assert.deepEqual(asked, [{ piles: [18], depth: 1 }, { piles: [18], depth: 2 }]);
  await tell(api, { piles: [18] });
  assert.equal(asked.length, 3);
  assert.ok(knows({ piles: [18] }));
});

test("a list that did not come is asked for again", async () => {
  let fails = true;
  const api = { legal: async () => { if (fails) throw new Error("no"); return { response: { legal: [] } }; } };
  await assert.rejects(tell(api, { piles: [19] }));
  fails = false;
  await tell(api, { piles: [19] });
  assert.ok(knows({ piles: [19] }));
});

/** Moves with what else is known of them, and as requests have them. */
const MOVES = [
  [{ pile: 1, remove: 2, leaves: 3, text: "take 2", left: {}, by: "you", mistake: true }, { pile: 1, remove: 2 }],
  [{ component: 0, pile: 1, remove: 2, leaves: 3 }, { component: 0, pile: 1, remove: 2 }],
  [{ pile: 0, remove: 0, leaves_piles: [1, 2], at: 1 }, { pile: 0, remove: 0, leaves_piles: [1, 2] }],
  [{ pile: 0, remove: 3, leaves_piles: [] }, { pile: 0, remove: 3, leaves_piles: [] }],
  [{ pile: 0, leaves: 8, text: "add 1" }, { pile: 0, leaves: 8 }],
  [{ component: 2, pile: 0, leaves: 8 }, { component: 2, pile: 0, leaves: 8 }],
  [{ removals: [{ pile: 0, remove: 1, leaves: 2 }, { pile: 2, remove: 1, leaves: 0 }] }, { removals: [{ pile: 0, remove: 1 }, { pile: 2, remove: 1 }] }],
  [{ play: "1-2", leaves_board: "0-1", text: "cut 1-2" }, { play: "1-2" }],
  [{ component: 1, play: "1-2" }, { component: 1, play: "1-2" }],
  [{ to: "c", left: { at: "c" } }, { to: "c" }],
  [{ size: 3, left: {} }, { size: 3 }],
];

for (const [move, asked] of MOVES) {
  test(`a move is sent, and compared, as what it does: ${JSON.stringify(asked)}`, () => {
    assert.deepEqual(plain(move), asked);
    assert.equal(keyOf(move), keyOf(asked));
  });
}

test("different moves differ", () => assert.equal(new Set(MOVES.map(([move]) => keyOf(move))).size, MOVES.length));

test("a game that the pages do not know is looked up in the service’s list, once", async () => {
  let asked = 0;
  let isDown = true;
  const games = [{ name: "halves", title: "Halves", rule: "A move halves a pile.", keys: [], limits: { piles: 9 }, form: "removal" }, { name: "nim", title: "Not Nim", rule: "", keys: [], limits: {} }];
  globalThis.fetch = async () => {
    asked += 1;
    if (isDown) throw new TypeError("there is no network");
    return Response.json({ games });
  };
  await know("nim");
  assert.equal(asked, 0);
  await know("halves"); // without a network it stays unknown
  assert.equal(isKnown("halves"), false);
  isDown = false;
  await know("halves");
  await know("thirds");
  assert.deepEqual([isKnown("halves"), isKnown("thirds")], [true, false]);
  assert.equal(ruleOf({ game: "halves" }), "A move halves a pile.");
  assert.match(ruleOf({}), /^A move takes/);
});

test("a game that is known stays as it is when the service lists it", () => {
  add({ name: "kayles", title: "Another", rule: "", keys: [], limits: {} });
  assert.match(ruleOf({ game: "kayles" }), /^A move knocks down/);
});
