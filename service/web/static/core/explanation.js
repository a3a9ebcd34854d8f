// Pictures of the service's explanation of a position.

import { element } from "./dom.js";
import { and, capital, oneOf } from "./words.js";

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
export function shapeOf({ position: { piles, misere, max_remove: most }, response }) {
  const size = Math.max(...piles);
  const rest = response.winning_moves[0]?.remove ?? 0;
  return { size, group: most + 1, rest, aside: misere && size > 0 ? 1 : 0 };
}

/**
 * The picture of `size` objects in groups of `group`, with `rest` left over at the end and `aside`,
 * 0 or 1, set apart at the beginning.
 */
export function groupsPicture({ size, group, rest, aside = 0 }) {
  const groups = wholeGroups({ size, group, rest, aside });
  const most = Math.max(2, Math.floor(OBJECTS / Math.min(group, DOTS)));
  const shown = Math.min(groups, most);
  return element(
    "div",
    { class: "groups", "aria-hidden": "true" },
    aside ? part("aside", aside) : null,
    ...Array.from({ length: shown - (shown < groups ? 1 : 0) }, () => part("whole", group)),
    shown < groups ? element("span", { class: "quiet" }, `… ${groups - shown} more …`) : null,
    shown < groups ? part("whole", group) : null,
    rest ? part("rest", rest) : null,
  );
}

/** "19 = 4 × 4 + 3" */
export function equation({ size, group, rest, aside = 0 }) {
  const groups = wholeGroups({ size, group, rest, aside });
  const terms = [aside, groups && `${groups} × ${group}`, rest].filter(Boolean);
  return `${size} = ${terms.length === 0 ? `0 × ${group}` : terms.join(" + ")}`;
}

export function wholeGroups({ size, group, rest, aside = 0 }) {
  return (size - rest - aside) / group;
}

function part(kind, count) {
  const dots =
    count > DOTS
      ? [element("span", { class: "many" }, String(count))]
      : Array.from({ length: count }, () => element("span", { class: "one" }));
  return element("span", { class: `part ${kind}` }, ...dots);
}

// --- A pile under "one of a set": the sizes up to it with their Grundy values, and the ones that a move leaves ---

const SHOWN = 24; // sizes before the pile itself

/** The sizes whose values the pictures of these piles show. */
function sizesOf({ piles, subtraction_set: set }) {
  const sizes = piles.filter((size) => size > 0).flatMap((size) => [...range(size), ...options(size, set)]);
  return [...new Set(sizes)];
}

/** The picture of a pile of `size`; `values` says the value of each size. */
export function stripPicture(size, set, values) {
  const left = options(size, set);
  const first = range(size)[0];
  const further = left.filter((option) => option < first).sort((a, b) => a - b);
  return element(
    "div",
    { class: "strip", "aria-hidden": "true" },
    ...further.map((option) => cell(option, values.get(option), "option")),
    first > 0 ? element("span", { class: "quiet" }, "…") : null,
    ...range(size).map((each) =>
      cell(each, values.get(each), each === size ? "pile-itself" : left.includes(each) ? "option" : ""),
    ),
  );
}

/** Why the pile has its value. */
export function stripWords(size, set, values) {
  const left = options(size, set);
  if (left.length === 0) return `No move is legal from a pile of ${size}, so its value is 0.`;
  const found = left.map((option) => values.get(option));
  const have = left.length === 1 ? `which has the value ${found[0]}` : `with the values ${and(found)}`;
  return `A move from ${size} leaves ${oneOf(left)}, ${have}. The least number missing is ${values.get(size)}.`;
}

function options(size, set) {
  return set.filter((number) => number <= size).map((number) => size - number);
}

function range(size) {
  const first = Math.max(0, size - SHOWN);
  return Array.from({ length: size - first + 1 }, (_, i) => first + i);
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

/**
 * The parts of each pile, or of what it is worth, the largest first: `{value, isAlone}`. Equal parts pair off; of an
 * odd number one is alone: it is in the pile from which a winning move takes, if that has one. null if nothing pairs off.
 */
function partsOf({ binary, winning_moves: [move] }) {
  if (!binary?.odd_columns) return null;
  const { place_values: values, rows, odd_columns: odd } = binary;
  const alone = odd.map((value) => {
    const piles = rows.flatMap((row, pile) => (row[values.indexOf(value)] === 1 ? [pile] : []));
    return piles.includes(move?.pile) ? move.pile : piles[piles.length - 1];
  });
  return rows.map((row, pile) => values.filter((_, i) => row[i] === 1).map((value) => ({ value, isAlone: alone[odd.indexOf(value)] === pile })));
}

/** The picture for the service's explanation of a position; a row for each pile. `plain`: without what has no partner. */
export function sumsPicture({ position, parts, response: { grundy_values: worth } }, { plain = false } = {}) {
  const sum = (row) =>
    row.flatMap(({ value, isAlone }, i) => [i > 0 ? " + " : null, element("span", { class: !plain && isAlone ? "part-of odd" : "part-of" }, String(value))]);
  return element("ul", { class: "sums" }, ...parts.map((row, pile) => element("li", {}, `${(worth ?? position.piles)[pile]} = `, ...(row.length > 0 ? sum(row) : ["0"]))));
}

/** "A 4 and a 1 have no partner." */
export function unpaired(response) {
  const { length } = response.binary.odd_columns;
  return length === 0 ? "Everything pairs off." : `${capital(alone(response))} ${length === 1 ? "has" : "have"} no partner.`;
}

/** "a 4 and a 1": the parts without a partner. */
export const alone = ({ binary: { odd_columns: odd } }) => and(odd.map((value) => `${String(value).startsWith("8") ? "an" : "a"} ${value}`));

// --- The request for all that is drawn ---

/** `{position, response, parts, values}`: the service's explanation, and for a subtraction set the values of single piles. */
export async function fetchExplanation(api, position, signal) {
  const [{ response }, values] = await Promise.all([
    api.explain(position, signal),
    position.subtraction_set ? valuesOf(api, position, signal) : null,
  ]);
  return { position, response, parts: partsOf(response), values };
}

/** The Grundy value of each size that the pictures show, as a Map. */
async function valuesOf(api, position, signal) {
  const sizes = sizesOf(position);
  const { subtraction_set } = position;
  const positions = sizes.map((size) => ({ piles: [size], subtraction_set }));
  const { response } = await api.solveAll(positions, signal);
  return new Map(response.results.map(({ grundy_values: [value] }, i) => [sizes[i], value]));
}
