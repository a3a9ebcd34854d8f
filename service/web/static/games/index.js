// The games of the pages. Each is a file here, of the name that the service gives it, which is loaded
// when a position of it is first needed. Its default export has what the pages know of the game, see
// Known. The families have what several games share. A game that has no file here is played on the
// general board: its moves are those that the service lists.

import nim from "./nim.js";

const FILES = new Set([
  "octal",
  "kayles",
  "dawsons-kayles",
  "dawsons-chess",
  "laskers-nim",
  "grundys-game",
  "moore",
  "wythoff",
  "fibonacci",
  "greedy",
  "numbers",
  "euclid",
  "staircase",
  "sum",
]);

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

/** @typedef {import("../core/game.js").Rule} Rule */
/** @typedef {import("../core/game.js").Game} Game */
/** @typedef {import("../core/game.js").Move} Move */
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
const loaded = new Map([["nim", nim]]);

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

/** Load a game by its name; `listed` is what the service says of it. False where there is no such game. */
export async function loadGame(name, listed = null) {
  if (loaded.has(name)) return true;
  if (FILES.has(name)) {
    loaded.set(name, (await import(`./${name}.js`)).default);
    return true;
  }
  if (!listed) return false;
  const { general } = await import("./families/general.js");
  loaded.set(name, general(listed));
  return true;
}
