// A set for a class: the tasks of a sheet on the board, one after another. The address has the whole set; what was
// answered stays in this browser's history.

import { NO_MARKS } from "../../boards/board.js";
import { Boards } from "../../boards/index.js";
import * as api from "../../core/api.js";
import { Notice } from "../../core/requests.js";
import { ROOT, byId, element, setText } from "../../core/dom.js";
import { isLegal, keyOf, newGame } from "../../core/game.js";
import { capital, describeRule, moveTakes, plural, titleOf } from "../../core/words.js";
import { shareable } from "../../setup/link.js";
import { answerOf, formatSettings, newSeed, readSettings, tasksOf } from "../sheet/settings.js";

const requests = new Notice(byId("problem")).requests();
const boards = new Boards(
  byId("board"),
  { onTake: answer, confirms: () => true, onUncover: () => {} },
  { onReady: draw, onFail: () => (byId("failed").hidden = false) },
);
let settings = null;
let tasks = []; // with the game of each
let round = null; // {results, queue, first}: by task whether it was solved, what is still to do, the first results
let shown = null; // the index of the task on the board; null at the end
let isRight = null; // whether the answer to it was right; null before

byId("none").addEventListener("click", () => answer(null));
byId("next").addEventListener("click", next);
byId("again").addEventListener("click", () => begin({ ...round, queue: wrong() }));
byId("new").addEventListener("click", () => (location.hash = formatSettings({ ...settings, seed: newSeed() })));
byId("result").addEventListener("click", copy);
addEventListener("hashchange", open);

open();

async function open() {
  requests.leave();
  await requests.send(async (signal) => {
    const { games } = (await api.games(signal)).response;
    settings = await readSettings(games);
    tasks = (await tasksOf(settings, games, signal)).map((task) => ({ ...task, game: newGame({ ...task, rule: task.quota ? { ...task.rule, quota: task.quota } : task.rule }) }));
    const kept = history.state?.results?.length === tasks.length ? history.state : null;
    return () => begin(kept ?? { results: tasks.map(() => null), queue: [...tasks.keys()], first: null });
  });
  delete document.documentElement.dataset.loading;
}

function begin(other) {
  round = other;
  const title = `${titleOf(settings.rule)}, ${settings.difficulty}: ${plural(tasks.length, ["position", "positions"])}`;
  document.title = title;
  byId("set-title").textContent = title;
  next();
}

function next() {
  [shown = null] = round.queue;
  isRight = null;
  boards.startAnew();
  history.replaceState(round, "", formatSettings(settings));
  draw();
  if (shown === null) byId("headline").focus();
  else boards.of(tasks[shown].game)?.focus();
}

/** Judge a move, or null for none. */
function answer(move) {
  const { game, solution } = tasks[shown];
  if (isRight !== null) return;
  if (move && !isLegal(game, move)) {
    setText("detail", moveTakes(game), true);
    return;
  }
  const wins = new Set(solution.winning_moves.map(keyOf));
  isRight = move ? wins.has(keyOf(move)) : wins.size === 0;
  round.results[shown] = isRight;
  round.queue.shift();
  if (round.queue.length === 0) round.first ??= [...round.results];
  history.replaceState(round, "");
  draw();
  byId("next").focus();
}

const wrong = () => [...tasks.keys()].filter((i) => !round.results[i]);

function draw() {
  if (!round) return; // no response has come yet
  const ended = shown === null;
  const asked = !ended && isRight === null;
  byId("dots").replaceChildren(...round.results.map((result, i) => dot(round.queue.includes(i) ? null : result, i)));
  setText("headline", ended ? score(round.results) : asked ? "Find a move that wins" : isRight ? "Right" : "Wrong");
  setText("detail", ended ? ending() : asked ? "Whatever the opponent does. Some positions have no such move." : answerOf(tasks[shown]));
  byId("board").hidden = ended;
  if (!ended) {
    const { game } = tasks[shown];
    byId("rule").textContent = describeRule(game);
    boards.of(game)?.draw(game, asked, NO_MARKS);
  }
  byId("none").hidden = !asked;
  byId("next").hidden = ended || asked;
  byId("next").textContent = round.queue.length === 0 ? "Result" : "Next";
  for (const id of /** @type {const} */ (["result", "new"])) byId(id).hidden = !ended;
  byId("again").hidden = !ended || wrong().length === 0;
  byId("again").textContent = `The ${wrong().length} again`;
}

function dot(result, i) {
  const [kind, sign, word] = result === null ? ["open", String(i + 1), "open"] : result ? ["wins", "✓", "right"] : ["loses", "✗", "wrong"];
  const attributes = { class: kind, "aria-label": `Position ${i + 1}: ${word}`, role: "img", "aria-current": i === shown ? "step" : null };
  return element("li", {}, element("span", attributes, sign));
}

const score = (results) => `${results.filter(Boolean).length} of ${results.length}`;

function ending() {
  const before = score(round.first) === score(round.results) ? "" : `${score(round.first)} at the first try. `;
  return `${before}Show this to your teacher, or copy the result.`;
}

async function copy() {
  const marks = round.first.map((right) => (right ? "✓" : "✗")).join("");
  const text = `${capital(byId("set-title").textContent)}. ${score(round.first)} ${marks}\n${ROOT}play/set${shareable(formatSettings(settings))}`;
  byId("sent").hidden = false;
  byId("sent-link").value = text;
  await (await import("../play/sharing.js")).copy(text, "Result copied: paste it where you like.", byId("sent-text"), byId("sent-link"));
}
