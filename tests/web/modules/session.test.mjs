// What every session has: lost positions that are uncovered, explanations, hints, and what is shown at first.

import assert from "node:assert/strict";
import { test } from "node:test";

import { ServiceError } from "../../../service/web/static/core/api.js";
import { newGame, play } from "../../../service/web/static/core/game.js";
import { BLANK, Session } from "../../../service/web/static/core/session.js";
import { learnAll } from "./legal.mjs";
import { matchOf, take } from "./matches.mjs";

learnAll({ piles: [3, 4, 5] });

test("nothing is shown before there is something", () => {
  const states = [];
  const session = new Session({ api: {}, pause: async () => {}, changed: (state) => states.push({ ...state }) });
  assert.deepEqual(session.state, { game: null, refused: null, reason: null, hint: null, explanation: null, lost: null, waiting: false, problem: null });
  assert.ok(Object.isFrozen(BLANK));
  session.show({ waiting: true });
  assert.deepEqual(states, [{ ...BLANK, waiting: true }]);
});

test("chance is a number from 0 to 1, if a test does not decide it", () => {
  const { random } = new Session({ api: {}, pause: async () => {}, changed: () => {} });
  const numbers = Array.from({ length: 100 }, random);
  assert.ok(numbers.every((number) => number >= 0 && number < 1));
  assert.ok(new Set(numbers).size > 50);
});

test("the lost positions below the first one are uncovered, and covered again", async () => {
  const { match, settled } = matchOf({ piles: [5, 8], rule: { game: "wythoff" }, two: true });
  await settled();
  match.take({ removals: [take(0, 1)] });
  await match.uncover();
  const pairs = [[0, 0], [1, 2], [3, 5], [4, 7]]; // Wythoff's, as far as they fit below 5 and 8
  assert.deepEqual(match.state.lost, pairs);
  await match.uncover();
  assert.equal(match.state.lost, null);
});

test("what can’t be uncovered is said", async () => {
  const positions = async () => {
    throw new ServiceError("The service is busy.");
  };
  const { match } = matchOf({ piles: [5, 8], rule: { game: "wythoff" }, two: true }, {}, { instead: { positions } });
  await match.uncover();
  assert.deepEqual([match.state.lost, match.state.problem.words], [null, "The service is busy. Couldn’t load the lost squares."]);
});

test("a session that has no hints gives none", async () => {
  const session = new Session({ api: {}, pause: async () => {}, changed: () => {} });
  session.show({ game: newGame({ piles: [3] }) });
  await session.hint();
  assert.deepEqual(session.state.hint, { steps: [], given: 1 });
});

test("a hint that did not come is said, and asked for again", async () => {
  let isDown = true;
  const { solve } = await import("../../../service/web/static/core/api.js");
  const fails = async (...all) => {
    if (isDown) throw new ServiceError("Can’t reach the service.");
    return solve(...all);
  };
  const { match, settled } = matchOf({ piles: [3, 4, 5] }, {}, { instead: { solve: fails } });
  await settled();
  await match.hint();
  assert.deepEqual([match.state.hint, match.state.problem.words], [null, "Can’t reach the service. Couldn’t load the hint."]);
  isDown = false;
  match.state.problem.retry();
  await settled();
  assert.equal(match.state.hint.steps.length, 2);
});

test("an explanation is of the position as a request has it", async () => {
  const { match, settled } = matchOf({ piles: [3, 4, 5] });
  await settled();
  await match.explain({ piles: [1, 4, 5] });
  assert.deepEqual([match.state.explanation.position, match.state.explanation.response.to_move_wins], [{ piles: [1, 4, 5] }, false]);
});

test("what a solution lists is known, with what stands behind it", async () => {
  const { match } = matchOf({ piles: [2, 9], two: true });
  await match.solve(newGame({ piles: [2, 9] }), new AbortController().signal);
  const behind = play(newGame({ piles: [2, 9] }), take(1, 7));
  assert.deepEqual(play(behind, take(0, 2)).piles, [0, 2]);
});
