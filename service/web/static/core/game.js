// The course of a game and nothing else: whose turn it is, what a move does, who has won. The service
// says which moves are good.

/** @typedef {"you" | "other"} Player the one at the page, and the computer or a second person */
/**
 * The keys that the service takes besides `piles` and `misere`.
 *
 * @typedef {{
 *   game?: string, max_remove?: number, subtraction_set?: readonly number[], code?: string, max_piles?: number,
 *   numbers?: string, quota?: number, parts?: Setup[], [key: string]: unknown,
 * }} Rule
 */
/**
 * @typedef {object} Setup
 * @property {number[]} piles
 * @property {boolean} [misere]
 * @property {Rule} [rule]
 * @property {Player} [first]
 * @property {boolean} [two] whether two people play
 * @property {{you?: string, other?: string}} [names] of the two, where they have any
 */
/**
 * A game, frozen.
 *
 * @typedef {object} Game
 * @property {number[]} start the counts before the first move
 * @property {number[]} piles the counts now
 * @property {boolean} misere
 * @property {Rule} rule
 * @property {Player} first
 * @property {boolean} two
 * @property {{you?: string, other?: string}} names
 * @property {Move[]} moves
 * @property {number} [quota] the most that the next move may take, in Fibonacci Nim
 * @property {Game[]} [parts] the games that a sum consists of
 * @property {Move[] | null} [options] the legal moves of a game that only the service knows, null until they
 *   are fetched
 * @property {Record<string, string[]>} [graph] of dots and arrows, see boards/token.js
 * @property {string} [at] where its token is
 */
/**
 * A move in the form that its game has; piles are counted from 0.
 *
 * @typedef {object} Move
 * @property {Player} [by] who has made it
 * @property {number} [component] of a sum
 * @property {number} [pile]
 * @property {number} [remove]
 * @property {number} [leaves]
 * @property {number[]} [leaves_piles]
 * @property {{pile: number, remove: number, leaves?: number}[]} [removals]
 * @property {number} [at] how many pins stand to the left of those that fell
 * @property {string} [to] where a token goes
 * @property {number} [size] of a pile that is chosen
 * @property {boolean} [mistake] whether the computer made it on purpose
 */

/**
 * What the pages know of a game. Most games leave out what is optional.
 *
 * @typedef {object} Known
 * @property {string} title
 * @property {string[]} noun what the objects are called, one and several
 * @property {(keys: Rule, start?: number[]) => string} rule what a move does
 * @property {(keys: Rule) => boolean} takesAll whether play ends with nothing left
 * @property {(game: Game) => string} invite what to do, said before the first move
 * @property {"removal" | "removals" | "split" | null} form of its moves, as the contract has it
 * @property {(game: Game, move: Move) => boolean} isLegal
 * @property {(game: Game) => Generator<Move>} legalMoves
 * @property {(start: number[]) => string} board that it is played on, a file of boards/
 * @property {string} [link] the key that follows its name in a link
 * @property {number} [piles] how many it has, where that is fixed
 * @property {number} most objects in each pile
 * @property {Field[]} fields its keys for the form, with what they are at first
 * @property {string[]} presets positions to begin with, as links without the game
 * @property {() => number[]} [random] piles by chance
 * @property {{places?: (places: number[][], game: Game) => string | null}} [hint] how a hint says where to
 *   move, if not by piles
 * @property {(rule: Rule) => string | null} [wrong] what is wrong with the keys
 * @property {Sheet} [sheet] the positions of a sheet by difficulty, and `blanks(position)`, what is filled in
 * @property {boolean} [remote] whether only the service knows its moves
 * @property {string} [unit] what a pile is called
 * @property {(game: Game) => Map<number, number>} [labels] the numbers of piles on the board
 * @property {(move: Move, game: Game) => string | null} [say] a move in words
 * @property {(move: Move, game: Game) => string | null} [said] a move that was made
 * @property {(start: number[]) => string} [goal] what the last move does
 * @property {string} [ended] what the player did who made it
 * @property {(game: Game) => string} [now] what holds for this move only
 * @property {boolean} [confirms] where choices are always confirmed
 * @property {(game: Game, pile: number) => number} [mostFrom] for the board of piles
 * @property {(rule: Rule) => number} [severalPiles] that a move may take from, there
 * @property {(setup: {piles: number[], rule: Rule}) => object} [begin] what the position has besides piles
 * @property {(game: Game, move: Move) => Move} [complete] a move with all its keys
 * @property {(move: Move, piles: number[], game: Game) => number[]} [leaves] the piles that a move leaves
 * @property {(move: Move, piles: number[], game: Game) => object} [after] how a move changes what `begin` says
 * @property {(game: Game) => Rule} [standing] the rule of a link that begins in the middle of a game
 */

/** @typedef {{piles: [number, number], objects: [number, number], quota?: boolean}} Sizes how many, from and to */
/** @typedef {{easy: Sizes, medium: Sizes, hard: Sizes}} Difficulties */
/** @typedef {Partial<Difficulties> & {ruled?: Difficulties, blanks?: (position: Game) => (string | null)[][]}} Sheet */
/**
 * A key of a game, as the service describes it, and the value that its field has at first.
 *
 * @typedef {object} Field
 * @property {string} name
 * @property {string} [label]
 * @property {boolean} [required]
 * @property {string} type
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {string[]} [enum]
 * @property {{type?: string, minimum?: number, maximum?: number}} [items]
 * @property {string | number} [first]
 */

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
 * Whether no move is legal; objects may be left, where a rule doesn't allow taking that few.
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
