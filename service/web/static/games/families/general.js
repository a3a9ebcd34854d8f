// A game whose rules only the service knows: the service lists its moves.

import { keyOf } from "../../core/game.js";

/**
 * The game by its entry in the service's list of games.
 *
 * @param {Pick<Listed, "keys" | "limits"> & Partial<Listed>} listed
 * @returns {Known}
 */
export function general({ title = "", rule = "", keys, limits }) {
  const most = limits.piles ?? 3;
  const fits = (text) => text.split(",").length >= (limits.least_piles ?? 1);
  const presets = [[3, 4, 5].slice(0, most), [5, 7].slice(0, most), [10]].map(String).filter(fits);
  const needed = keys.find(({ required }) => required);
  return {
    title,
    noun: ["object", "objects"],
    rule: () => rule.replace(/\.$/, ""),
    takesAll: () => false,
    invite: () => "Choose a move.",
    form: null,
    board: () => "general",
    remote: true,
    link: needed?.name,
    piles: limits.piles !== undefined && limits.piles === limits.least_piles ? limits.piles : undefined,
    most: 9999,
    fields: keys,
    presets: [...new Set(presets)],
    random: () => {
      const count = Math.max(limits.least_piles ?? 1, Math.min(3, most));
      return Array.from({ length: count }, () => 1 + Math.floor(9 * Math.random()));
    },
    isLegal: ({ options }, move) => (options ?? []).some((one) => keyOf(one) === keyOf(move)),
    *legalMoves({ options }) {
      yield* options ?? [];
    },
  };
}
