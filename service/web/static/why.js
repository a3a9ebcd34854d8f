// Why a position is won or lost: pictures and the columns that decide, and sentences.

import { columnsTable, legend } from "./columns.js";
import { element } from "./dom.js";
import { equation, groupsPicture, shapeOf, wholeGroups } from "./groups.js";
import { kind } from "./rule.js";
import { stripPicture, stripWords } from "./strip.js";

/**
 * Draw the service's explanation of `position`. `values` are the Grundy values of pile sizes, there
 * under a rule that is a set.
 */
export function drawWhy(root, explained) {
  root.setAttribute("aria-busy", String(explained === null));
  if (explained === null) return;
  const { position, answer } = explained;
  const ruled = kind(position) !== "any";
  // Under a rule a single pile needs no columns: its picture says it all, and comes first.
  const columns = !ruled || !isSingle(position);
  const drawn = ruled ? element("div", { class: "pictures" }, ...pictures(explained)) : null;
  const reasons = element(
    "div",
    { class: "reasons" },
    ...answer.sentences.map((text) => element("p", {}, text)),
    ...(columns ? answer.winning_moves.map(bits) : []),
  );
  const table = columns
    ? element("div", {}, columnsTable(answer), legend(answer), ruled ? rowsLegend() : null)
    : null;
  root.replaceChildren(...(columns ? [table, reasons, drawn] : [drawn, reasons]).filter(Boolean));
}

/** Whether only one pile has objects. */
function isSingle({ piles }) {
  return piles.filter((size) => size > 0).length === 1;
}

/** The picture of a single pile under "at most k": what is left over is what to take. */
function singlePile(explained) {
  const shape = shapeOf(explained);
  const words = [`${equation(shape)}.`];
  if (shape.aside) words.push("The object that is set apart is the last one, which loses.");
  if (shape.rest > 0) words.push(`Take the ${shape.rest} left over.`);
  else words.push("Nothing is left over.");
  if (wholeGroups(shape) > 0) {
    words.push(
      shape.rest > 0
        ? "Then, whatever the opponent takes of a group, take the rest of it."
        : "Whatever you take of a group, the opponent takes the rest of it.",
    );
  }
  return figure(groupsPicture(shape), words.join(" "));
}

function rowsLegend() {
  return element("p", { class: "quiet" }, "The rows are the Grundy values of the piles.");
}

/** A picture for each pile that has objects. */
function pictures(explained) {
  const { position, answer, values } = explained;
  const { piles, max_remove: most, subtraction_set: set } = position;
  if (most !== undefined && isSingle(position)) return [singlePile(explained)];
  const picture = (size, pile) => {
    const name = `Pile ${pile + 1}`;
    if (set) return figure(stripPicture(size, set, values), `${name}. ${stripWords(size, set, values)}`);
    const shape = { size, group: most + 1, rest: answer.grundy_values[pile] };
    return figure(groupsPicture(shape), `${name}: ${equation(shape)}. Its value is ${shape.rest}.`);
  };
  return piles.map((size, pile) => (size > 0 ? picture(size, pile) : null)).filter(Boolean);
}

function figure(drawing, words) {
  return element("figure", {}, drawing, element("figcaption", {}, words));
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
