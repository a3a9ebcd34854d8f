// The games of the pages. Each is a file here, of the name that the service gives it, which is loaded
// when a position of it is first needed. Its default export has what the pages know of the game:
//
// - `title`, and `noun`, what the objects are called, one and several
// - `rule(keys, start)`: what a move does; `takesAll(keys)`: whether play ends with nothing left
// - `invite(game)`: what to do, said before the first move
// - `form` of its moves, as the contract has it; `isLegal(game, move)` and `legalMoves(game)`
// - `board(start)`: the board that it is played on, a file of boards/
// - `link`: the key that follows its name in a link; `piles`: how many it has, where that is fixed, and
//   `most` objects in each; `fields`: its keys for the form, with what they are at first
// - `presets`: positions to begin with, as links without the game; `random()`: piles by chance
// - `hint.places(places, game)`: how a hint says where to move, if not by piles
// - `wrong(rule)`: what is wrong with the keys, or null
// - `sheet`: the positions of a sheet by difficulty, and `blanks(position)`, what is filled in there
//
// What is different about a game it says by these, which most games leave out: `unit`, what a pile is called;
// `labels(game)`, the numbers of piles on the board; `say` and `said`, a move in words; `goal`, `ended` and
// `now`, other sentences; `confirms`, where choices are always confirmed; `mostFrom` and `severalPiles`, for
// the board of piles; `begin`, `complete`, `leaves` and `after`, what the position has besides piles and how
// moves change it; `standing`, the rule of a link that begins in the middle of a game.
//
// The families have what several games share. A game that has no file here is played on the general
// board: its moves are those that the service lists.

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

const loaded = new Map([["nim", nim]]);

export const nameOf = ({ game = "nim" }) => game;

/** The game of a rule, which must have been loaded. */
export function gameOf(rule) {
  return loaded.get(nameOf(rule));
}

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

/** Whether the pages have a file for the game, or know it otherwise. */
export const isKnown = (name) => FILES.has(name) || loaded.has(name);
