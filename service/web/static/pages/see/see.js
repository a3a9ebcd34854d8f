// Ties the pictures to their page. Every number in them is the service's.

import * as api from "../../core/api.js";
import { ROOT, byId, chosen, element, radios, settleLinks } from "../../core/dom.js";
import { newGame, say } from "../../core/game.js";
import { and } from "../../core/games.js";
import { GIVEN, formatAddress } from "../../core/setup.js";
import { AnyGame, drawTyped } from "./any-game.js";
import { Solid, Table } from "./figures.js";

const PILES = 32; // sizes from 0 to 31 of each of the three piles

const USUAL = { operation: "sum", size: "16", last: "normal", turn: "32", slice: "-1", own: "" };
const LARGEST = PILES - 1;
const SIGNS = { sum: "⊕", product: "⊗" };
const TEXTS = {
  sum: "Write both numbers in binary, as sums of 1, 2, 4, 8 and so on, and add them without carrying: that is their nim-sum. With a third pile of that size, the player to move loses.",
  product:
    "Nim-multiplication goes with nim-addition the way ordinary multiplication goes with addition. The usual laws hold, even for division, and the numbers below 2, 4, 16, 256 and so on are closed under both.",
};
const SHOWN_MS = 300; // without a change, until the address follows

const table = new Table(byId("table"), read, ({ row, column, value }) => drawn === "sum" && play([row, column, value]));
const solid = new Solid(byId("solid"), {
  onTurn: (degrees) => {
    byId("turn").value = String(degrees);
    solid.degrees = degrees;
    remember();
  },
  onChoose: (piles, touched) => (touched ? show(piles) : play(piles, isMisere())),
});
const notice = new api.Notice(byId("problem"));
const anyGame = new AnyGame({ notice, onChange: remember });
const requests = { table: notice.requests(), points: notice.requests(), own: notice.requests(), typed: notice.requests() };

let drawn = "sum"; // the operation of the table that is shown
let points = [];
let changing = null; // the timer that ends when the address is to change

for (const input of document.querySelectorAll("input[name=operation], input[name=size]")) {
  input.addEventListener("change", () => (drawTable(), remember()));
}
for (const input of document.querySelectorAll("input[name=last]")) {
  input.addEventListener("change", () => (drawSolid(), drawOwn(), remember()));
}
byId("table").addEventListener("click", () => bringToSight("table-play"));
byId("turn").addEventListener("input", () => ((solid.degrees = byId("turn").valueAsNumber), remember()));
byId("slice").addEventListener("input", () => (showSlice(), remember()));
byId("own").addEventListener("input", () => (drawOwn(), remember()));
byId("typed").addEventListener("input", () => drawTyped(requests.typed));
addEventListener("hashchange", open);

settleLinks();
open().then(() => delete document.documentElement.dataset.loading);

/** Show what the address says. */
async function open() {
  const options = optionsHere();
  if (options.has("convention")) options.set("last", options.get("convention")); // as links once called it
  for (const [name, usual] of Object.entries(USUAL)) choose(name, options.get(name) ?? usual);
  solid.degrees = byId("turn").valueAsNumber;
  drawTable();
  drawSolid();
  drawOwn();
  const game = options.has("game") ? `#${options.get("game")}` : options.has("moves") ? `#moves=${options.get("moves")}` : "";
  if (game || GIVEN) anyGame.onShown = () => byId(byId("map-exhibit").hidden ? "game-title" : "map-title").scrollIntoView();
  await anyGame.open(game);
}

function optionsHere() {
  return new URLSearchParams(location.hash.slice(1).replaceAll("+", "%2B")); // of a sum that somebody typed
}

/** Write what is shown into the address, once it has stayed the same for a moment. */
function remember() {
  clearTimeout(changing);
  changing = setTimeout(() => {
    const options = new URLSearchParams();
    for (const [name, usual] of Object.entries(USUAL)) {
      const value = fieldOf(name)?.value ?? chosen(name);
      if (value !== usual) options.set(name, value);
    }
    if (anyGame.moves) options.set("moves", anyGame.moves);
    history.replaceState(null, "", `${anyGame.address ?? `${ROOT}see`}${options.toString() ? `#${options}` : ""}`);
  }, SHOWN_MS);
}

function choose(name, value) {
  const field = fieldOf(name);
  if (field) field.value = value;
  for (const radio of radios(name)) if (radio.value === value) radio.checked = true;
}

/**
 * The field with the choice, unless that is a group of radio buttons.
 *
 * @returns {HTMLInputElement | null}
 */
function fieldOf(name) {
  return document.querySelector(`input[id="${name}"]`);
}

function drawTable() {
  const operation = chosen("operation");
  requests.table.leave();
  return requests.table.send(async (signal) => {
    const { response } = await api.nimberTable(operation, Number(chosen("size")), signal);
    return () => {
      drawn = operation;
      byId("table-words").textContent = TEXTS[operation];
      const word = { sum: "plus", product: "times" }[operation];
      table.draw(response.rows, (a, b, value) => `${a} nim-${word} ${b} is ${value}`, SIGNS[operation]);
    };
  });
}

const equation = (a, b, value) => `${a} ${SIGNS[drawn]} ${b} = ${value}`;

/** Say the square that is chosen. */
function read({ row, column, value }) {
  byId("value").textContent = equation(row, column, value);
  const width = Math.max(row, column, value, 1).toString(2).length;
  const bits = (number) => number.toString(2).padStart(width, "0");
  byId("bits").textContent = equation(bits(row), bits(column), bits(value));
  offer(byId("table-play"), drawn === "sum" ? [row, column, value] : []);
}

// --- To the board --------------------------------------------------------------------------------

function addressOf(piles, misere = false) {
  return formatAddress({ piles, misere });
}

/** Whether there is a move to make on the board. */
function playable(piles) {
  return piles.some((count) => count > 0);
}

function play(piles, misere) {
  if (playable(piles)) location.assign(addressOf(piles, misere));
}

/** Show a point that a finger has touched as a position of one's own, with its link: it may mean another. */
function show(piles) {
  byId("own").value = piles.join(", ");
  drawOwn();
  remember();
  bringToSight("own-play");
}

/** Let a finger find the link that plays what it has chosen. */
function bringToSight(id) {
  if (matchMedia("(pointer: coarse)").matches) byId(id).scrollIntoView({ block: "nearest" });
}

/** Let a link lead to the board with these piles, if there is something to take. */
function offer(link, piles, misere) {
  link.hidden = !playable(piles);
  if (link.hidden) return;
  link.href = addressOf(piles, misere);
  link.textContent = `Play ${and(piles)}`;
}

function isMisere() {
  return chosen("last") === "misere";
}

// --- Three piles ---------------------------------------------------------------------------------

/** Find the lost positions of three piles: the service lists each once, its piles ascending. */
function drawSolid() {
  requests.points.leave();
  const position = { piles: [LARGEST, LARGEST, LARGEST], misere: isMisere() };
  return requests.points.send(async (signal) => {
    const { response } = await api.listPositions(position, signal);
    return () => {
      points = response.p_positions.flatMap(orders);
      solid.show(points, PILES);
      showSlice();
    };
  });
}

/** Three piles in each of their orders; those that are left out are empty. */
function orders(left) {
  const [a, b, c] = [...left, 0, 0, 0];
  const all = [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]];
  return [...new Map(all.map((piles) => [String(piles), piles])).values()];
}

function showSlice() {
  const third = byId("slice").valueAsNumber;
  solid.slice = third;
  byId("slice-text").textContent = third === -1 ? "any size" : String(third);
  const beside = points.filter(([a, b, c]) => c === third && a <= b).sort(([a, b], [c, d]) => a - c || b - d);
  const pairs = beside.map(([a, b]) => `${a} and ${b}`);
  byId("slice-links").replaceChildren(
    ...beside.filter(playable).map((piles) =>
      element("li", {}, element("a", { href: addressOf(piles, isMisere()), "aria-label": `Play ${and(piles)}` }, piles.join(", "))),
    ),
  );
  byId("slice-words").textContent =
    third === -1
      ? `${points.length.toLocaleString("en")} of the ${(PILES ** 3).toLocaleString("en")} positions with piles of up to ${LARGEST} lose.`
      : `With a third pile of ${third}, these two piles lose: ${pairs.join(", ")}.`;
}

/** Show the position that is typed, and where its winning moves lead. */
function drawOwn() {
  requests.own.leave();
  const text = byId("own").value.trim();
  const piles = text.split(/[\s,]+/).map(Number);
  const right = piles.length === 3 && piles.every((count) => Number.isInteger(count) && count >= 0 && count < PILES);
  byId("own").setAttribute("aria-invalid", String(text !== "" && !right));
  byId("own-words").textContent = text === "" || right ? "" : `Enter three piles of up to ${LARGEST}, like 3, 4, 5.`;
  solid.own = null;
  byId("own-links").hidden = !right;
  const misere = isMisere();
  offer(byId("own-play"), right ? piles : [], misere);
  if (text === "" || !right) return;
  // Relative, as the service may be mounted at a prefix.
  byId("own-positions").href = `positions?piles=${piles}&misere=${misere}&all=true`;
  byId("own-graph").href = `graph?piles=${piles}`;
  requests.own.send(async (signal) => {
    const { response } = await api.solve({ piles, misere }, signal);
    return () => showOwn(piles, response);
  });
}

function showOwn(piles, { winning_moves: moves, to_move_wins: wins }) {
  const leaves = moves.map(({ pile, leaves: left }) => piles.map((count, i) => (i === pile ? left : count)));
  solid.own = { piles, leaves };
  const texts = moves.map((move) => say(move, newGame({ piles })));
  const reached = texts.length === 1 ? `The line shows the winning move: ${texts[0]}.` : `The lines show the winning moves: ${texts.join(", ")}.`;
  const text = wins ? (moves.length === 0 ? "because there is nothing to take." : `. ${reached}`) : "";
  byId("own-words").textContent = wins
    ? `${and(piles)}: the player to move wins${moves.length === 0 ? ", " : ""}${text}`
    : `${and(piles)}: the player to move loses. The ring marks its point.`;
}
