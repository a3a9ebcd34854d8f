// The course of a game and nothing else: whose turn it is, what a move does, who has won. Which
// moves are good is for the service to say.
//
// A game is a frozen object: `start` and `piles` (counts before the first move and now), `misere`,
// `rule` (see rule.js), `first` ("you" or "service") and `moves` ({by, pile, remove, leaves}, piles
// counted from 0).

import { ANY, allows, least } from "./rule.js";

export const YOU = "you";
export const SERVICE = "service";

export function newGame({ piles, misere = false, rule = ANY, first = YOU }) {
  return Object.freeze({ start: piles, piles, misere, rule, first, moves: [] });
}

/** The game's position, as the service takes it. */
export function position({ piles, misere, rule }) {
  return { piles, misere, ...rule };
}

export function other(player) {
  return player === YOU ? SERVICE : YOU;
}

export function turn(game) {
  return game.moves.length % 2 === 0 ? game.first : other(game.first);
}

/** Whether no move is legal; objects may be left, where a rule forbids to take so few. */
export function isOver({ piles, rule }) {
  return piles.every((count) => count < least(rule));
}

/** The winner, or null while a move is legal. */
export function winner(game) {
  if (!isOver(game)) return null;
  // The other player made the last move.
  return game.misere ? turn(game) : other(turn(game));
}

/** The game after the player to move has taken `remove` objects from `pile`. */
export function play(game, { pile, remove }) {
  const count = game.piles[pile];
  if (!allows(game.rule, remove) || !(remove <= count)) {
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
