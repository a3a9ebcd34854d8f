// Ties the lessons to their page.

import { Confirm } from "../../boards/board.js";
import { Boards } from "../../boards/index.js";
import * as api from "../../core/api.js";
import { all, byId, element, patch, pause, setHash, setText } from "../../core/dom.js";
import { columnsTable, equation, groupsPicture, legend, shapeOf, sumsPicture, unpaired } from "../../core/explanation.js";
import { ANY } from "../../core/game.js";
import { Notice } from "../../core/requests.js";
import { Way } from "../../core/store.js";
import { describeRule } from "../../core/words.js";
import { LESSONS, loadLesson } from "../../lessons/index.js";
import { countExtra, extraOf, forget, remember, solved } from "../../lessons/progress.js";
import { formatRule } from "../../setup/link.js";
import { ASKED, Lesson, REFUTED, SOLVED, YOURS } from "./lesson.js";
import { describe, stepText } from "./status.js";

const lesson = new Lesson({ api, pause, changed: (state) => keepingFocus(() => draw(state)), onSolved });
const confirms = new Way(byId("confirms"), { usual: matchMedia("(pointer: coarse)").matches, onChange: () => board()?.refresh() });
const boards = new Boards(
  byId("board"),
  { onTake: (move) => lesson.take(move), confirms: () => confirms.on, onUncover: () => lesson.uncover() },
  { onReady: () => draw(lesson.state), onFail: () => (byId("failed").hidden = false) },
);
let spoken = null; // the move that was refused last
const notice = new Notice(byId("problem"));
let graph = null; // the drawing of dots and arrows, once a step needs it
const confirm = new Confirm((move) => lesson.take(move)); // for the token, and for a pile beside it
byId("confirm").append(confirm.form);

byId("back").addEventListener("click", () => lesson.takeBack());
byId("hint").addEventListener("click", () => lesson.hint());
byId("restart").addEventListener("click", () => (boards.startAnew(), lesson.again()));
byId("next").addEventListener("click", next);
byId("another").addEventListener("click", another);
byId("forget").addEventListener("click", () => askToForget(true));
byId("forget-not").addEventListener("click", () => askToForget(false));
byId("forget-now").addEventListener("click", () => (forget(), askToForget(false), drawList()));
addEventListener("hashchange", open);

await open();
delete document.documentElement.dataset.loading;

/** Open the lesson and the step that the address names, or else the first that is not solved. */
async function open() {
  const [id, number = "1"] = location.hash.slice(1).split(";");
  const done = solved();
  const named = LESSONS.find((one) => one.id === id);
  const chosen = await loadLesson(named ?? LESSONS.find((one) => !done.has(one.id)) ?? LESSONS[0]);
  const known = named && /^[1-9]$/.test(number) && Number(number) <= chosen.steps.length;
  document.title = `${chosen.title} · Learn Nim`;
  byId("title").textContent = chosen.title;
  boards.startAnew();
  await lesson.open(chosen, known ? Number(number) - 1 : 0);
  drawList();
}

function onSolved({ lesson: { id }, extra }) {
  if (extra) countExtra(id);
  else if (lesson.isLastStep) remember(id);
  drawList();
}

async function another() {
  boards.startAnew();
  await lesson.another();
  focusPlay();
}

function next() {
  if (!lesson.isLastStep) {
    boards.startAnew();
    lesson.begin(lesson.state.number + 1);
    byId("step-text").focus();
    return;
  }
  const following = LESSONS[indexOf(lesson.state.lesson) + 1];
  if (!following) {
    location.assign("./");
    return;
  }
  location.hash = following.id; // a step back in the browser's history leads here again
  byId("title").focus();
  scrollTo(0, 0);
}

function indexOf({ id }) {
  return LESSONS.findIndex((one) => one.id === id);
}

/** Make a move with the token, or choose a pile beside it; once it is confirmed, if that is required. */
function choose(move) {
  if (!confirms.on) {
    lesson.take(move);
    return;
  }
  for (const one of all(document, "#graph button, #sizes button")) {
    one.setAttribute("aria-pressed", String([one.dataset.dot, one.dataset.size].join() === [move.to, move.size].join()));
  }
  confirm.choose(move, lesson.state.game);
  byId("confirm").hidden = false;
}

/** Ask whether to forget what was solved, or stop asking. */
function askToForget(asking) {
  byId("forget").hidden = asking;
  byId("forgetting").hidden = !asking;
  if (asking) byId("forget-not").focus();
  else drawList();
  if (!asking && !byId("forget").hidden) byId("forget").focus();
}

function drawList() {
  const done = solved();
  const { id: current, steps } = lesson.state.lesson;
  for (const link of byId("lessons").querySelectorAll("a")) {
    const id = link.hash.slice(1);
    link.classList.toggle("solved", done.has(id));
    link.querySelector(".unseen").textContent = done.has(id) ? " (solved)" : "";
    if (id === current) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const number = indexOf(lesson.state.lesson) + 1;
  byId("kicker").textContent = `Lesson ${number} of ${LESSONS.length}${done.has(current) ? ", solved" : ""}`;
  const extra = extraOf(current);
  byId("extra").textContent = extra === 0 ? "" : `${extra} more solved in this lesson.`;
  byId("sheet").href = sheetOf(steps);
  byId("forget").hidden = done.size === 0 || !byId("forgetting").hidden;
}

/** The address of a sheet of the game that a lesson teaches. */
function sheetOf(steps) {
  const rule = steps.find((step) => step.rule)?.rule ?? ANY;
  return ["sheet", ...formatRule(rule)].join("#");
}

function draw(state) {
  const { lesson: opened, task, number, extra, game, phase, hint, numbers, explanation, problem } = state;
  const active = phase === YOURS;
  const choosing = active && task.sizes !== undefined;
  const { headline, detail } = describe(state);
  byId("step").textContent = extra ? "Another one" : stepText(number, opened.steps.length);
  byId("steps").value = number + (phase === SOLVED ? 1 : 0);
  byId("steps").max = opened.steps.length;
  byId("step-text").textContent = extra ? "" : task.text;
  byId("step-text").hidden = extra;
  byId("rule").textContent = !game ? "" : task.graph ? "A player who can’t move loses." : describeRule(game);
  setText("headline", headline);
  setText("detail", detail, state.refused !== null && state.refused !== spoken);
  spoken = state.refused;
  byId("game").dataset.phase = phase;

  notice.show("lesson", problem);
  drawAnswers(state);
  byId("ways").hidden = !game;
  byId("confirm").hidden = true;
  byId("graph").hidden = !task.graph;
  const step = hint?.steps[hint.given - 1];
  if (task.graph) graph ??= new task.drawing(byId("graph"), choose);
  if (task.graph) graph.draw({ game, numbers, hint: step?.moves ?? [] }, active && !choosing);
  byId("board").hidden = !game || game.piles.length === 0;
  if (game) board()?.draw(game, active, marksOf(step), { lost: state.lost, explanation: ["sums", "columns"].includes(task.picture) ? explanation : null, digits: task.picture === "columns" });
  byId("sizes").hidden = !choosing;
  patch(byId("sizes"), (choosing ? task.sizes : []).map((size) => sizeButton(size, step)));

  const picture = task.picture ?? task.shows?.picture;
  byId("picture").hidden = !picture || explanation === null;
  byId("picture").dataset.kind = picture ?? "";
  if (picture && explanation) byId("picture").replaceChildren(...pictureOf(picture, explanation, phase === ASKED));

  byId("next").textContent = nextLabel();
  byId("another").hidden = !task.another;
  byId("hint").hidden = !game;
  byId("hint").disabled = !active || (hint !== null && hint.given === hint.steps.length);
  byId("hint").textContent = hint ? "Next hint" : "Hint";
  byId("restart").hidden = !game || game.moves.length === 0;
  setHash(number === 0 ? `#${opened.id}` : `#${opened.id};${number + 1}`);
}

function drawAnswers({ task, phase, answered }) {
  byId("answers").hidden = !task.question;
  const buttons = (task.answers ?? []).map((text, i) => {
    const verdict = i !== answered ? null : i === task.right ? "wins" : "loses";
    const label = verdict === null ? text : `${text}: ${verdict === "wins" ? "right" : "wrong"}`;
    return element("button", { type: "button", disabled: phase === SOLVED && i !== answered, "data-verdict": verdict, "aria-label": label, onclick: () => phase === ASKED && lesson.answer(i) }, text);
  });
  patch(byId("answers"), buttons);
}

/** The board of the game that is played, or null. */
function board() {
  const { game } = lesson.state;
  return game && boards.of(game);
}

/** What the board marks: the piles or the winning moves of a hint. */
function marksOf({ moves = [], piles = [] } = {}) {
  return { moves: moves.filter(({ pile, removals }) => pile !== undefined || removals), piles };
}

function sizeButton(size, step) {
  const wins = step?.moves?.some((move) => move.size === size);
  const attributes = { type: "button", "data-size": size, "aria-label": `Choose a pile of ${size}`, class: wins ? "winning" : null };
  return element("button", { ...attributes, onclick: () => choose({ size }) }, String(size));
}

/** `plain`: without what answers the question. */
function pictureOf(picture, explained, plain) {
  if (picture === "sums") return [sumsPicture(explained, { plain }), plain ? null : element("p", {}, unpaired(explained.response))].filter(Boolean);
  if (picture === "groups") {
    const shape = shapeOf(explained);
    return [groupsPicture(shape), element("p", {}, equation(shape))];
  }
  return [columnsTable(explained.response, { plain }), plain ? null : legend(explained.response)].filter(Boolean);
}

function nextLabel() {
  if (!lesson.isLastStep) return "Continue";
  return indexOf(lesson.state.lesson) === LESSONS.length - 1 ? "Play against the computer" : "Next lesson";
}

/** Draw the page; if the focused element disappears, move the focus to the next one. */
function keepingFocus(drawing) {
  const focused = document.activeElement;
  const playing = byId("game").contains(focused);
  drawing();
  if (!playing) return;
  const { phase } = lesson.state;
  if (phase === REFUTED) byId("back").focus();
  else if (phase === SOLVED && focused !== byId("another")) byId("next").focus();
  else if (document.activeElement === document.body && (focused === byId("headline") || isGone(focused))) focusPlay();
  else if (isGone(document.activeElement)) focusPlay();
}

function isGone(control) {
  return control.disabled || control.getClientRects().length === 0;
}

/** Focus what a move is made with; the headline while it is the computer's turn. */
function focusPlay() {
  if (board()?.hasFocus || graph?.hasFocus) return;
  const { task } = lesson.state;
  if (task.question) byId("answers").querySelector("button")?.focus();
  else if (task.sizes) byId("sizes").querySelector("button")?.focus();
  else if (task.graph) graph.focus();
  if (!byId("board").hidden && !graph?.hasFocus) board()?.focus();
  if (!byId("game").contains(document.activeElement)) byId("headline").focus();
}
