// Nim: a move takes any number, at most a certain number, or one of the numbers of a set.

import { oneOf } from "../core/words.js";
import { removal } from "./families/removal.js";

/**
 * "any", "max" or "set": the words of links for the kind of rule.
 *
 * @param {Rule} rule
 */
export function kindOf({ max_remove: most, subtraction_set: set }) {
  if (most !== undefined) return "max";
  return set === undefined ? "any" : "set";
}

/**
 * "any number of stones", "1 to 3 stones", "1, 3 or 4 stones"
 *
 * @param {Rule} rule
 */
export function amount({ max_remove: most, subtraction_set: set }) {
  if (most !== undefined) return most === 1 ? "1 stone" : `1 to ${most} stones`;
  if (set === undefined) return "any number of stones";
  return `${oneOf(set)} ${String(set) === "1" ? "stone" : "stones"}`;
}

export default removal({
  title: "Nim",
  rule: (keys, start = []) => `Take ${amount(keys)}${start.length === 1 ? "" : " from one pile"}`,
  takesAll: ({ subtraction_set: set }) => !set || Math.min(...set) === 1,
  invite: () => "Choose a stone: you take it and everything to its right.",
  mostFrom: ({ piles, rule: { max_remove: most = Infinity, subtraction_set: set } }, pile) =>
    Math.min(piles[pile], set ? Math.max(...set) : most),
  allows: ({ rule: { subtraction_set: set } }, _, remove) => set?.includes(remove) ?? true,
  presets: ["3,4,5", "1,3,5,7", "21;max=3;misere;second", "8,8,1", "19,20,21", "41,163,13"],
  sheet: {
    easy: { piles: [2, 2], objects: [1, 7] },
    medium: { piles: [3, 3], objects: [1, 7] },
    hard: { piles: [3, 4], objects: [3, 15] },
    ruled: {
      easy: { piles: [1, 1], objects: [4, 15] },
      medium: { piles: [2, 2], objects: [4, 15] },
      hard: { piles: [3, 3], objects: [5, 21] },
    },
  },
});
