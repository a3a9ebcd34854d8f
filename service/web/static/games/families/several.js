// Games in which a move takes from several piles together.

import { TAKE } from "../nim.js";

/**
 * `severalPiles(rule)` is from how many piles a move may take; `together(removals)` whether they go together.
 *
 * @param {Pick<Known, "title" | "rule" | "invite" | "presets"> & Partial<Known> & {
 *   severalPiles: NonNullable<Known["severalPiles"]>,
 *   together?: (removals: NonNullable<Move["removals"]>) => boolean,
 * }} own
 * @returns {Known}
 */
export function several({ severalPiles, together = () => true, ...game }) {
  const isLegal = ({ piles, rule }, { removals = [] }) => {
    const each = removals.every(
      ({ pile, remove }) => pile in piles && Number.isInteger(remove) && remove >= 1 && remove <= piles[pile],
    );
    const apart = new Set(removals.map(({ pile }) => pile)).size === removals.length;
    return each && apart && removals.length > 0 && removals.length <= severalPiles(rule) && together(removals);
  };
  return {
    form: "removals",
    noun: ["stone", "stones"],
    board: () => "piles",
    takesAll: () => true,
    most: 9999,
    fields: [],
    severalPiles,
    mostFrom: ({ piles }, pile) => piles[pile],
    isLegal,
    /** First those from one pile, then those from two, and so on. */
    *legalMoves(position) {
      const { piles, rule } = position;
      const from = (pile, remove) => ({ pile, remove, leaves: piles[pile] - remove });
      function* chosen(first, count) {
        if (count === 0) yield [];
        for (let pile = first; count > 0 && pile < piles.length; pile += 1) {
          for (let remove = 1; remove <= piles[pile]; remove += 1) {
            for (const others of chosen(pile + 1, count - 1)) yield [from(pile, remove), ...others];
          }
        }
      }
      for (let count = 1; count <= Math.min(severalPiles(rule), piles.length); count += 1) {
        for (const removals of chosen(0, count)) if (isLegal(position, { removals })) yield { removals };
      }
    },
    random: () => Array.from({ length: 3 + Math.floor(3 * Math.random()) }, () => 1 + Math.floor(9 * Math.random())),
    ...game,
    sheet: {
      blanks: ({ piles, rule }) => {
        const most = Math.min(severalPiles(rule), piles.length);
        return [TAKE, ...Array.from({ length: most - 1 }, () => ["and", null, "from pile", null])];
      },
      ...game.sheet,
    },
  };
}
