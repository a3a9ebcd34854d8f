// Why a position is won or lost: the piles in binary, and the columns that decide.

import { element } from "./dom.js";

export function drawWhy(root, explanation) {
  root.setAttribute("aria-busy", String(explanation === null));
  if (explanation === null) return;
  const { leading_column: leading, moves, sentences } = explanation;
  root.replaceChildren(
    element(
      "div",
      {},
      element(
        "div",
        { class: "columns", tabindex: "0", role: "region", "aria-label": "The piles in binary" },
        table(explanation),
      ),
      leading === null
        ? null
        : element("p", { class: "quiet" }, "Shaded: odd columns. Solid: the leading one."),
    ),
    element(
      "div",
      { class: "reasons" },
      ...sentences.map((text) => element("p", {}, text)),
      ...moves.map(bits),
    ),
  );
}

function table({ binary, leading_column: leading }) {
  const { place_values: values, rows, column_sums: sums, odd_columns: odd } = binary;
  const mark = (value) => {
    if (value === leading) return "odd leading";
    return odd.includes(value) ? "odd" : null;
  };
  const cells = (tag, texts) =>
    texts.map((text, i) => element(tag, { class: mark(values[i]) }, String(text)));
  const header = (text) => element("th", { scope: "row" }, text);
  const parity = values.map((value) => (odd.includes(value) ? "odd" : "even"));
  return element(
    "table",
    {},
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        element("td"),
        ...values.map((value) => element("th", { scope: "col", class: mark(value) }, String(value))),
      ),
    ),
    element(
      "tbody",
      {},
      ...rows.map((row, pile) => element("tr", {}, header(`Pile ${pile + 1}`), ...cells("td", row))),
    ),
    element(
      "tfoot",
      {},
      element("tr", {}, header("Ones"), ...cells("td", sums)),
      element("tr", { class: "parity" }, header("Parity"), ...cells("td", parity)),
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
