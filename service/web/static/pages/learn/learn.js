// Ties the lessons to their page.

import * as api from "../../core/api.js";
import { GENERAL } from "../../boards/board-texts.js";
import { Board } from "../../boards/piles.js";
import { Ways } from "../../boards/choice.js";
import { columnsTable, legend } from "../../core/columns.js";
import { Confirm } from "../../core/confirm.js";
import { byId, element, setHash, setText } from "../../core/dom.js";
import { Graph } from "./graph.js";
import { equation, groupsPicture, shapeOf } from "../../core/groups.js";
import { judgeOf } from "./judges.js";
import { LEARN, describe } from "./learn-texts.js";
import { Lesson, REFUTED, SOLVED, YOURS } from "./lesson.js";
import { LESSONS } from "../../lessons/index.js";
import { PinBoard } from "../../boards/pins.js";
import { countExtra, extraOf, forget, remember, solved } from "../../core/progress.js";
import { QueenBoard } from "../../boards/queen.js";
import { ANY, boardOf, kind } from "../../core/rule.js";
import { sumsPicture } from "./sums.js";
import { describeRule } from "../../core/words.js";

const NO_MARKS = Object.freeze({ moves: [], piles: [] });
const marks = new WeakMap(); // by the step of a hint, so that the board is drawn no more often

const lesson = new Lesson({ api, judgeOf, pause: api.pause, changed: (state) => keepingFocus(() => draw(state)), onSolved });
const boards = new Map(); // by their kinds
const titles = new Map(); // of the lessons, by their ids
for (const section of byId("text").children) titles.set(section.dataset.lesson, section.querySelector("h2").textContent);
const graph = new Graph(byId("graph"), choose);
const confirm = new Confirm((move) => lesson.take(move)); // for the token, and for a pile beside it
const ways = new Ways(() => board().refresh());
byId("confirm").append(confirm.form);

byId("back").addEventListener("click", () => lesson.takeBack());
byId("hint").addEventListener("click", () => lesson.hint());
byId("restart").addEventListener("click", () => (board().startAnew(), lesson.again()));
byId("retry").addEventListener("click", () => lesson.retry());
byId("next").addEventListener("click", next);
byId("another").addEventListener("click", another);
byId("forget").addEventListener("click", () => askToForget(true));
byId("forget-not").addEventListener("click", () => askToForget(false));
byId("forget-now").addEventListener("click", () => (forget(), askToForget(false), drawList()));
addEventListener("hashchange", open);

open();
delete document.documentElement.dataset.loading;

/** Open the lesson and the task that the address names, or else the first that is not solved. */
function open() {
  const [id, number = "1"] = location.hash.slice(1).split(";");
  const done = solved();
  const named = LESSONS.find((one) => one.id === id);
  const chosen = named ?? LESSONS.find((one) => !done.has(one.id)) ?? LESSONS[0];
  const known = named && /^[1-9]$/.test(number) && number <= chosen.tasks.length;
  show(chosen, known ? number - 1 : 0);
}

function show(chosen, number) {
  document.title = LEARN.title(titles.get(chosen.id));
  byId("title").textContent = titles.get(chosen.id);
  for (const section of byId("text").children) section.classList.toggle("open", section.dataset.lesson === chosen.id);
  byId("text").scrollTop = 0;
  for (const each of boards.values()) each.board.startAnew();
  lesson.open(chosen, number);
  drawList();
}

function onSolved({ lesson: { id }, extra }) {
  if (extra) countExtra(id);
  else if (lesson.isLastTask) remember(id);
  drawList();
}

async function another() {
  board().startAnew();
  await lesson.another();
  focusPlay();
}

function next() {
  if (!lesson.isLastTask) {
    board().startAnew();
    lesson.begin(lesson.state.number + 1);
    focusPlay();
    return;
  }
  const following = LESSONS[LESSONS.indexOf(lesson.state.lesson) + 1];
  if (!following) {
    location.assign("./");
    return;
  }
  location.hash = following.id; // a step back in the browser's history leads here again
  byId("title").focus();
  scrollTo(0, 0);
}

/** Make a move with the token, or choose a pile beside it; at once, or once it is confirmed. */
function choose(move) {
  if (!ways.confirms) {
    lesson.take(move);
    return;
  }
  for (const one of document.querySelectorAll("#graph button, #sizes button")) {
    one.setAttribute("aria-pressed", String([one.dataset.dot, one.dataset.size].join() === [move.to, move.size].join()));
  }
  confirm.choose(move, true);
  byId("confirm").hidden = false;
}

/** Ask whether to forget what was solved, or no more. */
function askToForget(asking) {
  byId("forget").hidden = asking;
  byId("forgetting").hidden = !asking;
  if (asking) byId("forget-not").focus();
  else drawList();
  if (!asking && !byId("forget").hidden) byId("forget").focus();
}

function drawList() {
  const done = solved();
  const { id: current } = lesson.state.lesson;
  byId("lessons").replaceChildren(
    ...LESSONS.map(({ id }) =>
      element(
        "li",
        {},
        element(
          "a",
          {
            href: `#${id}`,
            class: done.has(id) ? "solved" : null,
            "aria-current": id === current ? "page" : null,
          },
          element("span", { class: "title" }, titles.get(id)),
          done.has(id) ? element("span", { class: "unseen" }, LEARN.solved) : null,
        ),
      ),
    ),
  );
  const number = LESSONS.indexOf(lesson.state.lesson) + 1;
  byId("kicker").textContent = LEARN.kicker(number, LESSONS.length, done.has(current));
  byId("extra").textContent = LEARN.extra(extraOf(current));
  byId("sheet").href = `sheet${sheetOf(lesson.state.lesson)}`;
  byId("forget").hidden = done.size === 0 || !byId("forgetting").hidden;
}

/** The address of a sheet of the game that a lesson teaches. */
function sheetOf({ tasks: [{ rule = ANY }] }) {
  return { any: "", max: `#max=${rule.max_remove}`, other: `#${rule.game}` }[kind(rule)];
}

function draw(state) {
  const { lesson: opened, task, number, extra, game, phase, hint, numbers, explanation, problem } = state;
  const active = phase === YOURS;
  const choosing = active && task.sizes !== undefined;
  const { headline, detail } = describe(state);
  const tasks = opened.tasks.length;
  byId("rule").textContent = [
    extra ? LEARN.anotherTask : tasks > 1 ? LEARN.task(number + 1, tasks) : "",
    task.graph ? LEARN.graphRule : describeRule(game),
  ].join("");
  setText("headline", headline);
  setText("detail", detail);
  byId("game").dataset.phase = phase;

  byId("problem").hidden = problem === null;
  setText("problem-text", problem?.words ?? "");

  byId("confirm").hidden = true;
  byId("graph").hidden = !task.graph;
  const step = hint?.steps[hint.given - 1];
  if (task.graph) graph.draw({ game, numbers, hint: step?.moves ?? [] }, active && !choosing);
  byId("board").hidden = game.piles.length === 0;
  const kind = boardOf(game);
  board(kind).draw(game, active, marksOf(step), { lost: state.lost });
  for (const [name, { root }] of boards) root.hidden = name !== kind;
  byId("sizes").hidden = !choosing;
  byId("sizes").replaceChildren(...(choosing ? task.sizes : []).map((size) => sizeButton(size, step)));

  byId("picture").hidden = !task.picture || explanation === null;
  byId("picture").dataset.kind = task.picture ?? "";
  if (task.picture && explanation) byId("picture").replaceChildren(...pictureOf(task, explanation));

  byId("back").hidden = phase !== REFUTED;
  byId("next").hidden = phase !== SOLVED;
  byId("next").textContent = nextLabel();
  byId("another").hidden = phase !== SOLVED;
  byId("hint").hidden = phase === SOLVED || phase === REFUTED;
  byId("hint").disabled = !active || (hint !== null && hint.given === hint.steps.length);
  byId("hint").textContent = hint ? LEARN.nextHint : LEARN.hint;
  byId("restart").hidden = game.moves.length === 0;
  setHash(number === 0 ? `#${opened.id}` : `#${opened.id};${number + 1}`);
}

/** The board of a kind, or of the game that is played. */
function board(kind = boardOf(lesson.state.game)) {
  if (!boards.has(kind)) boards.set(kind, make(kind));
  return boards.get(kind).board;
}

function make(kind) {
  const take = (move) => lesson.take(move);
  const options = { confirms: () => ways.confirms, onUncover: () => lesson.uncover() };
  const root = element("div", { "data-board": kind });
  byId("board").append(root);
  if (kind === "pins") return { root, board: new PinBoard(root, take, options) };
  if (kind === "queen") return { root, board: new QueenBoard(root, take, options) };
  const piles = element("ol", { class: "board", "aria-label": GENERAL.piles });
  root.append(piles);
  return { root, board: new Board(piles, take, options) };
}

/** What the board marks: the piles or the winning moves of a hint. */
function marksOf(step) {
  if (!step) return NO_MARKS;
  const { moves = [], piles = [] } = step;
  if (!marks.has(step)) marks.set(step, { moves: moves.filter(({ pile, removals }) => pile !== undefined || removals), piles });
  return marks.get(step);
}

function sizeButton(size, step) {
  const onclick = () => choose({ size });
  const wins = step?.moves?.some((move) => move.size === size);
  const label = LEARN.chooseSize(size);
  return element("button", { type: "button", onclick, "data-size": size, "aria-label": label, class: wins ? "winning" : null }, String(size));
}

function pictureOf(task, explained) {
  if (task.picture === "sums") return [sumsPicture(explained)];
  if (task.picture === "groups") {
    const shape = shapeOf(explained);
    return [groupsPicture(shape), element("p", {}, equation(shape))];
  }
  return [columnsTable(explained.response), legend(explained.response)].filter(Boolean);
}

function nextLabel() {
  if (!lesson.isLastTask) return LEARN.nextTask;
  return LESSONS[LESSONS.length - 1] === lesson.state.lesson ? LEARN.play : LEARN.nextLesson;
}

/** Draw; should what had the focus go away with it, give the focus to what comes next. */
function keepingFocus(drawing) {
  const focused = document.activeElement;
  const playing = byId("game").contains(focused);
  drawing();
  if (!playing) return;
  const { phase } = lesson.state;
  if (phase === REFUTED && !byId("back").hidden) byId("back").focus();
  else if (phase === SOLVED && focused !== byId("another")) byId("next").focus();
  else if (focused === byId("headline") || isGone(focused)) focusPlay();
}

function isGone(control) {
  return !control.isConnected || control.disabled || control.closest("[hidden]") !== null;
}

/** Focus what a move is made with; the headline while it is the computer's turn. */
function focusPlay() {
  if (board().hasFocus || graph.hasFocus) return;
  const { task } = lesson.state;
  if (task.sizes) byId("sizes").querySelector("button")?.focus();
  else if (task.graph) graph.focus();
  if (!byId("board").hidden && !graph.hasFocus) board().focus();
  if (!byId("game").contains(document.activeElement)) byId("headline").focus();
}
