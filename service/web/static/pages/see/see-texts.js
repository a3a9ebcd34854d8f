// The texts of the page of pictures, besides those in its HTML and those of all pages.

import { and, take } from "../../core/words.js";

const OPERATORS = { sum: "plus", product: "times" };

export const SEE = {
  table: {
    sum: "Write both numbers in binary, as sums of 1, 2, 4, 8 and so on, and add them without carrying: that is their nim-sum. With a third pile of that size, the player to move loses.",
    product:
      "The nim-product belongs to the nim-sum as multiplication belongs to addition. With both you can calculate as usual, division included, and the numbers below 2, 4, 16, 256 and so on stay among themselves.",
  },
  signs: { sum: "⊕", product: "⊗" },
  square: (operation, a, b, value) => `${a} nim-${OPERATORS[operation]} ${b} is ${value}`,
  equation: (operation, a, b, value) => `${a} ${SEE.signs[operation]} ${b} = ${value}`,
  anySize: "any size",
  points: (count, all, largest) =>
    `${count.toLocaleString("en")} positions lose, of the ${all.toLocaleString("en")} with piles of up to ${largest}.`,
  slice: (third, pairs) => `Beside a third pile of ${third}, these two piles lose: ${pairs.join(", ")}.`,
  pair: (a, b) => `${a} and ${b}`,
  play: (piles) => `Play ${and(piles)}`,
  labels: ["0", "pile 1", "pile 2", "pile 3"],
  wrongPosition: (largest) => `Enter three piles of up to ${largest}, like 3, 4, 5.`,
  map: {
    layers: "Positions, by how many moves play can still take",
    position: (piles, lost, played) => {
      const left = piles.filter((count) => count > 0);
      const text = left.length === 0 ? "Nothing left" : and(left);
      return `${text}: the player to move ${lost ? "loses" : "wins"}${played ? ", on the line that was played" : ""}`;
    },
    play: (text) => `${text}. Play it`,
    words: (count, lost, drawn) =>
      `${count.toLocaleString("en")} ${count === 1 ? "position" : "positions"}, of which ${lost.toLocaleString("en")} ${lost === 1 ? "is" : "are"} lost for the player to move.${
        drawn ? "" : " That is too many to draw: choose fewer objects."
      }`,
  },
  values: {
    pile: (size, value) => `A pile of ${size} has the value ${value}`,
    play: (text) => `${text}. Play it`,
    words: ({ preperiod, period, saltus, proof }) => {
      if (period === null) return "No period of these values is known here.";
      if (saltus === 1 && period === 1 && preperiod === 0) return "The value of a pile is its size.";
      const from = preperiod === 0 ? "From the beginning" : `From ${preperiod} on`;
      if (saltus) return `${from} the values grow by ${saltus} every ${period}.`;
      return `${from} the values repeat every ${period}${proof === "published" ? ", as was published" : ""}.`;
    },
  },
  loses: (piles) => `${and(piles)}: the player to move loses. The ring is around one of the points.`,
  noMove: (piles) => `${and(piles)}: the player to move wins, as there is nothing to take.`,
  wins: (piles, moves) =>
    `${and(piles)}: the player to move wins. ${
      moves.length === 1 ? `The line leads to the point that one move reaches: ${take(moves[0])}.` : `The lines lead to the points that moves reach: ${moves.map(take).join(", ")}.`
    }`,
};
