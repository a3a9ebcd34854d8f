import assert from "node:assert/strict";
import { test } from "node:test";

import { YOU, isUnknown, legalMoves } from "../../../service/web/static/core/game.js";
import { Match } from "../../../service/web/static/pages/play/match.js";

/** The service's list for piles of which a move takes one stone. */
const listed = (piles, depth) =>
  piles.flatMap((size, pile) => {
    const left = piles.map((each, i) => (i === pile ? each - 1 : each));
    const move = { pile, remove: 1, leaves: size - 1, text: `take 1 from pile ${pile + 1}` };
    const behind = depth > 1 || !left.some((each) => each > 0) ? { legal: listed(left, depth - 1) } : {};
    return size > 0 ? [{ move, leaves: { piles: left }, ...behind }] : [];
  });

/** A match on piles that no other test has, whose requests are `asked` and answered when the test says so. */
function matchOn(piles, setup) {
  const asked = [];
  const wait = (path, at, answer) => new Promise((done) => asked.push({ path, piles: at.piles, answer: () => done({ response: answer }) }));
  const api = {
    legal: (at) => wait("legal", at, { rule: "A move takes 1 stone.", legal: listed(at.piles, at.depth) }),
    solve: (at) => wait("move", at, { to_move_wins: true, winning_moves: [], best_move: listed(at.piles, 1)[0].move, legal: listed(at.piles, at.legal) }),
  };
  const match = new Match({ api, pause: async () => {}, count: () => null, changed: () => {}, random: () => 0.5 });
  match.start({ piles, rule: { max_remove: 1 }, first: YOU, ...setup }, { strength: "perfect" });
  const answer = async (i) => {
    asked[i].answer();
    await new Promise((done) => setTimeout(done, 2));
  };
  return { match, asked, answer };
}

const take = (pile, remove = 1) => ({ pile, remove });

test("a move that is made before its list has come is held, and then made", async () => {
  const { match, asked, answer } = matchOn([31, 9], { two: true });
  assert.ok(isUnknown(match.state.game));
  match.take(take(1));
  assert.deepEqual(match.state.game.piles, [31, 9]);
  await answer(0);
  assert.deepEqual(match.state.game.piles, [31, 8]);
  assert.deepEqual(asked.map(({ path, piles }) => [path, ...piles]), [["legal", 31, 9], ["legal", 31, 8]]);
});

test("two people go on while the list behind the next moves is on its way", async () => {
  const { match, answer } = matchOn([41, 9], { two: true });
  await answer(0);
  match.take(take(0));
  match.take(take(0)); // the list of 41, 9 has those behind its moves
  assert.deepEqual(match.state.game.piles, [39, 9]);
  match.take(take(0)); // which is held
  await answer(1); // that of 40, 9 with what is behind its moves, though the board is on 39, 9
  assert.deepEqual(match.state.game.piles, [38, 9]);
});

test("the computer’s turn is one request, after which the board is open", async () => {
  const { match, asked, answer } = matchOn([51, 9]);
  await answer(0);
  match.take(take(1));
  await answer(1);
  assert.deepEqual(match.state.game.piles, [50, 8]);
  assert.deepEqual(asked.map(({ path }) => path), ["legal", "move"]);
  assert.deepEqual(legalMoves(match.state.game).map(({ left }) => left.piles), [[49, 8], [50, 7]]);
  assert.ok(match.isBoardActive);
});

test("a move that is not in a whole list is refused without a request", async () => {
  const { match, asked, answer } = matchOn([61, 9]);
  await answer(0);
  match.take(take(0, 2));
  assert.deepEqual(match.state.refused, { move: take(0, 2) });
  assert.equal(asked.length, 1);
  assert.deepEqual(match.state.game.moves, []);
});
