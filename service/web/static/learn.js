// Ties the lessons to their page.

import * as api from "./api.js";
import { Board } from "./board.js";
import { columnsTable, legend } from "./columns.js";
import { byId, element, setText } from "./dom.js";
import { Graph } from "./graph.js";
import { equation, groupsPicture, shapeOf } from "./groups.js";
import { judgeOf } from "./judges.js";
import { Lesson, REFUTED, SOLVED, YOURS } from "./lesson.js";
import { describe } from "./lesson-status.js";
import { LESSONS } from "./lessons.js";
import { pause } from "./motion.js";
import { forget, remember, solved } from "./progress.js";
import { describeRule } from "./rule.js";

const lesson = new Lesson({ api, judgeOf, pause, changed: (state) => keepingFocus(() => draw(state)), onSolved });
const board = new Board(byId("board"), (move) => lesson.take(move));
const graph = new Graph(byId("graph"), (move) => lesson.take(move));

byId("back").addEventListener("click", () => lesson.takeBack());
byId("hint").addEventListener("click", () => lesson.hint());
byId("restart").addEventListener("click", () => lesson.begin());
byId("retry").addEventListener("click", () => lesson.retry());
byId("next").addEventListener("click", next);
byId("forget").addEventListener("click", () => (forget(), drawList()));
addEventListener("hashchange", open);

open();

/** Open the lesson that the address names, or else the first that is not solved. */
function open() {
  const id = location.hash.slice(1);
  const done = solved();
  const named = LESSONS.find((one) => one.id === id);
  show(named ?? LESSONS.find((one) => !done.has(one.id)) ?? LESSONS[0]);
}

function show(chosen) {
  const index = LESSONS.indexOf(chosen);
  document.title = `${chosen.title} · Learn Nim`;
  byId("kicker").textContent = `Lesson ${index + 1} of ${LESSONS.length}`;
  byId("title").textContent = chosen.title;
  byId("text").replaceChildren(...chosen.text.map((text) => element("p", {}, text)));
  history.replaceState(null, "", `#${chosen.id}`);
  lesson.open(chosen);
  drawList();
}

function onSolved({ id }) {
  remember(id);
  drawList();
}

function next() {
  if (!lesson.isLastTask) {
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

function drawList() {
  const done = solved();
  byId("lessons").replaceChildren(
    ...LESSONS.map(({ id, title }) =>
      element(
        "li",
        {},
        element(
          "a",
          {
            href: `#${id}`,
            class: done.has(id) ? "solved" : null,
            "aria-current": id === lesson.state.lesson.id ? "page" : null,
          },
          element("span", { class: "title" }, title),
          done.has(id) ? element("span", { class: "unseen" }, " (solved)") : null,
        ),
      ),
    ),
  );
  byId("forget").hidden = done.size === 0;
}

function draw(state) {
  const { lesson: opened, task, number, game, phase, hint, numbers, explanation, problem } = state;
  const active = phase === YOURS;
  const choosing = active && task.sizes !== undefined;
  const { headline, detail } = describe(state);
  const tasks = opened.tasks.length;
  byId("rule").textContent = [
    tasks > 1 ? `Task ${number + 1} of ${tasks}. ` : "",
    task.graph ? "A player who can’t move loses" : describeRule(game),
  ].join("");
  setText("headline", headline);
  setText("detail", detail);
  byId("game").dataset.phase = phase;

  byId("problem").hidden = problem === null;
  setText("problem-said", problem?.words ?? "");

  byId("graph").hidden = !task.graph;
  if (task.graph) graph.draw({ game, numbers, hint }, active && !choosing);
  byId("board").hidden = game.piles.length === 0;
  board.draw({ game, hint: hintFor(hint) }, active);
  byId("sizes").hidden = !choosing;
  byId("sizes").replaceChildren(...(choosing ? task.sizes : []).map(sizeButton));

  byId("picture").hidden = !task.picture || explanation === null;
  byId("picture").dataset.kind = task.picture ?? "";
  if (task.picture && explanation) byId("picture").replaceChildren(...pictureOf(task, explanation));

  byId("back").hidden = phase !== REFUTED;
  byId("next").hidden = phase !== SOLVED;
  byId("next").textContent = nextLabel();
  byId("hint").hidden = phase === SOLVED || phase === REFUTED;
  byId("hint").disabled = !active;
  byId("restart").hidden = game.moves.length === 0;
}

/** What the board marks: winning moves in piles. */
function hintFor(hint) {
  return hint && { winning_moves: hint.filter(({ pile }) => pile !== undefined) };
}

function sizeButton(size) {
  const onclick = () => lesson.take({ size });
  const label = `Choose a pile of ${size}`;
  return element("button", { type: "button", onclick, "aria-label": label }, String(size));
}

function pictureOf(task, explained) {
  if (task.picture === "groups") {
    const shape = shapeOf(explained);
    return [groupsPicture(shape), element("p", {}, equation(shape))];
  }
  return [columnsTable(explained.answer), legend(explained.answer)].filter(Boolean);
}

function nextLabel() {
  if (!lesson.isLastTask) return "Next task";
  return LESSONS.at(-1) === lesson.state.lesson ? "Play against the service" : "Next lesson";
}

/** Draw; should what had the focus go away with it, give the focus to what comes next. */
function keepingFocus(drawing) {
  const focused = document.activeElement;
  const playing = byId("game").contains(focused);
  drawing();
  if (!playing) return;
  const { phase } = lesson.state;
  if (phase === REFUTED && !byId("back").hidden) byId("back").focus();
  else if (phase === SOLVED) byId("next").focus();
  else if (focused === byId("headline") || isGone(focused)) focusPlay();
}

function isGone(control) {
  return !control.isConnected || control.disabled || control.closest("[hidden]") !== null;
}

/** Focus what a move is made with; the headline while it is the service's turn. */
function focusPlay() {
  if (board.hasFocus || graph.hasFocus) return;
  const { task } = lesson.state;
  if (task.sizes) byId("sizes").querySelector("button")?.focus();
  else if (task.graph) graph.focus();
  if (!byId("board").hidden && !graph.hasFocus) board.focus();
  if (!byId("game").contains(document.activeElement)) byId("headline").focus();
}
