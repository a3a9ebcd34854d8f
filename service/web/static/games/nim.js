// Nim: a move takes any number, at most a certain number, or one of the numbers of a set; and what all games
// share in which a move removes objects from one pile.

import { oneOf } from "../core/words.js";

export const TAKE = ["Take", null, "from pile", null];

/**
 * `mostFrom(game, pile)` is the most that a move may take from a pile, and `allows(game, pile, remove)`
 * whether it may take this number, which is not more than that.
 *
 * @param {Pick<Known, "title" | "rule" | "invite" | "presets"> & Partial<Known> & {
 *   mostFrom: (game: Game, pile: number) => number,
 *   allows?: (game: Game, pile: number, remove: number) => boolean,
 * }} own
 * @returns {Known}
 */
export function removal({ mostFrom, allows = () => true, ...game }) {
  return {
    form: "removal",
    noun: ["stone", "stones"],
    board: () => "piles",
    takesAll: () => true,
    most: 9999,
    fields: [],
    mostFrom,
    severalPiles: () => 1,
    isLegal(position, { pile, remove }) {
      const within = pile >= 0 && pile < position.piles.length && Number.isInteger(remove) && remove >= 1;
      return within && remove <= mostFrom(position, pile) && allows(position, pile, remove);
    },
    *legalMoves(position) {
      for (const [pile, count] of position.piles.entries()) {
        const limit = mostFrom(position, pile);
        for (let remove = 1; remove <= limit; remove += 1) {
          if (allows(position, pile, remove)) yield { pile, remove, leaves: count - remove };
        }
      }
    },
    random: () => Array.from({ length: 3 + Math.floor(3 * Math.random()) }, () => 1 + Math.floor(9 * Math.random())),
    ...game,
    sheet: { blanks: ({ piles }) => [piles.length > 1 ? TAKE : TAKE.slice(0, 2)], ...game.sheet },
  };
}

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
export function amount({ min_remove: least = 1, max_remove: most, subtraction_set: set }) {
  if (least > 1) return most === undefined ? `at least ${least} stones` : `${least} to ${most} stones`;
  if (most !== undefined) return most === 1 ? "1 stone" : `1 to ${most} stones`;
  if (set === undefined) return "any number of stones";
  return `${oneOf(set)} ${String(set) === "1" ? "stone" : "stones"}`;
}

export default removal({
  title: "Nim",
  rule: (keys, start = []) => `Take ${amount(keys)}${start.length === 1 ? "" : " from one pile"}`,
  takesAll: ({ min_remove: least = 1, subtraction_set: set }) => least === 1 && (!set || Math.min(...set) === 1),
  invite: () => "Choose a stone: you take it and everything to its right.",
  mostFrom: ({ piles, rule: { max_remove: most = Infinity, subtraction_set: set } }, pile) =>
    Math.min(piles[pile], set ? Math.max(...set) : most),
  allows: ({ rule: { min_remove: least = 1, subtraction_set: set } }, _, remove) => remove >= least && (set?.includes(remove) ?? true),
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
