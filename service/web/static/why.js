// Why a position is won or lost: the piles in binary, the columns that decide, and sentences.

import { columnsTable, legend } from "./columns.js";
import { element } from "./dom.js";

export function drawWhy(root, explanation) {
  root.setAttribute("aria-busy", String(explanation === null));
  if (explanation === null) return;
  const { moves, sentences } = explanation;
  root.replaceChildren(
    element("div", {}, columnsTable(explanation), legend(explanation)),
    element(
      "div",
      { class: "reasons" },
      ...sentences.map((text) => element("p", {}, text)),
      ...moves.map(bits),
    ),
  );
}

function bits({ pile, before, after }) {
  return element(
    "p",
    {},
    `Pile ${pile + 1}: `,
    element("code", {}, before),
    " becomes ",
    element("code", {}, after),
    ".",
  );
}
