// Hints and the computer's moves, from the service's solution of a position. A hint has several steps; the
// computer makes the best move, or, as often as its strength says, a mistake.

import { keyOf, legalMoves } from "./game.js";

// --- The computer's move ---

/** The share of won positions in which it makes a mistake, by the words that links have. */
export const MISTAKES = Object.freeze({ easy: 0.6, medium: 0.3, hard: 0.1, perfect: 0 });

const LOOKED_AT = 5000; // moves among which a mistake is looked for

/**
 * The move to make in `game`, given the service's solution of its position. With the probability
 * `mistakes` it is a random move that throws a won position away. There is no such move in a lost
 * position, nor in a won one if every move wins, or more moves win than the service lists.
 */
export function chooseMove(game, solution, mistakes, random = Math.random) {
  const best = { ...solution.best_move, mistake: false };
  if (!solution.to_move_wins || solution.more || random() >= mistakes) return best;
  const wins = new Set(solution.winning_moves.map(keyOf));
  const errors = [...first(legalMoves(game), LOOKED_AT)].filter((move) => !wins.has(keyOf(move)));
  const chosen = errors[Math.floor(random() * errors.length)];
  return chosen ? { ...chosen, mistake: true } : best;
}

function* first(items, count) {
  let given = 0;
  for (const item of items) {
    if (given === count) return;
    given += 1;
    yield item;
  }
}

// --- Hints ---

/**
 * The steps of a hint for a position that can be won, each with one key: `places` (lists of the piles
 * that a winning move changes) with `piles`, all of these; `amounts`, how many to take there; `moves`. A
 * step that excludes nothing is left out. Given an explanation, `column` comes first: its value, and how
 * many 1s it has.
 */
export function hintSteps(game, { winning_moves: moves, leading_column: leading = null, binary = null }) {
  const legal = [...first(legalMoves(game), LOOKED_AT)];
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
    if (amounts.length < left && moves.length < there.length) steps.push({ amounts, piles });
  }
  steps.push({ moves });
  return steps;
}

/** The piles that a move changes. */
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

/**
 * Of a lost position's moves the best trap: after it the least share of the answers wins; if several are as
 * good, the `usual` one. `answers` are `{move, winning, legal}`: how many answers to the move win, and how many
 * there are.
 */
export function bestTrap(answers, usual = null) {
  const share = ({ winning, legal }) => winning / legal;
  const isUsual = ({ move }) => (usual && keyOf(move) === keyOf(usual) ? 0 : 1);
  const ordered = answers.filter(({ legal }) => legal > 0).sort((a, b) => share(a) - share(b) || isUsual(a) - isUsual(b) || b.legal - a.legal);
  return ordered[0] ?? null;
}
