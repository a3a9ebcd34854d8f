// Ties the sheet to its page: positions that come by chance, kept if the service finds a winning move.

import * as api from "./api.js";
import { byId, element } from "./dom.js";
import { parseLink, parseRule } from "./link.js";
import { ANY, kind } from "./rule.js";
import { seeded } from "./seeded.js";
import { SHEET } from "./sheet-texts.js";

const CANDIDATES = 12; // positions that are sent for each one that is wanted

/** How many piles of how many objects: with any number to take, and under a rule. */
const SIZES = {
  easy: { any: { piles: [2, 2], objects: [1, 7] }, ruled: { piles: [1, 1], objects: [4, 15] } },
  medium: { any: { piles: [3, 3], objects: [1, 7] }, ruled: { piles: [2, 2], objects: [4, 15] } },
  hard: { any: { piles: [3, 4], objects: [3, 15] }, ruled: { piles: [3, 3], objects: [5, 21] } },
};

const { elements } = byId("settings");
let seed = newSeed();
let waiting = new AbortController();

byId("settings").addEventListener("input", () => draw());
byId("settings").addEventListener("submit", (event) => event.preventDefault());
for (const radio of elements.rule) radio.addEventListener("change", () => (showNumbers(), draw()));
byId("new").addEventListener("click", () => ((seed = newSeed()), draw()));
byId("print").addEventListener("click", () => print());
byId("retry").addEventListener("click", () => draw());
addEventListener("hashchange", open);

open();
delete document.documentElement.dataset.loading;

/** Take over the settings of the address: of a sheet, or the rule of a game. */
function open() {
  const text = decodeURIComponent(location.hash.slice(1));
  const game = /^\d/.test(text) ? parseLink(text) : null;
  const options = new Map(text.split(";").map((option) => option.split("=")));
  // Sheets are of Nim; a game of another kind leaves them as they are.
  const rule = game?.rule && kind(game.rule) !== "other" ? game.rule : ruleOf(options);
  elements.rule.value = kind(rule);
  showNumbers(String(rule.max_remove ?? rule.subtraction_set?.join(", ") ?? ""));
  elements.convention.value = (game ? game.misere : options.has("misere")) ? "misere" : "normal";
  const difficulty = game ? undefined : Object.keys(SIZES).find((name) => options.has(name));
  elements.difficulty.value = difficulty ?? "medium";
  elements.count.value = options.get("count") ?? 8;
  if (/^\d{1,9}$/.test(options.get("seed") ?? "")) seed = Number(options.get("seed"));
  draw();
}

function ruleOf(options) {
  const name = ["max", "set"].find((option) => options.has(option));
  return (name && parseRule(name, options.get(name) ?? "").rule) || ANY;
}

/** Show the field that belongs to the rule, with this text in it. */
function showNumbers(text = SHEET[elements.rule.value].text) {
  elements.numbers.hidden = elements.rule.value === "any";
  elements.numbers.value = text;
  elements.numbers.setAttribute("aria-label", SHEET[elements.rule.value].label);
}

async function draw() {
  waiting.abort();
  waiting = new AbortController();
  const { signal } = waiting;
  const { rule, error } = parseRule(elements.rule.value, elements.numbers.value);
  byId("numbers-error").textContent = error ?? "";
  byId("numbers-error").hidden = !error;
  elements.numbers.setAttribute("aria-invalid", String(Boolean(error)));
  const count = elements.count.valueAsNumber;
  byId("count-said").textContent = String(count);
  if (error) return;
  const misere = elements.convention.value === "misere";
  const difficulty = elements.difficulty.value;
  history.replaceState(null, "", address({ rule, misere, difficulty, count }));
  const sizes = SIZES[difficulty][kind(rule) === "any" ? "any" : "ruled"];
  const positions = candidates(sizes, count * CANDIDATES).map((piles) => ({ piles, misere, ...rule }));
  try {
    const { answer } = await api.solveAll(positions, signal);
    if (signal.aborted) return;
    const solved = positions.map((position, i) => ({ position, solution: answer.results[i] }));
    const chosen = solved.filter(({ solution }) => solution.winning_moves.length > 0).slice(0, count);
    show(chosen, { rule, misere });
    complain(chosen.length < count ? SHEET.noneFound : "");
  } catch (problem) {
    if (signal.aborted) return;
    if (!(problem instanceof api.ServiceError)) throw problem;
    complain(problem.message);
  }
}

function show(chosen, game) {
  byId("sheet-rule").textContent = SHEET.rule(game);
  byId("key-rule").textContent = SHEET.keyRule(game);
  byId("positions").replaceChildren(...chosen.map(({ position }) => task(position)));
  byId("key").replaceChildren(
    ...chosen.map(({ solution }) => element("li", {}, SHEET.answer(solution.winning_moves))),
  );
}

function task({ piles }) {
  const [before, between] = SHEET.blank;
  const blank = () => element("span", { class: "blank" });
  return element(
    "li",
    {},
    element("ol", { class: "piles" }, ...piles.map((size, pile) => drawnPile(size, pile + 1))),
    element("p", { class: "fill" }, `${before} `, blank(), ` ${between} `, blank()),
  );
}

function drawnPile(size, number) {
  const dots = Array.from({ length: size }, () => element("span", { class: "dot" }));
  return element(
    "li",
    {},
    element("span", { class: "number" }, SHEET.pile(number)),
    element("span", { class: "dots", role: "img", "aria-label": SHEET.size(size) }, ...dots),
    element("span", { class: "size", "aria-hidden": "true" }, String(size)),
  );
}

function complain(words) {
  byId("problem").hidden = words === "";
  byId("problem-said").textContent = words;
}

/** Different positions, in the order in which the seed makes them come. */
function candidates({ piles, objects }, count) {
  const random = seeded(seed);
  const between = ([low, high]) => low + Math.floor(random() * (high - low + 1));
  const found = new Map();
  for (let i = 0; i < count; i += 1) {
    const position = Array.from({ length: between(piles) }, () => between(objects));
    found.set(String(position), position);
  }
  return [...found.values()];
}

function address({ rule, misere, difficulty, count }) {
  const options = { any: [], max: [`max=${rule.max_remove}`], set: [`set=${rule.subtraction_set}`] }[kind(rule)];
  if (misere) options.push("misere");
  return `#${[...options, difficulty, `count=${count}`, `seed=${seed}`].join(";")}`;
}

function newSeed() {
  return Math.floor(Math.random() * 1e6);
}
