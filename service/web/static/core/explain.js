// Why a position is won or lost: the service's explanation as pictures and words, and what is wrong with a move that
// gives the win away. The sentences of explanations are the service's.

import { classes, element, patch } from "./dom.js";
import { boardOf, capital, past, positionOf, say, titleOf } from "./game.js";
import { and, gameOf, oneOf } from "./games.js";

// --- Numbers in binary, one below the other, and the parity of each column ---

/** The table for the service's explanation of a position; a row for each pile. `plain`: without what it leads to. */
export function columnsTable({ binary, leading_column: leading }, { plain = false } = {}) {
  const { place_values: values, rows, column_sums: sums, remainders } = binary;
  const odd = binary.odd_columns ?? values.filter((_, i) => remainders[i] !== 0);
  const mark = (value) => {
    if (plain) return null;
    if (value === leading) return "odd leading";
    return odd.includes(value) ? "odd" : null;
  };
  const header = (scope, text, kind = null) => element("th", { scope, class: kind }, text);
  const line = (name, digits, kind = null) => element("tr", { class: kind }, header("row", name), ...digits.map((text, i) => element("td", { class: mark(values[i]) }, String(text))));
  const parity = remainders ?? values.map((value) => (odd.includes(value) ? "odd" : "even"));
  const table = element(
    "table",
    {},
    element("thead", {}, element("tr", {}, header("col", "Pile"), ...values.map((value) => header("col", String(value), mark(value))))),
    element("tbody", {}, ...rows.map((row, pile) => line(`Pile ${pile + 1}`, row))),
    plain ? null : element("tfoot", {}, line("Ones", sums), line(remainders ? "Remainder" : "Parity", parity, "parity")),
  );
  return element("div", { class: "columns", tabindex: "0", role: "region", "aria-label": "Binary rows and columns" }, table);
}

/** What the shades of the table mean, or null if nothing is shaded. */
export function legend({ binary, leading_column: leading }) {
  if (leading === null) return null;
  return element("p", { class: "quiet" }, binary.remainders
    ? "Shaded: columns with a remainder. Solid: the leading (leftmost) one."
    : "Shaded: columns with an odd number of 1s. Solid: the leading (leftmost) one.");
}

// --- A pile under "at most k": a row of objects in groups of k + 1, and what is left over ---

const DOTS = 12; // in the largest group that is drawn object by object
const OBJECTS = 48; // in all groups together that are drawn; of a larger pile the middle is left out

/** The groups of the only pile that is left under "at most k". */
export const shapeOf = ({ position: { piles }, response: { groups } }) => groups[piles.indexOf(Math.max(...piles))];

/** The picture of `count` groups of `size` objects, with `rest` left over at the end and `aside` set apart at the beginning. */
export function groupsPicture({ size, count, rest, aside = 0 }) {
  const most = Math.max(2, Math.floor(OBJECTS / Math.min(size, DOTS)));
  const shown = Math.min(count, most);
  return element(
    "div",
    { class: "groups", "aria-hidden": "true" },
    aside ? part("aside", aside) : null,
    ...Array.from({ length: shown - (shown < count ? 1 : 0) }, () => part("whole", size)),
    shown < count ? element("span", { class: "quiet" }, `… ${count - shown} more …`) : null,
    shown < count ? part("whole", size) : null,
    rest ? part("rest", rest) : null,
  );
}

/** "19 = 4 × 4 + 3" */
export function equation({ size, count, rest, aside = 0 }) {
  const terms = [aside, count && `${count} × ${size}`, rest].filter(Boolean);
  return `${aside + count * size + rest} = ${terms.length === 0 ? `0 × ${size}` : terms.join(" + ")}`;
}

function part(kind, count) {
  const dots =
    count > DOTS
      ? [element("span", { class: "many" }, String(count))]
      : Array.from({ length: count }, () => element("span", { class: "one" }));
  return element("span", { class: `part ${kind}` }, ...dots);
}

// --- A pile under "one of a set": the sizes up to it with their Grundy values, and the ones that a move leaves ---

/** The picture of a pile, from the numbers of the service. */
function stripPicture({ first, values, leaves }) {
  const left = new Set(leaves.map(({ size }) => size));
  return element(
    "div",
    { class: "strip", "aria-hidden": "true" },
    ...leaves.filter(({ size }) => size < first).reverse().map(({ size, value }) => cell(size, value, "option")),
    first > 0 ? element("span", { class: "quiet" }, "…") : null,
    ...values.map((value, i) => cell(first + i, value, i === values.length - 1 ? "pile-itself" : left.has(first + i) ? "option" : "")),
  );
}

/** What a move leaves of the pile, and its value. */
function stripWords({ values, leaves }) {
  const left = leaves.length === 0 ? "No move is legal here" : `A move leaves ${oneOf(leaves.map(({ size }) => size))}`;
  return `${left}: the value is ${values[values.length - 1]}.`;
}

function cell(size, value, kind) {
  return element(
    "span",
    { class: `size ${kind}`.trim() },
    element("span", { class: "of" }, String(size)),
    element("span", { class: "value" }, String(value)),
  );
}

// --- Piles as sums of 8, 4, 2 and 1, and which parts have no partner ---

/** The picture for the service's explanation of a position; a row for each pile. `plain`: without what has no partner. */
export function sumsPicture({ position, parts, response: { grundy_values: worth } }, { plain = false, called = (_) => /** @type {string} */ ("") } = {}) {
  const sum = (row) =>
    row.flatMap(({ value, isAlone }, i) => [i > 0 ? " + " : null, element("span", { class: !plain && isAlone ? "part-of odd" : "part-of" }, String(value))]);
  return element("ul", { class: "sums" }, ...parts.map((row, pile) => element("li", {}, called(pile), row.length > 1 || !called(pile) ? `${(worth ?? position.piles)[pile]} = ` : null, ...(row.length > 0 ? sum(row) : ["0"]))));
}

/** "A 4 and a 1 have no partner." */
export function unpaired(response) {
  const { length } = response.binary.odd_columns;
  return length === 0 ? "Everything pairs off." : `${capital(alone(response))} ${length === 1 ? "has" : "have"} no partner.`;
}

/** "a 4 and a 1": the parts without a partner. */
export const alone = ({ binary: { odd_columns: odd } }) => and(odd.map((value) => `${String(value).startsWith("8") ? "an" : "a"} ${value}`));

// --- The request for all that is drawn ---

/** `{position, response, parts}`: the service's explanation. */
export async function fetchExplanation(api, position, signal) {
  const { response } = await api.explain(position, signal);
  return { position, response, parts: partsOf(response), draw: drawWhy };
}

const BY_COLUMNS = new Set(["columns", "values", "remainders"]);

/** Whether the columns of `binary` decide the position that the service explains. */
const isByColumns = ({ decided_by: by, binary }) => BY_COLUMNS.has(by) && binary !== undefined;

/**
 * The parts of each pile, or of what it is worth, the largest first: `{value, isAlone}`. Equal parts pair off; of an
 * odd number one is alone: it is in the pile from which a winning move takes, if that has one. null if nothing pairs off.
 */
function partsOf(response) {
  const { binary, winning_moves: [move] } = response;
  if (!(isByColumns(response) || response.decided_by === "end") || !binary?.odd_columns) return null;
  const { place_values: values, rows, odd_columns: odd } = binary;
  const alone = odd.map((value) => {
    const piles = rows.flatMap((row, pile) => (row[values.indexOf(value)] === 1 ? [pile] : []));
    return piles.includes(move?.pile) ? move.pile : piles[piles.length - 1];
  });
  return rows.map((row, pile) => values.filter((_, i) => row[i] === 1).map((value) => ({ value, isAlone: alone[odd.indexOf(value)] === pile })));
}

// --- What is wrong with a move that gives the win away: what the position that it leaves is like ---

/**
 * A sentence or two. `reply` is the service's to the move, null if the game is over; `explained` is its explanation
 * of the position, null if only the reply counts, and `voice` what the explanation speaks of: "columns", "parts" or
 * "groups".
 */
export function reasonOf(game, reply, explained, voice) {
  if (reply === null) return `You ${past(gameOf(game.rule).last(game.rule, game.start))}.`;
  const large = game.piles.filter((count) => count > 1).length;
  if (!explained) return `${standing(game)}. The winning reply: ${say(reply, game)}${leaving(game, reply)}.`;
  if (voice === "groups") return leftOver(shapeOf(explained));
  if (game.misere && large < 2) return tooEven(game, reply, large);
  if (voice === "parts") return `You left ${alone(explained.response)} without a partner, so a reply could make everything pair off.`;
  const [value, ...others] = explained.response.binary.odd_columns;
  const more = others.length === 0 ? "" : `, and so ${others.length === 1 ? "is column" : "are columns"} ${and(others)}`;
  return `Column ${value} is odd now${more}. The computer could make every column even.`;
}

function leftOver(shape) {
  const [are, them] = shape.rest === 1 ? ["is", "it"] : ["are", "them"];
  return `${equation(shape)}: ${shape.rest} ${are} left over, and a reply could take ${them}.`;
}

/** At the end of misère play, the opponent must not be able to leave an odd number of 1s. */
function tooEven(game, reply, large) {
  if (large) return `You left one pile larger than 1. The winning reply: ${say(reply, game)}, and leave an odd number of 1s.`;
  return `You left ${game.piles.filter((count) => count === 1).length} piles of 1, an even number: the last one will be yours.`;
}

function standing(game) {
  const { piles, at } = game;
  if (boardOf(game) === "queen") return `The queen is at ${and(piles)}`;
  if (at !== undefined) return `The token is on ${at}${piles.length > 0 ? `, next to ${pilesOf(game)}` : ""}`;
  return `You left ${pilesOf(game)}`;
}

function pilesOf({ piles, rule }) {
  const { unit = "pile" } = gameOf(rule);
  const left = piles.filter((count) => count > 0);
  return left.length === 1 ? `a ${unit} of ${left[0]}` : `${unit}s of ${and(left)}`;
}

/** What the reply leaves, if that says something: of piles alone. */
function leaving({ piles, at, rule }, { pile, leaves }) {
  if (at !== undefined || rule.game) return "";
  const left = piles.map((size, i) => (i === pile ? leaves : size)).filter((size) => size > 0);
  return left.length === 0 ? " and wins" : ` and leave ${left.length === 1 ? `a single pile of ${left[0]}` : and(left)}`;
}

// --- The explanation in two voices: what pairs off, as a person sees it, and in binary, behind a switch ---

let isBinary = false; // whether the switch is on, for as long as the page is open

/** Draw the service's explanation of the position of `game`. */
function drawWhy(root, explained, game) {
  const { position, response } = explained;
  const ruled = !position.min_remove && (position.max_remove !== undefined || position.subtraction_set !== undefined);
  const { binary } = response;
  // Under a rule a single pile needs no columns: its picture says it all.
  const columns = isByColumns(response) && !(ruled && isSingle(position));
  const paired = columns && binary.odd_columns && !binary.remainders && binary.place_values.length > 0;
  patch(root, [
    element("p", { class: `verdict ${response.to_move_wins ? "wins" : "loses"}` }, response.sentences[0]),
    ruled ? element("div", { class: "pictures" }, ...pictures(explained)) : null,
    paired ? pairs(explained, game) : null,
    ...sentencesOf(explained, game, columns),
    inTheory(response, { columns, unfolded: columns && !paired }),
  ]);
}

function pairs(explained, game) {
  const { response } = explained;
  const { unit } = gameOf(game.rule);
  const called = (i) => (!response.grundy_values ? "" : `${game.parts ? `${titleOf(game.parts[i].rule)} ${positionOf(game.parts[i])}` : response.pieces ? `${capital(unit)} ${response.pieces[i]}` : `${capital(unit)} of ${game.piles[i]}`} → `);
  const words = response.grundy_values ? `Each ${unit} is worth a pile of Nim, written as a sum of 1, 2, 4 and so on.` : "Each pile as a sum of 1, 2, 4 and so on: equal parts pair off.";
  return figure(sumsPicture(explained, { called }), `${words} ${unpaired(response)}`);
}

/** The reasons, and who wins and how. */
function sentencesOf({ position, response }, game, columns) {
  const [, ...given] = response.conclusions; // the first says who wins, and stands above
  const moves = response.to_move_wins ? response.winning_moves : [response.best_move];
  const told = (move) => (response.to_move_wins ? `${capital(say(move, game))}.` : `No move wins. To play on, ${say(move, game)}.`);
  const isPiles = boardOf(game) === "piles"; // the service has its words
  const conclusions = given.map((text, i) => (isPiles || !moves[i] ? text : told(moves[i])));
  if (isPiles && columns && !position.misere && response.to_move_wins && !response.binary.remainders) conclusions.push("Then everything pairs off, and you can answer every move.");
  const rest = response.decided_by === "groups" ? [restWords(shapeOf({ position, response }))] : [];
  const misere = position.misere && response.decided_by !== "genera" ? ["In misère play, the player who makes the last move loses."] : [];
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
  if (shape.count > 0) {
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
  const { position, response: { groups, sizes } } = explained;
  if (groups && isSingle(position)) return [singlePile(explained)];
  const picture = (pile) => {
    if (sizes) return figure(stripPicture(sizes[pile]), `Pile ${pile + 1}. ${stripWords(sizes[pile])}`);
    return figure(groupsPicture(groups[pile]), `Pile ${pile + 1}: ${equation(groups[pile])}. Its value is ${groups[pile].rest}.`);
  };
  return position.piles.map((size, pile) => (size > 0 ? picture(pile) : null)).filter(Boolean);
}

const figure = (drawing, words) => element("figure", {}, drawing, element("figcaption", {}, words));
