// A hint in steps: which column, which pile, how many.

import { kind } from "./rule.js";

/**
 * The steps for a position and the service's explanation of it, each with one key: `column` (its
 * value, and how many 1s it has), `piles` (those that a winning move takes from), `moves`.
 */
export function hintSteps(position, { winning_moves: moves, leading_column: leading, binary }) {
  if (moves.length === 0) return [{ moves }];
  const piles = [...new Set(moves.map(({ pile }) => pile))];
  const several = position.piles.filter((count) => count > 0).length > 1;
  const steps = [];
  if (several && leading !== null && followsColumns(position)) {
    const ones = binary.column_sums[binary.place_values.indexOf(leading)];
    steps.push({ column: { value: leading, ones } });
  }
  if (several) steps.push({ piles });
  steps.push({ moves });
  return steps;
}

/** Whether even columns decide: not under a rule, and not at the end of misère play. */
function followsColumns(position) {
  const large = position.piles.filter((count) => count > 1).length;
  return kind(position) === "any" && !(position.misere && large < 2);
}
