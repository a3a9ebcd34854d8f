// Games by link: each of two people plays on their own device, and sends a link after each move.

import assert from "node:assert/strict";
import { test } from "node:test";

import { newGame, play } from "../../../service/web/static/core/game.js";
import { learnAll } from "./legal.mjs";
import { matchOf, take } from "./matches.mjs";

learnAll({ piles: [3, 4, 5] });

const byLink = async (setup = { piles: [3, 4, 5] }) => {
  const made = matchOf({ ...setup, two: true }, { byLink: true });
  await made.settled();
  return made;
};

test("after a move it is the other person’s turn, on another device", async () => {
  const { match } = await byLink();
  assert.deepEqual([match.isPersonsTurn, match.state.sent], [true, null]);
  match.take(take(0, 1));
  assert.deepEqual([match.isPersonsTurn, match.isBoardActive, match.state.sent], [false, false, "ready"]);
  match.take(take(1, 1));
  assert.equal(match.state.game.moves.length, 1);
});

test("a move can be taken back until it is sent", async () => {
  const { match } = await byLink();
  assert.equal(match.canUndo, false);
  match.take(take(0, 1));
  assert.equal(match.canUndo, true);
  match.undo();
  assert.deepEqual([match.state.game.moves, match.state.sent, match.isPersonsTurn], [[], null, true]);
  match.take(take(0, 2));
  match.send();
  assert.deepEqual([match.state.sent, match.canUndo], ["gone", false]);
  match.undo();
  assert.equal(match.state.game.moves.length, 1);
});

test("nothing is sent on one’s own turn", async () => {
  const { match } = await byLink();
  match.send();
  assert.equal(match.state.sent, null);
});

test("the other person’s move can’t be taken back", async () => {
  const { match } = await byLink();
  match.resume(play(newGame({ piles: [3, 4, 5], two: true }), take(0, 1)), { strength: "easy", byLink: true });
  assert.deepEqual([match.isPersonsTurn, match.canUndo], [true, false]);
});

test("a move that was sent before is still sent after a reload", async () => {
  const { match } = await byLink();
  match.resume(play(newGame({ piles: [3, 4, 5], two: true }), take(0, 1)), { strength: "easy", byLink: true, sent: "gone" });
  assert.deepEqual([match.isPersonsTurn, match.canUndo, match.state.sent], [false, false, "gone"]);
});

test("two people at one device send nothing", async () => {
  const { match, settled } = matchOf({ piles: [3, 4, 5], two: true });
  await settled();
  match.take(take(0, 1));
  assert.deepEqual([match.state.sent, match.isPersonsTurn, match.canUndo], [null, true, true]);
});

test("the last move of a game by link is sent, too", async () => {
  const { match, settled } = await byLink({ piles: [1] });
  match.take(take(0, 1));
  await settled();
  assert.deepEqual([match.state.sent, match.state.review.plies.length], ["ready", 1]);
});

test("a game that goes on while a position is looked at has what was sent", async () => {
  const { match } = await byLink();
  match.take(take(0, 1));
  match.look({ piles: [3, 4, 5] });
  match.backToGame();
  assert.deepEqual([match.state.sent, match.state.looked], ["ready", null]);
  const { game } = match.state;
  match.resume(game, { strength: "easy", byLink: true, sent: "ready", looked: { piles: [3, 4, 5] } });
  assert.deepEqual([match.onBoard.piles, match.state.game, match.state.sent], [[3, 4, 5], game, "ready"]);
});
