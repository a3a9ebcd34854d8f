// Games as text: what is typed into the form, what an address or a link carries, what the history keeps.
//
// A link has in its fragment the piles with commas between them, and after semicolons what else there is
// to set, in any order: `misere`; a rule of Nim, `max=3` or `set=1,3,4`; another game, `kayles`, or with
// the key that it needs, `octal=0.6`, `moore=2`; `second` if the person who opens it is the second to
// move; a strength, `easy`, `medium`, `hard` or `perfect`; `two` if two people play here, `by=link`
// if each plays on their own device; the players' names, `you=Ann;other=Ben`; the moves that were
// made, `moves=1-2,3-4`, as pile and number, piles counted from 1 in the service's order: `1-2_3_4` leaves
// 3 and 4, `1-2+2-1` takes from two piles. So #3,4,5, or #21;max=3;misere;second;perfect. A sum of games
// has each in brackets, #(3,4)+(7;kayles), and its moves begin with the number of the game, `2.1-1`.
//
// A position has its own page, /play/moore/3,4,5?max_piles=2 or /play/sum/3,4+kayles:7, whose fragment
// has only what the page does not say, such as `second;easy`.

import { GIVEN, ROOT, START } from "../core/dom.js";
import { ANY, OTHER, YOU, find, gameOf, newGame, play } from "../core/game.js";
import { LEVELS } from "../core/store.js";
import { loadGame } from "../games/index.js";
import { kindOf } from "../games/nim.js";

/** What the pages take on; the service itself takes far more. */
export const LIMITS = Object.freeze({ piles: 16, objects: 9999, set: 16, name: 24, parts: 5 });

const FLAGS = new Set(["misere", "second", "two", "play", ...LEVELS]);
const VALUES = new Set(["moves", "by", "you", "other"]);

// --- What is typed ---

/** `{piles}`, or `{error}` with what is wrong, in words. */
export function parsePiles(text, rule = ANY) {
  const { error, numbers: piles } = parseNumbers(text, "Enter the piles like this: 3, 4, 5.");
  if (error) return { error };
  const known = gameOf(rule);
  if (known.piles && piles.length !== known.piles) {
    return { error: known.piles === 1 ? "This game has one pile." : `This game has exactly ${known.piles} piles.` };
  }
  if (piles.length > LIMITS.piles) return { error: `At most ${LIMITS.piles} piles fit on this page; you entered ${piles.length}.` };
  if (piles.some((count) => count > known.most)) return { error: `At most ${known.most} ${known.noun[1]} fit in a ${known.unit ?? "pile"} on this page.` };
  if (!piles.some((count) => count > 0)) return { error: "There must be something to take. Enter the piles like this: 3, 4, 5." };
  if (!known.remote && isStuck(piles, rule)) return { error: `No move is legal here. ${known.rule(rule, piles)}.` };
  return { piles };
}

const isStuck = (piles, rule) => gameOf(rule).legalMoves(newGame({ piles, rule })).next().done;

/** `{rule}` for a kind of rule of Nim and the numbers that go with it, or `{error}`, in words. */
export function parseRule(kind, text) {
  if (kind === "any") return { rule: ANY };
  const example = kind === "max" ? "Enter one number, like 3." : "Enter the numbers like this: 1, 3, 4.";
  const { error, numbers } = parseNumbers(text, example);
  if (error) return { error };
  if (numbers.length === 0 || (kind === "max" && numbers.length > 1)) return { error: `How many may a move take? ${example}` };
  if (numbers.some((number) => number < 1 || number > LIMITS.objects)) {
    return { error: `A move on this page takes between 1 and ${LIMITS.objects}.` };
  }
  if (kind === "max") return { rule: Object.freeze({ max_remove: numbers[0] }) };
  const set = [...new Set(numbers)].sort((a, b) => a - b);
  if (set.length > LIMITS.set) return { error: `Enter at most ${LIMITS.set} numbers; these are ${set.length}.` };
  return { rule: Object.freeze({ subtraction_set: Object.freeze(set) }) };
}

function parseNumbers(text, example) {
  const parts = text.split(/[\s,]+/).filter(Boolean);
  const stranger = parts.find((part) => !/^\d+$/.test(part));
  if (stranger !== undefined) return { error: `“${shorten(stranger)}” is not a number. ${example}` };
  return { numbers: parts.map(Number) };
}

function shorten(text) {
  return text.length > 24 ? `${text.slice(0, 24)}…` : text;
}

// --- Links ---

/**
 * `{piles, rule, misere, first, two, strength, names, byLink, played}` from a location's hash, `{error}`
 * if it is not one, null if it is empty; `played` is the game with the moves that it carries. The game
 * is loaded if it has to be; `listed()` comes to the service's list of games.
 */
export async function parseLink(hash, listed) {
  const text = textOf(hash);
  if (text === "" || text === null) return text === "" ? null : { error: "The link is damaged." };
  for (const name of namesIn(text)) {
    if (!(await loadGame(name)) && listed) await loadGame(name, (await listed())?.find((game) => game.name === name));
  }
  return readLink(text);
}

/** A link's text without its hash, null if it is damaged. */
export function textOf(hash) {
  try {
    return decodeURIComponent(hash.replace(/^#/, ""));
  } catch {
    return null;
  }
}

/** The words in a link that may be the names of games. */
function namesIn(text) {
  const names = text.split(/[;()]/).map((part) => part.split("=", 1)[0]).filter((name) => /^[a-z][a-z0-9-]*$/.test(name));
  return [...new Set([...names.filter((name) => !FLAGS.has(name) && !VALUES.has(name) && name !== "max" && name !== "set"), ...(text.startsWith("(") ? ["sum"] : [])])];
}

/** The same of a text whose game is loaded. */
export function readLink(text) {
  const refused = { error: `“${shorten(text)}” is not a position. A link ends in something like #3,4,5 or #21;max=3;misere.` };
  const { position, options } = divide(text);
  const flags = options.filter((option) => FLAGS.has(option));
  const pairs = options.filter((option) => !flags.includes(option)).map((option) => option.split("=", 2));
  const values = new Map(pairs.filter(([name]) => VALUES.has(name)).map(([name, value]) => [name, value]));
  const rules = pairs.filter(([name]) => !VALUES.has(name));
  const strengths = flags.filter((flag) => LEVELS.includes(flag));
  if (new Set(flags).size < flags.length || strengths.length > 1 || values.size + rules.length < pairs.length) return refused;
  const found = position.startsWith("(") ? readParts(position, rules) : readPosition(position, rules);
  if (found === null) return refused;
  if (found.error) return found;
  const byLink = values.get("by") === "link";
  const setup = {
    ...found,
    misere: flags.includes("misere"),
    first: flags.includes("second") ? OTHER : YOU,
    two: flags.includes("two") || byLink,
    byLink,
    names: { [YOU]: (values.get("you") ?? "").slice(0, LIMITS.name), [OTHER]: (values.get("other") ?? "").slice(0, LIMITS.name) },
    strength: strengths[0] ?? null,
  };
  if (!values.get("moves")) return setup;
  try {
    const made = values.get("moves").split(",").map((move) => parseMove(move, setup));
    return { ...setup, played: made.reduce(play, newGame(setup)) };
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

function readPosition(text, rules) {
  const found = readRule(rules);
  if (!found?.rule) return found;
  const { error, piles } = parsePiles(text, found.rule);
  return error ? { error } : { piles, rule: found.rule };
}

/** The games of a sum: `(3,4)+(7;kayles)`. */
function readParts(text, rules) {
  if (rules.length > 0 || !/^\(.*\)$/.test(text)) return null;
  const parts = text.slice(1, -1).split(")+(").map((part) => {
    const { position, options } = divide(part);
    return readPosition(position, options.map((option) => option.split("=", 2)));
  });
  const wrong = parts.find((part) => !part || part.error);
  if (wrong !== undefined) return wrong;
  if (parts.length > LIMITS.parts) return { error: `This page plays at most ${LIMITS.parts} games at once.` };
  return { piles: parts.flatMap(({ piles }) => piles), rule: Object.freeze({ game: "sum", parts }) };
}

/** `{rule}` from the parts of a link that name it, each a name and a value; `{error}`, or null if they are none. */
export function readRule(pairs) {
  const least = pairs.find(([name]) => name === "min_remove");
  if (least) {
    const found = readRule(pairs.filter((pair) => pair !== least));
    if (!found?.rule || found.rule.game || found.rule.subtraction_set || !/^[1-9]\d{0,3}$/.test(least[1])) return null;
    return { rule: Object.freeze({ min_remove: Number(least[1]), ...found.rule }) };
  }
  if (pairs.length === 0) return { rule: ANY };
  const [[name, value], ...more] = pairs;
  if (pairs.length === 1 && ["max", "set"].includes(name) && value !== undefined) return parseRule(name, value);
  if (name === "sum") return null;
  if (name === "nim") return pairs.length === 1 && value === undefined ? { rule: ANY } : null;
  const known = find({ game: name });
  if (!known || (value !== undefined && !known.link)) return null;
  const rule = { game: name };
  if (known.link) rule[known.link] = valueOf(value ?? "");
  for (const [key, text] of more) {
    const field = known.fields.find((each) => each.name === key);
    if (key in rule || text === undefined || !field) return null;
    rule[key] = field.type === "array" ? [valueOf(text)].flat() : valueOf(text);
  }
  const wrong = known.wrong?.(rule);
  return wrong ? { error: wrong } : { rule: Object.freeze(rule) };
}

/** A value in a link as the service takes it: the numbers, lists and words that JSON has. */
function valueOf(text) {
  if (/^\d+$/.test(text)) return Number(text);
  if (/^\d+(,\d+)+$/.test(text)) return text.split(",").map(Number);
  return text === "true" ? true : text;
}

/** @typedef {Setup & {byLink?: boolean, strength?: string, moves?: Move[]}} Linked */

/**
 * The link of a game; a strength only if one was chosen.
 *
 * @param {Linked} setup
 */
export const formatLink = (setup) => `#${[formatPosition(setup), ...optionsOf(setup)].join(";")}`;

/** The part of a link that says the position. */
function formatPosition({ piles, rule = ANY, misere = false }) {
  const parts = rule.parts?.map((part) => `(${formatPosition(part)})`).join("+");
  return [parts ?? piles.join(","), ...(parts ? [] : formatRule(rule)), ...(misere ? ["misere"] : [])].join(";");
}

/**
 * What a link says besides the position.
 *
 * @param {Linked} setup
 */
function optionsOf({ first, two, byLink, names = {}, strength = null, moves = [] }) {
  const options = first === OTHER ? ["second"] : [];
  if (byLink) options.push("by=link");
  else if (two) options.push("two");
  else if (strength) options.push(strength);
  for (const player of [YOU, OTHER]) if (names[player]) options.push(`${player}=${encodeURIComponent(names[player].replaceAll(/[;=]/g, " "))}`);
  if (moves.length > 0) options.push(`moves=${moves.map(formatMove).join(",")}`);
  return options;
}

/** A link as it is shared: messengers cut a link at some characters, or leave out its last bracket. */
export function shareable(link) {
  const host = link.startsWith(ROOT) ? ROOT.length : 0; // it may have brackets, too
  const rest = link.slice(host).replace(/[;()[\]!]/g, (cut) => `%${cut.charCodeAt(0).toString(16).toUpperCase()}`);
  return link.slice(0, host) + rest;
}

// --- Addresses ---

/**
 * The address of a game: the page of its position, with a fragment if there is more to say.
 *
 * @param {Linked} setup
 */
export const formatAddress = (setup) => pageOf(setup) + fragmentOf(setup);

/**
 * The same, but of the position that this page was loaded with the address that it has.
 *
 * @param {Linked} setup
 */
export const addressHere = (setup) => (formatPosition(setup) === given() ? START : pageOf(setup)) + fragmentOf(setup);

/** The position that the page was made for, as `formatPosition` writes it; nothing while its game is not loaded. */
function given() {
  const setup = readLink(GIVEN);
  return setup.error ? "" : formatPosition(setup);
}

function fragmentOf(setup) {
  const options = optionsOf(setup);
  return options.length > 0 ? `#${options.join(";")}` : "";
}

function pageOf({ piles, rule = ANY, misere = false }) {
  const { game = "nim", parts, ...keys } = rule;
  const query = formatKeys({ ...keys, ...(misere ? { misere } : {}) });
  const place = parts ? parts.map(componentOf).join("+") : standing(piles, rule);
  return `${ROOT}play/${game}/${place}${query && `?${query}`}`;
}

/** "3,4", "kayles:7", "moore:1,2&max_piles=2": a part of a sum in an address. */
function componentOf({ piles, rule = ANY }) {
  const { game, ...keys } = rule;
  return [`${game ? `${game}:` : ""}${standing(piles, rule)}`, formatKeys(keys)].filter(Boolean).join("&");
}

const formatKeys = (keys) =>
  new URLSearchParams(Object.entries(keys).map(([key, value]) => [key, String(value)])).toString().replaceAll("%2C", ",");

/** The piles as an address has them: without the rows of which nothing is left. */
const standing = (piles, rule) => (gameOf(rule).form === "split" ? piles.filter((count) => count > 0) : piles).join(",") || "0";

/** Whether the page that was loaded is about the game of a setup: only its piles may differ. */
export function isAtHome(setup) {
  const ruleOf = (text) => (text.startsWith("(") ? "sum" : text.replace(/^[\d,]*/, ""));
  return given() !== "" && ruleOf(formatPosition(setup)) === ruleOf(given());
}

/** Whether the address says which position the page is about. */
export const hasPiles = () => /^play\/[^/]+\/./.test(location.href.slice(ROOT.length));

/** The whole link that the address of this page stands for; a fragment that begins with no option is one. */
export function linkHere() {
  const options = location.hash.slice(1).replace(/%3B/gi, ";");
  const [first] = options.split(/[;=]/);
  if (first && !FLAGS.has(first) && !VALUES.has(first)) return location.hash;
  return `#${[GIVEN, options].filter(Boolean).join(";")}`;
}

/** The parts of a link that name a rule. */
export function formatRule(rule) {
  const { game, ...keys } = rule;
  if (game === undefined) {
    const least = rule.min_remove === undefined ? [] : [`min_remove=${rule.min_remove}`];
    return [...least, ...{ any: [], max: [`max=${rule.max_remove}`], set: [`set=${rule.subtraction_set?.join(",")}`] }[kindOf(rule)]];
  }
  const needed = gameOf(rule).link;
  const further = Object.entries(keys).filter(([key]) => key !== needed);
  return [needed === undefined ? game : `${game}=${keys[needed]}`, ...further.map(([key, value]) => `${key}=${value}`)];
}

/** @param {Move} move */
function formatMove({ component, pile, remove, leaves, leaves_piles: left, removals }) {
  const of = component === undefined ? "" : `${component + 1}.`;
  if (remove === undefined && !removals) return `${of}${pile + 1}~${leaves}`;
  if (removals) return of + removals.map((one) => formatMove(one)).join("+");
  return of + [`${pile + 1}-${remove}`, ...(left ?? [])].join("_");
}

function parseMove(text, { rule }) {
  const [, of, rest] = /^(?:(\d)\.)?(.*)$/.exec(text);
  const component = of === undefined ? {} : { component: Number(of) - 1 };
  const grown = /^(\d{1,4})~(\d{1,7})$/.exec(rest);
  if (grown) return { ...component, pile: Number(grown[1]) - 1, leaves: Number(grown[2]) };
  const removals = rest.split("+").map((part) => {
    if (!/^\d{1,4}-\d{1,4}(_\d{1,4}){0,2}$/.test(part)) throw new RangeError(part);
    const [taken, ...left] = part.split("_");
    const [pile, remove] = taken.split("-").map(Number);
    return { pile: pile - 1, remove, left: left.map(Number) };
  });
  const part = of === undefined ? rule : rule.parts?.[Number(of) - 1]?.rule;
  if (!part || (rule.parts && of === undefined)) throw new RangeError(text);
  const form = gameOf(part).form ?? (removals.length > 1 ? "removals" : removals[0].left.length > 0 ? "split" : "removal");
  if (form === "removals") return { ...component, removals: removals.map(({ pile, remove }) => ({ pile, remove })) };
  const [{ pile, remove, left }] = removals;
  return form === "split" ? { ...component, pile, remove, leaves_piles: left } : { ...component, pile, remove };
}

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
export async function kept(listed) {
  try {
    const { moves, start, more, ...setup } = JSON.parse(history.state.text);
    for (const { rule } of [setup, ...(setup.rule.parts ?? [])]) {
      const name = rule.game ?? "nim";
      if (!(await loadGame(name))) await loadGame(name, (await listed())?.find((game) => game.name === name));
    }
    return { game: moves.reduce(play, newGame({ ...setup, piles: start })), ...more };
  } catch {
    return null; // nothing was kept, or something else than a game
  }
}
