// A game drawn as dots and arrows, with piles beside it: a move takes the token along an arrow, or
// objects from a pile, or, if a task wants that, puts a pile of a chosen size there.
//
// A game is as in game.js, with `graph` (from each dot, the dots that its arrows lead to) and `at`,
// the dot with the token. Its further moves are {by, to} and {by, size}.

import * as api from "../core/api.js";
import * as nim from "../core/game.js";

const GRAPHS = 12; // that are tried, one after another, to find one that will do

/** @param {Setup & {graph: Record<string, string[]>, token: string}} setup */
export function newGame(setup) {
  return Object.freeze({ ...nim.newGame(setup), graph: setup.graph, at: setup.token });
}

export function isOver(game) {
  return nim.isOver(game) && game.graph[game.at].length === 0;
}

export function play(game, move) {
  const done = { by: nim.turn(game), ...move };
  if (move.size !== undefined) {
    return Object.freeze({ ...game, piles: [move.size], moves: [...game.moves, done] });
  }
  if (move.to === undefined) return nim.play(game, move);
  if (!game.graph[game.at].includes(move.to)) throw new RangeError(`no arrow to ${move.to}`);
  return Object.freeze({ ...game, at: move.to, moves: [...game.moves, done] });
}

/** What POST /grundy takes: the dots and the piles as one graph, and the sum on the board. */
function question({ graph, at, piles }) {
  const options = { ...graph };
  for (let size = Math.max(0, ...piles); size >= 0; size -= 1) {
    options[pileName(size)] = Array.from({ length: size }, (_, less) => pileName(less));
  }
  return { options, sum: [at, ...piles.map(pileName)] };
}

/** The moves of this game that the service's response calls winning. */
function winningMoves({ piles }, { sum }) {
  return sum.winning_moves.map(({ component, to }) => {
    if (component === 0) return { to };
    const pile = component - 1;
    const leaves = Number(to.replace(/^pile /, ""));
    return { pile, remove: piles[pile] - leaves, leaves };
  });
}

function pileName(size) {
  return `pile ${size}`;
}

/** A token on a graph, and piles: POST /grundy judges, and has the number of each dot. */
export const judge = {
  newGame,
  play,
  isOver,
  isLegal: () => true, // the board offers no other moves
  moves: (game) => [...game.graph[game.at].map((to) => ({ to })), ...nim.legalMoves(game)],
  async judge(game, signal) {
    const { response } = await api.grundy(question(game), signal);
    const winning = winningMoves(game, response);
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
