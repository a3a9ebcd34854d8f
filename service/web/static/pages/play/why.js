// Why a position is won or lost, in two voices: what pairs off, as a person sees it, and in binary, behind
// a switch. The sentences are the service's.

import { element, patch } from "../../core/dom.js";
import { columnsTable, equation, groupsPicture, legend, shapeOf, stripPicture, stripWords, sumsPicture, unpaired, wholeGroups } from "../../core/explanation.js";
import { boardOf } from "../../core/game.js";
import { capital, say } from "../../core/words.js";

let isBinary = false; // whether the switch is on, for as long as the page is open

/**
 * Draw the service's explanation of the position of `game`. `values` are the Grundy values of pile sizes, there
 * under a rule that is a set.
 */
export function drawWhy(root, explained, game) {
  root.setAttribute("aria-busy", String(explained === null));
  if (explained === null) return; // the last one stays until the next one has come
  const { position, response } = explained;
  const ruled = !position.min_remove && (position.max_remove !== undefined || position.subtraction_set !== undefined);
  const { binary } = response;
  // Under a rule a single pile needs no columns: its picture says it all.
  const columns = binary !== undefined && !(ruled && isSingle(position));
  const paired = columns && binary.odd_columns && !binary.remainders && binary.place_values.length > 0;
  patch(root, [
    element("p", { class: `verdict ${response.to_move_wins ? "wins" : "loses"}` }, response.sentences[0]),
    ruled ? element("div", { class: "pictures" }, ...pictures(explained)) : null,
    paired ? pairs(explained) : null,
    ...sentencesOf(explained, game, columns),
    inTheory(response, { columns, unfolded: columns && !paired }),
  ]);
}

function pairs(explained) {
  const { response } = explained;
  const words = response.grundy_values ? "Each pile is worth a pile of Nim, written as a sum of 1, 2, 4 and so on." : "Each pile as a sum of 1, 2, 4 and so on: equal parts pair off.";
  return figure(sumsPicture(explained), `${words} ${unpaired(response)}`);
}

/** The reasons, and who wins and how. */
function sentencesOf({ position, response }, game, columns) {
  const [, ...given] = response.conclusions; // the first says who wins, and stands above
  const moves = response.to_move_wins ? response.winning_moves : [response.best_move];
  const told = (move) => (response.to_move_wins ? `${capital(say(move, game))}.` : `No move wins. To play on, ${say(move, game)}.`);
  const isPiles = boardOf(game) === "piles"; // whose words the service has
  const conclusions = given.map((text, i) => (isPiles || !moves[i] ? text : told(moves[i])));
  if (isPiles && columns && !position.misere && response.to_move_wins && !response.binary.remainders) conclusions.push("Then everything pairs off, and you can answer every move.");
  const rest = !columns && position.max_remove ? [restWords(shapeOf({ position, response }))] : [];
  const misere = position.misere ? ["In misère play, the player who takes the last object loses."] : [];
  return [
    element("div", { class: "reasons" }, ...[...reasonsIn(response, "plain"), ...misere].map(paragraph)),
    element("div", { class: "conclusions" }, ...[...conclusions, ...rest].map(paragraph)),
  ];
}

const reasonsIn = ({ reasons, voices }, voice) => reasons.filter((_, i) => voices[i] === voice);

/** The same for those who know columns and formulas, behind a switch; null if there is no more to say. */
function inTheory(response, { columns, unfolded }) {
  const reasons = reasonsIn(response, "theory").map(paragraph);
  if (!columns && reasons.length === 0) return null;
  const words = response.grundy_values
    ? "Each row is the value of a pile (the size of the Nim pile that it is worth), written as a sum of the numbers above."
    : "Each row is a pile, written in binary: as a sum of the numbers above, with a 1 under each number that is part of it.";
  const steps = (response.steps ?? []).flat().map(({ pile, before, after }) => {
    const code = (text) => element("code", {}, text);
    return element("p", {}, `Pile ${pile + 1}: `, code(before), " becomes ", code(after), ".");
  });
  const table = columns ? [note(words), columnsTable(response), legend(response), ...steps] : [];
  const ontoggle = ({ currentTarget }) => (isBinary = currentTarget.open);
  const attributes = { class: "binary", open: unfolded || isBinary, "data-key": String(unfolded), ontoggle };
  return element("details", attributes, element("summary", {}, columns ? "In binary" : "As a formula"), ...reasons, ...table);
}

const paragraph = (text) => element("p", {}, text);

const note = (words) => element("p", { class: "quiet" }, words);

/** Whether only one pile has objects. */
function isSingle({ piles }) {
  return piles.filter((size) => size > 0).length === 1;
}

/** The picture of a single pile under "at most k": what is left over is what to take. */
function singlePile(explained) {
  const shape = shapeOf(explained);
  const words = [`${equation(shape)}.`];
  if (shape.aside) words.push("The object set apart is the last one: whoever takes it loses.");
  return figure(groupsPicture(shape), words.join(" "));
}

/** What follows from what is left over of a single pile. */
function restWords(shape) {
  const words = [shape.rest > 0 ? `Take the ${shape.rest} left over.` : "Nothing is left over."];
  if (wholeGroups(shape) > 0) {
    words.push(
      shape.rest > 0
        ? "Then, whatever the opponent takes from a group, take the rest of it."
        : "Whatever you take from a group, the opponent takes the rest of it.",
    );
  }
  return words.join(" ");
}

/** A picture for each pile that has objects. */
function pictures(explained) {
  const { position, response, values } = explained;
  const { piles, max_remove: most, subtraction_set: set } = position;
  if (most !== undefined && isSingle(position)) return [singlePile(explained)];
  const picture = (size, pile) => {
    if (set) return figure(stripPicture(size, set, values), `Pile ${pile + 1}. ${stripWords(size, set, values)}`);
    const shape = { size, group: most + 1, rest: response.grundy_values[pile] };
    return figure(groupsPicture(shape), `Pile ${pile + 1}: ${equation(shape)}. Its value is ${shape.rest}.`);
  };
  return piles.map((size, pile) => (size > 0 ? picture(size, pile) : null)).filter(Boolean);
}

function figure(drawing, words) {
  return element("figure", {}, drawing, element("figcaption", {}, words));
}
