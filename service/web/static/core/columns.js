// Numbers in binary, one below the other, and the parity of each column.

import { element } from "./dom.js";
import { BOARD, WHY } from "./words.js";

/** The table for the service's explanation of a position; a row for each pile. */
export function columnsTable({ binary, leading_column: leading }) {
  const { place_values: values, rows, column_sums: sums, remainders } = binary;
  const odd = binary.odd_columns ?? values.filter((_, i) => remainders[i] !== 0);
  const mark = (value) => {
    if (value === leading) return "odd leading";
    return odd.includes(value) ? "odd" : null;
  };
  const cells = (tag, texts) =>
    texts.map((text, i) => element(tag, { class: mark(values[i]) }, String(text)));
  const header = (text) => element("th", { scope: "row" }, text);
  const parity = remainders ?? values.map((value) => (odd.includes(value) ? WHY.odd : WHY.even));
  const table = element(
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
      ...rows.map((row, pile) => element("tr", {}, header(BOARD.pile(pile)), ...cells("td", row))),
    ),
    element(
      "tfoot",
      {},
      element("tr", {}, header(WHY.ones), ...cells("td", sums)),
      element("tr", { class: "parity" }, header(remainders ? WHY.remainder : WHY.parity), ...cells("td", parity)),
    ),
  );
  return element(
    "div",
    { class: "columns", tabindex: "0", role: "region", "aria-label": WHY.region },
    table,
  );
}

/** What the shades of the table mean, or null where nothing is shaded. */
export function legend({ binary, leading_column: leading }) {
  if (leading === null) return null;
  return element("p", { class: "quiet" }, binary.remainders ? WHY.legendOfRemainders : WHY.legend);
}
