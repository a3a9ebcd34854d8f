// Hints: the steps that lead to the winning moves, and what each says. All of it is loaded with the first hint.

import { legalMoves, pilesName, say, whatWins } from "./game.js";
import { and, gameOf, oneOf } from "./games.js";

/**
 * The steps of a hint for a position that can be won, each with one key: `places` (lists of the piles
 * that a winning move changes) with `piles`, all of these; `amounts`, how many to take there; `moves`. A
 * step that excludes nothing is left out. Given an explanation, `column` comes first: its value, and how
 * many 1s it has.
 */
export function hintSteps(game, { winning_moves: moves, leading_column: leading = null, binary = null }) {
  const legal = legalMoves(game);
  const places = unique(moves.map(placesOf));
  const piles = [...new Set(places.flat())];
  const steps = [];
  if (leading !== null && binary?.odd_columns && followsColumns(game) && binary.rows.length > 1) {
    const ones = binary.column_sums[binary.place_values.indexOf(leading)];
    steps.push({ column: { value: leading, ones } });
  }
  if (places.length < unique(legal.map(placesOf)).length) steps.push({ places, piles });
  if (moves.some((move) => move.leaves_piles && move.component === undefined)) {
    const there = legal.filter((move) => piles.includes(move.pile));
    const amounts = unique(moves.map(({ remove }) => remove));
    const left = unique(there.map(({ remove }) => remove)).length;
    if (amounts.length < left) steps.push({ amounts, piles });
  }
  steps.push({ moves });
  return steps;
}

/** The piles that a move changes. @param {Move} move */
export function placesOf({ component, pile, removals }) {
  if (component !== undefined) return [component];
  return removals ? removals.map((one) => one.pile) : [pile];
}

function unique(items) {
  return [...new Map(items.map((item) => [String(item), item])).values()];
}

/** Whether even columns decide: not under a rule, and not at the end of misère play. */
function followsColumns({ rule, piles, misere }) {
  const large = piles.filter((count) => count > 1).length;
  return Object.keys(rule).length === 0 && !(misere && large < 2);
}

/** What a step of a hint says. */
export function advice(game, step, steps) {
  const { column, places, piles, amounts, token, moves, best } = step;
  if (column) return `Column ${column.value} is odd: take from a pile that has a 1 there.`;
  if (token) return "Move the token.";
  if (amounts) return `In ${pilesName(game, piles)}: ${oneOf(amounts.map((count) => (count === 0 ? "split it" : `take ${count}`)))}.`;
  if (places) {
    const own = gameOf(game.rule).where?.(places, game);
    if (own) return own;
    if (places.some(({ length }) => length > 1)) return `Take from ${places.map((one) => pilesName(game, one, and)).join(", or from ")}.`;
    const { say: ownWords, isTold } = gameOf(game.rule);
    const isMove = game.parts || ownWords || isTold || steps.some((one) => one.amounts);
    return `${isMove ? "There is a winning move in" : "Take from"} ${pilesName(game, piles)}.`;
  }
  if (moves.length > 0) return whatWins(moves, game);
  return `Every move loses against perfect play.${best ? ` To play on, ${say(best, game)}.` : ""}`;
}
