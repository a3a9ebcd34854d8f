// Which positions a sheet has: how many piles of how many objects, by the game and the difficulty.

import { gameOf } from "../../core/game.js";
import { seeded } from "../../core/seeded.js";
import { kindOf } from "../../games/nim.js";

export const DIFFICULTIES = ["easy", "medium", "hard"];

/** One task in this many is a position without a winning move. */
const LOST_IN = 5;

/** For a game that the pages do not know. */
const USUAL = {
  easy: { piles: [2, 2], objects: [1, 7] },
  medium: { piles: [3, 3], objects: [1, 7] },
  hard: { piles: [3, 4], objects: [3, 15] },
};

/**
 * This many different positions at most, `{piles}` and perhaps a `quota`, in the order in which the seed
 * makes them come; `limits` are those of the game's entry in the service's list of games.
 */
export function candidates({ rule, difficulty, limits, seed, count }) {
  const { piles, objects, quota } = sizesOf(rule)[difficulty];
  const { arrange = (sizes) => sizes } = gameOf(rule).sheet ?? {};
  const random = seeded(seed);
  const between = ([low, high]) => low + Math.floor(random() * (high - low + 1));
  const found = new Map();
  for (let i = 0; i < count; i += 1) {
    const number = Math.max(limits.least_piles ?? 1, Math.min(between(piles), limits.piles));
    const position = { piles: arrange(Array.from({ length: number }, () => Math.min(between(objects), limits.pile))) };
    // Twice what the move before took; if the rule has its own quota, that applies.
    if (quota && !rule.quota) position.quota = 2 * between([1, Math.floor(position.piles[0] / 4)]);
    if (position.piles.some((size) => size > 0)) found.set(JSON.stringify(position), position);
  }
  return [...found.values()];
}

function sizesOf(rule) {
  const { sheet } = gameOf(rule);
  if (!sheet?.easy) return USUAL;
  return !rule.game && kindOf(rule) !== "any" ? sheet.ruled : sheet;
}

/**
 * The tasks of a sheet, of positions with the service's solutions: most have a winning move, and not more of
 * them than `answers`, some are lost.
 */
export function choose(solved, count, answers) {
  const { won, lost } = fitting(solved, count, answers);
  const chosen = new Set([...lost, ...won.slice(0, count - lost.length)]);
  return solved.filter((one) => chosen.has(one));
}

/** Whether further positions would change nothing in the sheet. */
export function isFull(solved, count, answers) {
  const { won, lost } = fitting(solved, count, answers);
  const wanted = Math.floor(count / LOST_IN);
  return lost.length === wanted && won.length >= count - wanted;
}

/** The positions that a sheet may have, of the lost ones no more than it does. */
function fitting(solved, count, answers) {
  const fits = ({ solution: { winning_moves: moves, best_move: best } }) => best !== null && moves.length <= answers;
  const ofKind = (wins) => solved.filter((one) => fits(one) && one.solution.to_move_wins === wins);
  return { won: ofKind(true), lost: ofKind(false).slice(0, Math.floor(count / LOST_IN)) };
}
