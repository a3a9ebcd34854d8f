// The steps of a hint: what each says is so, and a step that excludes nothing is left out.

import assert from "node:assert/strict";
import test from "node:test";

import { newGame } from "../../../service/web/static/core/game.js";
import { add } from "../../../service/web/static/core/games.js";
import { advice, hintSteps } from "../../../service/web/static/core/hints.js";
import { learnAll } from "./legal.mjs";
import { solve } from "./solver.mjs";

const nim = (piles, misere = false) => newGame({ piles, misere, rule: {} });

/** What `/explanation` says of piles: the columns, and the leading one whose 1s are odd in number. */
const explained = (piles) => {
  const places = [4, 2, 1];
  const sums = places.map((place) => piles.filter((pile) => pile & place).length);
  const odd = places.filter((_, i) => sums[i] % 2);
  return { leading_column: odd[0] ?? null, binary: { place_values: places, column_sums: sums, odd_columns: odd, rows: piles } };
};

test("the first step names the leading column with its own number of 1s", () => {
  const moves = [{ pile: 0, remove: 2, leaves: 1 }];
  const [{ column }] = hintSteps(nim([3, 4, 5]), { winning_moves: moves, ...explained([3, 4, 5]) });
  assert.deepEqual(column, { value: 2, ones: 1 });
});

test("columns are not named at the end of misère play, where they decide nothing", () => {
  const moves = [{ pile: 0, remove: 2, leaves: 0 }];
  const steps = hintSteps(nim([2, 1], true), { winning_moves: moves, ...explained([2, 1]) });
  assert.deepEqual(steps.filter(({ column }) => column), []);
});

test("columns are named in misère play as long as two piles have more than one object", () => {
  const moves = [{ pile: 0, remove: 1, leaves: 2 }];
  const [{ column }] = hintSteps(nim([3, 2], true), { winning_moves: moves, ...explained([3, 2]) });
  assert.deepEqual(column, { value: 1, ones: 1 });
});

test("columns are not named of a single pile", () => {
  assert.deepEqual(hintSteps(nim([5]), { winning_moves: [{ pile: 0, remove: 5 }], ...explained([5]) }).map(Object.keys), [["moves"]]);
});

test("columns are not named in a game with a rule", () => {
  const game = newGame({ piles: [3, 4, 5], rule: { max_remove: 2 } });
  assert.ok(hintSteps(game, { winning_moves: [{ pile: 0, remove: 2 }], ...explained([3, 4, 5]) }).every(({ column }) => !column));
});

const sum = { game: "sum", parts: [{ piles: [1], rule: {} }, { piles: [3], rule: { game: "kayles" } }] };

learnAll(
  ...[[3, 4, 5], [1, 1, 1], [2, 2]].map((piles) => ({ piles })),
  ...Object.entries({ kayles: [3, 1], "laskers-nim": [3, 4], staircase: [2, 3, 1], wythoff: [5, 8], welter: [1, 3, 6] }).map(([game, piles]) => ({ game, piles })),
  { game: "moore", max_piles: 2, piles: [1, 2, 2] },
  { piles: [1] },
  { game: "kayles", piles: [3] },
);

/** What the steps of a hint say, in the order in which they are given. */
const HINTS = [
  [{ piles: [3, 4, 5] }, ["Take from pile 1.", "One move wins: take 2 from pile 1."]],
  [{ piles: [1, 1, 1] }, ["Each of these wins: take 1 from pile 1, take 1 from pile 2 or take 1 from pile 3."]],
  [{ piles: [3, 1], rule: { game: "kayles" } }, ["There is a winning move in row 1.", "In row 1: take 2.", "One move wins: take 2 from row 1."]],
  [{ piles: [3, 4], rule: { game: "laskers-nim" } }, ["In row 1 or 2: split it or take 1.", "Each of these wins: split row 1 into 1 and 2; or take 1 from row 2."]],
  [{ piles: [1, 2, 2], rule: { game: "moore", max_piles: 2 } }, ["Take from piles 2 and 3.", "One move wins: take 1 from pile 2 and 1 from pile 3."]],
  [{ piles: [2, 3, 1], rule: { game: "staircase" } }, ["There is a winning move in step 1.", "One move wins: move 1 from step 1 out of the game."]],
  [{ piles: [5, 8], rule: { game: "wythoff" } }, ["A winning move goes diagonally or down.", "Each of these wins: move the queen 1 diagonally or move the queen 5 down."]],
  [{ piles: [1, 3, 6], rule: { game: "welter" } }, ["There is a winning move with the coin on square 6.", "One move wins: move the coin on square 6 to square 5."]],
  [{ piles: [1, 3], rule: sum }, ["There is a winning move in game 2.", "One move wins: take 2 in game 2, Kayles."]],
];

for (const [setup, words] of HINTS) {
  test(`a hint says where a winning move is before it names it: ${JSON.stringify(setup)}`, () => {
    const game = newGame(setup);
    const steps = hintSteps(game, solve(game));
    assert.deepEqual(steps.map((step) => advice(game, step, steps)), words);
  });
}

test("piles are named in the order in which they stand", () => {
  const step = { places: [[2], [0]], piles: [2, 0] };
  assert.equal(advice(nim([3, 4, 5]), step, [step]), "Take from pile 1 or 3.");
});

test("the column that is odd is named, and where to take", () => {
  assert.equal(advice(nim([3, 4, 5]), { column: { value: 2, ones: 1 } }, []), "Column 2 is odd: take from a pile that has a 1 there.");
});

test("moves that take from several piles are told apart by these", () => {
  const game = newGame({ piles: [3, 3, 3], rule: { game: "moore", max_piles: 2 } });
  const step = { places: [[0, 1], [0, 2]], piles: [0, 1, 2] };
  assert.equal(advice(game, step, [step]), "Take from piles 1 and 2, or from piles 1 and 3.");
  const wythoff = newGame({ piles: [25, 8], rule: { game: "wythoff" } });
  assert.equal(advice(wythoff, { places: [[0], [0, 1]], piles: [0, 1] }, []), "Take from pile 1, or from piles 1 and 2.");
});

test("a game in which nothing may be taken has a winning move, and nobody is told to take", () => {
  add({ name: "halves", title: "Halves", rule: "A move halves a pile.", keys: [], limits: { piles: 9 }, form: "removal" });
  const step = { places: [[1]], piles: [1] };
  assert.equal(advice(newGame({ piles: [4, 8], rule: { game: "halves" } }), step, [step]), "There is a winning move in pile 2.");
});

test("in a game whose piles grow, a winning move makes one larger", () => {
  const growing = newGame({ piles: [2, 5, 1], rule: { game: "growing", target: 20, add: [1] } });
  assert.equal(advice(growing, { places: [[1], [2]], piles: [1, 2] }, []), "A winning move makes pile 2 or 3 larger.");
});

test("a lost position has a move to play on with, if it has any", () => {
  const best = { pile: 0, remove: 1, leaves: 1 };
  assert.equal(advice(nim([2, 2]), { moves: [], best }, []), "Every move loses against perfect play. To play on, take 1 from pile 1.");
  assert.equal(advice(nim([2, 2]), { moves: [], best: null }, []), "Every move loses against perfect play.");
});

test("a token has a hint of its own", () => assert.equal(advice(nim([2, 2]), { token: true }, []), "Move the token."));
