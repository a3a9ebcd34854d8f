// Wythoff's game: two piles, or a queen whose distances from the corner they are.

import { several } from "./families/several.js";

const LARGEST_ON_SQUARES = 24; // pile that is played as a queen on squares

/** The pile that is counted to the right on the queen's board; the other one is counted upwards. */
export const acrossOf = (start) => (start[0] <= start[1] ? 0 : 1);

const isQueen = (start) => Math.max(...start) <= LARGEST_ON_SQUARES;

const byQueen = ({ start }) => isQueen(start);

/** "left", "down" or "diagonally": where the queen goes when a move takes from these piles. */
function direction(piles, { start }) {
  if (piles.length > 1) return "diagonally";
  return piles[0] === acrossOf(start) ? "left" : "down";
}

export default several({
  title: "Wythoff’s game",
  rule: (_, start = [0, 0]) =>
    isQueen(start) ? "Move the queen left, down or diagonally" : "Take any number from one pile, or the same number from both",
  goal: (start) => (isQueen(start) ? "Bring her to the corner" : "Take the last stone"),
  ended: "moved the queen to the corner",
  invite: (game) =>
    byQueen(game) ? "Choose a square to move the queen to." : "Choose stones in one pile, or the same number in both.",
  severalPiles: () => 2,
  together: (removals) => removals.every(({ remove }) => remove === removals[0].remove),
  board: (start) => (isQueen(start) ? "queen" : "piles"),
  piles: 2,
  presets: ["5,8", "7,7", "4,7", "9,12"],
  random: () => [1 + Math.floor(9 * Math.random()), 1 + Math.floor(9 * Math.random())],
  /** The queen's moves are described by where she goes. */
  say: ({ removals }, game) =>
    byQueen(game) ? `move the queen ${removals[0].remove} ${direction(removals.map(({ pile }) => pile), game)}` : null,
  said: ({ removals }, game) =>
    byQueen(game) ? `moved the queen ${removals[0].remove} ${direction(removals.map(({ pile }) => pile), game)}` : null,
  hint: {
    places: (places, game) =>
      byQueen(game) ? `A winning move goes ${[...new Set(places.map((piles) => direction(piles, game)))].join(" or ")}.` : null,
  },
  sheet: {
    easy: { piles: [2, 2], objects: [1, 6] },
    medium: { piles: [2, 2], objects: [2, 10] },
    hard: { piles: [2, 2], objects: [5, 14] },
    blanks: ({ piles }) =>
      isQueen(piles)
        ? [["Mark the square to move to:", null]]
        : [["Take", null, "from pile", null], ["and", null, "from pile", null]],
  },
});
