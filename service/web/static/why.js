// Why a position is won or lost: pictures and the columns that decide, and sentences.

import { columnsTable, legend } from "./columns.js";
import { element } from "./dom.js";
import { equation, groupsPicture, shapeOf } from "./groups.js";
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
  const pictures = position.piles.map((size, pile) => picture(size, pile, explained));
  // A single pile needs no columns: under a rule its picture says it all.
  const columns = kind(position) === "any" || position.piles.length > 1;
  root.replaceChildren(
    ...(columns ? [element("div", {}, columnsTable(answer), legend(answer), rowsLegend(position))] : []),
    element(
      "div",
      { class: "reasons" },
      ...answer.sentences.map((text) => element("p", {}, text)),
      ...(columns ? answer.winning_moves.map(bits) : []),
    ),
    ...(kind(position) === "any" ? [] : [element("div", { class: "pictures" }, ...pictures)]),
  );
}

/** The picture of a single pile under "at most k": what is left over is what to take. */
function singlePile(explained) {
  const shape = shapeOf(explained);
  const words = [`${equation(shape)}.`];
  if (shape.aside) words.push("The object that is set apart is the last one, which loses.");
  words.push(
    shape.rest > 0
      ? `Take the ${shape.rest} left over. Then, whatever the opponent takes of a group, take the rest of it.`
      : "Nothing is left over. Whatever you take of a group, the opponent takes the rest of it.",
  );
  return figure(groupsPicture(shape), words.join(" "));
}

function rowsLegend(position) {
  if (kind(position) === "any") return null;
  return element("p", { class: "quiet" }, "The rows are the Grundy values of the piles.");
}

function picture(size, pile, explained) {
  const { position, answer, values } = explained;
  switch (kind(position)) {
    case "any":
      return null;
    case "set":
      return figure(
        stripPicture(size, position.subtraction_set, values),
        `Pile ${pile + 1}. ${stripWords(size, position.subtraction_set, values)}`,
      );
    case "max": {
      if (position.piles.length === 1) return singlePile(explained);
      const shape = { size, group: position.max_remove + 1, rest: answer.grundy_values[pile] };
      const words = `Pile ${pile + 1}: ${equation(shape)}. Its value is ${shape.rest}.`;
      return figure(groupsPicture(shape), words);
    }
  }
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
