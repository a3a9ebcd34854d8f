import assert from "node:assert/strict";
import { test } from "node:test";

import { ServiceError } from "../../../service/web/static/core/api.js";
import { YOU, legalMoves, newGame, play } from "../../../service/web/static/core/game.js";
import { keyOf } from "../../../service/web/static/core/games.js";
import { Match } from "../../../service/web/static/pages/play/match.js";

import { learnAll } from "./legal.mjs";

learnAll({ piles: [3, 4, 6] }, { piles: [3, 4, 5] }, { piles: [3, 4, 12] }, { game: "chomp", piles: [3, 3, 1] }, { game: "growing", piles: [2, 5], target: 10, add: [2], multiply: [2, 3] });

const judged = (...moves) => ({ to_move_wins: true, legal_move_count: moves.length, winning_move_count: 1, moves });

/** A match of two people whose analyses are `response`. */
function matchWith(response = judged()) {
  const { to_move_wins: wins } = response;
  const solution = { to_move_wins: wins, winning_moves: [], best_move: response.best_move ?? null };
  const listed = (piles) => legalMoves(newGame({ piles })).map(({ left, ...move }) => ({ move, leaves: left }));
  const api = { analyse: async () => ({ response }), solve: async ({ piles }) => ({ response: { ...solution, legal: listed(piles) } }) };
  const match = new Match({ api, pause: async () => {}, count: () => null, changed: () => {} });
  match.start({ piles: [3, 4, 5], two: true, first: YOU }, { strength: "perfect" });
  match.take({ pile: 2, remove: 1 });
  return match;
}

const settled = () => new Promise((done) => setTimeout(done, 5));

test("a game that goes on is played here, not by link, unless it says so", () => {
  const match = matchWith();
  const { game } = match.state;
  match.resume(game, { strength: "perfect" });
  const { byLink, sent, day, helped, isAutomatic } = match.state;
  assert.deepEqual({ byLink, day, helped, isAutomatic }, { byLink: false, day: null, helped: false, isAutomatic: false });
  assert.ok(!sent);
  match.resume(game, { strength: "perfect", byLink: true });
  assert.equal(match.state.byLink, true);
});

test("a position that is looked at leaves the game alone", () => {
  const match = matchWith();
  const { game } = match.state;
  match.look({ piles: [3, 4, 6] });
  match.take({ pile: 0, remove: 3 });
  match.take({ pile: 1, remove: 4 });
  assert.deepEqual(match.onBoard.piles, [0, 0, 6]);
  assert.equal(match.state.game, game);
  for (const piles of [[0, 4, 6], [3, 4, 6], [3, 4, 4]]) {
    match.undo();
    assert.deepEqual(match.onBoard.piles, piles);
  }
  assert.equal(match.onBoard, game);
  assert.equal(match.state.looked, null);
});

test("a number that is typed is one step", () => {
  const match = matchWith();
  match.look({ piles: [3, 4, 1] }, { typed: true });
  match.look({ piles: [3, 4, 12] }, { typed: true });
  match.undo();
  assert.deepEqual(match.onBoard.piles, [3, 4, 4]);
});

test("a length that nobody has counted is no number", async () => {
  const move = (remove, wins, plies) => ({ move: { pile: 0, remove }, wins, plies, reply: null });
  const match = matchWith(judged(move(1, true, null), move(2, true, 4), move(3, false, 2), move(4, false, null), move(5, true, 2), move(6, false, 6)));
  match.look({ piles: [50, 60] });
  await settled();
  assert.deepEqual(match.state.analysis.moves.map(({ move: { remove }, plies }) => [remove, plies]), [[5, 3], [2, 5], [1, null], [6, 7], [3, 3], [4, null]]);
});

test("of moves that lose, the first is what the service advises", async () => {
  const move = (remove, plies) => ({ move: { pile: 0, remove }, wins: false, plies, reply: null });
  const match = matchWith({ ...judged(move(1, 2), move(2, 4), move(3, 6)), to_move_wins: false, best_move: { pile: 0, remove: 2, leaves: 1 } });
  match.look({ piles: [3, 3] });
  await settled();
  assert.deepEqual(match.state.analysis.moves.map(({ move: { remove } }) => remove), [2, 3, 1]);
});

test("what is no position is said, and has no verdict", async () => {
  const match = matchWith();
  const refuse = async () => {
    throw new ServiceError("Error 422", { status: 422, detail: "The first row has at least 1 square." });
  };
  Object.assign(match.api, { analyse: refuse, solve: refuse, legal: refuse });
  match.look({ piles: [5, 5], rule: { game: "chomp" } });
  await settled();
  assert.deepEqual(match.state.analysis, { wrong: "The first row has at least 1 square." });
  assert.equal(match.state.problem, null);
});

test("Chomp: a square goes with all right of it and below", () => {
  const game = newGame({ piles: [3, 3, 1], rule: { game: "chomp" } });
  const left = [...legalMoves(game)].map((move) => String(play(game, move).piles));
  assert.deepEqual(left, ["2,2,1", "1,1,1", "3,2,1", "3,1,1", "3,0,0", "3,3,0"]);
});

test("Growing piles: each way once, until the target", () => {
  const rule = { game: "growing", target: 10, add: [2], multiply: [2, 3] };
  const game = newGame({ piles: [2, 5], rule });
  assert.deepEqual([...legalMoves(game)].map(keyOf), [[0, 4], [0, 6], [1, 7], [1, 10], [1, 15]].map(([pile, leaves]) => JSON.stringify({ pile, leaves })));
  assert.deepEqual([...legalMoves(play(game, { pile: 1, leaves: 10 }))], []);
});
