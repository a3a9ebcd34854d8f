// What the sheet to print says, besides what stands in its HTML and what all pages say.

import { kind } from "./rule.js";
import { amount, capital, describeRule, lastObject, oneOf, take } from "./texts.js";

const amountOf = (rule) => (kind(rule) === "any" ? "as many objects as they like" : amount(rule));

export const SHEET = {
  max: { text: "3", label: "At most this many objects" },
  set: { text: "1, 3, 4", label: "One of these numbers of objects" },
  any: { text: "", label: "" },
  rule: (game) =>
    `Two players take turns. In each turn a player takes ${amountOf(game.rule)} from one pile. ${lastObject(game)} It is your turn: find a move after which you can win, whatever the other player does.`,
  keyRule: (game) => describeRule(game),
  pile: (number) => `Pile ${number}`,
  size: (size) => (size === 1 ? "1 object" : `${size} objects`),
  blank: ["Take", "from pile"],
  answer: (moves) => `${capital(oneOf(moves.map(take)))}.`,
  noneFound: "There are not enough different positions of this kind: choose another difficulty or rule.",
};
