// The game of this tab, kept until the tab is closed: a reload goes on with it, moves and all.

import { newGame, play } from "./game.js";
import { USUAL } from "./strength.js";

const KEY = "nim-game";

export function keep(address, { game, strength }) {
  const { start, misere, rule, first, two, names } = game;
  const moves = game.moves.map(({ pile, remove }) => [pile, remove]);
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ address, start, misere, rule, first, two, names, moves, strength }));
  } catch {
    // Storage is switched off or full: a reload begins with the position in the address.
  }
}

/** `{game, strength}` if the game with this address was kept, else null. */
export function kept(address) {
  try {
    const { address: its, moves, strength = USUAL, start, ...setup } = JSON.parse(sessionStorage.getItem(KEY));
    if (its !== address || address === "") return null;
    const game = moves.reduce(
      (before, [pile, remove]) => play(before, { pile, remove }),
      newGame({ ...setup, piles: start }),
    );
    return { game, strength };
  } catch {
    return null; // nothing was kept, or something else than a game
  }
}
