// Euclid's game: a move takes a multiple of the smaller pile from the larger one.

import { removal } from "./nim.js";

export default removal({
  title: "Euclid",
  rule: () => "Take a multiple of the smaller pile from the larger one",
  takesAll: () => false,
  invite: ({ piles }) => `Take a multiple of ${Math.min(...piles)} from the larger pile.`,
  mostFrom: ({ piles }, pile) => (Math.min(...piles) > 0 && piles[pile] === Math.max(...piles) ? piles[pile] : 0),
  allows: ({ piles }, _, remove) => remove % Math.min(...piles) === 0,
  piles: 2,
  presets: ["5,12", "7,10", "8,13", "6,9"],
  random: () => [2 + Math.floor(6 * Math.random()), 8 + Math.floor(10 * Math.random())],
  sheet: {
    easy: { piles: [2, 2], objects: [1, 9] },
    medium: { piles: [2, 2], objects: [2, 15] },
    hard: { piles: [2, 2], objects: [5, 24] },
  },
});
