// The texts of the sheet to print, besides those in its HTML and those of all pages.

import { boardOf, gameOf, kind, mostPiles, removable } from "../../core/rule.js";
import { GAMES, amount, capital, describeRule, lastObject, oneOf, wordsOf } from "../../core/words.js";

const BLANK = null; // where something is to be filled in

const split = (words) => [words, BLANK, "into", BLANK, "and", BLANK];
const TAKE = ["Take", BLANK, "from pile", BLANK];

const moveOf = (rule) => (kind(rule) === "any" ? "as many objects as they like" : amount(rule));

/** What a player does in a turn. */
function turnOf(game, listed) {
  if (kind(game.rule) === "other") return describeRule(game, listed);
  return `In each turn a player takes ${moveOf(game.rule)} from one pile. ${lastObject(game)}`;
}

export const SHEET = {
  max: { text: "3", label: "At most this many objects" },
  set: { text: "1, 3, 4", label: "One of these numbers of objects" },
  any: { text: "", label: "" },
  title: ({ rule }, listed) => `${GAMES[gameOf(rule)]?.title ?? listed.title}: find a winning move`,
  keyTitle: ({ rule }, listed) => `${GAMES[gameOf(rule)]?.title ?? listed.title}: the key`,
  rule: (game, listed) =>
    `Two players take turns. ${turnOf(game, listed)} It is your turn: find a move after which you can win, whatever the other player does.`,
  keyRule: (game, listed) => describeRule(game, listed),
  pile: (number) => `Pile ${number}`,
  size: (size) => (size === 1 ? "1 object" : `${size} objects`),
  queen: (piles) => `The queen, ${piles[0]} and ${piles[1]} from the corner`,
  quota: (quota) => `This move takes at most ${quota}.`,
  /** The lines to fill in for a move of this form, each a list of words and, for blanks, null. */
  blanks: (form, { rule, piles }) => {
    if (boardOf({ rule, start: piles }) === "queen") return [["Move the queen", BLANK, "left, down or diagonally: mark where to."]];
    if (form === "removals") {
      const most = Math.min(mostPiles(rule), piles.length);
      return [TAKE, ...Array.from({ length: most - 1 }, () => ["and", BLANK, "from pile", BLANK])];
    }
    if (form !== "split") return [piles.length > 1 ? TAKE : TAKE.slice(0, 2)];
    const amounts = boardOf({ rule, start: piles }) === "pins" ? removable({ piles, rule }) : [1];
    if (!amounts.some((remove) => remove > 0)) return [split("Split pile")];
    const takes = [...TAKE, "leaving", BLANK, "and", BLANK];
    return amounts[0] === 0 ? [TAKE, split("or split pile")] : [takes];
  },
  answer: (moves, { rule, piles }) => {
    const texts = moves.map(wordsOf({ rule, start: piles }));
    return `${capital(texts.some((one) => / and |,/.test(one)) ? texts.join("; or ") : oneOf(texts))}.`;
  },
  noneFound: "There are not enough different positions of this kind: choose another difficulty or rule.",
};
