// Who wins a position of a lesson, and with which moves: two games, each judged by the service.

import * as api from "../../core/api.js";
import * as nim from "../../core/game.js";
import { isLegal, legalMoves } from "../../core/rule.js";
import * as token from "./token.js";

const CANDIDATES = 80; // positions of piles that are sent at once, to find one that will do
const GRAPHS = 12; // graphs that are tried, one after another

/** A game of piles: POST /move judges. */
const piles = {
  newGame: nim.newGame,
  play: nim.play,
  isOver: nim.isOver,
  isLegal,
  moves: (game) => [...legalMoves(game)],
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

/** A token on a graph, and piles: POST /grundy judges, and has the number of each dot. */
const graph = {
  newGame: token.newGame,
  play: token.play,
  isOver: token.isOver,
  isLegal: () => true, // the board offers no other moves
  moves: (game) => [...game.graph[game.at].map((to) => ({ to })), ...legalMoves(game)],
  async judge(game, signal) {
    const { response } = await api.grundy(token.question(game), signal);
    const winning = token.winningMoves(game, response);
    return {
      wins: response.sum.to_move_wins,
      winning,
      best: winning[0] ?? this.moves(game)[0] ?? null,
      numbers: response.grundy_values,
    };
  },
  async find(task, signal) {
    for (let tried = 0; tried < GRAPHS; tried += 1) {
      const came = task.another();
      const { wins, numbers } = await this.judge(this.newGame({ ...task, ...came }), signal);
      if (task.sizes ? task.sizes.includes(numbers[came.token]) : wins) return came;
    }
    return null;
  },
  /** The steps of a hint: while a pile is to be chosen, that pile; else with what, and the move. */
  hint(task, { at }, { winning, numbers }) {
    if (task.sizes) return [{ moves: [{ size: numbers[at] }] }];
    const [first] = winning;
    return [first?.to === undefined ? { piles: [first.pile] } : { token: true }, { moves: winning }];
  },
};

export function judgeOf(task) {
  return task.graph ? graph : piles;
}
