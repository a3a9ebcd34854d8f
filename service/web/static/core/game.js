// The course of a game and nothing else: whose turn it is, what a move does, who has won. The service
// says which moves are good.

/** @type {Map<string, Known>} */
const loaded = new Map();

/** Have a game known by its name, once its file is loaded; see games/index.js. */
export const register = (name, known) => loaded.set(name, known);

/** @param {Rule} rule */
export const nameOf = ({ game = "nim" }) => game;

/** @param {Rule} rule */
export const find = (rule) => loaded.get(nameOf(rule));

/**
 * The game of a rule, which must have been loaded.
 *
 * @param {Rule} rule
 */
export const gameOf = (rule) => /** @type {Known} */ (find(rule));

/** @type {Rule} */
export const ANY = Object.freeze({});

/** @type {"you"} */
export const YOU = "you";
/** @type {"other"} */
export const OTHER = "other";

/**
 * @param {Setup} setup
 * @returns {Game}
 */
export function newGame({ piles, misere = false, rule = ANY, first = YOU, two = false, names = {} }) {
  const known = gameOf(rule);
  const more = known.remote ? { options: null } : (known.begin?.({ piles, rule }) ?? {});
  return Object.freeze({ start: piles, piles, misere, rule, first, two, names, moves: [], ...more });
}

/**
 * The game's position, in the form of a request.
 *
 * @param {Game} game
 * @returns {object}
 */
export function position(game) {
  const { piles, misere, rule, quota } = game;
  if (game.parts) return { game: "sum", misere, components: game.parts.map(componentOf) };
  const { quota: _, ...keys } = rule; // of the first move only
  return { piles, misere, ...keys, ...(quota ? { quota } : {}) };
}

/** @param {Game} part */
function componentOf(part) {
  const { misere: _, ...rest } = position(part);
  return rest;
}

/**
 * The whole game, as the service reviews it.
 *
 * @param {Game} game
 */
export function played(game) {
  const { start, misere, rule } = game;
  const first = game.parts ? position(after(game, 0)) : { piles: start, misere, ...rule };
  return { ...first, moves: game.moves.map(plain) };
}

/**
 * A move in the form of a request.
 *
 * @param {Move} move
 * @returns {Move}
 */
export function plain({ component, pile, remove, leaves, leaves_piles: left, removals }) {
  const of = component === undefined ? {} : { component };
  if (remove === undefined && leaves !== undefined) return { ...of, pile, leaves }; // what the pile becomes
  if (removals) return { ...of, removals: removals.map((one) => ({ pile: one.pile, remove: one.remove })) };
  return left ? { ...of, pile, remove, leaves_piles: left } : { ...of, pile, remove };
}

/**
 * Equal for equal moves, whatever else is known of them.
 *
 * @param {Move} move
 */
export const keyOf = (move) => JSON.stringify(plain(move));

/**
 * @param {Player} player
 * @returns {Player}
 */
export function other(player) {
  return player === YOU ? OTHER : YOU;
}

/** @param {Game} game */
export function turn(game) {
  return game.moves.length % 2 === 0 ? game.first : other(game.first);
}

/**
 * Whether only the service knows the rules of this game.
 *
 * @param {Game} game
 */
export const isRemote = ({ options }) => options !== undefined;

/** @type {(game: Game, move: Move) => boolean} */
export const isLegal = (game, move) => gameOf(game.rule).isLegal(game, move);
/** @type {(game: Game) => Generator<Move>} */
export const legalMoves = (game) => gameOf(game.rule).legalMoves(game);

/**
 * The board that the game is played on.
 *
 * @param {{rule: Rule, start: number[]}} game
 */
export const boardOf = ({ rule, start }) => gameOf(rule).board(start);

/**
 * The position with its piles in the order in which they stand on the board, as the beginning of a game.
 *
 * @param {Game} game
 */
export function asItStands(game) {
  const standing = gameOf(game.rule).labels?.(game);
  return standing ? newGame({ ...game, piles: [...standing.keys()].map((pile) => game.piles[pile]) }) : game;
}

/**
 * Whether no move is legal; objects may be left, if a rule doesn't allow taking that few.
 *
 * @param {Game} game
 */
export function isOver(game) {
  return game.options !== null && Boolean(legalMoves(game).next().done);
}

/**
 * Whether a person is to move.
 *
 * @param {Game} game
 */
export function isPersonsTurn(game) {
  return game.options !== null && !isOver(game) && (game.two || turn(game) === YOU);
}

/**
 * The winner, or null while a move is legal.
 *
 * @param {Game} game
 */
export function winner(game) {
  if (!isOver(game)) return null;
  // The other player made the last move.
  return game.misere ? turn(game) : other(turn(game));
}

/**
 * The game after a move of the player to move, in the game's form.
 *
 * @param {Game} game
 * @param {Move} move
 * @returns {Game}
 */
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

/**
 * A move with all its keys.
 *
 * @param {Game} game
 * @param {Move} move
 * @returns {Move}
 */
function complete({ piles }, { pile, remove, leaves, leaves_piles: left, removals, at }) {
  if (remove === undefined && leaves !== undefined) return { pile, leaves };
  const from = (one) => ({ pile: one.pile, remove: one.remove, leaves: piles[one.pile] - one.remove });
  if (removals) return { removals: removals.map(from) };
  if (!left) return from({ pile, remove });
  return { pile, remove, leaves_piles: left, ...(at === undefined ? {} : { at }) };
}

/**
 * What a move leaves: the first part of a pile takes its place, a second one is added at the end.
 *
 * @param {number[]} piles
 * @param {Move} move
 * @returns {number[]}
 */
function leftBy(piles, { pile, leaves, leaves_piles: left, removals }) {
  if (left) return [...piles.map((each, i) => (i === pile ? (left[0] ?? 0) : each)), ...left.slice(1)];
  const changed = removals ?? [{ pile, leaves }];
  return piles.map((each, i) => changed.find((one) => one.pile === i)?.leaves ?? each);
}

/**
 * The game as it was after a number of moves.
 *
 * @param {Game} game
 * @param {number} count
 * @returns {Game}
 */
export function after(game, count) {
  const { start, rule, misere, first, two, names } = game;
  const fresh = newGame({ piles: start, rule, misere, first, two, names });
  return game.moves.slice(0, count).reduce(play, fresh);
}

/**
 * The game before one of its moves, for words about it.
 *
 * @param {Game} game
 * @param {Move} move
 */
export const before = (game, move) => after(game, game.moves.indexOf(move));

export function canUndo(game) {
  return game.moves.some((move) => game.two || move.by === YOU);
}

/** The game before a person's last move, so that it is that person's turn again. */
export function undo(game) {
  const people = game.moves.map((move) => game.two || move.by === YOU);
  return after(game, people.lastIndexOf(true));
}
