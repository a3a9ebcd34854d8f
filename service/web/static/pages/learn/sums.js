// Piles as sums of 8, 4, 2 and 1, and which parts have no partner.

import { element } from "../../core/dom.js";
import { LEARN } from "./learn-texts.js";

/** The picture for the service's explanation of a position. */
export function sumsPicture({ position, response: { binary } }) {
  const { place_values: values, rows, odd_columns: odd } = binary;
  return element(
    "ul",
    { class: "sums" },
    ...rows.map((row, pile) => {
      const parts = values.filter((_, i) => row[i] === 1);
      const shown = parts.flatMap((value, i) => [
        i > 0 ? " + " : null,
        element("span", { class: odd.includes(value) ? "part-of odd" : "part-of" }, String(value)),
      ]);
      return element("li", {}, `${position.piles[pile]} = `, ...(parts.length > 0 ? shown : [LEARN.nothing]));
    }),
  );
}
