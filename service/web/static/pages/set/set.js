// A set for a class: the tasks of a sheet on the board, one after another. The address has the whole set; what was
// answered stays in this browser's history.

import * as api from "../../core/api.js";
import { Board, NO_MARKS } from "../../core/boards.js";
import { ROOT, byId, copy, element, onClick, patch, setText, settleLinks, show } from "../../core/dom.js";
import { describeRule, isCut, isLegal, mostFrom, moveTakes, plural, say, titleOf, whatWins } from "../../core/game.js";
import { gameOf, keyOf } from "../../core/games.js";
import { shareable } from "../../core/setup.js";
import { answerOf, formatSettings, newSeed, readSettings, settingsOf, tasksOf } from "../sheet/tasks.js";

const requests = new api.Notice(byId("problem")).requests();
const board = new Board(byId("board"), { onTake: answer, confirms: () => true });
let settings = null;
let tasks = []; // with the game of each
let results = []; // whether each was solved; null before
let answers = []; // the move that was the answer to each; null for none
let at = 0; // the index of the task on the board; -1 at the end

onClick({
  none: () => answer(null),
  next,
  new: () => (location.hash = settingsOf({ ...settings, seed: newSeed() })),
  result: copyResult,
  copy: () => copy(byId("link").value, "Link copied: it opens this set.", byId("copied"), byId("link")),
});
settleLinks();
addEventListener("hashchange", open);
open();

async function open() {
  requests.leave();
  await requests.send(async (signal) => {
    settings = await readSettings(settings ?? undefined);
    tasks = await tasksOf(settings, signal);
    return () => {
      const kept = history.state?.results?.length === tasks.length ? history.state : {};
      results = kept.results ?? tasks.map(() => null);
      answers = kept.answers ?? tasks.map(() => null);
      show({ "link-error": settings.instead });
      setText("link-error", settings.instead);
      const loses = settings.misere ? ", the last move loses" : "";
      document.title = `${titleOf(settings.rule)}, ${settings.difficulty}${loses}: ${plural(tasks.length, ["position", "positions"])}`;
      byId("set-title").textContent = document.title;
      visit(results.indexOf(null));
      byId("link").value = shareable(formatSettings(settings, "set"));
      byId("qr").src = `${ROOT}static/qr.svg?link=${encodeURIComponent(byId("link").value)}`;
      byId("qr").alt = `QR code of ${byId("link").value}`;
    };
  });
  delete document.documentElement.dataset.loading;
}

function next() {
  visit(results.indexOf(null));
  byId("headline").focus();
}

/** Show a task, or the result at the end. */
function visit(index) {
  at = index;
  board.startAnew();
  keep();
  draw();
}

const keep = () => history.replaceState({ results, answers }, "", formatSettings(settings, "set"));

/** Judge a move, or null for none. */
function answer(move) {
  const { game, solution } = tasks[at];
  if (move && !isLegal(game, move) && !isCut(game)) {
    setText("detail", moveTakes(game), true);
    return;
  }
  const wins = new Set(solution.winning_moves.map(keyOf));
  answers[at] = move;
  results[at] = move ? wins.has(keyOf(move)) : wins.size === 0;
  keep();
  draw();
  byId("next").focus();
}

function draw() {
  if (tasks.length === 0) return; // no response has come yet
  const task = tasks[at];
  const asked = results[at] === null;
  patch(byId("dots"), results.map(dot));
  setText("headline", !task ? score() : asked ? "Find a move that wins" : results[at] ? "Right" : "Wrong");
  setText("detail", !task ? "Show this to your teacher, or copy the result. Choose a mark to see its answer." : asked ? whatIsAsked(task) : judged(task, answers[at]));
  show({ board: task, none: asked, next: task && !asked, result: !task, new: !task });
  byId("next").textContent = results.includes(null) ? "Next" : "Result";
  if (!task) return;
  setText("rule", describeRule(task.game));
  board.draw(task.game, asked, asked ? NO_MARKS : { moves: task.solution.winning_moves, piles: [] });
}

/** What was answered, and the moves that win. */
const judged = (task, move) => `You said: ${move ? say(move, task.game) : "there is none"}. ${task.solution.winning_moves.length > 0 ? whatWins(task.solution.winning_moves, task.game) : answerOf(task)}`;

/** What is asked, with what holds for this move only. */
const whatIsAsked = ({ game }) => [gameOf(game.rule).now?.(game, mostFrom(game, 0)), "It wins whatever the opponent does; some positions have no such move."].filter(Boolean).join(" ");

function dot(result, i) {
  const [kind, sign, word] = result === null ? ["open", String(i + 1), "open"] : result ? ["wins", "✓", "right"] : ["loses", "✗", "wrong"];
  const attributes = { class: kind, "aria-label": `Position ${i + 1}: ${word}`, "aria-current": i === at ? "step" : null };
  if (result === null) return element("li", {}, element("span", { ...attributes, role: "img" }, sign));
  return element("li", {}, element("button", { ...attributes, type: "button", onclick: () => (visit(i), byId("headline").focus()) }, sign));
}

const score = () => `${results.filter(Boolean).length} of ${results.length}`;

function copyResult() {
  const marks = results.map((right) => (right ? "✓" : "✗")).join("");
  byId("sent").hidden = false;
  byId("sent-link").value = `${document.title}. ${score()} ${marks}\n${shareable(formatSettings(settings, "set"))}`;
  copy(byId("sent-link").value, "Result copied: paste it where you like.", byId("sent-text"), byId("sent-link"));
}
