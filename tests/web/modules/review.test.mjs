// A game that is over, looked at again: better moves are to be found where one was missed.

import assert from "node:assert/strict";
import { test } from "node:test";

import { YOU, newGame, play } from "../../../service/web/static/core/game.js";
import { learnAll } from "./legal.mjs";
import { matchOf, take } from "./matches.mjs";

learnAll({ piles: [1, 2] });

/** A game from 1 and 2, where taking 1 from pile 2 wins; both players take the first pile first, which loses it. */
const MISSED = [take(0, 1), take(1, 2)];

async function over(setup = { two: true }, moves = MISSED, tools = {}) {
  const made = matchOf({ piles: [1, 2], ...setup }, {}, tools);
  await made.settled();
  made.match.resume(moves.reduce(play, newGame({ piles: [1, 2], first: YOU, ...setup })), { strength: "perfect" });
  await made.settled();
  return made;
}

test("a mistake of a game that is over can be looked at, and a better move be found there", async () => {
  const { match } = await over();
  assert.deepEqual(match.mistakes, [0]);
  assert.deepEqual([match.onBoard.piles, match.isToFind, match.isBoardActive], [[0, 0], false, false]);
  match.visit(0);
  assert.deepEqual([match.onBoard.piles, match.isToFind, match.isBoardActive], [[1, 2], true, true]);
  match.take(take(1, 1));
  assert.deepEqual(match.state.found, { move: take(1, 1), wins: true });
  assert.deepEqual([match.isToFind, match.isBoardActive], [false, false]);
  match.take(take(0, 1));
  assert.deepEqual(match.state.found, { move: take(1, 1), wins: true });
});

test("a move that loses, too, is none to find", async () => {
  const { match } = await over();
  match.visit(0);
  match.take(take(1, 2));
  assert.deepEqual(match.state.found, { move: take(1, 2), wins: false });
});

test("who does not find a better move is shown one", async () => {
  const { match } = await over();
  match.visit(0);
  match.showBetter();
  assert.deepEqual([match.state.found, match.isToFind], [{}, false]);
});

test("where no mistake was made there is nothing to find", async () => {
  const { match } = await over();
  match.visit(1);
  assert.deepEqual([match.onBoard.piles, match.isToFind], [[0, 2], false]);
  match.take(take(1, 1));
  assert.equal(match.state.found, null);
});

test("one goes from move to move, up to the end and no further", async () => {
  const { match } = await over();
  const seen = [0, 1, 2, 3, null].map((visited) => (match.visit(visited), match.state.visited));
  assert.deepEqual(seen, [0, 1, null, null, null]);
  match.show({ waiting: true });
  match.visit(1);
  match.visit(-1);
  assert.deepEqual([match.state.visited, match.state.waiting], [1, false]);
});

test("a game that goes on can’t be looked at in this way", async () => {
  const { match } = await over({ two: true }, [take(0, 1)]);
  match.visit(0);
  assert.equal(match.state.visited, null);
});

test("against the computer, only the person’s mistakes are to be mended", async () => {
  const { match } = await over({ two: false, first: "other" });
  assert.deepEqual([match.state.review.plies.map(({ mistake }) => mistake), match.mistakes], [[true, false], []]);
  const { match: own } = await over({ two: false });
  assert.deepEqual(own.mistakes, [0]);
});

test("a game goes on from where it is looked at", async () => {
  const { match, settled } = await over();
  const { game } = match.state;
  match.playFromHere();
  assert.equal(match.state.game, game);
  match.visit(1);
  match.playFromHere();
  await settled();
  const { visited, review, game: now } = match.state;
  assert.deepEqual([now.piles, visited, review, match.isBoardActive], [[0, 2], null, null, true]);
});

test("what was found goes with the next look, and so does what was explained", async () => {
  const { match, settled } = await over();
  match.visit(0);
  match.take(take(1, 1));
  await match.open("explanation");
  await settled();
  assert.ok(match.state.explanation);
  match.visit(1);
  assert.deepEqual([match.state.found, match.state.explanation], [null, null]);
  await settled();
  assert.deepEqual(match.state.explanation.position.piles, [0, 2]);
});

test("a review that did not come is asked for with the next look", async () => {
  let isDown = true;
  const { review } = await import("../../../service/web/static/core/api.js");
  const { ServiceError } = await import("../../../service/web/static/core/api.js");
  const fails = async (...all) => {
    if (isDown) throw new ServiceError("Can’t.");
    return review(...all);
  };
  const { match, settled } = await over({ two: true }, MISSED, { instead: { review: fails } });
  assert.deepEqual([match.state.review, match.state.problem.words, match.mistakes], [null, "Can’t. The moves haven’t been judged yet.", []]);
  isDown = false;
  match.visit(1);
  await settled();
  assert.equal(match.state.review.plies.length, 2);
});

test("where not all winning moves are listed, the service judges one that is not among them", async () => {
  const some = async () => ({ response: { plies: [{ mistake: true, winning_moves: [], more: true }, { mistake: false, winning_moves: [], more: false }] } });
  for (const [move, wins] of [[take(1, 1), true], [take(1, 2), false]]) {
    const { match, settled } = await over({ two: true }, MISSED, { instead: { review: some } });
    match.visit(0);
    match.take(move);
    await settled();
    assert.deepEqual(match.state.found, { move, wins });
  }
});
