import assert from "node:assert/strict";
import { test } from "node:test";

import { seeded } from "../../../service/web/static/core/dom.js";
import { YOU, isOver, legalMoves, newGame, play, turn, winner } from "../../../service/web/static/core/game.js";
import { keyOf } from "../../../service/web/static/core/games.js";
import { hintSteps, placesOf } from "../../../service/web/static/core/hints.js";
import { MISTAKES, chooseMove } from "../../../service/web/static/pages/play/match.js";
import { learnAll } from "./legal.mjs";
import { keys, solve, wins } from "./solver.mjs";

const GAMES = [
  { piles: [3, 4, 5] },
  { piles: [3, 4, 5], misere: true },
  { piles: [9], rule: { max_remove: 3 } },
  { piles: [7, 5], rule: { game: "kayles" } },
  { piles: [2, 4], rule: { game: "laskers-nim" } },
  { piles: [7, 8], rule: { game: "grundys-game" } },
  { piles: [5, 8], rule: { game: "wythoff" } },
  { piles: [11], rule: { game: "fibonacci" } },
  { piles: [3, 4, 5], rule: { game: "moore", max_piles: 2 } },
  { piles: [4, 5], rule: { game: "greedy" } },
];
learnAll({ piles: [1, 1] }, { piles: [1] }, ...GAMES.map(({ piles, rule }) => ({ piles, ...rule })));

const nameOf = ({ piles, rule, misere }) => `${piles} ${JSON.stringify(rule ?? {})}${misere ? " misère" : ""}`;

for (const setup of GAMES) {
  test(`mistakes are the moves that lose a win, and come as often as they should: ${nameOf(setup)}`, () => {
    const game = newGame(setup);
    const solution = solve(game);
    const losing = [...legalMoves(game)].filter((move) => wins(play(game, move)));
    for (const share of Object.values(MISTAKES)) {
      const made = new Set();
      for (let i = 0; i < 400; i += 1) {
        const draws = [Math.floor(i / 20) / 20, (i % 20) / 20];
        const { mistake, ...move } = chooseMove(game, solution, share, () => draws.shift());
        const isWrong = Math.floor(i / 20) / 20 < share;
        assert.equal(mistake, isWrong);
        if (isWrong) made.add(keyOf(move));
        else assert.equal(keyOf(move), keyOf(solution.best_move));
      }
      if (share > 0 && losing.length <= 20) assert.deepEqual(made, keys(losing));
      assert.ok([...made].every((key) => keys(losing).has(key)));
    }
  });

  test(`each step of a hint excludes something: ${nameOf(setup)}`, () => {
    const waiting = [newGame(setup)];
    for (let seen = 0; waiting.length > 0 && seen < 150; seen += 1) {
      const game = waiting.pop();
      const moves = [...legalMoves(game)];
      waiting.push(...moves.slice(-2).map((move) => play(game, move)).filter((left) => !isOver(left)));
      if (!wins(game)) continue;
      const solution = solve(game);
      let left = moves;
      for (const { piles, places, amounts, moves: named } of hintSteps(game, solution)) {
        const kept = left.filter((move) => {
          if (places) return places.some((one) => String(one) === String(placesOf(move)));
          if (amounts) return amounts.includes(move.remove) && piles.includes(move.pile);
          return keys(named).has(keyOf(move));
        });
        assert.ok(kept.length < left.length || (named && kept.length === left.length), `${game.piles}`);
        assert.ok(solution.winning_moves.every((move) => keys(kept).has(keyOf(move))));
        left = kept;
      }
      assert.deepEqual(keys(left), keys(solution.winning_moves));
    }
  });
}

test("otherwise the computer plays the best move: where every move wins, and where none does", () => {
  for (const piles of [[1, 1], [1]]) {
    const game = newGame({ piles });
    const solution = solve(game);
    assert.equal(keyOf(chooseMove(game, solution, 1)), keyOf(solution.best_move));
  }
});

test("somebody who plays at random wins at least 40 % of the first games", () => {
  const random = seeded(2026);
  let won = 0;
  for (let i = 0; i < 2000; i += 1) {
    let game = newGame({ piles: [3, 4, 5] });
    while (!isOver(game)) {
      const moves = [...legalMoves(game)];
      const isPersons = turn(game) === YOU;
      game = play(game, isPersons ? moves[Math.floor(random() * moves.length)] : chooseMove(game, solve(game), MISTAKES.easy, random));
    }
    won += winner(game) === YOU ? 1 : 0;
  }
  assert.ok(won >= 800, `${won} of 2000`);
});

test("each strength makes fewer mistakes than the one before, and the perfect computer none", () => {
  const shares = ["easy", "medium", "hard", "perfect"].map((strength) => MISTAKES[strength]);
  assert.deepEqual(shares, [...new Set(shares)].sort((a, b) => b - a));
  assert.equal(shares.at(-1), 0);
  assert.ok(shares[0] < 1); // even the easy computer makes good moves
});
