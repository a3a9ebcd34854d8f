// Whether the map of a game is small enough to be drawn.

import { newGame, play } from "./game.js";
import { formOf, legalMoves } from "./rule.js";

/** Of more positions than these the picture would show nothing. */
export const MAX_DRAWN = 150;

/**
 * Whether few enough positions can be reached from a game's first one, the order of piles left
 * aside. True of a game whose rules these pages do not know: the map's response has the count.
 */
export function isDrawable({ start, rule }) {
  if (formOf(rule) === null) return true;
  const name = ({ piles }) => [...piles].filter((count) => count > 0).sort((a, b) => a - b).join("+");
  const first = newGame({ piles: start, rule });
  const found = new Set([name(first)]);
  const waiting = [first];
  while (waiting.length > 0) {
    const game = waiting.pop();
    for (const move of legalMoves(game)) {
      const left = play({ ...game, moves: [] }, move);
      if (found.has(name(left))) continue;
      found.add(name(left));
      if (found.size > MAX_DRAWN) return false;
      waiting.push(left);
    }
  }
  return true;
}
