// The course of a game and nothing else: whose turn it is, what a move does, who has won. Which
// moves are good is for the service to say.
//
// A game is a frozen object: `start` and `piles` (counts before the first move and now), `misere`,
// `rule` (the keys that the service takes besides `piles` and `misere`), `first` (YOU or OTHER), `two`
// (whether two people play), `names` (of the two, where they have any) and `moves`, each in the form
// that the game has, with `by` (piles counted from 0). In Fibonacci Nim `quota` is the most that the
// next move may take. A sum has `parts`, the games that it consists of.
//
// Of a game that only the service knows, `options` are the legal moves that it lists, null until they
// are fetched.

import { gameOf } from "../games/index.js";

export const ANY = Object.freeze({});

/** The two players: the one at the page, and the computer or a second person. */
export const YOU = "you";
export const OTHER = "other";

export function newGame({ piles, misere = false, rule = ANY, first = YOU, two = false, names = {} }) {
  const known = gameOf(rule);
  const more = known.remote ? { options: null } : (known.begin?.({ piles, rule }) ?? {});
  return Object.freeze({ start: piles, piles, misere, rule, first, two, names, moves: [], ...more });
}

/** The game's position, in the form of a request. */
export function position(game) {
  const { piles, misere, rule, quota } = game;
  if (game.parts) return { game: "sum", misere, components: game.parts.map(componentOf) };
  const { quota: _, ...keys } = rule; // of the first move only
  return { piles, misere, ...keys, ...(quota ? { quota } : {}) };
}

function componentOf(part) {
  const { misere: _, ...rest } = position(part);
  return rest;
}

/** The whole game, as the service reviews it. */
export function played(game) {
  const { start, misere, rule } = game;
  const first = game.parts ? position(after(game, 0)) : { piles: start, misere, ...rule };
  return { ...first, moves: game.moves.map(plain) };
}

/** A move in the form of a request. */
export function plain({ component, pile, remove, leaves_piles: left, removals }) {
  const of = component === undefined ? {} : { component };
  if (removals) return { ...of, removals: removals.map((one) => ({ pile: one.pile, remove: one.remove })) };
  return left ? { ...of, pile, remove, leaves_piles: left } : { ...of, pile, remove };
}

/** Equal for equal moves, whatever else is known of them. */
export const keyOf = (move) => JSON.stringify(plain(move));

export function other(player) {
  return player === YOU ? OTHER : YOU;
}

export function turn(game) {
  return game.moves.length % 2 === 0 ? game.first : other(game.first);
}

/** Whether only the service knows the rules of this game. */
export const isRemote = ({ options }) => options !== undefined;

export const isLegal = (game, move) => gameOf(game.rule).isLegal(game, move);
export const legalMoves = (game) => gameOf(game.rule).legalMoves(game);

/** The board that the game is played on. */
export const boardOf = ({ rule, start }) => gameOf(rule).board(start);

/** Whether no move is legal; objects may be left, where a rule doesn't allow taking that few. */
export function isOver(game) {
  return game.options !== null && Boolean(legalMoves(game).next().done);
}

/** Whether a person is to move. */
export function isPersonsTurn(game) {
  return game.options !== null && !isOver(game) && (game.two || turn(game) === YOU);
}

/** The winner, or null while a move is legal. */
export function winner(game) {
  if (!isOver(game)) return null;
  // The other player made the last move.
  return game.misere ? turn(game) : other(turn(game));
}

/** The game after a move of the player to move, in the game's form. */
export function play(game, move) {
  if (game.options === undefined && !isLegal(game, move)) throw new RangeError(`no such move: ${JSON.stringify(move)}`);
  const known = gameOf(game.rule);
  const done = known.complete?.(game, move) ?? complete(game, move);
  const piles = known.leaves?.(done, game.piles, game) ?? leftBy(game.piles, done);
  return Object.freeze({
    ...game,
    piles,
    moves: [...game.moves, { by: turn(game), ...done }],
    ...(known.after?.(done, piles, game) ?? {}),
    ...(isRemote(game) ? { options: null } : {}),
  });
}

/** A move with all its keys. */
function complete({ piles }, { pile, remove, leaves_piles: left, removals, at }) {
  const from = (one) => ({ pile: one.pile, remove: one.remove, leaves: piles[one.pile] - one.remove });
  if (removals) return { removals: removals.map(from) };
  if (!left) return from({ pile, remove });
  return { pile, remove, leaves_piles: left, ...(at === undefined ? {} : { at }) };
}

/** What a move leaves: the first part of a pile takes its place, a second one is added at the end. */
function leftBy(piles, { pile, leaves, leaves_piles: left, removals }) {
  if (left) return [...piles.map((each, i) => (i === pile ? (left[0] ?? 0) : each)), ...left.slice(1)];
  const changed = new Map((removals ?? [{ pile, leaves }]).map((one) => [one.pile, one.leaves]));
  return piles.map((each, i) => changed.get(i) ?? each);
}

/** The game as it was after a number of moves. */
export function after(game, count) {
  const { start, rule, misere, first, two, names } = game;
  const fresh = newGame({ piles: start, rule, misere, first, two, names });
  return game.moves.slice(0, count).reduce(play, fresh);
}

/** The game before one of its moves, for words about it. */
export const before = (game, move) => after(game, game.moves.indexOf(move));

export function canUndo(game) {
  return game.moves.some((move) => game.two || move.by === YOU);
}

/** The game before a person's last move, so that it is that person's turn again. */
export function undo(game) {
  const people = game.moves.map((move) => game.two || move.by === YOU);
  return after(game, people.lastIndexOf(true));
}
