// Ties the pictures to their page. Every number in them is the service's.

import * as api from "./api.js";
import { byId } from "./dom.js";
import { Solid } from "./solid.js";
import { Table } from "./table.js";

const PILES = 32; // sizes from 0 to 31 of each of the three piles

const SIGNS = { sum: "⊕", product: "⊗" };
const SAID = { sum: "plus", product: "times" };
const WORDS = {
  sum: "Write both numbers in binary and add them without carrying: that is their nim-sum. With a third pile of that size, the player to move loses.",
  product: "The nim-product belongs to the nim-sum as multiplication belongs to addition. With both you can calculate as usual, division included, and the numbers below 2, 4, 16, 256 and so on stay among themselves.",
};

const table = new Table(byId("table"), read);
const solid = new Solid(byId("solid"), (degrees) => {
  byId("turn").value = degrees;
  solid.degrees = degrees;
});

let drawn = "sum"; // the operation of the table that is shown
let points = [];
let waiting = new AbortController(); // for the table that is asked for
let waitingToo = new AbortController(); // for the points
const failed = new Set();

for (const input of document.querySelectorAll("input[name=operation], input[name=size]")) {
  input.addEventListener("change", drawTable);
}
for (const input of document.querySelectorAll("input[name=convention]")) {
  input.addEventListener("change", drawSolid);
}
byId("turn").addEventListener("input", () => (solid.degrees = byId("turn").valueAsNumber));
byId("slice").addEventListener("input", showSlice);
byId("retry").addEventListener("click", retry);

solid.degrees = byId("turn").valueAsNumber;
drawTable();
drawSolid();

async function drawTable() {
  const operation = chosen("operation");
  waiting.abort();
  waiting = new AbortController();
  const answer = await ask(drawTable, waiting, (signal) =>
    api.nimberTable(operation, Number(chosen("size")), signal),
  );
  if (!answer) return;
  drawn = operation;
  byId("table-words").textContent = WORDS[operation];
  table.draw(answer.rows, (a, b, value) => `${a} nim-${SAID[operation]} ${b} is ${value}`);
}

/** Say the square that is chosen. */
function read({ row, column, value }) {
  const sign = SIGNS[drawn];
  byId("value").textContent = `${row} ${sign} ${column} = ${value}`;
  const width = Math.max(row, column, value, 1).toString(2).length;
  const bits = (number) => number.toString(2).padStart(width, "0");
  byId("bits").textContent = `${bits(row)} ${sign} ${bits(column)} = ${bits(value)}`;
}

/**
 * Find the lost positions of three piles. From two piles and a third one that is larger than both
 * can balance, every winning move in the third pile leaves a lost position.
 */
async function drawSolid() {
  waitingToo.abort();
  waitingToo = new AbortController();
  const misere = chosen("convention") === "misere";
  const sizes = Array.from({ length: PILES }, (_, size) => size);
  const pairs = sizes.flatMap((a) => sizes.map((b) => [a, b]));
  const positions = pairs.map((pair) => ({ piles: [...pair, 2 * PILES - 1], misere }));
  const answer = await ask(drawSolid, waitingToo, (signal) => api.solveAll(positions, signal));
  if (!answer) return;
  points = answer.results.flatMap(({ winning_moves: moves }, i) =>
    moves.filter(({ pile }) => pile === 2).map(({ leaves }) => [...pairs[i], leaves]),
  );
  solid.show(points, PILES);
  showSlice();
}

function showSlice() {
  const third = byId("slice").valueAsNumber;
  solid.slice = third;
  byId("slice-said").textContent = third === -1 ? "any size" : String(third);
  const pairs = points.filter(([a, b, c]) => c === third && a <= b).map(([a, b]) => `${a} and ${b}`);
  byId("slice-words").textContent =
    third === -1
      ? `${points.length.toLocaleString("en")} positions lose, of the ${(PILES ** 3).toLocaleString("en")} with piles of up to ${PILES - 1}.`
      : `Beside a third pile of ${third}, these two piles lose: ${pairs.join(", ")}.`;
}

/** The service's answer, or null where it failed or something else was asked for meanwhile. */
async function ask(again, { signal }, operation) {
  try {
    const { answer } = await operation(signal);
    if (signal.aborted) return null;
    failed.delete(again);
    if (failed.size === 0) byId("problem").hidden = true;
    return answer;
  } catch (error) {
    if (signal.aborted) return null;
    if (!(error instanceof api.ServiceError)) throw error;
    failed.add(again);
    byId("problem-said").textContent = error.message;
    byId("problem").hidden = false;
    return null;
  }
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
