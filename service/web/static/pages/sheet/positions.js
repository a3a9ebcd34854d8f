// Which positions a sheet has: how many piles of how many objects, by the game and the difficulty.

import { formOf, kind } from "../../core/rule.js";
import { seeded } from "../../core/seeded.js";

/** `piles` of `objects`, each from the first number to the second; `quota`: whether some have one. */
const SIZES = {
  any: {
    easy: { piles: [2, 2], objects: [1, 7] },
    medium: { piles: [3, 3], objects: [1, 7] },
    hard: { piles: [3, 4], objects: [3, 15] },
  },
  ruled: {
    easy: { piles: [1, 1], objects: [4, 15] },
    medium: { piles: [2, 2], objects: [4, 15] },
    hard: { piles: [3, 3], objects: [5, 21] },
  },
  // No more objects in all than the service solves in misère play by search.
  split: {
    easy: { piles: [1, 2], objects: [2, 9] },
    medium: { piles: [2, 2], objects: [2, 10] },
    hard: { piles: [3, 3], objects: [2, 9] },
  },
  moore: {
    easy: { piles: [3, 3], objects: [1, 5] },
    medium: { piles: [3, 4], objects: [1, 7] },
    hard: { piles: [4, 5], objects: [2, 12] },
  },
  wythoff: {
    easy: { piles: [2, 2], objects: [1, 6] },
    medium: { piles: [2, 2], objects: [2, 10] },
    hard: { piles: [2, 2], objects: [5, 14] },
  },
  fibonacci: {
    easy: { piles: [1, 1], objects: [4, 30] },
    medium: { piles: [1, 1], objects: [6, 30], quota: true },
    hard: { piles: [1, 1], objects: [20, 60], quota: true },
  },
  greedy: {
    easy: { piles: [2, 3], objects: [1, 5] },
    medium: { piles: [3, 4], objects: [1, 7] },
    hard: { piles: [4, 5], objects: [3, 12] },
  },
};

export const DIFFICULTIES = Object.keys(SIZES.any);

/**
 * So many different positions, `{piles}` and perhaps a `quota`, in the order in which the seed makes
 * them come; `limits` are those of the game's entry in what the service says of all games.
 */
export function candidates({ rule, difficulty, limits, seed, count }) {
  const { piles, objects, quota } = sizesOf(rule)[difficulty];
  const random = seeded(seed);
  const between = ([low, high]) => low + Math.floor(random() * (high - low + 1));
  const found = new Map();
  for (let i = 0; i < count; i += 1) {
    const position = { piles: Array.from({ length: Math.min(between(piles), limits.piles) }, () => Math.min(between(objects), limits.pile)) };
    // Twice what the move before took; where the rule has a quota of its own, that holds.
    if (quota && !rule.quota) position.quota = 2 * between([1, Math.floor(position.piles[0] / 4)]);
    found.set(JSON.stringify(position), position);
  }
  return [...found.values()];
}

function sizesOf(rule) {
  if (formOf(rule) === "split") return SIZES.split;
  if (kind(rule) === "other") return SIZES[rule.game] ?? SIZES.any;
  return kind(rule) === "any" ? SIZES.any : SIZES.ruled;
}
