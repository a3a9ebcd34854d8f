// What is wrong with the position that a losing move has left.

import { equation, shapeOf } from "../../core/explanation.js";

/**
 * `{reply, columns, groups, ones}`, of which only what applies is there: the service's reply to the
 * move, null if the game is over; the odd columns, from the left, each with its piles; the groups and
 * what is left over; the piles of 1 at the end of misère play.
 *
 * `explained` is the service's explanation of the position, and `kind` by what the task teaches it.
 */
export function reasonOf(kind, reply, explained) {
  if (reply === null || !explained) return { reply };
  const { position, response } = explained;
  if (kind === "groups") {
    const shape = shapeOf(explained);
    return { reply, groups: { equation: equation(shape), rest: shape.rest } };
  }
  const large = position.piles.filter((count) => count > 1).length;
  if (position.misere && large < 2) {
    return { reply, ones: { count: position.piles.filter((count) => count === 1).length, large: large === 1 } };
  }
  const { place_values: values, rows, odd_columns: odd } = response.binary;
  const columns = odd.map((value) => {
    const at = values.indexOf(value);
    return { value, piles: rows.flatMap((row, pile) => (row[at] === 1 ? [pile] : [])) };
  });
  return { reply, columns };
}
