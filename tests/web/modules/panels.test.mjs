// What is shown beside the board, and positions that are looked at by themselves.

import assert from "node:assert/strict";
import { test } from "node:test";

import { ServiceError } from "../../../service/web/static/core/api.js";
import { OTHER, YOU, isUnknown } from "../../../service/web/static/core/game.js";
import { matchOf, take, xor } from "./matches.mjs";

const opened = async (setup = { piles: [3, 4, 5] }, ...more) => {
  const made = matchOf(setup, ...more);
  await made.settled();
  return made;
};

test("a panel gives its place to the moves when it is opened again", async () => {
  const { match } = await opened();
  assert.equal(match.state.panel, "moves-panel");
  await match.open("sharing");
  assert.equal(match.state.panel, "sharing");
  await match.open("sharing");
  assert.equal(match.state.panel, "moves-panel");
});

test("who looks up the moves or the reasons of a game that goes on is helped, and who shares it is not", async () => {
  for (const [panel, helped] of [["sharing", false], ["explanation", true], ["solving", true]]) {
    const { match } = await opened();
    await match.open(panel);
    assert.equal(match.state.helped, helped, panel);
    await match.open(panel);
    assert.equal(match.state.helped, helped, panel);
  }
});

test("the panel that solves has every move, those that win first", async () => {
  const { match } = await opened();
  await match.open("solving");
  const { wins, legal, winning, moves, more } = match.state.analysis;
  assert.deepEqual({ wins, legal, winning, more }, { wins: true, legal: 12, winning: 1, more: false });
  assert.deepEqual([moves.length, moves[0].move.pile, moves[0].move.remove, moves.filter((move) => move.wins).length], [12, 0, 2, 1]);
});

test("the panel that explains has the position as it stands", async () => {
  const { match } = await opened();
  await match.open("explanation");
  assert.deepEqual(match.state.explanation.position, { piles: [3, 4, 5], misere: false });
  assert.equal(match.state.analysis, null);
  await match.open("solving");
  assert.equal(match.state.explanation, null);
});

test("a panel that is open follows the game", async () => {
  const { match, settled } = await opened({ piles: [3, 4, 5], two: true });
  await match.open("solving");
  match.take(take(0, 2));
  await settled();
  assert.deepEqual([match.state.analysis.wins, match.state.analysis.legal], [false, 10]);
});

test("no moves are judged of a game that is over, and looking at them is no help", async () => {
  const { match, asked, settled } = await opened({ piles: [1], two: true });
  match.take(take(0, 1));
  await settled();
  await match.open("solving");
  assert.deepEqual([match.state.helped, match.state.analysis, asked.includes("analyse")], [false, null, false]);
  await match.open("explanation");
  assert.equal(match.state.helped, false);
  assert.match(match.state.explanation.response.sentences[0], /./);
});

test("moves that are too many to judge are those that win, and how many there are is not known", async () => {
  const analyse = async () => {
    throw new ServiceError("Error 422", { status: 422, detail: "Too much work." });
  };
  const { match } = await opened({ piles: [3, 4, 5] }, {}, { instead: { analyse } });
  await match.open("solving");
  const { moves, ...others } = match.state.analysis;
  assert.deepEqual(others, { wins: true, legal: null, winning: 1, more: false });
  assert.deepEqual(moves.map(({ move, ...about }) => [move.pile, move.remove, about]), [[0, 2, { wins: true, plies: null, reply: null }]]);
});

test("a service that fails is asked again for the judgement", async () => {
  const analyse = async () => {
    throw new ServiceError("Can’t reach the service.");
  };
  const { match } = await opened({ piles: [3, 4, 5] }, {}, { instead: { analyse } });
  await match.open("solving");
  assert.deepEqual([match.state.analysis, match.state.problem.words], [null, "Can’t reach the service. Couldn’t judge the moves."]);
});

test("a position that is looked at is solved, or explained if that is open", async () => {
  const { match, settled } = await opened();
  match.look({ piles: [1, 2, 4] });
  await settled();
  assert.deepEqual([match.state.panel, match.onBoard.piles, match.state.analysis.legal], ["solving", [1, 2, 4], 7]);
  await match.open("explanation");
  match.look({ piles: [1, 2, 5] });
  await settled();
  assert.deepEqual([match.state.panel, match.state.explanation.position.piles, match.isBoardActive], ["explanation", [1, 2, 5], true]);
});

test("a position on which nobody has played yet opens with its moves, whichever panel is open", async () => {
  const { match, settled } = await opened();
  await match.open("explanation");
  match.look({ piles: [17, 18] });
  assert.deepEqual([isUnknown(match.onBoard), match.isBoardActive], [true, false]);
  await settled();
  assert.deepEqual([isUnknown(match.onBoard), match.isBoardActive], [false, true]);
});

test("the moves of a position are judged once, and a wait for the game is over with it", async () => {
  const { match, asked, settled } = await opened();
  match.show({ waiting: true });
  match.look({ piles: [19, 18] });
  assert.deepEqual([match.state.waiting, match.state.undone], [false, false]);
  await settled();
  assert.equal(asked.filter((name) => name === "analyse").length, 1);
});

test("a step back leads to the position that was looked at before", async () => {
  const { match } = await opened();
  for (const piles of [[1, 2], [3, 4]]) match.look({ piles });
  match.undo();
  assert.deepEqual(match.onBoard.piles, [1, 2]);
});

test("of a position that is over, nothing is judged or explained", async () => {
  const { match, asked, settled } = await opened();
  match.look({ piles: [0, 1] });
  await settled();
  match.take(take(1, 1));
  await settled();
  const before = asked.length;
  await match.open("explanation");
  await settled();
  assert.deepEqual([asked.length, match.state.explanation, match.isBoardActive], [before, null, false]);
});

test("a position behind a move is looked at, and a step back leads to the one before", async () => {
  const { match, settled } = await opened();
  match.lookAfter(take(0, 2));
  await settled();
  assert.deepEqual([match.onBoard.piles, match.state.game.moves], [[1, 4, 5], []]);
  match.undo();
  assert.deepEqual([match.onBoard.piles, match.state.looked.undone], [[3, 4, 5], true]);
  match.lookAfter(take(2, 5));
  match.lookAfter(take(0, 3));
  match.undo();
  match.undo();
  assert.deepEqual(match.onBoard.piles, [3, 4, 0]);
});

test("a step back from the first position that is looked at leads to the game, if that has begun", async () => {
  const { match, settled } = await opened({ piles: [3, 4, 5], two: true });
  match.look({ piles: [7] });
  assert.equal(match.canUndo, false);
  match.backToGame();
  match.take(take(0, 1));
  match.look({ piles: [7] });
  assert.equal(match.canUndo, true);
  match.undo();
  await settled();
  assert.deepEqual([match.state.looked, match.onBoard.piles], [null, [2, 4, 5]]);
});

test("both sides are tried by one person, who has nothing to send", async () => {
  const { match } = await opened({ piles: [3, 4, 5], first: OTHER });
  match.look({ piles: [3, 4, 5], first: OTHER, names: { you: "Ann" } });
  const { first, two, names } = match.onBoard;
  assert.deepEqual({ first, two, names }, { first: YOU, two: true, names: {} });
});

test("a position that is looked at when the page opens lets the game wait", async () => {
  const { match } = await opened();
  const { game } = match.state;
  match.resume(game, { strength: "hard", looked: { piles: [2, 2] } });
  assert.deepEqual([match.onBoard.piles, match.state.game, match.state.panel], [[2, 2], game, "solving"]);
});

// --- Moves that are not listed, where a position has too many ---

const LARGE = [9999, 9998]; // a move that was found legal stays known: each test has one of its own

test("a move that is not listed is made if the service finds it legal", async () => {
  const { match, asked, settled } = await opened({ piles: LARGE, two: true });
  match.take(take(1, 9000));
  assert.deepEqual(match.state.game.piles, LARGE);
  await settled();
  assert.deepEqual(match.state.game.piles, [9999, 998]);
  assert.equal(asked.filter((name) => name === "review").length, 1);
});

test("a move that is not listed is refused if the service finds it illegal", async () => {
  const { match, settled } = await opened({ piles: LARGE, two: true });
  match.take({ pile: 1, remove: 9999 });
  await settled();
  assert.deepEqual([match.state.refused, match.state.game.moves], [{ move: { pile: 1, remove: 9999 } }, []]);
});

test("a move that nobody could judge is not made yet", async () => {
  const review = async () => {
    throw new ServiceError("Can’t reach the service.");
  };
  const { match, settled } = await opened({ piles: LARGE, two: true }, {}, { instead: { review } });
  match.take(take(1, 8000));
  await settled();
  assert.deepEqual([match.state.refused, match.state.problem.words], [null, "Can’t reach the service. The move hasn’t been made yet."]);
});

test("in a sum such a move is one of its games", async () => {
  const parts = [{ piles: LARGE, rule: {} }, { piles: [3], rule: { game: "kayles" } }];
  const { match, settled } = await opened({ piles: [...LARGE, 3], rule: { game: "sum", parts }, two: true });
  match.take({ component: 0, ...take(1, 7000) });
  await settled();
  assert.deepEqual(match.state.game.piles, [9999, 2998, 3]);
});

test("against the computer, a reply is kept until such a move is judged", async () => {
  const { match, settled } = await opened({ piles: LARGE }, { strength: "easy" }, { random: () => 0 });
  match.take(take(1, 6000), take(0, 6001)); // by itself, the computer would make a mistake
  await settled();
  assert.deepEqual(match.state.game.piles, [3998, 3998]);
});

test("a position that is looked at has such moves, too", async () => {
  const { match, settled } = await opened({ piles: [3, 4] });
  match.look({ piles: LARGE });
  await settled();
  match.take(take(1, 5000));
  await settled();
  assert.deepEqual(match.onBoard.piles, [9999, 4998]);
  assert.equal(xor(match.state.game.piles), 7);
});
