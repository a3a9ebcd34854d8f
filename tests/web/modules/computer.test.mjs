// Games against the computer, which the service plays.

import assert from "node:assert/strict";
import { test } from "node:test";

import { ServiceError } from "../../../service/web/static/core/api.js";
import { OTHER, YOU, newGame, play } from "../../../service/web/static/core/game.js";
import { Match, chooseMove } from "../../../service/web/static/pages/play/match.js";
import { learnAll } from "./legal.mjs";
import { matchOf, take, xor } from "./matches.mjs";

learnAll({ piles: [3, 4, 5] }, { piles: [1, 2] });

test("the perfect computer leaves a lost position", async () => {
  const { match, settled } = matchOf({ piles: [3, 4, 5], first: OTHER });
  assert.equal(match.isBoardActive, false);
  await settled();
  const { game } = match.state;
  assert.deepEqual([game.moves.map(({ by }) => by), xor(game.piles)], [[OTHER], 0]);
  assert.equal(match.isBoardActive, true);
});

test("a weaker computer gives wins away, as often as chance has it", async () => {
  for (const [strength, draw, isWrong] of [["easy", 0.59, true], ["easy", 0.61, false], ["medium", 0.29, true], ["medium", 0.31, false], ["hard", 0.09, true], ["hard", 0.11, false]]) {
    const { match, settled } = matchOf({ piles: [3, 4, 5], first: OTHER }, { strength }, { random: () => draw });
    await settled();
    assert.equal(xor(match.state.game.piles) !== 0, isWrong, `${strength} ${draw}`);
  }
});

test("the computer makes no mistake where not all winning moves are listed", () => {
  const game = newGame({ piles: [3, 4, 5] });
  const solution = { to_move_wins: true, winning_moves: [], best_move: take(0, 2), more: true };
  assert.deepEqual(chooseMove(game, solution, 1, () => 0), { ...take(0, 2), mistake: false });
});

test("any of the mistakes may be made, the first as well as the last", () => {
  const game = newGame({ piles: [1, 2] });
  const solution = { to_move_wins: true, winning_moves: [take(1, 1)], best_move: take(1, 1) };
  const made = (draw) => {
    const draws = [0, draw];
    const { pile, remove, mistake } = chooseMove(game, solution, 0.5, () => draws.shift());
    return [pile, remove, mistake];
  };
  assert.deepEqual([made(0), made(0.49), made(0.5), made(0.999)], [[0, 1, true], [0, 1, true], [1, 2, true], [1, 2, true]]);
});

test("a move that waits for its turn is not made", async () => {
  const { match, settled } = matchOf({ piles: [3, 4, 5], first: OTHER });
  match.take(take(0, 1));
  await settled();
  assert.equal(match.state.game.moves.length, 1);
});

test("the computer makes the reply that was chosen along with a move, once", async () => {
  const { match, settled } = matchOf({ piles: [3, 4, 5] });
  match.take(take(0, 1), take(2, 5));
  await settled();
  assert.deepEqual(match.state.game.piles, [2, 4, 0]);
  match.take(take(0, 1));
  await settled();
  assert.equal(xor(match.state.game.piles), 0);
});

const END = [[false, YOU, true], [true, YOU, false], [false, OTHER, false], [true, OTHER, true]];

for (const [misere, first, won] of END) {
  test(`a game that was played to its end is counted once, and reviewed: ${misere ? "misère" : "normal"}, ${first} first`, async () => {
    const { match, counted, asked, settled } = matchOf({ piles: [1], misere, first }, { isAutomatic: true });
    await settled();
    if (first === YOU) match.take(take(0, 1));
    await settled();
    assert.deepEqual(counted, [[won, true]]);
    assert.deepEqual(match.state.standing, { level: "easy" });
    assert.equal(match.state.review.plies.length, 1);
    assert.equal(asked.filter((name) => name === "review").length, 1);
    assert.equal(match.isPersonsTurn, false);
  });
}

test("a game between two people is reviewed, and counts for nobody", async () => {
  const { match, counted, settled } = matchOf({ piles: [1], two: true });
  await settled();
  match.take(take(0, 1));
  await settled();
  assert.deepEqual([counted, match.state.review.plies.length], [[], 1]);
});

test("a game that is over when it is opened is not counted", async () => {
  const { match, counted, settled } = matchOf({ piles: [3, 4, 5] });
  match.resume(play(newGame({ piles: [1, 0] }), { ...take(0, 1), left: { piles: [0, 0] } }), { strength: "easy" });
  await settled();
  assert.deepEqual([counted, match.state.review.plies.length], [[], 1]);
});

test("the computer that has no move loses at once, though nobody knew that before", async () => {
  const { match, counted, settled } = matchOf({ piles: [1], rule: { subtraction_set: [2, 3] }, first: OTHER }, { isAutomatic: false });
  await settled();
  assert.deepEqual(counted, [[true, false]]);
  assert.deepEqual(match.state.game.moves, []);
});

test("a service that fails leaves the game as it is, until it is asked again", async () => {
  let isDown = true;
  const solve = async (...all) => {
    if (isDown) throw new ServiceError("The service is away.");
    return (await import("../../../service/web/static/core/api.js")).solve(...all);
  };
  const { match, settled } = matchOf({ piles: [3, 4, 5], first: OTHER }, {}, { instead: { solve } });
  await settled();
  assert.equal(match.state.problem.words, "The service is away. Your game is safe, and you can continue from here.");
  isDown = false;
  match.state.problem.retry();
  await settled();
  assert.deepEqual([match.state.problem, match.state.game.moves.length], [null, 1]);
});

test("moves are taken back to the person’s own, and that is a help", async () => {
  const { match, settled } = matchOf({ piles: [3, 4, 5] });
  await settled();
  assert.equal(match.canUndo, false);
  match.undo();
  assert.equal(match.state.helped, false);
  match.take(take(0, 1));
  await settled();
  assert.equal(match.canUndo, true);
  match.undo();
  const { game, helped, undone } = match.state;
  assert.deepEqual([game.piles, game.moves, helped, undone], [[3, 4, 5], [], true, true]);
  match.take(take(0, 2));
  assert.equal(match.state.undone, false);
});

test("a hint comes in steps, of which the last stays", async () => {
  const { match, settled } = matchOf({ piles: [3, 4, 5] });
  await settled();
  const heard = [];
  for (let i = 0; i < 3; i += 1) {
    await match.hint();
    await settled();
    const { steps, given } = match.state.hint;
    heard.push(steps[given - 1].words);
  }
  assert.deepEqual(heard, ["Take from pile 1.", "One move wins: take 2 from pile 1.", "One move wins: take 2 from pile 1."]);
  assert.equal(match.state.helped, true);
  match.take(take(0, 2));
  assert.equal(match.state.hint, null);
});

test("a hint for a lost position says that every move loses", async () => {
  const { match, settled } = matchOf({ piles: [2, 2] });
  await settled();
  await match.hint();
  await settled();
  const { steps, given } = match.state.hint;
  assert.match(steps[given - 1].words, /^Every move loses against perfect play\. To play on, take \d from pile \d\.$/);
});

test("a hint takes the place of what was refused", async () => {
  const { match, settled } = matchOf({ piles: [3, 4, 5] });
  await settled();
  match.take(take(0, 4));
  assert.deepEqual(match.state.refused, { move: take(0, 4) });
  await match.hint();
  await settled();
  assert.equal(match.state.refused, null);
  match.take(take(0, 4));
  assert.deepEqual([match.state.refused, match.state.hint], [{ move: take(0, 4) }, null]);
});

test("the computer may think for a second before the page says so", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { match } = matchOf({ piles: [3, 4, 5], first: OTHER }, {}, { instead: { solve: () => new Promise(() => {}) } });
  t.mock.timers.tick(999);
  assert.equal(match.state.waiting, false);
  t.mock.timers.tick(1);
  assert.equal(match.state.waiting, true);
});

test("before a game there is nothing, and the computer plays easily until somebody chooses", () => {
  const { strength, isAutomatic, byLink, helped, game } = new Match({ count: () => null }).state;
  assert.deepEqual({ strength, isAutomatic, byLink, helped, game }, { strength: "easy", isAutomatic: true, byLink: false, helped: false, game: null });
});
