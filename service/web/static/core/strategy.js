// Hints and the computer's moves, from the service's solution of a position. A hint has several steps; the
// computer makes the best move, or, as often as its strength says, a mistake.

import { isRemote, keyOf } from "./game.js";
import { kind, legalMoves } from "./rule.js";

// --- The computer's move ---

/** By the words that links have for them. */
export const MISTAKES = Object.freeze({ easy: 0.6, medium: 0.3, hard: 0.1, perfect: 0 });

/** What a newcomer plays against, and what a link without a word for it means. */
export const USUAL = "medium";

const LOOKED_AT = 5000; // moves among which a mistake is looked for

/**
 * The move to make in `game`, given the service's solution of its position. With the probability
 * `mistakes` it is a random one of the moves that throw a won position away; a lost position has
 * none to make, nor has a won one in which every move wins, or more than the service lists.
 */
export function chooseMove(game, solution, mistakes, random = Math.random) {
  const best = { ...solution.best_move, mistake: false };
  if (!solution.to_move_wins || solution.more || random() >= mistakes) return best;
  const wins = new Set(solution.winning_moves.map(keyOf));
  const errors = [];
  let looked = 0;
  for (const move of isRemote(game) ? listed(game) : legalMoves(game)) {
    if (!wins.has(keyOf(move))) errors.push({ ...move, mistake: true });
    looked += 1;
    if (looked === LOOKED_AT) break;
  }
  return errors[Math.floor(random() * errors.length)] ?? best;
}

function listed({ options }) {
  return Array.isArray(options) ? options : [];
}

// --- Hints ---

/**
 * The steps for a position and the service's solution of it, each with one key: `places` (lists of
 * the piles that a winning move changes) with `piles`, all of these; `amounts`, of a game that also
 * says what is left; `moves`. Given an explanation, `column` comes first: its value, and how many 1s
 * it has.
 */
export function hintSteps(position, { winning_moves: moves, leading_column: leading = null, binary = {} }) {
  if (moves.length === 0) return [{ moves }];
  const places = unique(moves.map(placesOf));
  const piles = [...new Set(places.flat())];
  const several = position.piles.filter((count) => count > 0).length > 1;
  const steps = [];
  if (several && leading !== null && binary.odd_columns && followsColumns(position)) {
    const ones = binary.column_sums[binary.place_values.indexOf(leading)];
    steps.push({ column: { value: leading, ones } });
  }
  if (several) steps.push({ places, piles });
  const amounts = unique(moves.filter((move) => move.leaves_piles).map(({ remove }) => remove));
  if (amounts.length > 0) steps.push({ amounts, piles });
  steps.push({ moves });
  return steps;
}

/** The piles that a move changes. */
export function placesOf({ pile, removals }) {
  return removals ? removals.map((one) => one.pile) : [pile];
}

function unique(items) {
  return [...new Map(items.map((item) => [String(item), item])).values()];
}

/** Whether even columns decide: not under a rule, and not at the end of misère play. */
function followsColumns(position) {
  const large = position.piles.filter((count) => count > 1).length;
  return kind(position) === "any" && !(position.misere && large < 2);
}
