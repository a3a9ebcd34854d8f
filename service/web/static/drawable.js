// Whether the map of a game is small enough to be drawn.

import { newGame, play } from "./game.js";
import { formOf, legalMoves } from "./rule.js";

/** Of more positions than these the picture would show nothing. */
export const MAX_DRAWN = 150;

/**
 * Whether so few positions can be reached from a game's first one, in whatever order their piles
 * stand; of a game that these pages do not know the service says it when the map is requested.
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
