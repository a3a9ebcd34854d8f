// Ties the sheet to its page: positions that come by chance, judged by the service.

import { pins, squares } from "../../boards/picture.js";
import * as api from "../../core/api.js";
import { byId, element } from "../../core/dom.js";
import { ANY, boardOf, gameOf, nameOf } from "../../core/game.js";
import { alternatives, capital, describeRule, plural, titleOf } from "../../core/words.js";
import { loadGame } from "../../games/index.js";
import { GameForm } from "../../setup/game-form.js";
import { formatRule, parseLink, readRule, textOf } from "../../setup/link.js";
import { DIFFICULTIES, candidates, choose, isFull } from "./positions.js";

/** @typedef {HTMLFormControlsCollection & {difficulty: RadioNodeList, count: HTMLInputElement}} Controls */

const CANDIDATES = { nim: 16, other: 6 }; // positions that are sent for each one that is wanted
const SENT_TOGETHER = 16; // positions in a request, so few that the service solves even those that need a search
const MOST_ANSWERS = 8; // winning moves of a position; more would not fit into the key

const elements = /** @type {Controls} */ (byId("settings").elements);
const form = new GameForm(byId("settings"), () => draw());
const requests = new api.Notice(byId("problem")).requests();
let games = null; // what the service says of all games
let seed = newSeed();

byId("settings").addEventListener("submit", (event) => event.preventDefault());
byId("new").addEventListener("click", () => {
  seed = newSeed();
  if (games) draw();
  else open();
});
byId("print").addEventListener("click", () => print());
addEventListener("hashchange", open);

open();

/** Take over the settings of the address: of a sheet, or the rule of a game. */
async function open() {
  requests.leave();
  await requests.send(async (signal) => {
    games ??= (await api.games(signal)).response.games;
    form.offer(games);
    const text = textOf(location.hash) ?? "";
    const game = /^[\d(]/.test(text) ? await parseLink(location.hash, () => games) : null;
    const options = new Map(text.split(";").map((option) => option.split("=", 2)).map(([name, value]) => [name, value]));
    const rule = game?.rule ?? (await ruleOf(text));
    return async () => {
      await form.show({ rule: rule.game === "sum" ? ANY : rule, misere: game ? game.misere : options.has("misere") });
      elements.difficulty.value = (game ? null : DIFFICULTIES.find((name) => options.has(name))) ?? "medium";
      elements.count.value = options.get("count") ?? "8";
      if (/^\d{1,9}$/.test(options.get("seed") ?? "")) seed = Number(options.get("seed"));
      draw();
    };
  });
  delete document.documentElement.dataset.loading;
}

/** The rule that the address of a sheet names, if it does. */
async function ruleOf(text) {
  const others = ["misere", ...DIFFICULTIES];
  const parts = text.split(";").filter((part) => part && !others.includes(part) && !/^(count|seed)=/.test(part));
  const pairs = parts.map((part) => part.split("=", 2));
  for (const [name] of pairs) await loadGame(name, games.find((game) => game.name === name));
  return readRule(pairs)?.rule ?? ANY;
}

function draw() {
  if (!games) return; // the notice offers to try again
  const read = form.readRule();
  form.mark(read);
  const count = elements.count.valueAsNumber;
  byId("count-text").textContent = String(count);
  if (read.error) return;
  const { rule, misere } = read;
  const difficulty = elements.difficulty.value;
  const settings = [...formatRule(rule), misere && "misere", difficulty, `count=${count}`, `seed=${seed}`];
  history.replaceState(null, "", `#${settings.filter(Boolean).join(";")}`);
  byId("game-rule").textContent = describeRule({ rule, misere, start: [2, 2] });
  const { limits } = form.listed;
  const most = count * (CANDIDATES[nameOf(rule)] ?? CANDIDATES.other);
  const tasks = candidates({ rule, difficulty, limits, seed, count: most });
  requests.leave();
  requests.send(async (signal) => {
    const solved = [];
    while (solved.length < tasks.length && !isFull(solved, count, MOST_ANSWERS)) {
      const sent = tasks.slice(solved.length, solved.length + SENT_TOGETHER);
      const { response } = await api.solveAll(sent.map((position) => ({ misere, ...rule, ...position })), signal);
      solved.push(...sent.map((task, i) => ({ ...task, rule, misere, start: task.piles, moves: [], solution: response.results[i] })));
    }
    return () => {
      const chosen = choose(solved, count, MOST_ANSWERS);
      show(chosen, { rule, misere, start: chosen[0]?.piles ?? [2, 2] });
      byId("too-few").hidden = chosen.length === count;
    };
  });
}

// --- The paper ------------------------------------------------------------------------------------

function show(chosen, game) {
  byId("key-paper").hidden = false;
  const title = titleOf(game.rule);
  byId("sheet-title").textContent = `${title}: find a winning move`;
  byId("key-title").textContent = `${title}: answer key`;
  byId("sheet-rule").textContent =
    `Two players take turns. ${describeRule(game)} It is your turn: find a move that wins, whatever the other player does. Some positions have none: write “none” there.`;
  byId("key-rule").textContent = describeRule(game);
  byId("positions").dataset.board = boardOf(game);
  byId("positions").replaceChildren(...chosen.map(task));
  byId("key").replaceChildren(...chosen.map((one) => element("li", {}, answer(one))));
  const link = location.href;
  byId("qr").src = `static/qr.svg?link=${encodeURIComponent(link)}`;
  byId("qr").alt = `QR code of this sheet: ${link}`;
}

function answer({ solution: { winning_moves: moves }, ...position }) {
  if (moves.length === 0) return "None: this position is lost.";
  return `${capital(alternatives(moves, position))}.`;
}

const FORMS = {
  removals: [["Take", null, "from pile", null], ["and", null, "from pile", null]],
  split: [["Take", null, "from pile", null, "leaving", null, "and", null]],
  removal: [["Take", null, "from pile", null]],
};

function task(position) {
  const known = gameOf(position.rule);
  const { best_move: move } = position.solution;
  const form = move.removals ? "removals" : move.leaves_piles ? "split" : "removal";
  const lines = (known.sheet?.blanks(position) ?? FORMS[form]).map((parts) =>
    element("p", { class: "fill" }, ...parts.flatMap((part) => (part === null ? [" ", element("span", { class: "blank" }), " "] : [part]))),
  );
  const quota = position.quota ?? position.rule.quota;
  return element("li", {}, drawing(position), quota ? element("p", {}, `This move takes at most ${quota}.`) : null, ...lines);
}

/** The position as it stands on the game's board. */
function drawing(position) {
  const { piles } = position;
  if (boardOf(position) === "queen") {
    const label = `The queen, ${piles[0]} and ${piles[1]} from the corner`;
    return element("div", { class: "board-of", role: "img", "aria-label": label }, squares(position));
  }
  const known = gameOf(position.rule);
  const isPins = boardOf(position) === "pins";
  const unit = capital(known.unit ?? "pile");
  return element(
    "ol",
    { class: "piles" },
    ...piles.map((size, pile) =>
      element(
        "li",
        {},
        element("span", { class: "number" }, `${unit} ${pile + 1}`),
        element(
          "span",
          { class: isPins ? "dots standing" : "dots", role: "img", "aria-label": plural(size, known.noun) },
          ...(isPins ? pins(size) : Array.from({ length: size }, () => element("span", { class: "dot" }))),
        ),
        element("span", { class: "size", "aria-hidden": "true" }, String(size)),
      ),
    ),
  );
}

function newSeed() {
  return Math.floor(Math.random() * 1e6);
}
