// Who wins a position of a lesson, and with which moves: two games, each asked of the service.

import * as api from "./api.js";
import * as nim from "./game.js";
import * as token from "./token.js";

/** Nim, under any rule: POST /move judges. */
const piles = {
  newGame: nim.newGame,
  play: nim.play,
  isOver: nim.isOver,
  async judge(game, signal) {
    const { answer } = await api.solve(nim.position(game), signal);
    return { wins: answer.to_move_wins, winning: answer.winning_moves, best: answer.best_move };
  },
};

/** A token on a graph, and piles: POST /grundy judges, and says the number of each dot. */
const graph = {
  newGame: token.newGame,
  play: token.play,
  isOver: token.isOver,
  async judge(game, signal) {
    const { answer } = await api.grundy(token.question(game), signal);
    const winning = token.winningMoves(game, answer);
    return {
      wins: answer.sum.to_move_wins,
      winning,
      best: winning[0] ?? token.anyMove(game),
      numbers: answer.grundy_values,
    };
  },
};

export function judgeOf(task) {
  return task.graph ? graph : piles;
}
