// Who wins a position of a lesson, and with which moves: each position is judged by the service.

import * as api from "../../core/api.js";
import * as nim from "../../core/game.js";

const CANDIDATES = 80; // positions of piles that are sent together, to find one that will do

/** Judges a game of piles by `/move`. */
const piles = {
  newGame: nim.newGame,
  play: nim.play,
  isOver: nim.isOver,
  isLegal: nim.isLegal,
  moves: (game) => [...nim.legalMoves(game)],
  async judge(game, signal) {
    const { response } = await api.solve(nim.position(game), signal);
    return { wins: response.to_move_wins, winning: response.winning_moves, best: response.best_move };
  },
  /** Something that makes another task like this one, or null if none of those that came will do. */
  async find(task, signal) {
    const came = Array.from({ length: CANDIDATES }, task.another);
    const games = came.map((setup) => nim.newGame({ ...task, ...setup }));
    const { response } = await api.solveAll(games.map(nim.position), signal);
    const fits = task.fits ?? (() => true);
    const index = response.results.findIndex(
      (solution, i) =>
        solution.to_move_wins === (task.first === nim.YOU) &&
        String(came[i].piles) !== String(task.piles) &&
        fits(solution, games[i]),
    );
    return index === -1 ? null : came[index];
  },
};

/** The judge of a task: for a game of piles, unless the task has its own. */
export const judgeOf = (task) => task.judge ?? piles;
