import { inOneMove, piles } from "./index.js";

/** Whether the only pile to take from is smaller than another one. */
const notTheLargest = ({ winning_moves: moves }, { piles: sizes }) =>
  moves.length === 1 && sizes[moves[0].pile] < Math.max(...sizes);

export default [
  {
    text: "Many players always take from the largest pile. It is often right, but not always.",
    ask: "Find the only winning move.",
    solved: "The two equal piles cancel out. What remains is the pile of 1, so it has to go.",
    piles: [8, 8, 1],
    ...inOneMove,
    another: piles(3, 1, 12),
    fits: notTheLargest,
  },
  {
    text: "Only a pile with a 1 in the leftmost odd column will do. The largest pile may have a 0 there.",
    ask: "Again, there is only one winning move.",
    solved: "Column 4 was the only odd one, and only the smallest pile has a 1 there.",
    piles: [5, 8, 9],
    picture: "columns",
    ...inOneMove,
    another: piles(3, 3, 15),
    fits: notTheLargest,
  },
];
