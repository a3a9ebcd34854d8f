// The sheet to print: tasks of a game, and the key with the answers.

import { Notice } from "../../core/api.js";
import { ROOT, byId, element, onClick, settleLinks } from "../../core/dom.js";
import { GameForm } from "../../core/form.js";
import { shareable } from "../../core/setup.js";
import { boardOf, capital, describeRule, isStrip, plural, titleOf } from "../../core/game.js";
import { DRAWINGS, gameOf } from "../../core/games.js";
import { skittles, squares } from "../../core/pictures.js";
import { answerOf, formatSettings, newSeed, readSettings, tasksOf } from "./tasks.js";

/** @typedef {HTMLFormControlsCollection & {difficulty: RadioNodeList, count: HTMLInputElement}} Controls */

const elements = /** @type {Controls} */ (byId("settings").elements);
const form = new GameForm(byId("settings"), () => draw());
const requests = new Notice(byId("problem")).requests();
let seed = newSeed();
let settings = null; // of the sheet that is shown

byId("settings").addEventListener("submit", (event) => event.preventDefault());
onClick({
  new: () => {
    seed = newSeed();
    draw();
  },
  print: () => print(),
});
settleLinks();
addEventListener("hashchange", open);
open().then(() => delete document.documentElement.dataset.loading);

/** Take over the settings of the address: of a sheet, or the rule of a game. */
async function open() {
  settings = await readSettings(settings ?? undefined);
  await form.show(settings);
  elements.difficulty.value = settings.difficulty;
  elements.count.value = String(settings.count);
  seed = settings.seed;
  const { instead } = settings;
  const drawing = draw();
  said(instead);
  await drawing;
}

/** Say why the sheet is about another game than the address. */
function said(instead) {
  byId("link-error").hidden = !instead;
  byId("link-error").textContent = instead;
}

function draw() {
  said("");
  const read = form.readRule();
  form.mark(read);
  const count = elements.count.valueAsNumber;
  byId("count-text").textContent = String(count);
  if (read.error) return null;
  const { rule, misere } = read;
  settings = { rule, misere, difficulty: elements.difficulty.value, count, seed };
  history.replaceState(null, "", formatSettings(settings, "sheet"));
  requests.leave();
  return requests.send(async (signal) => {
    const chosen = await tasksOf(settings, signal);
    return () => {
      byId("game-rule").textContent = describeRule({ rule, misere, start: [2, 2] });
      show(chosen, settings, { rule, misere, start: chosen[0]?.piles ?? [2, 2] });
      byId("too-few").hidden = chosen.length === count;
    };
  });
}

// --- The paper ------------------------------------------------------------------------------------

function show(chosen, settings, game) {
  byId("key-paper").hidden = false;
  const title = titleOf(game.rule);
  const loses = game.misere ? ", the last move loses" : "";
  byId("sheet-title").textContent = `${title}${loses}: find a winning move`;
  byId("key-title").textContent = `${title}${loses}: answer key`;
  byId("sheet-rule").textContent =
    `Two players take turns. ${describeRule(game)} It is your turn: find a move that wins, whatever the other player does. Some positions have none: write “none” there.`;
  byId("key-rule").textContent = describeRule(game);
  byId("positions").dataset.board = boardOf(game);
  byId("positions").replaceChildren(...chosen.map(task));
  byId("key").replaceChildren(...chosen.map((one) => element("li", {}, answerOf(one))));
  const link = shareable(formatSettings(settings, "set")); // the same positions without the key
  byId("set").href = link;
  byId("qr").src = `${ROOT}static/qr.svg?link=${encodeURIComponent(link)}`;
  byId("qr").alt = `QR code of these positions, to solve on a screen: ${link}`;
}

function task(position) {
  const known = gameOf(position.rule);
  const lines = known.blanks(position).map((parts) =>
    element("p", { class: "fill" }, ...parts.flatMap((part) => (part === null ? [" ", element("span", { class: "blank" }), " "] : [part]))),
  );
  const quota = position.quota ?? position.rule.quota;
  return element("li", {}, drawing(position), quota ? element("p", {}, `This move takes at most ${quota}.`) : null, ...lines);
}

/** The position as it stands on the game's board. */
function drawing(position) {
  const { piles } = position;
  if (position.board !== undefined) return element("div", { class: "board-of" }, DRAWINGS.still(position));
  if (boardOf(position) === "queen") {
    const label = `The queen, ${piles[0]} and ${piles[1]} from the corner`;
    return element("div", { class: "board-of", role: "img", "aria-label": label }, squares(position));
  }
  const known = gameOf(position.rule);
  const isPins = boardOf(position) === "pins";
  const isCoin = isStrip(position); // whose size is the number of its square
  const unit = capital(known.unit);
  return element(
    "ol",
    { class: "piles" },
    ...piles.map((size, pile) =>
      element(
        "li",
        {},
        element("span", { class: "number" }, isCoin ? `${unit} on square` : `${unit} ${pile + 1}`),
        element(
          "span",
          { class: isPins ? "dots standing" : "dots", role: "img", "aria-label": isCoin ? String(size) : plural(size, known.noun) },
          ...(isPins ? skittles(size) : Array.from({ length: isCoin ? 0 : size }, () => element("span", { class: "dot" }))),
        ),
        element("span", { class: "size", "aria-hidden": "true" }, String(size)),
      ),
    ),
  );
}
