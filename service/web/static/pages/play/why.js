// Why a position is won or lost: pictures and the columns that decide, and sentences.

import { columnsTable, legend } from "../../core/columns.js";
import { element } from "../../core/dom.js";
import { equation, groupsPicture, shapeOf, wholeGroups } from "../../core/groups.js";
import { kind } from "../../core/rule.js";
import { stripPicture, stripWords } from "../../core/strip.js";
import { WHY } from "../../core/words.js";

/**
 * Draw the service's explanation of `position`. `values` are the Grundy values of pile sizes, there
 * under a rule that is a set.
 */
export function drawWhy(root, explained) {
  root.setAttribute("aria-busy", String(explained === null));
  if (explained === null || shown.get(root) === explained) return; // or what was unfolded would be folded again
  shown.set(root, explained);
  const { position, response } = explained;
  const ruled = ["max", "set"].includes(kind(position));
  // Under a rule a single pile needs no columns: its picture says it all, and comes first.
  const columns = response.binary !== undefined && !(ruled && isSingle(position));
  const drawn = ruled ? element("div", { class: "pictures" }, ...pictures(explained)) : null;
  const { reasons, conclusion } = divide(response);
  if (ruled && !columns && position.max_remove) conclusion.push(restWords(shapeOf(explained)));
  const text = element(
    "div",
    { class: "reasons" },
    ...reasons.map(paragraph),
    position.misere ? note(WHY.misere) : null,
    element(
      "details",
      { class: "conclusion" },
      element("summary", {}, WHY.conclusion),
      ...conclusion.map(paragraph),
      ...(columns ? (response.steps ?? []).flat().map(bits) : []),
    ),
  );
  const table = columns
    ? element("div", { class: "binary" }, note(response.grundy_values ? WHY.values : WHY.binary), columnsTable(response), legend(response))
    : null;
  root.replaceChildren(...(columns ? [table, text, drawn] : [drawn, text]).filter(Boolean));
}

const shown = new WeakMap(); // what each place shows

/** The sentences that say why, and those that say who wins and how: the first, and what to do. */
function divide({ sentences }) {
  const isMove = (text) =>
    /^(Take|Split|Move|No move wins|Such a move|There (is|are) .*more winning)\b|can(not| then not)? take/.test(text);
  const reasons = sentences.slice(1).filter((text) => !isMove(text));
  return { reasons, conclusion: [sentences[0], ...sentences.slice(1).filter(isMove)] };
}

function paragraph(text) {
  return element("p", {}, text);
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
  return figure(groupsPicture(shape), words.join(" "));
}

/** What follows from what is left over of a single pile. */
function restWords(shape) {
  const words = [shape.rest > 0 ? WHY.takeRest(shape.rest) : WHY.nothingOver];
  if (wholeGroups(shape) > 0) words.push(shape.rest > 0 ? WHY.keepGroups : WHY.lostGroups);
  return words.join(" ");
}

function note(words) {
  return element("p", { class: "quiet" }, words);
}

/** A picture for each pile that has objects. */
function pictures(explained) {
  const { position, response, values } = explained;
  const { piles, max_remove: most, subtraction_set: set } = position;
  if (most !== undefined && isSingle(position)) return [singlePile(explained)];
  const picture = (size, pile) => {
    if (set) return figure(stripPicture(size, set, values), WHY.ofSizes(pile, stripWords(size, set, values)));
    const shape = { size, group: most + 1, rest: response.grundy_values[pile] };
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
