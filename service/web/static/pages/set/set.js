// A set for a class: the tasks of a sheet on the board, one after another. The address has the whole set; what was
// answered stays in this browser's history.

import { NO_MARKS } from "../../boards/board.js";
import { Boards } from "../../boards/index.js";
import * as api from "../../core/api.js";
import { Notice } from "../../core/requests.js";
import { ROOT, byId, element, setText } from "../../core/dom.js";
import { isLegal, keyOf, newGame, position } from "../../core/game.js";
import { describeRule, moveTakes, plural, titleOf } from "../../core/words.js";
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
let results = []; // whether each was solved; null before
let shown = 0; // the index of the task on the board; -1 at the end

byId("none").addEventListener("click", () => answer(null));
byId("next").addEventListener("click", next);
byId("new").addEventListener("click", () => (location.hash = formatSettings({ ...settings, seed: newSeed() })));
byId("result").addEventListener("click", copy);
addEventListener("hashchange", open);

open();

async function open() {
  requests.leave();
  await requests.send(async (signal) => {
    const { games } = (await api.games(signal)).response;
    settings = await readSettings(games);
    tasks = await tasksOf(settings, games, signal);
    for (const task of tasks) task.game = newGame({ ...task, rule: task.quota ? { ...task.rule, quota: task.quota } : task.rule });
    return () => {
      const kept = history.state?.results ?? [];
      results = kept.length === tasks.length ? kept : tasks.map(() => null);
      document.title = `${titleOf(settings.rule)}, ${settings.difficulty}: ${plural(tasks.length, ["position", "positions"])}`;
      byId("set-title").textContent = document.title;
      next();
    };
  });
  delete document.documentElement.dataset.loading;
}

function next() {
  shown = results.indexOf(null);
  boards.startAnew();
  keep();
  draw();
  const task = tasks[shown];
  if (!task) byId("headline").focus();
  else boards.of(task.game)?.focus();
  if (task?.game.options === null) requests.send((signal) => fetchMoves(task, signal));
}

const keep = () => history.replaceState({ results }, "", formatSettings(settings));

/** The legal moves of a game that only the service knows. */
async function fetchMoves(task, signal) {
  const { response } = await api.analyse({ ...position(task.game), moves: true }, signal);
  return () => {
    task.game = { ...task.game, options: response.moves.map(({ move }) => move) };
    draw();
  };
}

/** Judge a move, or null for none. */
function answer(move) {
  const { game, solution } = tasks[shown];
  if (move && !isLegal(game, move)) {
    setText("detail", moveTakes(game), true);
    return;
  }
  const wins = new Set(solution.winning_moves.map(keyOf));
  results[shown] = move ? wins.has(keyOf(move)) : wins.size === 0;
  keep();
  draw();
  byId("next").focus();
}

function draw() {
  if (tasks.length === 0) return; // no response has come yet
  const task = tasks[shown];
  const asked = results[shown] === null;
  byId("dots").replaceChildren(...results.map(dot));
  setText("headline", !task ? score() : asked ? "Find a move that wins" : results[shown] ? "Right" : "Wrong");
  setText("detail", !task ? "Show this to your teacher, or copy the result." : asked ? "Whatever the opponent does. Some positions have no such move." : answerOf(task));
  byId("board").hidden = !task;
  if (task) {
    byId("rule").textContent = describeRule(task.game);
    boards.of(task.game)?.draw(task.game, asked, NO_MARKS);
  }
  byId("none").hidden = !asked;
  byId("next").hidden = !task || asked;
  byId("next").textContent = results.includes(null) ? "Next" : "Result";
  byId("result").hidden = Boolean(task);
  byId("new").hidden = Boolean(task);
}

function dot(result, i) {
  const [kind, sign, word] = result === null ? ["open", String(i + 1), "open"] : result ? ["wins", "✓", "right"] : ["loses", "✗", "wrong"];
  const attributes = { class: kind, "aria-label": `Position ${i + 1}: ${word}`, role: "img", "aria-current": i === shown ? "step" : null };
  return element("li", {}, element("span", attributes, sign));
}

const score = () => `${results.filter(Boolean).length} of ${results.length}`;

async function copy() {
  const marks = results.map((right) => (right ? "✓" : "✗")).join("");
  byId("sent").hidden = false;
  byId("sent-link").value = `${document.title}. ${score()} ${marks}\n${shareable(`${ROOT}play/set${formatSettings(settings)}`)}`;
  const sharing = await import("../play/sharing.js");
  await sharing.copy(byId("sent-link").value, "Result copied: paste it where you like.", byId("sent-text"), byId("sent-link"));
}
