// Ties the pictures to their page. Every number in them is the service's.

import * as api from "../../core/api.js";
import { AnyGame, FIRST } from "./any-game.js";
import { byId, element } from "../../core/dom.js";
import { SEE } from "./see-texts.js";
import { Solid } from "./solid.js";
import { Table } from "./table.js";

const PILES = 32; // sizes from 0 to 31 of each of the three piles

const USUAL = { operation: "sum", size: "16", convention: "normal", turn: "32", slice: "-1", own: "" };
const LARGEST = PILES - 1;
const SHOWN_MS = 300; // after so long without a change the address is that of what is shown

const table = new Table(byId("table"), read, ({ row, column, value }) => drawn === "sum" && play([row, column, value]));
const solid = new Solid(byId("solid"), {
  onTurn: (degrees) => {
    byId("turn").value = degrees;
    solid.degrees = degrees;
    remember();
  },
  onChoose: (piles, touched) => (touched ? show(piles) : play(piles, isMisere())),
});
const anyGame = new AnyGame({ request, onChange: remember });

let drawn = "sum"; // the operation of the table that is shown
let points = [];
let waiting = new AbortController(); // for the table that is requested
let waitingToo = new AbortController(); // for the points
let waitingForOwn = new AbortController(); // for the position of one's own
let changing = null; // the timer that ends when the address is to change
const failed = new Set();

for (const input of document.querySelectorAll("input[name=operation], input[name=size]")) {
  input.addEventListener("change", () => (drawTable(), remember()));
}
for (const input of document.querySelectorAll("input[name=convention]")) {
  input.addEventListener("change", () => (drawSolid(), drawOwn(), remember()));
}
byId("table").addEventListener("click", () => bringToSight("table-play"));
byId("turn").addEventListener("input", () => ((solid.degrees = byId("turn").valueAsNumber), remember()));
byId("slice").addEventListener("input", () => (showSlice(), remember()));
byId("own").addEventListener("input", () => (drawOwn(), remember()));
byId("retry").addEventListener("click", retry);
addEventListener("hashchange", open);

open();
delete document.documentElement.dataset.loading;

/** Show what the address says. */
function open() {
  const options = new URLSearchParams(location.hash.slice(1));
  for (const [name, usual] of Object.entries(USUAL)) choose(name, options.get(name) ?? usual);
  solid.degrees = byId("turn").valueAsNumber;
  drawTable();
  drawSolid();
  drawOwn();
  const shown = anyGame.open(options.get("game") ?? FIRST);
  if (options.has("game")) shown.then(() => byId(byId("map-exhibit").hidden ? "game-title" : "map-title").scrollIntoView());
}

/** Write what is shown into the address, once it has stayed the same for a moment. */
function remember() {
  clearTimeout(changing);
  changing = setTimeout(() => {
    const options = new URLSearchParams();
    for (const [name, usual] of Object.entries(USUAL)) {
      const value = byId(name)?.value ?? chosen(name);
      if (value !== usual) options.set(name, value);
    }
    if (anyGame.link !== FIRST) options.set("game", anyGame.link);
    history.replaceState(null, "", `${location.pathname}${options.toString() ? `#${options}` : ""}`);
  }, SHOWN_MS);
}

function choose(name, value) {
  if (byId(name)) byId(name).value = value;
  for (const radio of document.querySelectorAll(`input[name=${name}]`)) {
    if (radio.value === value) radio.checked = true;
  }
}

async function drawTable() {
  const operation = chosen("operation");
  waiting.abort();
  waiting = new AbortController();
  const response = await request(drawTable, waiting, (signal) =>
    api.nimberTable(operation, Number(chosen("size")), signal),
  );
  if (!response) return;
  drawn = operation;
  byId("table-words").textContent = SEE.table[operation];
  table.draw(response.rows, (a, b, value) => SEE.square(operation, a, b, value), SEE.signs[operation]);
}

/** Say the square that is chosen. */
function read({ row, column, value }) {
  byId("value").textContent = SEE.equation(drawn, row, column, value);
  const width = Math.max(row, column, value, 1).toString(2).length;
  const bits = (number) => number.toString(2).padStart(width, "0");
  byId("bits").textContent = SEE.equation(drawn, bits(row), bits(column), bits(value));
  offer(byId("table-play"), drawn === "sum" ? [row, column, value] : []);
}

// --- To the board --------------------------------------------------------------------------------

function addressOf(piles, misere = false) {
  return `./#${piles.join(",")}${misere ? ";misere" : ""}`;
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
  link.textContent = SEE.play(piles);
}

function isMisere() {
  return chosen("convention") === "misere";
}

// --- Three piles ---------------------------------------------------------------------------------

/** Find the lost positions of three piles: the service lists each once, its piles ascending. */
async function drawSolid() {
  waitingToo.abort();
  waitingToo = new AbortController();
  const position = { piles: [LARGEST, LARGEST, LARGEST], misere: isMisere() };
  const response = await request(drawSolid, waitingToo, (signal) => api.listPositions(position, signal));
  if (!response) return;
  points = response.p_positions.flatMap(orders);
  solid.show(points, PILES);
  showSlice();
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
  byId("slice-text").textContent = third === -1 ? SEE.anySize : String(third);
  const beside = points.filter(([a, b, c]) => c === third && a <= b).sort(([a, b], [c, d]) => a - c || b - d);
  const pairs = beside.map(([a, b]) => SEE.pair(a, b));
  byId("slice-links").replaceChildren(
    ...beside.filter(playable).map((piles) =>
      element("li", {}, element("a", { href: addressOf(piles, isMisere()), "aria-label": SEE.play(piles) }, piles.join(", "))),
    ),
  );
  byId("slice-words").textContent =
    third === -1 ? SEE.points(points.length, PILES ** 3, LARGEST) : SEE.slice(third, pairs);
}

/** Show the position that is typed, and where its winning moves lead. */
async function drawOwn() {
  waitingForOwn.abort();
  waitingForOwn = new AbortController();
  const text = byId("own").value.trim();
  const piles = text.split(/[\s,]+/).map(Number);
  const right = piles.length === 3 && piles.every((count) => Number.isInteger(count) && count >= 0 && count < PILES);
  byId("own").setAttribute("aria-invalid", String(text !== "" && !right));
  byId("own-words").textContent = text === "" || right ? "" : SEE.wrongPosition(LARGEST);
  solid.own = null;
  byId("own-links").hidden = !right;
  const misere = isMisere();
  offer(byId("own-play"), right ? piles : [], misere);
  if (text === "" || !right) return;
  // Relative, as the service may be mounted at a prefix.
  byId("own-positions").href = `positions?piles=${piles}&misere=${misere}&all=true`;
  byId("own-graph").href = `graph?piles=${piles}`;
  const response = await request(drawOwn, waitingForOwn, (signal) => api.solve({ piles, misere }, signal));
  if (!response) return;
  const moves = response.winning_moves;
  const leaves = moves.map(({ pile, leaves: left }) => piles.map((count, i) => (i === pile ? left : count)));
  solid.own = { piles, leaves };
  if (!response.to_move_wins) byId("own-words").textContent = SEE.loses(piles);
  else byId("own-words").textContent = moves.length === 0 ? SEE.noMove(piles) : SEE.wins(piles, moves);
}

/**
 * The service's response, or null where it failed or something else was requested meanwhile. A failure
 * can be retried until its request is aborted: something else is requested instead of it then.
 */
async function request(again, { signal }, operation) {
  try {
    const { response } = await operation(signal);
    return signal.aborted ? null : response;
  } catch (error) {
    if (signal.aborted) return null;
    if (!(error instanceof api.ServiceError)) throw error;
    failed.add(again);
    signal.addEventListener("abort", () => forget(again), { once: true });
    byId("problem-text").textContent = error.message;
    byId("problem").hidden = false;
    return null;
  }
}

/** Retry this no more, and show no problem where it was the only one. */
function forget(again) {
  failed.delete(again);
  byId("problem").hidden ||= failed.size === 0;
}

function retry() {
  byId("problem").hidden = true;
  const again = [...failed];
  failed.clear();
  for (const draw of again) draw();
}

function chosen(name) {
  return document.querySelector(`input[name=${name}]:checked`).value;
}
