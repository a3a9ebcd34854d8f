// The games of the pages. Each is a file here, of the name that the service gives it, which is loaded
// when a position of it is first needed. Its default export has what the pages know of the game, see
// Known in core/game.js. The families have what several games share. A game that has no file here is
// played on the general board: its moves are those that the service lists.

import { find, register } from "../core/game.js";
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
  "chomp",
  "growing",
  "sum",
]);

register("nim", nim);

/** Load a game by its name; `listed` is the service's entry for it. False if there is no such game. */
export async function loadGame(name, listed = null) {
  if (find({ game: name })) return true;
  if (FILES.has(name)) register(name, (await import(`./${name}.js`)).default);
  else if (listed) register(name, (await import("./families/general.js")).general(listed));
  return Boolean(find({ game: name }));
}
