// A game as requests have it, and as one that begins where it stands.

import assert from "node:assert/strict";
import { test } from "node:test";

import { OTHER, YOU, after, anew, asItStands, before, canUndo, isCut, isDeep, isLegal, isPersonsTurn, isUnknown, legalMoves, mostFrom, newGame, play, played, position, undo } from "../../../service/web/static/core/game.js";
import { learn, learnMove } from "../../../service/web/static/core/games.js";
import { learnAll } from "./legal.mjs";

const kayles = Object.freeze({ game: "kayles" });
const hackenbush = Object.freeze({ game: "hackenbush", board: "0-1-2" });

learnAll(
  { piles: [3, 4, 5] },
  { piles: [3] },
  { game: "kayles", piles: [7] },
  { game: "fibonacci", piles: [20] },
  { game: "fibonacci", piles: [20], quota: 6 },
  { game: "moore", max_piles: 2, piles: [3, 4] },
  { game: "welter", piles: [0, 1, 5] },
  { piles: [9], max_remove: 3 },
);
learn({ game: "hackenbush", board: "0-1-2" }, { legal: [{ move: { play: "1-2", text: "remove the edge 1-2" }, leaves: { board: "0-1" } }, { move: { play: "0-1", text: "remove the edge 0-1" }, leaves: { board: "" } }] });
learn({ game: "hackenbush", board: "" }, { legal: [] });

const take = (pile, remove) => ({ pile, remove });
const sum = () => newGame({ piles: [3, 7], rule: { game: "sum", parts: [{ piles: [3], rule: {} }, { piles: [7], rule: kayles }] } });
const inPart = (component, move) => ({ component, ...move });
const MIDDLE = { pile: 0, remove: 1, leaves_piles: [3, 3] };

const REQUESTS = [
  ["piles", newGame({ piles: [3, 4, 5] }), { piles: [3, 4, 5], misere: false }],
  ["a rule", newGame({ piles: [9], rule: { max_remove: 3 }, misere: true }), { piles: [9], misere: true, max_remove: 3 }],
  ["a quota", newGame({ piles: [20], rule: { game: "fibonacci", quota: 6 } }), { game: "fibonacci", piles: [20], misere: false, quota: 6 }],
  ["a later quota", play(newGame({ piles: [20], rule: { game: "fibonacci", quota: 6 } }), take(0, 2)), { game: "fibonacci", piles: [18], misere: false, quota: 4 }],
  ["a board", newGame({ piles: [], rule: hackenbush }), { game: "hackenbush", board: "0-1-2", misere: false }],
  ["an empty board", play(newGame({ piles: [], rule: hackenbush }), { play: "0-1" }), { game: "hackenbush", board: "", misere: false }],
  ["a sum", play(sum(), inPart(1, MIDDLE)), { game: "sum", misere: false, components: [{ piles: [3] }, { game: "kayles", piles: [3, 3] }] }],
];

for (const [name, game, asked] of REQUESTS) {
  test(`a request has the position now, and nothing else: ${name}`, () => assert.deepEqual(JSON.parse(JSON.stringify(position(game))), asked));
}

const REVIEWS = [
  ["piles", [take(0, 2), take(1, 1)].reduce(play, newGame({ piles: [3, 4, 5] })), { piles: [3, 4, 5], misere: false, moves: [take(0, 2), take(1, 1)] }],
  ["a board", play(newGame({ piles: [], rule: hackenbush }), { play: "1-2" }), { game: "hackenbush", board: "0-1-2", misere: false, moves: [{ play: "1-2" }] }],
  ["a sum", [inPart(1, MIDDLE), inPart(0, take(0, 3))].reduce(play, sum()), {
    game: "sum", misere: false, components: [{ piles: [3] }, { game: "kayles", piles: [7] }], moves: [inPart(1, MIDDLE), inPart(0, take(0, 3))],
  }],
];

for (const [name, game, asked] of REVIEWS) {
  test(`a game is reviewed from its beginning: ${name}`, () => assert.deepEqual(JSON.parse(JSON.stringify(played(game))), asked));
}

const LATER = [
  ["piles", newGame({ piles: [3, 4, 5] }), take(0, 2), { piles: [1, 4, 5], misere: false, rule: {} }],
  ["a quota", newGame({ piles: [20], rule: { game: "fibonacci" } }), take(0, 3), { piles: [17], misere: false, rule: { game: "fibonacci", quota: 6 } }],
  ["a board", newGame({ piles: [], rule: hackenbush }), { play: "1-2" }, { piles: [], misere: false, rule: { game: "hackenbush", board: "0-1" } }],
  ["a sum", sum(), inPart(0, take(0, 2)), { piles: [1, 7], misere: false, rule: { game: "sum", parts: [{ piles: [1], rule: {} }, { piles: [7], rule: kayles }] } }],
];

for (const [name, game, move, setup] of LATER) {
  test(`another game begins where one stands: ${name}`, () => assert.deepEqual(anew(play(game, move)), setup));
}

test("a game in which rows were split begins anew with them in the order on the board", () => {
  const split = play(newGame({ piles: [7], rule: kayles }), { pile: 0, remove: 1, leaves_piles: [2, 4], at: 4 });
  assert.deepEqual([split.piles, asItStands(split).piles], [[2, 4], [4, 2]]);
  const inSum = play(sum(), inPart(1, { pile: 0, remove: 1, leaves_piles: [2, 4], at: 4 }));
  assert.deepEqual(asItStands(inSum).piles, [3, 4, 2]);
  assert.deepEqual(asItStands(inSum).parts.map(({ piles }) => piles), [[3], [4, 2]]);
});

test("moves of one game of a sum are those of the players who made them", () => {
  const moves = [inPart(1, MIDDLE), inPart(0, take(0, 1)), inPart(0, take(0, 1)), inPart(0, take(0, 1))];
  const game = moves.reduce(play, sum());
  assert.deepEqual(game.parts.map((part) => part.moves.map(({ by }) => by)), [[OTHER, YOU, OTHER], [YOU]]);
  assert.deepEqual(game.moves.map(({ component, by }) => [component, by]), [[1, YOU], [0, OTHER], [0, YOU], [0, OTHER]]);
});

test("no move is legal in a game that a sum does not have", () => {
  assert.equal(isLegal(sum(), inPart(2, take(0, 1))), false);
  assert.equal(isLegal(sum(), inPart(0, take(0, 4))), false);
  assert.equal(isLegal(sum(), inPart(0, take(0, 3))), true);
});

test("the most that a move takes from a pile is what its moves say", () => {
  const moore = newGame({ piles: [3, 4], rule: { game: "moore", max_piles: 2 } });
  assert.deepEqual([mostFrom(moore, 0), mostFrom(moore, 1)], [3, 4]);
  const fibonacci = newGame({ piles: [20], rule: { game: "fibonacci" } });
  assert.deepEqual([mostFrom(fibonacci, 0), mostFrom(play(fibonacci, take(0, 3)), 0)], [19, 6]);
  assert.equal(mostFrom(newGame({ piles: [9], rule: { max_remove: 3 } }), 0), 3);
  const welter = newGame({ piles: [0, 1, 5], rule: { game: "welter" } });
  assert.deepEqual([0, 1, 2].map((coin) => mostFrom(welter, coin)), [0, 0, 3]);
});

test("where nobody has said which moves are legal, a move may take all", () => {
  const game = newGame({ piles: [70, 80], rule: { max_remove: 5 } });
  assert.deepEqual([isUnknown(game), isCut(game), mostFrom(game, 1)], [true, false, 80]);
  learn(position(game), { legal: [{ move: { pile: 0, remove: 1, leaves: 69, text: "" }, leaves: { piles: [69, 80] } }], more_legal: true });
  assert.deepEqual([isUnknown(game), isCut(game), mostFrom(game, 1)], [false, true, 80]);
  assert.equal(isDeep(game), true);
});

test("a move that was found legal beyond the list stays known when the list comes again", () => {
  const at = { piles: [90, 91], max_remove: 7 };
  learnMove(at, { pile: 1, remove: 2, leaves: 89 }, { piles: [90, 89] });
  const game = newGame({ piles: at.piles, rule: { max_remove: 7 } });
  assert.deepEqual(play(game, { pile: 1, remove: 2 }).piles, [90, 89]);
  assert.equal(isCut(game), true);
  learn(at, { legal: [], more_legal: true });
  assert.deepEqual(legalMoves(game).map(({ left }) => left.piles), [[90, 89]]);
  assert.equal(isCut(game), true);
});

test("a sum is unknown while one of its games is", () => {
  const half = newGame({ piles: [3, 71], rule: { game: "sum", parts: [{ piles: [3], rule: {} }, { piles: [71], rule: kayles }] } });
  assert.deepEqual([isUnknown(half), isUnknown(sum())], [true, false]);
});

test("a game against the computer can be taken back to the person’s last move, and no further", () => {
  const begun = newGame({ piles: [3, 4, 5], first: OTHER });
  assert.equal(canUndo(play(begun, take(0, 1))), false);
  const game = [take(0, 1), take(1, 1), take(2, 1)].reduce(play, begun);
  assert.equal(canUndo(game), true);
  assert.deepEqual(undo(game).piles, [2, 4, 5]);
});

test("two people take back one move at a time, whoever made it", () => {
  const game = [take(0, 1), take(1, 1)].reduce(play, newGame({ piles: [3, 4, 5], two: true }));
  assert.deepEqual(undo(game).piles, [2, 4, 5]);
  assert.equal(canUndo(newGame({ piles: [3, 4, 5], two: true })), false);
});

test("the game before a move has all moves before it", () => {
  const game = [take(0, 1), take(1, 1), take(2, 1)].reduce(play, newGame({ piles: [3, 4, 5] }));
  assert.deepEqual(before(game, game.moves[2]).piles, [2, 3, 5]);
  assert.deepEqual(after(game, 1).piles, [2, 4, 5]);
});

test("nobody is to move in a game that is over", () => {
  const over = [take(0, 1), take(0, 2)].reduce(play, newGame({ piles: [3] }));
  assert.equal(isPersonsTurn(over), false);
  assert.equal(isPersonsTurn(newGame({ piles: [3], first: OTHER })), false);
  assert.equal(isPersonsTurn(newGame({ piles: [3], first: OTHER, two: true })), true);
});
