// A value strip: the Grundy values of single piles one after another, coloured, with the period in
// which they repeat.

import { element } from "../../core/dom.js";
import { shade } from "../../core/palette.js";

/** The strip for what the service's /values says; `linkOf(size)` is the board's address, or null. */
export function valueStrip({ values, preperiod, period }, linkOf) {
  const most = Math.max(1, ...values);
  return values.map((value, size) => {
    const cell = element("span", { class: "value" }, String(value));
    const { background, ink } = shade(value / most);
    cell.style.backgroundColor = background;
    cell.style.color = ink;
    const href = size > 0 ? linkOf(size) : null;
    const label = `A pile of ${size} has the value ${value}`;
    const parts = [element("span", { class: "of" }, String(size)), cell];
    return element(
      "li",
      { class: kindOf(size, preperiod, period) },
      href
        ? element("a", { href }, ...parts, element("span", { class: "unseen" }, `${label}. Play it`))
        : element("span", { class: "alone" }, element("span", { class: "unseen" }, label), element("span", { "aria-hidden": "true" }, ...parts)),
    );
  });
}

/** Which period a size is in: none yet, or by turns one and the other. */
function kindOf(size, preperiod, period) {
  if (period === null) return null;
  if (size < preperiod) return "before";
  const number = Math.floor((size - preperiod) / period);
  return `${number % 2 === 0 ? "one" : "other"}${(size - preperiod) % period === 0 ? " begins" : ""}`;
}

/** Whether the values repeat, and how. */
export function valuesText({ preperiod, period, saltus, proof }) {
  if (period === null) return "No period is known for these values.";
  if (saltus === 1 && period === 1 && preperiod === 0) return "The value of a pile is its size.";
  const from = preperiod === 0 ? "From the beginning" : `From ${preperiod} upward`;
  if (saltus) return `${from} the values grow by ${saltus} every ${period}.`;
  return `${from} the values repeat every ${period}${proof === "published" ? " (a published result)" : ""}.`;
}
