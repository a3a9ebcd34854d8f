// Who wins, by the legal moves alone: what the service is asked for, without it.

import { isOver, legalMoves, play, position } from "../../../service/web/static/core/game.js";
import { keyOf } from "../../../service/web/static/core/games.js";

const known = new Map();

/** Whether the player to move wins. */
export function wins(game) {
  const key = JSON.stringify(position(game));
  if (!known.has(key)) {
    const left = [...legalMoves(game)].map((move) => play(game, move));
    known.set(key, isOver(game) ? game.misere : left.some((after) => !wins(after)));
  }
  return known.get(key);
}

/** The position's solution in the form of POST /move. */
export function solve(game) {
  const moves = [...legalMoves(game)];
  const winning = moves.filter((move) => !wins(play(game, move)));
  return { to_move_wins: wins(game), winning_moves: winning, best_move: winning[0] ?? moves[0] ?? null };
}

export const keys = (moves) => new Set(moves.map(keyOf));
