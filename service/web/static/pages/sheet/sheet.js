// Ties the sheet to its page: positions that come by chance, kept if the service finds a winning move.

import * as api from "../../core/api.js";
import { byId, element } from "../../core/dom.js";
import { formatRule, parseLink, parseRule, parseRuleParts, wrongKey } from "../../core/link.js";
import { pins, squares } from "../../boards/picture.js";
import { ANY, boardOf, gameOf, kind } from "../../core/rule.js";
import { KeyFields } from "../../core/key-fields.js";
import { DIFFICULTIES, candidates } from "./positions.js";
import { SHEET } from "./sheet-texts.js";
import { GAMES } from "../../core/words.js";

const CANDIDATES = { nim: 12, other: 4 }; // positions that are sent for each one that is wanted
const MOST_ANSWERS = 8; // winning moves of a position; more would not fit into the key

const { elements } = byId("settings");
const keys = new KeyFields(byId("game-keys"), () => {}); // the form hears its fields, too
let games = null; // what the service says of all games
let seed = newSeed();
let waiting = new AbortController();

byId("settings").addEventListener("input", () => draw());
byId("settings").addEventListener("submit", (event) => event.preventDefault());
for (const radio of elements.rule) radio.addEventListener("change", () => (showNumbers(), draw()));
elements.game.addEventListener("input", (event) => (event.stopPropagation(), showRule({ game: elements.game.value }), draw()));
byId("new").addEventListener("click", () => ((seed = newSeed()), draw()));
byId("print").addEventListener("click", () => print());
byId("retry").addEventListener("click", () => draw());
addEventListener("hashchange", open);

await open();
delete document.documentElement.dataset.loading;

/** Take over the settings of the address: of a sheet, or the rule of a game. */
async function open() {
  if (!(games ??= await request(async (signal) => (await api.games(signal)).response.games))) return;
  elements.game.replaceChildren(...games.map(({ name, title }) => element("option", { value: name }, GAMES[name]?.title ?? title)));
  const text = decodeURIComponent(location.hash.slice(1));
  const game = /^\d/.test(text) ? parseLink(text, games) : null;
  const options = new Map(text.split(";").map((option) => option.split("=", 2)));
  showRule(game?.rule ?? ruleOf(text));
  elements.convention.value = (game ? game.misere : options.has("misere")) ? "misere" : "normal";
  const difficulty = game ? undefined : DIFFICULTIES.find((name) => options.has(name));
  elements.difficulty.value = difficulty ?? "medium";
  elements.count.value = options.get("count") ?? 8;
  if (/^\d{1,9}$/.test(options.get("seed") ?? "")) seed = Number(options.get("seed"));
  await draw();
}

/** The rule that the address of a sheet names, if it does. */
function ruleOf(text) {
  const others = ["misere", ...DIFFICULTIES];
  const parts = text.split(";").filter((part) => part && !others.includes(part) && !/^(count|seed)=/.test(part));
  return parseRuleParts(parts, games)?.rule ?? ANY;
}

function entry() {
  return games.find(({ name }) => name === elements.game.value);
}

/** Show a rule in the form, with the fields that its game has. */
function showRule(rule) {
  elements.game.value = gameOf(rule);
  keys.draw(entry(), rule);
  byId("nim-rule").hidden = gameOf(rule) !== "nim";
  elements.rule.value = kind(rule) === "other" ? "any" : kind(rule);
  showNumbers(String(rule.max_remove ?? rule.subtraction_set?.join(", ") ?? ""));
}

/** Show the field that belongs to the rule of Nim, with this text in it. */
function showNumbers(text = SHEET[elements.rule.value].text) {
  elements.numbers.hidden = elements.rule.value === "any";
  elements.numbers.value = text;
  elements.numbers.setAttribute("aria-label", SHEET[elements.rule.value].label);
}

/** What the form says of the rule: `{rule}`, or an `error` and the field that it is in. */
function readRule() {
  const { name } = entry();
  if (name === "nim") return { field: elements.numbers, ...parseRule(elements.rule.value, elements.numbers.value) };
  const read = keys.read();
  if (read.error) return read;
  const rule = { game: name, ...read.keys };
  const error = wrongKey(rule);
  return error ? { error, field: keys.first } : { rule };
}

/** Say what is wrong with a field, and of the others that nothing is. */
function complainOf(wrong, error) {
  for (const field of [elements.numbers, ...keys.inputs]) {
    const isWrong = field === wrong && Boolean(error);
    byId(`${field.id}-error`).textContent = isWrong ? error : "";
    byId(`${field.id}-error`).hidden = !isWrong;
    field.setAttribute("aria-invalid", String(isWrong));
  }
}

async function draw() {
  if (!games) {
    await open();
    return;
  }
  const { rule, error, field } = readRule();
  complainOf(field, error);
  const count = elements.count.valueAsNumber;
  byId("count-text").textContent = String(count);
  if (error) return;
  const misere = elements.convention.value === "misere";
  const difficulty = elements.difficulty.value;
  const settings = [...formatRule(rule), misere && "misere", difficulty, `count=${count}`, `seed=${seed}`];
  history.replaceState(null, "", `#${settings.filter(Boolean).join(";")}`);
  const sent = count * (CANDIDATES[gameOf(rule)] ?? CANDIDATES.other);
  const tasks = candidates({ rule, difficulty, limits: entry().limits, seed, count: sent });
  const results = await request(async (signal) => {
    const positions = tasks.map((position) => ({ misere, ...rule, ...position }));
    return (await api.solveAll(positions, signal)).response.results;
  });
  if (!results) return;
  const chosen = tasks
    .map((task, i) => ({ ...task, rule, start: task.piles, solution: results[i] }))
    .filter(({ solution: { winning_moves: moves } }) => moves.length > 0 && moves.length <= MOST_ANSWERS)
    .slice(0, count);
  show(chosen, { rule, misere });
  complain(chosen.length < count ? SHEET.noneFound : "");
}

/** What the service says, or null where it failed or something else was requested meanwhile. */
async function request(operation) {
  waiting.abort();
  waiting = new AbortController();
  const { signal } = waiting;
  try {
    const result = await operation(signal);
    complain("");
    return signal.aborted ? null : result;
  } catch (problem) {
    if (signal.aborted) return null;
    if (!(problem instanceof api.ServiceError)) throw problem;
    complain(problem.message);
    return null;
  }
}

function complain(words) {
  byId("problem").hidden = words === "";
  byId("problem-text").textContent = words;
}

// --- The paper ------------------------------------------------------------------------------------

function show(chosen, game) {
  const listed = entry();
  byId("sheet-title").textContent = SHEET.title(game, listed);
  byId("key-title").textContent = SHEET.keyTitle(game, listed);
  byId("sheet-rule").textContent = SHEET.rule(game, listed);
  byId("key-rule").textContent = SHEET.keyRule(game, listed);
  byId("positions").replaceChildren(...chosen.map(task));
  byId("key").replaceChildren(...chosen.map((one) => element("li", {}, SHEET.answer(one.solution.winning_moves, one))));
}

function task(position) {
  const [move] = position.solution.winning_moves;
  const form = move.removals ? "removals" : move.leaves_piles ? "split" : "removal";
  const lines = SHEET.blanks(form, position).map((parts) =>
    element("p", { class: "fill" }, ...parts.flatMap((part) => (part === null ? [" ", element("span", { class: "blank" }), " "] : [part]))),
  );
  const quota = position.quota ?? position.rule.quota;
  return element("li", {}, drawing(position), quota ? element("p", {}, SHEET.quota(quota)) : null, ...lines);
}

/** The position as it stands on the game's board. */
function drawing(position) {
  const { piles } = position;
  if (boardOf(position) === "queen") return element("div", { class: "board-of", role: "img", "aria-label": SHEET.queen(piles) }, squares(position));
  const isPins = boardOf(position) === "pins";
  return element("ol", { class: "piles" }, ...piles.map((size, pile) => drawnPile(size, pile + 1, isPins)));
}

function drawnPile(size, number, isPins) {
  const objects = isPins ? pins(size) : Array.from({ length: size }, () => element("span", { class: "dot" }));
  return element(
    "li",
    {},
    element("span", { class: "number" }, SHEET.pile(number)),
    element("span", { class: isPins ? "dots standing" : "dots", role: "img", "aria-label": SHEET.size(size) }, ...objects),
    element("span", { class: "size", "aria-hidden": "true" }, String(size)),
  );
}

function newSeed() {
  return Math.floor(Math.random() * 1e6);
}
