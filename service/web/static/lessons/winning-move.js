import { inOneMove, oddColumns, onlyOne, piles } from "./index.js";

export default [
  {
    text: "Find the leftmost odd column, and a pile that has a 1 there. In that pile’s row, flip the digit in every odd column: a 1 becomes 0, and a 0 becomes 1.",
    ask: "Find the only winning move.",
    solved: "Only column 2 was odd, and only the pile of 3 has a 1 there. The row of 3 is 011; flipping the 2 gives 001, which is 1.",
    piles: [3, 4, 5],
    picture: "columns",
    ...inOneMove,
    another: piles(3, 1, 9),
    fits: onlyOne,
  },
  {
    text: "Then every column is even. The pile has become smaller, because its leftmost change is from 1 to 0.",
    ask: "Two columns are odd now. Flip both digits.",
    solved: "Columns 4 and 2 were odd. Flipping both digits of 12, which is 1100, gives 1010, which is 10. Column 2 changed from 0 to 1, and the pile still became smaller.",
    piles: [3, 9, 12],
    picture: "columns",
    ...inOneMove,
    another: piles(3, 1, 15),
    fits: oddColumns(2),
  },
  {
    text: "With small piles you can do this in your head. Write the sums down if you like.",
    ask: "Now without the table: win the whole game.",
    solved: "You can now win every game of Nim in which some column is odd and it is your turn.",
    piles: [2, 3, 5],
    explains: "columns",
    another: piles(3, 1, 7),
  },
];
