// Growing piles: a move adds to a pile or multiplies it, until all together reach a target.

import { general } from "./families/general.js";

const LIST = { type: "array", items: { type: "integer", minimum: 1, maximum: 10000 } };
const TARGET = { name: "target", label: "Target", required: true, type: "integer", minimum: 1, maximum: 10000, first: 20 };

export default {
  ...general({ keys: [], limits: { piles: 3, least_piles: 1, pile: 9999 } }),
  title: "Growing piles",
  rule: ({ add, multiply, target }) => {
    const ways = [add && `add ${add.join(" or ")} to a pile`, multiply && `multiply a pile by ${multiply.join(" or ")}`];
    const text = ways.filter(Boolean).join(", or ") || "add to a pile";
    return `${text[0].toUpperCase()}${text.slice(1)}, until all together reach ${target}`;
  },
  link: "target",
  fields: [TARGET, { name: "add", label: "Add one of", first: "1", ...LIST }, { name: "multiply", label: "Multiply by one of", first: "2", ...LIST }],
  wrong: ({ add, multiply }) => (add || multiply ? null : "Enter what a move adds, or by what it multiplies."),
  presets: ["2,5", "3", "1,1,7"],
};
