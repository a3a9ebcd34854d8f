// The page of the lessons: one state, the lesson's, and one function that draws it.

import * as api from "../../core/api.js";
import { Board, NO_MARKS } from "../../core/boards.js";
import { byId, element, keepChecked, onClick, patch, pause, setText, show } from "../../core/dom.js";
import { columnsTable, equation, groupsPicture, legend, shapeOf, sumsPicture, unpaired } from "../../core/explain.js";
import { gameOf } from "../../core/games.js";
import { describeRule, mostFrom, moveTakes, said } from "../../core/game.js";
import { LESSONS, countExtra, extraOf, forget, loadLesson, remember, solved } from "../../lessons/index.js";
import { ASKED, Lesson, REFUTED, SOLVED, YOURS } from "./lesson.js";

const lesson = new Lesson({ api, pause, changed: (state) => keepingFocus(() => draw(state)), onSolved });
const board = new Board(byId("board"), { onTake: (move) => lesson.take(move), confirms: () => byId("confirms").checked, onUncover: () => lesson.uncover() });
const notice = new api.Notice(byId("problem"));
let spoken = null; // the move that was refused last

keepChecked("confirms", { usual: matchMedia("(pointer: coarse)").matches, onChange: () => board.refresh() });
onClick({
  back: () => lesson.takeBack(),
  hint: () => lesson.hint(),
  restart: () => (board.startAnew(), lesson.again()),
  next,
  another,
  forget: () => askToForget(true),
  "forget-not": () => askToForget(false),
  "forget-now": () => (forget(), askToForget(false)),
});
addEventListener("hashchange", open);
open().then(() => delete document.documentElement.dataset.loading);

/** Open the lesson and the step that the address names, or else the first that is not solved. */
async function open() {
  const [id, number = "1"] = location.hash.slice(1).split(";");
  const done = solved();
  const named = LESSONS.find((one) => one.id === id);
  const chosen = await loadLesson(named ?? LESSONS.find((one) => !done.has(one.id)) ?? LESSONS[0]);
  const known = named && /^[1-9]$/.test(number) && Number(number) <= chosen.steps.length;
  document.title = `${chosen.title} · Learn Nim`;
  byId("title").textContent = chosen.title;
  board.startAnew();
  lesson.open(chosen, known ? Number(number) - 1 : 0);
  drawList();
}

function onSolved({ lesson: { id }, extra }) {
  if (extra) countExtra(id);
  else if (lesson.isLastStep) remember(id);
  drawList();
}

async function another() {
  board.startAnew();
  await lesson.another();
  focusPlay();
}

function next() {
  if (!lesson.isLastStep) {
    board.startAnew();
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

const indexOf = ({ id }) => LESSONS.findIndex((one) => one.id === id);

/** Ask whether to forget what was solved, or stop asking. */
function askToForget(asking) {
  show({ forget: !asking, forgetting: asking });
  if (!asking) drawList();
  byId(asking ? "forget-not" : "forget").focus();
}

function drawList() {
  const done = solved();
  const { id: current, sheet } = lesson.state.lesson;
  for (const link of byId("lessons").querySelectorAll("a")) {
    const id = link.hash.slice(1);
    link.classList.toggle("solved", done.has(id));
    link.querySelector(".unseen").textContent = done.has(id) ? " (solved)" : "";
    if (id === current) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  byId("kicker").textContent = `Lesson ${indexOf(lesson.state.lesson) + 1} of ${LESSONS.length}${done.has(current) ? ", solved" : ""}`;
  const extra = extraOf(current);
  byId("extra").textContent = extra === 0 ? "" : `${extra} more solved in this lesson.`;
  byId("sheet").href = ["sheet", sheet].filter(Boolean).join("#");
  byId("forget").hidden = done.size === 0 || !byId("forgetting").hidden;
}

// --- The step --------------------------------------------------------------------------------------

function draw(state) {
  const { lesson: opened, task, number, extra, game, phase, hint, numbers, explanation, lost } = state;
  const active = phase === YOURS;
  const { headline, detail } = describe(state);
  const step = hint?.steps[hint.given - 1];
  const picture = task.picture ?? task.shows?.picture;
  const onStones = ["sums", "columns"].includes(task.picture); // drawn on the board itself

  byId("step").textContent = extra ? "Another one" : `Step ${number + 1} of ${opened.steps.length}`;
  byId("steps").value = number + (phase === SOLVED ? 1 : 0);
  byId("steps").max = opened.steps.length;
  byId("step-text").textContent = extra ? "" : task.text;
  show({ ask: game });
  if (game) setText("rule", describeRule(game));
  setText("headline", headline);
  setText("detail", detail, state.refused !== null && state.refused !== spoken);
  spoken = state.refused;
  byId("game").dataset.phase = phase;
  notice.show("lesson", state.problem);
  show({
    "step-text": !extra,
    ways: game,
    board: game,
    answers: task.question,
    picture: picture && explanation,
    another: task.another,
    hint: game,
    restart: game?.moves.length > 0,
  });
  if (game) board.draw(game, active, { ...NO_MARKS, ...step }, { lost, numbers, explanation: onStones ? explanation : null, digits: task.picture === "columns" });
  drawAnswers(state);
  byId("picture").dataset.kind = picture ?? "";
  if (picture && explanation) patch(byId("picture"), pictureOf(picture, explanation, phase === ASKED));
  byId("next").textContent = nextLabel();
  byId("hint").disabled = !active || (hint !== null && hint.given === hint.steps.length);
  byId("hint").textContent = hint ? "Next hint" : "Hint";
  const hash = number === 0 ? `#${opened.id}` : `#${opened.id};${number + 1}`;
  if (location.hash !== hash) history.replaceState(null, "", hash); // Safari blocks many changes in a row
}

/** `{headline, detail}`: where the step stands; screen readers hear it at every change. */
function describe({ task, phase, game, refused, hint, reason, extra, waiting, answered }) {
  if (task.question) {
    if (phase === SOLVED) return { headline: "Right", detail: task.why };
    return { headline: task.question, detail: answered === null ? "" : "No. Try another answer." };
  }
  const headline = extra ? (task.again ?? task.ask) : task.ask;
  const last = game.moves[game.moves.length - 1];
  if (phase === SOLVED) return { headline: "Solved", detail: extra ? "Solved again. Try another one, or continue." : task.solved };
  if (phase === REFUTED) return { headline: "That move loses", detail: reason };
  if (refused) return { headline, detail: moveTakes(game) };
  if (waiting) return { headline, detail: api.WAITING };
  if (hint && phase === YOURS) return { headline, detail: hint.steps[hint.given - 1].words };
  return { headline, detail: `${last ? said(last, game) : ""} ${gameOf(game.rule).now?.(game, mostFrom(game, 0)) ?? ""}`.trim() };
}

function drawAnswers({ task, phase, answered }) {
  const buttons = (task.answers ?? []).map((text, i) => {
    const verdict = i !== answered ? null : i === task.right ? "wins" : "loses";
    const label = verdict === null ? text : `${text}: ${verdict === "wins" ? "right" : "wrong"}`;
    return element("button", { type: "button", disabled: phase === SOLVED && i !== answered, "data-verdict": verdict, "aria-label": label, onclick: () => phase === ASKED && lesson.answer(i) }, text);
  });
  patch(byId("answers"), buttons);
}

/** `plain`: without what answers the question. */
function pictureOf(picture, explained, plain) {
  if (picture === "sums") return [sumsPicture(explained, { plain }), plain ? null : element("p", {}, unpaired(explained.response))];
  if (picture === "groups") {
    const shape = shapeOf(explained);
    return [groupsPicture(shape), element("p", {}, equation(shape))];
  }
  return [columnsTable(explained.response, { plain }), plain ? null : legend(explained.response)];
}

function nextLabel() {
  if (!lesson.isLastStep) return "Continue";
  return indexOf(lesson.state.lesson) === LESSONS.length - 1 ? "Play against the computer" : "Next lesson";
}

/** Draw the page; if the focused element disappears, move the focus to the next one. */
function keepingFocus(drawing) {
  const focused = /** @type {any} */ (document.activeElement);
  const playing = byId("game").contains(focused);
  drawing();
  if (!playing) return;
  const { phase } = lesson.state;
  const isGone = (control) => control.disabled || control.getClientRects().length === 0;
  if (phase === REFUTED) byId("back").focus();
  else if (phase === SOLVED && focused !== byId("another")) byId("next").focus();
  else if (document.activeElement === document.body && (focused === byId("headline") || isGone(focused))) focusPlay();
  else if (isGone(document.activeElement)) focusPlay();
}

/** Focus what a move is made with, or an answer; the headline while it is the computer's turn. */
function focusPlay() {
  if (board.hasFocus) return;
  if (lesson.state.task.question) byId("answers").querySelector("button")?.focus();
  else board.focus();
  if (!byId("game").contains(document.activeElement)) byId("headline").focus();
}
