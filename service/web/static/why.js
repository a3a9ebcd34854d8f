// Why a position is won or lost: pictures and the columns that decide, and sentences.

import { columnsTable, legend } from "./columns.js";
import { element } from "./dom.js";
import { equation, groupsPicture, shapeOf, wholeGroups } from "./groups.js";
import { kind } from "./rule.js";
import { stripPicture, stripWords } from "./strip.js";
import { WHY } from "./texts.js";

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
    position.misere ? note(WHY.misere) : null,
    ...(columns ? answer.winning_moves.map(bits) : []),
  );
  const table = columns
    ? element("div", { class: "binary" }, note(ruled ? WHY.values : WHY.binary), columnsTable(answer), legend(answer))
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
  if (shape.aside) words.push(WHY.setApart);
  if (shape.rest > 0) words.push(WHY.takeRest(shape.rest));
  else words.push(WHY.nothingOver);
  if (wholeGroups(shape) > 0) {
    words.push(shape.rest > 0 ? WHY.keepGroups : WHY.lostGroups);
  }
  return figure(groupsPicture(shape), words.join(" "));
}

function note(words) {
  return element("p", { class: "quiet" }, words);
}

/** A picture for each pile that has objects. */
function pictures(explained) {
  const { position, answer, values } = explained;
  const { piles, max_remove: most, subtraction_set: set } = position;
  if (most !== undefined && isSingle(position)) return [singlePile(explained)];
  const picture = (size, pile) => {
    if (set) return figure(stripPicture(size, set, values), WHY.ofSizes(pile, stripWords(size, set, values)));
    const shape = { size, group: most + 1, rest: answer.grundy_values[pile] };
    return figure(groupsPicture(shape), WHY.inGroups(pile, equation(shape), shape.rest));
  };
  return piles.map((size, pile) => (size > 0 ? picture(size, pile) : null)).filter(Boolean);
}

function figure(drawing, words) {
  return element("figure", {}, drawing, element("figcaption", {}, words));
}

function bits({ pile, before, after }) {
  const [beginning, middle, end] = WHY.becomes(pile);
  const code = (text) => element("code", {}, text);
  return element("p", {}, beginning, code(before), middle, code(after), end);
}
