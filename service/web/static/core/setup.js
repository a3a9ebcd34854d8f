// Games as text: what is typed, what a link or an address carries, what the history keeps.
//
// A position has pages of its own: /play/moore/3,4,5?max_piles=2, /play/sum/3,4+kayles:7, and below /solve/, /embed/,
// /sheet/, /set/ and /see/. The service reads these addresses, and the page has the position as a request has it. The
// fragment says what a position doesn't: `second` if the person who opens it is the second to move; a strength, `easy`,
// `medium`, `hard` or `perfect`; `two` if two people play here, `by=link` if each plays on their own device; their
// names, `you=Ann;other=Ben`; the moves that were made, `moves=1-2,3-4`, as pile and number, piles counted from 1 in the
// service's order: `1-2_3_4` leaves 3 and 4, `1-2+2-1` takes from two piles, `2.1-1` is a move of the second game.
//
// Links that were made before have the position in the fragment, too, and are only read: #21;max=3;misere;second,
// #3,4,5;moore=2, #(3,4)+(7;kayles).

import * as api from "./api.js";
import { FIRST, LOOKS_UP, ROOT, START } from "./dom.js";
import { ANY, OTHER, YOU, newGame, play, position, shown } from "./game.js";
import { add, gameOf, isKnown, isUndrawn, nameOf, neededKey, tell } from "./games.js";

/** What the pages take on; the service itself takes far more. */
export const LIMITS = Object.freeze({ piles: 16, objects: 9999, set: 16, name: 24, parts: 5 });

/** How well the computer plays. */
export const LEVELS = Object.freeze(["easy", "medium", "hard", "perfect"]);

const FLAGS = new Set(["misere", "second", "two", "play", ...LEVELS]);
const VALUES = new Set(["moves", "by", "you", "other"]);

/** Know a game by its name: one that the pages do not know is looked up in the service's list. */
export async function know(name) {
  if (isUndrawn(name)) await api.part(import("./on-board.js"));
  if (isKnown(name)) return;
  const listed = await api.games().catch((error) => {
    if (!(error instanceof api.ServiceError)) throw error;
    return []; // then it stays unknown
  });
  for (const entry of listed) if (!isKnown(entry.name)) add(entry);
}

/** What a position in a request sets up. @returns {any} */
export function setupOf({ piles, misere = false, components, ...keys }) {
  const parts = components?.map(setupOf);
  return { piles: piles ?? parts?.flatMap((part) => part.piles) ?? [], misere, rule: Object.freeze(parts ? { ...keys, parts } : keys) };
}

/** The position that the page was made for; null if it has none. */
export const GIVEN = FIRST && setupOf(FIRST.position);

// --- What is typed ---

/** `{piles, rule}` with what was typed as a board: the service reads it. @param {string} text @param {Rule} rule */
function parseBoard(text, rule) {
  const board = text.trim().replace(/\s*[,;]\s*/g, ",");
  return board === "" ? { error: `Enter a board like this: ${shown(gameOf(rule).presets[0])}.` } : { piles: [], rule: Object.freeze({ ...rule, board }) };
}

/** `{piles}`, or `{error}` with what is wrong, in words. A position to look up may have no move. @returns {any} */
export function parsePiles(text, rule = ANY, mayBeOver = false) {
  if (gameOf(rule).form === "board") return parseBoard(text, rule);
  const { error, numbers: piles } = parseNumbers(text, "Enter the piles like this: 3, 4, 5.");
  if (error) return { error };
  const wrong = wrongPiles(piles, rule);
  if (wrong) return { error: wrong };
  if (mayBeOver && piles.length > 0) return { piles };
  if (!piles.some((count) => count > 0)) return { error: "There must be something to take. Enter the piles like this: 3, 4, 5." };
  return { piles };
}

/** Why the page can't show these piles, in words; nothing if it can. */
export function wrongPiles(piles, rule) {
  const known = gameOf(rule);
  if (known.piles && piles.length !== known.piles) return known.piles === 1 ? "This game has one pile." : `This game has exactly ${known.piles} piles.`;
  if (piles.length > LIMITS.piles) return `At most ${LIMITS.piles} piles fit on this page; you entered ${piles.length}.`;
  if (piles.some((count) => count > known.most)) return `At most ${known.most} ${known.noun[1]} fit in a ${known.unit} on this page.`;
  return "";
}

/**
 * `{rule}` for a kind of rule of Nim and the numbers that go with it, or `{error}`, in words.
 *
 * @returns {{rule?: Rule, error?: string, key?: string}}
 */
export function parseRule(kind, text) {
  if (kind === "any") return { rule: ANY };
  const example = kind === "max" ? "Enter one number, like 3." : "Enter the numbers like this: 1, 3, 4.";
  const { error, numbers } = parseNumbers(text, example);
  if (error) return { error };
  if (numbers.length === 0 || (kind === "max" && numbers.length > 1)) return { error: `How many may a move take? ${example}` };
  if (numbers.some((number) => number < 1 || number > LIMITS.objects)) return { error: `A move on this page takes between 1 and ${LIMITS.objects}.` };
  if (kind === "max") return { rule: Object.freeze({ max_remove: numbers[0] }) };
  const set = [...new Set(numbers)].sort((a, b) => a - b);
  if (set.length > LIMITS.set) return { error: `Enter at most ${LIMITS.set} numbers; these are ${set.length}.` };
  return { rule: Object.freeze({ subtraction_set: Object.freeze(set) }) };
}

/** Numbers with anything between them that people write there: "3;4", "[3, 4]", "3 and 4". */
function parseNumbers(text, example) {
  const parts = text.replace(/(\d)-(?=\d)/g, "$1,").split(/(?:[\s,;，、+()[\]{}]|\band\b)+/).filter(Boolean);
  const stranger = parts.find((part) => !/^\d+$/.test(part));
  if (stranger !== undefined) return { error: `“${shorten(stranger)}” is not a number. ${example}` };
  return { numbers: parts.map(Number) };
}

const shorten = (text) => (text.length > 24 ? `${text.slice(0, 24)}…` : text);

export const labelOf = ({ name, label = name.replaceAll("_", " ") }) => label;

/**
 * `{rule}` for a game other than Nim, from a text for each of its keys, or `{error, key}` with what is wrong.
 *
 * @param {string} game
 * @param {Map<string, string>} texts
 * @returns {{rule?: Rule, error?: string, key?: string}}
 */
export function parseKeys(game, texts) {
  const rule = { game };
  for (const field of gameOf(rule).fields) {
    const { name, required, needed } = field;
    const text = texts.get(name) ?? "";
    if (text === "" || text === "false") {
      if (required || (needed && !texts.get(needed))) return { error: `${labelOf(field)}: this is required.`, key: name };
    } else {
      const value = parseValue(field, text);
      if (value === null) return { error: `Enter ${wanted(field)}.`, key: name };
      rule[name] = value;
    }
  }
  return { rule: Object.freeze(rule) };
}

/** The text of a key as a value for the service; null if it is not of the right type. @param {Partial<Field>} field */
function parseValue({ type, minimum = -Infinity, maximum = Infinity, items, enum: choices, pattern }, text) {
  if (type === "array") {
    const values = text.split(/[\s,]+/).filter(Boolean).map((each) => parseValue(items ?? {}, each));
    return values.includes(null) ? null : values;
  }
  if (type === "boolean") return text === "true" || null;
  if (type !== "integer" && type !== "number") return (choices ?? [text]).map(String).includes(text) && (!pattern || new RegExp(pattern).test(text)) ? text : null;
  const value = Number(text);
  const fits = type === "number" ? Number.isFinite(value) : Number.isInteger(value);
  return fits && value >= minimum && value <= maximum ? value : null;
}

/** "a number from 1 to 100", "one of squares, cubes": what a key takes. @param {Field} field */
function wanted({ type, minimum, maximum, enum: choices, example }) {
  if (example || choices) return example ?? `one of ${choices.join(", ")}`;
  if (type === "array") return "numbers like this: 1, 3, 4";
  if (minimum === undefined) return "another value";
  return maximum === undefined ? `a number from ${minimum} upward` : `a number from ${minimum} to ${maximum}`;
}

// --- Reading links ---

/**
 * `{piles, rule, misere, first, two, strength, names, byLink, played}` from a location's hash, `{error}`
 * if it is not one, null if it is empty; `played` is the game with the moves that it carries.
 */
export async function parseLink(hash) {
  const text = textOf(hash);
  if (!text) return text === "" ? null : { error: "The link is damaged." };
  return complete(readLink(text), () => readLink(text));
}

/** The same of a fragment that is about the page's own position, if that begins with an option. */
export async function parseHere(hash = location.hash) {
  if (isWhole(hash)) return parseLink(hash);
  for (const { rule } of [GIVEN, ...(GIVEN.rule.parts ?? [])]) await know(nameOf(rule));
  const text = textOf(hash);
  return text === null ? { error: "The link is damaged." } : complete(readLink(text && `;${text}`, GIVEN));
}

/** Whether the fragment has a position of its own, as links had before positions had addresses. */
export function isWhole(hash = location.hash) {
  const [first] = hash.slice(1).replace(/%3B/gi, ";").split(/[;=]/);
  return GIVEN === null || (first !== "" && !FLAGS.has(first) && !VALUES.has(first));
}

async function complete(read, again = () => read) {
  if (read.unknown) {
    await know(read.unknown);
    read = again();
  }
  return read.made ? { ...read, ...(await playedFrom(read)) } : read;
}

/** The game with the moves that a link carries, which the service plays. */
async function playedFrom(/** @type {any} */ { made, ...setup }) {
  const begun = newGame(setup);
  try {
    const { response } = await api.review({ ...position(begun), moves: made }, new AbortController().signal);
    const after = [...response.plies.slice(1), response.position];
    const left = ({ piles = [], board, quota, components }, { component }) => (components ? components[component] : { piles, ...(board !== undefined && { board }), ...(quota && { quota }) });
    return { played: response.plies.map(({ move }, i) => ({ ...move, left: left(after[i], move) })).reduce(play, begun) };
  } catch (error) {
    if (/** @type {any} */ (error).status === 422) return playedOut(begun, made);
    if (!(error instanceof api.ServiceError)) throw error;
    return { error: error.message };
  }
}

/** The same move by move, of a game that is too much to solve. */
async function playedOut(game, made) {
  try {
    for (const move of made) {
      await tell(api, position(game));
      game = play(game, move);
    }
    return { played: game };
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof api.ServiceError)) throw error;
    return { error: "The moves in the link are not legal." };
  }
}

/** A link's text without its hash, null if it is damaged. */
export function textOf(hash) {
  try {
    return decodeURIComponent(hash.replace(/^#/, ""));
  } catch {
    return null;
  }
}

/** The same of a text, `{error, unknown}` if it names a game that is not known yet. */
export function readLink(text, given = null) {
  const refused = { error: `“${shorten(text)}” is not a position. A link ends in something like #3,4,5 or #21;max=3;misere.` };
  const { position, options } = divide(text);
  const flags = options.filter((option) => FLAGS.has(option));
  const pairs = pairsOf(options.filter((option) => !flags.includes(option)));
  const values = new Map(pairs.filter(([name]) => VALUES.has(name)));
  const rules = pairs.filter(([name]) => !VALUES.has(name));
  const strengths = flags.filter((flag) => LEVELS.includes(flag));
  if (new Set(flags).size < flags.length || strengths.length > 1 || values.size + rules.length < pairs.length) return refused;
  const found = given && rules.length === 0 ? given : position.startsWith("(") ? readParts(position, rules) : readPosition(position, rules);
  if (!found?.piles) return { ...refused, ...found };
  const byLink = values.get("by") === "link";
  const setup = {
    ...found,
    misere: flags.includes("misere") || Boolean(given?.misere),
    first: flags.includes("second") ? OTHER : YOU,
    two: flags.includes("two") || byLink,
    byLink,
    names: { [YOU]: (values.get("you") ?? "").slice(0, LIMITS.name), [OTHER]: (values.get("other") ?? "").slice(0, LIMITS.name) },
    strength: strengths[0] ?? null,
  };
  if (!values.get("moves")) return setup;
  try {
    return { ...setup, made: values.get("moves").split(",").map((move) => parseMove(move, setup)) };
  } catch (error) {
    if (error instanceof RangeError) return { error: "The moves in the link are not legal." };
    throw error;
  }
}

/** The position of a link, and its options; semicolons in the brackets of a sum belong to the position. */
function divide(text) {
  const end = /^(\([^)]*\)\+?)+|[^;]*/.exec(text)[0].length;
  return { position: text.slice(0, end), options: text.slice(end).split(";").slice(1) };
}

const pairsOf = (options) => options.map((option) => option.split("="));

function readPosition(text, pairs) {
  const found = readRule(pairs);
  return found?.rule ? { rule: found.rule, ...parsePiles(text, found.rule, LOOKS_UP) } : found;
}

/** The games of a sum: `(3,4)+(7;kayles)`. */
function readParts(text, rules) {
  if (rules.length > 0 || !/^\(.*\)$/.test(text)) return null;
  const parts = text.slice(1, -1).split(")+(").map((part) => {
    const { position, options } = divide(part);
    return readPosition(position, pairsOf(options));
  });
  const wrong = parts.find((part) => !part?.piles);
  if (wrong !== undefined) return wrong;
  if (parts.length > LIMITS.parts) return { error: `This page plays at most ${LIMITS.parts} games at once.` };
  return { piles: parts.flatMap(({ piles }) => piles), rule: Object.freeze({ game: "sum", parts }) };
}

/** `{rule}` from the parts of a link that name it, each a name and a value; `{error}`, or null if they are none. */
export function readRule(pairs) {
  const keys = new Map(pairs);
  const [[name, value] = ["nim"], ...more] = pairs;
  if (["nim", "min_remove", "max", "set"].includes(name)) return readNim(keys, pairs.length);
  if (name === "sum") return null;
  if (!isKnown(name)) return { unknown: name };
  const needed = neededKey({ game: name });
  const fields = gameOf({ game: name }).fields.map((field) => field.name);
  if ((value !== undefined && !needed) || keys.size < pairs.length) return null;
  if (more.some(([key, text]) => text === undefined || key === needed || !fields.includes(key))) return null;
  const { rule, error } = parseKeys(name, new Map([...more, ...(needed ? [[needed, value ?? ""]] : [])]));
  return error ? { error } : { rule };
}

/** The rule of Nim that a link names: at least so many, and at most so many or one of a set. */
function readNim(keys, count) {
  const kind = ["max", "set"].find((each) => keys.has(each)) ?? "any";
  const least = keys.get("min_remove");
  const wanted = (keys.has("nim") ? 1 : 0) + (kind === "any" ? 0 : 1) + (least === undefined ? 0 : 1);
  if (count !== (count === 0 ? 0 : wanted) || (keys.has("nim") && (count > 1 || keys.get("nim") !== undefined))) return null;
  const { error, rule } = kind === "any" ? { rule: ANY } : keys.get(kind) === undefined ? { error: null } : parseRule(kind, keys.get(kind));
  if (!rule) return error === null ? null : { error };
  if (least === undefined) return { rule };
  return kind === "set" || !/^[1-9]\d{0,3}$/.test(least) ? null : { rule: Object.freeze({ min_remove: Number(least), ...rule }) };
}

/** A move of a link: `1-2`, `1-2_3_4`, `1-2+2-1`, `1~5`, and `2.1-1` in a sum. */
function parseMove(text, { rule }) {
  const [, of, rest] = /^(?:(\d)\.)?(.*)$/.exec(text);
  const component = of === undefined ? {} : { component: Number(of) - 1 };
  const part = of === undefined ? rule : rule.parts?.[Number(of) - 1]?.rule;
  if (!part || (rule.parts && of === undefined)) throw new RangeError(text);
  if (gameOf(part).form === "board") return { ...component, play: rest };
  const grown = /^(\d{1,4})~(\d{1,7})$/.exec(rest);
  if (grown) return { ...component, pile: Number(grown[1]) - 1, leaves: Number(grown[2]) };
  const removals = rest.split("+").map((each) => {
    if (!/^\d{1,4}-\d{1,4}(_\d{1,4}){0,2}$/.test(each)) throw new RangeError(each);
    const [taken, ...left] = each.split("_");
    const [pile, remove] = taken.split("-").map(Number);
    return { pile: pile - 1, remove, left: left.map(Number) };
  });
  const [{ pile, remove, left }] = removals;
  const form = gameOf(part).form ?? (removals.length > 1 ? "removals" : left.length > 0 ? "split" : "removal");
  if (form === "removals") return { ...component, removals: removals.map((one) => ({ pile: one.pile, remove: one.remove })) };
  return form === "split" ? { ...component, pile, remove, leaves_piles: left } : { ...component, pile, remove };
}

// --- Writing links ---

/** @typedef {Setup & {byLink?: boolean, strength?: string, moves?: Move[]}} Linked */

/** What a link says besides the position. @param {Linked} setup */
function optionsOf({ first, two, byLink, names = {}, strength = null, moves = [] }) {
  const players = byLink ? "by=link" : two ? "two" : strength;
  const called = [YOU, OTHER].filter((player) => names[player]).map((player) => `${player}=${encodeURIComponent(names[player].replaceAll(/[;=]/g, " "))}`);
  return [first === OTHER && "second", players, ...called, moves.length > 0 && `moves=${moves.map(formatMove).join(",")}`].filter(Boolean);
}

/** The fragment of a page with these moves. @param {Move[]} moves */
export const fragmentOfMoves = (moves) => (moves.length > 0 ? `#moves=${moves.map(formatMove).join(",")}` : "");

/** @param {Move} move */
function formatMove({ component, pile, remove, leaves, leaves_piles: left, removals, play: chosen }) {
  const of = component === undefined ? "" : `${component + 1}.`;
  if (chosen !== undefined) return of + chosen;
  if (remove === undefined && !removals) return `${of}${pile + 1}~${leaves}`;
  if (removals) return of + removals.map((one) => formatMove(one)).join("+");
  return of + [`${pile + 1}-${remove}`, ...(left ?? [])].join("_");
}

/** A link as it is shared: messengers cut a link at some characters, or leave out its last bracket. */
export function shareable(link) {
  const host = link.startsWith(ROOT) ? ROOT.length : 0; // it may have brackets, too
  const rest = link.slice(host).replace(/[;()[\]!]/g, (cut) => `%${cut.charCodeAt(0).toString(16).toUpperCase()}`);
  return link.slice(0, host) + rest;
}

// --- Addresses ---

/** The address of a game: the page of its position, with a fragment if there is more to say; `purpose` is "play", or "solve" to say who wins. @param {Linked} setup */
export const formatAddress = (setup, purpose = "play") => pageOf(setup, purpose) + (purpose === "solve" ? "" : fragmentOf(setup));

/** The same, but of the position that this page was loaded with the address that it has. @param {Linked} setup */
export function addressHere(setup, purpose = "play") {
  const isHere = GIVEN !== null && pageOf(setup, purpose) === pageOf(GIVEN, purpose) && LOOKS_UP === (purpose === "solve");
  return isHere ? START + (LOOKS_UP ? "" : fragmentOf(setup)) : formatAddress(setup, purpose);
}

function fragmentOf(setup) {
  const options = optionsOf(setup);
  return options.length > 0 ? `#${options.join(";")}` : "";
}

/** The page of a position, or of a game if it says no piles. @param {Partial<Linked>} setup */
export function pageOf({ piles = null, rule = ANY, misere = false }, purpose) {
  const { game: _, parts, board, ...keys } = rule;
  const place = parts ? parts.map(componentOf).join("+") : (board ?? (piles && standing(piles, rule)));
  return [`${ROOT}${[purpose, nameOf(rule), place].filter(Boolean).join("/")}`, formatKeys({ ...keys, ...(misere ? { misere } : {}) })].filter(Boolean).join("?");
}

/** "3,4", "kayles:7", "moore:1,2&max_piles=2": a part of a sum in an address. */
function componentOf({ piles, rule = ANY }) {
  const { game, ...keys } = rule;
  return [`${game ? `${game}:` : ""}${standing(piles, rule)}`, formatKeys(keys)].filter(Boolean).join("&");
}

const formatKeys = (keys) => new URLSearchParams(Object.entries(keys).map(([key, value]) => [key, String(value)])).toString().replaceAll("%2C", ",");

/** The piles as an address has them: without the rows of which nothing is left. */
const standing = (piles, rule) => (gameOf(rule).form === "split" ? piles.filter((count) => count > 0) : piles).join(",") || "0";

/** Whether the page that was loaded is about the game of a setup: only its piles may differ. */
export function isAtHome(setup) {
  const gameOf = ({ rule: { board: _, ...rule } = ANY, misere }) => (rule.parts ? "sum" : pageOf({ rule, misere }, ""));
  return GIVEN !== null && gameOf(setup) === gameOf(GIVEN);
}

/** Whether the address says which position the page is about. */
export const hasPiles = () => /^(play|solve)\/[^/]+\/./.test(location.href.slice(ROOT.length));

// --- The game that was played at an address: a reload goes on with it, moves and all, and a step back
// in the history leads to the game before ---

/** Keep a game, with more that is plain data, and show this address. */
export function keep(address, { game, ...more }) {
  const { start, misere, rule, first, two, names, moves } = game;
  const text = JSON.stringify({ start, misere, rule, first, two, names, moves, more });
  if (new URL(address, location.href).href === location.href && history.state?.text === text) return;
  try {
    history.replaceState({ text }, "", address);
  } catch {
    // Safari blocks many changes in a row: a reload begins with what was kept last.
  }
}

/** The same, `{game, ...more}`, if one was kept at this place in the history, else null. */
export async function kept() {
  try {
    const { moves, start, more, ...setup } = JSON.parse(history.state.text);
    for (const { rule } of [setup, ...(setup.rule.parts ?? [])]) await know(nameOf(rule));
    return { game: moves.reduce(play, newGame({ ...setup, piles: start })), ...more };
  } catch {
    return null; // nothing was kept, or something else than a game
  }
}
