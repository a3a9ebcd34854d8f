// The course of a game and nothing else: whose turn it is, what a move does, who has won. Which
// moves are good is for the service to say.
//
// A game is a frozen object: `start` and `piles` (counts before the first move and now), `misere`,
// `rule` (see rule.js), `first` (YOU or OTHER), `two` (whether two people play), `names` (of the two,
// where they have any) and `moves` ({by, pile, remove, leaves}, piles counted from 0).

import { ANY, allows, least } from "./rule.js";

/** The two players: the one at the page, and the computer or a second person. */
export const YOU = "you";
export const OTHER = "other";

export function newGame({ piles, misere = false, rule = ANY, first = YOU, two = false, names = {} }) {
  return Object.freeze({ start: piles, piles, misere, rule, first, two, names, moves: [] });
}

/** The game's position, as the service takes it. */
export function position({ piles, misere, rule }) {
  return { piles, misere, ...rule };
}

/** The whole game, as the service reviews it. */
export function played(game) {
  const moves = game.moves.map(({ pile, remove }) => ({ pile, remove }));
  return { ...position(game), piles: game.start, moves };
}

export function other(player) {
  return player === YOU ? OTHER : YOU;
}

export function turn(game) {
  return game.moves.length % 2 === 0 ? game.first : other(game.first);
}

/** Whether no move is legal; objects may be left, where a rule doesn't allow taking that few. */
export function isOver({ piles, rule }) {
  return piles.every((count) => count < least(rule));
}

/** Whether a person is to move. */
export function isPersonsTurn(game) {
  return !isOver(game) && (game.two || turn(game) === YOU);
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
    piles: game.piles.map((each, i) => (i === pile ? leaves : each)),
    moves: [...game.moves, { by: turn(game), pile, remove, leaves }],
  });
}

/** The game as it was after so many moves. */
export function after(game, count) {
  return game.moves.slice(0, count).reduce(play, Object.freeze({ ...game, piles: game.start, moves: [] }));
}

export function canUndo(game) {
  return game.moves.some((move) => game.two || move.by === YOU);
}

/** The game before a person's last move, so that it is that person's turn again. */
export function undo(game) {
  const people = game.moves.map((move) => game.two || move.by === YOU);
  return after(game, people.lastIndexOf(true));
}
