// A game drawn as dots and arrows, with piles beside it: a move takes the token along an arrow, or
// objects from a pile, or, where a task asks for it, puts a pile of a chosen size there.
//
// A game is as in game.js, with `graph` (from each dot, the dots that its arrows lead to) and `at`,
// the dot with the token. Its further moves are {by, to} and {by, size}.

import * as nim from "../../core/game.js";

export function newGame({ graph, token, ...setup }) {
  return Object.freeze({ ...nim.newGame(setup), graph, at: token });
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
export function question({ graph, at, piles }) {
  const options = { ...graph };
  for (let size = Math.max(0, ...piles); size >= 0; size -= 1) {
    options[pileName(size)] = Array.from({ length: size }, (_, less) => pileName(less));
  }
  return { options, sum: [at, ...piles.map(pileName)] };
}

/** The moves of this game that the service's response calls winning. */
export function winningMoves({ piles }, { sum }) {
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
