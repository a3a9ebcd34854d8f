// The rules of Nim and nothing else: whose turn it is, what a move does, who has won. Which moves
// are good is for the service to say.
//
// A game is a frozen object: `start` and `piles` (counts before the first move and now), `misere`,
// `first` ("you" or "service") and `moves` ({by, pile, remove, leaves}, piles counted from 0).

export const YOU = "you";
export const SERVICE = "service";

export function newGame({ piles, misere = false, first = YOU }) {
  return Object.freeze({ start: piles, piles, misere, first, moves: [] });
}

export function other(player) {
  return player === YOU ? SERVICE : YOU;
}

export function turn(game) {
  return game.moves.length % 2 === 0 ? game.first : other(game.first);
}

export function isOver(game) {
  return game.piles.every((count) => count === 0);
}

/** The winner, or null while there are objects left. */
export function winner(game) {
  if (!isOver(game)) return null;
  // The player to move has nothing to take: the other one took the last object.
  return game.misere ? turn(game) : other(turn(game));
}

/** The game after the player to move has taken `remove` objects from `pile`. */
export function play(game, { pile, remove }) {
  const count = game.piles[pile];
  if (!Number.isInteger(remove) || remove < 1 || !(remove <= count)) {
    throw new RangeError(`no such move: ${remove} from pile ${pile}`);
  }
  const leaves = count - remove;
  return Object.freeze({
    ...game,
    piles: game.piles.with(pile, leaves),
    moves: [...game.moves, { by: turn(game), pile, remove, leaves }],
  });
}

export function canUndo(game) {
  return game.moves.some((move) => move.by === YOU);
}

/** The game before your last move, so that it is your turn again. */
export function undo(game) {
  const kept = game.moves.slice(0, game.moves.findLastIndex((move) => move.by === YOU));
  return kept.reduce(play, newGame({ ...game, piles: game.start }));
}
