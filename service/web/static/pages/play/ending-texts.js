// The texts at the end of a game, beside its picture.

import { OTHER, YOU } from "../../core/game.js";
import { boardOf } from "../../core/rule.js";
import { and, lower, names } from "../../core/words.js";

export const ENDING = {
  yours: (game) => lowerYou(names(game)[YOU]),
  others: (game) => (game.two ? names(game)[OTHER] : lower(names(game)[OTHER])),
  open: (ply) => `See move ${ply} on the board`,
  decided: (game, ply, who) => {
    const where = boardOf(game) === "queen" ? `The queen at ${and(game.piles)}` : game.piles.filter((count) => count > 0).join(", ");
    return `${where}: here, with move ${ply}, ${who} gave the game away.`;
  },
};

function lowerYou(name) {
  return name === "You" ? "you" : name;
}
