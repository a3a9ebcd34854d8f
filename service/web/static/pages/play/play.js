// Ties the session to the page.

import { Boards } from "../../boards/index.js";
import * as api from "../../core/api.js";
import { GIVEN, ROOT, START, all, bring, byId, element, pause, setText, settleLinks, style } from "../../core/dom.js";
import { OTHER, YOU, asItStands, gameOf, isOver, nameOf, newGame, other, play, turn, winner } from "../../core/game.js";
import { Notice, WAITING, part } from "../../core/requests.js";
import { Way, count, read, standing, write } from "../../core/store.js";
import { describeRule, names, positionOf, say } from "../../core/words.js";
import { addressHere, formatAddress, formatLink, hasPiles, isAtHome, keep, kept, linkHere, parseLink, readLink } from "../../setup/link.js";
import { Match } from "./session.js";
import { Setup } from "./setup.js";
import { decided, describe, otherBegins, whatIsPlayed } from "./status.js";

const DEFAULT = Object.freeze(readLink("3,4,5"));

const main = /** @type {HTMLElement} */ (document.querySelector("main"));
const embedded = document.documentElement.dataset.view === "embed";
const session = new Match({ api, pause, count, coaches, changed: (state) => state.game && keepingFocus(() => draw(state)) });
const confirms = new Way(byId("confirms"), { usual: matchMedia("(pointer: coarse)").matches, onChange: () => board()?.refresh() });
const sound = new Way(byId("sound"));
new Way(byId("coach"));
const boards = new Boards(
  byId("board"),
  { onTake: (move) => session.take(move), confirms: () => confirms.on, onUncover: () => session.uncover() },
  { onReady: () => (draw(session.state), delete document.documentElement.dataset.loading), onFail: fail },
);
const setup = new Setup({ judge: (positions, signal) => api.solveAll(positions, signal), list, onStart: begin });
const notice = new Notice(byId("problem"));
const loading = notice.requests();
const parts = {}; // what is loaded once it is needed, see PARTS
const begun = {}; // the loading of each
const { title } = document;
let listing = null; // the request for the service's list of games
let beforeEnd = null; // the game before its last move, seen here
let written = null; // the game that was drawn last
let spoken = null; // the move that was refused last

/** What is loaded once it is needed. */
const PARTS = {
  ending: async () => {
    style("boards/picture.css");
    return new (await import("./ending.js")).Ending(byId("ending"));
  },
  moves: async () => new (await import("./moves.js")).Moves(byId("moves"), (index) => session.visit(index)),
  sharing: async () => {
    const module = await import("./sharing.js");
    return { ...module, panel: new module.Sharing({ onChange: () => board()?.focus() }) };
  },
  solving: async () => {
    const { Solving } = await import("./solve.js");
    return new Solving({ onEdit: edit, onMake: (move, reply) => session.take(move, reply) });
  },
  turn: async () => (await import("./turn.js")).drawTurn,
  why: async () => {
    style("pages/play/why.css");
    return (await import("./why.js")).drawWhy;
  },
};

const CLICKS = {
  hint: () => session.hint(),
  why,
  solve: () => solve(),
  undo: () => session.undo(),
  "take-back": () => session.undo(),
  again: () => again(session.state.game.first),
  swap: () => again(other(session.state.game.first)),
  find: () => session.visit(session.mistakes[0]),
  better: () => session.showBetter(),
  "next-mistake": () => session.visit(nextMistake()),
  "from-here": () => session.playFromHere(),
  "to-end": () => session.visit(null),
  share: () => load("sharing").then(() => parts.sharing?.panel.toggle()),
  "send-move": () => sendMove(),
  result: () => copyResult(),
};
for (const [id, act] of Object.entries(CLICKS)) document.getElementById(id).addEventListener("click", act);
byId("developers").addEventListener("toggle", () => load("turn"));
for (const card of all(document, ".gallery a")) {
  card.addEventListener("click", (event) => {
    if (navigator.onLine) return;
    event.preventDefault();
    visit(card.getAttribute("href"));
  });
}
addEventListener("popstate", open);
settleLinks();

if (embedded) new ResizeObserver(() => parent.postMessage({ nimHeight: document.body.offsetHeight }, "*")).observe(document.body);
await open();
if (board()) delete document.documentElement.dataset.loading;

/** The service's list of games; null if it can't be reached. */
function list() {
  listing ??= api.games(new AbortController().signal).then(
    ({ response }) => response.games,
    (error) => {
      listing = null;
      if (!(error instanceof api.ServiceError)) throw error;
      return null;
    },
  );
  return listing;
}

/** Go to another page; without a connection say so, and leave this one as it is. */
function visit(address) {
  if (navigator.onLine) location.assign(address);
  else notice.show("page", { words: "Can’t reach the service.", retry: () => (notice.show("page", null), visit(address)) });
}

async function begin(chosen) {
  if (!belongsHere(chosen)) {
    visit(pageFor(chosen));
    return;
  }
  byId("link-error").hidden = true;
  boards.startAnew();
  await setup.show(chosen);
  history.pushState(null, "", place(chosen)); // so that a step back leads to the earlier game
  session.start(chosen, playersOf(chosen));
  bring(byId("game"));
  board()?.focus();
}

/** The address of a game, which a frame has in its fragment. */
function place(setup) {
  return embedded ? formatLink(setup) : addressHere(setup);
}

/** Whether a game is played on this page, and not on its own page. */
function belongsHere(setup) {
  return embedded || isAtHome(setup);
}

/** The page of a game to play: it does not say at once which moves win. */
function pageFor(setup) {
  const address = formatAddress(setup);
  return address.includes("#") ? address : `${address}#play`;
}

function again(first) {
  const { game, strength, isAutomatic, byLink } = session.state;
  begin({ ...game, piles: game.start, first, byLink, strength: isAutomatic ? null : strength });
}

/** How the computer plays: as the link says, else as this device has it, else as the wins so far have earned. */
function playersOf({ strength, byLink = false, day = null }) {
  const chosen = strength ?? read("strength");
  return { strength: chosen ?? standing().level, isAutomatic: !chosen, byLink, day };
}

/** Go on with the game that was played at this address, or begin the one that it carries. */
async function open() {
  const isToday = location.hash === "#today";
  const saved = isToday ? null : await kept(list);
  if (!saved && !embedded && location.href.split("#", 1)[0] !== START) location.reload(); // a step back to another page
  const position = isToday ? await today() : await parseLink(linkHere(), list);
  const wrong = Boolean(position.error) && !saved;
  if (!saved && !wrong && !belongsHere(position) && linkHere() === location.hash) {
    if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done));
    location.replace(isToday ? `${ROOT}#today` : pageFor(position));
    return;
  }
  const otherwise = wrong ? await parseLink(`#${GIVEN}`, list) : null;
  byId("link-error").hidden = !wrong;
  byId("link-error").textContent = wrong ? `${position.error} This page starts with ${(otherwise.piles ?? DEFAULT.piles).join(", ")} instead.` : "";
  boards.startAnew();
  beforeEnd = null;
  if (saved) {
    const { game, byLink } = saved;
    setup.show({ ...game, piles: game.start, byLink, strength: saved.strength });
    session.resume(game, { ...playersOf(saved), sent: saved.sent, solving: saved.solving });
  } else {
    const begun = { ...DEFAULT, ...(wrong ? (otherwise.error ? {} : otherwise) : position) };
    setup.show(begun);
    const more = { ...playersOf(begun), solving: !embedded && hasPiles() && location.hash === "" };
    if (begun.played) session.resume(begun.played, more);
    else session.start(begun, more);
  }
}

/** The position of the day, against the perfect computer, as far as it was played in this browser. */
async function today() {
  const { dateText, pilesOf } = await import("./today.js");
  const date = new Date();
  try {
    const piles = await pilesOf(date, api, new AbortController().signal);
    const setup = { ...DEFAULT, piles, strength: "perfect", day: dateText(date) };
    const { day, start, moves } = read("today", {});
    const isSame = day === setup.day && String(start) === String(piles);
    return isSame ? { ...setup, played: moves.reduce(play, newGame(setup)) } : setup;
  } catch (error) {
    if (!(error instanceof api.ServiceError)) throw error;
    return { error: error.message };
  }
}

/** The board for the game, or null while it is being loaded. */
function board() {
  const { game } = session.state;
  return game && boards.of(game);
}

function fail() {
  byId("failed").hidden = false; // the file of a script did not come
  delete document.documentElement.dataset.scripts;
}

/** Load a part of the page, once; it is in `parts` then, unless that failed. */
function load(name) {
  begun[name] ??= loading.send(async () => {
    const loaded = await part(PARTS[name]());
    return () => {
      parts[name] = loaded;
      draw(session.state);
    };
  });
  return begun[name];
}

// --- The page ------------------------------------------------------------------------------------

function draw(state) {
  const { game, visited, found, refused, explaining, explanation, hint, waiting, problem, byLink, sent, day } = state;
  const over = isOver(game);
  const visiting = visited !== null;
  const ended = over && !visiting;
  const explains = explaining && !ended;
  const description = describe(state);
  setText("playing", whatIsPlayed(state));
  setText("rule", describeRule(game));
  setText("headline", description.headline);
  setDetail(description, refused !== null && refused !== spoken);
  spoken = refused;
  // The page of a game keeps its own title as long as its position is on the board.
  document.title = !embedded && game.moves.length === 0 && place(now(state)) === START ? title : `${description.headline} · ${whatIsPlayed(state)}`;
  const shownGame = day ? "today" : nameOf(game.rule);
  for (const card of all(document, ".gallery a")) {
    if (card.dataset.game === shownGame) card.setAttribute("aria-current", "true");
    else card.removeAttribute("aria-current");
  }

  notice.show("game", problem);
  board()?.draw(session.onBoard, session.isBoardActive, marksOf(state), state);
  main.dataset.phase = visiting ? "visit" : over ? "over" : sent ? "sent" : "play"; // see [data-in] in play.css
  main.toggleAttribute("data-by-link", byLink);
  if (ended !== byId("more-actions").contains(byId("share"))) {
    const place = ended ? byId("more-actions").lastElementChild : byId("hint").parentElement;
    for (const button of [byId("undo"), byId("share")]) place.insertBefore(button, ended ? null : byId("more-actions"));
  }
  byId("find").hidden = session.mistakes.length === 0;
  byId("swap").textContent = otherBegins(game);
  byId("better").hidden = !session.isToFind;
  byId("next-mistake").hidden = found === null || nextMistake() === undefined;
  byId("all-positions").href = `${ROOT}see#game=${encodeURIComponent(formatLink({ ...game, piles: game.start }).slice(1))}`;
  byId("lesson").hidden = game.two || winner(game) !== OTHER;
  byId("result").hidden = !(day && state.review);
  byId("send-move").hidden = !sent && !(byLink && ended);
  byId("send-move").textContent = over ? "Send the final position" : `Send your move to ${names(game)[turn(game)]}`;
  byId("hint").disabled = !session.isPersonsTurn || (hint !== null && hint.given === hint.steps.length);
  byId("hint").textContent = hint ? "Next hint" : "Hint";
  byId("take-back").hidden = state.reason === null;
  byId("coach").checked = coaches();
  byId("undo").disabled = !session.canUndo;
  byId("why").setAttribute("aria-expanded", String(explains));
  byId("explanation").hidden = !explaining;
  setText("explanation-waits", explains && waiting && explanation === null ? WAITING : "");
  byId("solve").setAttribute("aria-expanded", String(state.solving));
  byId("solving").hidden = !state.solving;
  if (sent || day) load("sharing");
  if (explaining) load("why");
  if (state.solving) load("solving");
  if (game.moves.length > 0) load("moves");
  parts.why?.(byId("explanation-body"), explanation, asItStands(session.onBoard));
  if (state.solving) parts.solving?.draw(session.onBoard, state.analysis, session.isBoardActive);

  drawEnding(state, ended);
  parts.turn?.(byId("last-turn"), state.turn, (move) => say(move, game));
  parts.moves?.draw(state);
  byId("moves-panel").hidden = game.moves.length === 0;
  if (game.moves.length > 0) byId("link-error").hidden = true;

  const strength = state.isAutomatic ? null : state.strength;
  const isKnown = session.isPersonsTurn && (embedded || isAtHome(game));
  const address = day ? "#today" : isKnown ? place(now(state)) : location.href;
  keep(address, { game, strength, byLink, sent, solving: state.solving });
  const heading = document.getElementById("page-piles");
  if (heading) heading.textContent = hasPiles() ? `: ${positionOf(session.onBoard)}` : "";
  if (day && game !== written) write("today", { day, start: game.start, moves: game.moves });
  written = game;
  byId("whole").hidden = !embedded;
  byId("whole").href = `${ROOT}${location.hash}`;
  const beginning = { ...game, piles: game.start, strength, byLink, moves: [] };
  parts.sharing?.panel.draw({ now: over ? beginning : now(state), beginning, moves: { ...beginning, moves: game.moves }, over });
}

/** Whether a move that gives the win away is objected to: as was chosen on this device, else at the easy level. */
function coaches() {
  return read("ways", {}).coach ?? session.state.strength === "easy";
}

/** The sentence below the headline, in which the move that decided a game is a link. */
function setDetail({ detail, decisive = null }, again) {
  if (decisive === null || byId("detail").textContent === detail) {
    setText("detail", detail, again);
    return;
  }
  const link = decided(decisive);
  const [before, after] = detail.split(link);
  const onclick = (event) => (event.preventDefault(), session.visit(decisive - 1));
  byId("detail").replaceChildren(before, element("a", { id: "decided", href: location.hash, onclick }, link), after);
}

function drawEnding(state, ended) {
  const { game } = state;
  if (!ended) {
    beforeEnd = game;
    return;
  }
  if (winner(game) === OTHER) import("../../lessons/progress.js").then(({ lessonFor }) => (byId("lesson").href = ROOT + lessonFor(game)));
  // Whether the service draws the game's graph: the pages know a small one when they see it.
  list().then((games) => (byId("all-positions").hidden = !games?.find(({ name }) => name === nameOf(game.rule))?.operations.includes("/graph")));
  load("ending");
  if (!parts.ending) return;
  const played = beforeEnd !== null && beforeEnd.start === game.start && game.moves.length === beforeEnd.moves.length + 1;
  const joy = played && (game.two || winner(game) === YOU);
  parts.ending.draw(state, { joy, sound: joy && sound.on, onVisit: (index) => session.visit(index) });
  beforeEnd = null;
}

/** The person's next mistake after the one that is looked at. */
function nextMistake() {
  return session.mistakes.find((index) => index > session.state.visited);
}

/** The game as it stands, for a link: the person who opens it is to move. */
function now({ game, strength, isAutomatic, byLink }) {
  const { quota, rule } = game;
  const begins = gameOf(rule).standing?.(game) ?? (quota ? { ...rule, quota } : rule);
  const standing = { ...game, rule: begins, strength: isAutomatic ? null : strength, byLink, moves: [] };
  // Between two people it matters who is who.
  if (!game.two) return { ...standing, first: undefined };
  return byLink ? { ...standing, piles: game.start, rule, moves: game.moves } : { ...standing, first: turn(game) };
}

/** What the board marks: the winning piles or moves of a hint or of the position that is looked at. */
function marksOf({ hint, visited, found, review }) {
  const hinted = hint?.steps[hint.given - 1];
  const { moves = [], piles = [] } = (visited === null ? hinted : found && { moves: review?.plies[visited].winning_moves }) ?? {};
  return { moves, piles };
}

/** Draw the page; if what was focused can't be any more, focus what comes next. */
function keepingFocus(drawing) {
  const focused = document.activeElement;
  drawing();
  const { game, visited } = session.state;
  const stays = focused.isConnected && !focused.matches(":disabled") && focused.getClientRects().length > 0;
  const atEnd = isOver(game) && visited === null && board()?.hasFocus; // a board of pins may have some left
  if ((stays && !atEnd) || focused === document.body || parts.moves?.hasFocus) return;
  const next = ["send-move", "better", "from-here", "again"].map((id) => document.getElementById(id)).find((one) => one.getClientRects().length > 0);
  if (next) next.focus();
  else if (!board()?.hasFocus) board()?.focus();
}

/** Whether what explains the board is beside it, and not below. */
function isWide() {
  return matchMedia("(min-width: 60rem)").matches;
}

async function why() {
  await session.toggleWhy();
  if (!byId("explanation").hidden && !isWide()) bring(byId("explanation"));
}

// --- Solving a position ----------------------------------------------------------------------------

/** Open the panel, or close it; it is scrolled into view if it is below the board. */
async function solve() {
  await session.toggleSolving();
  if (session.state.solving && !isWide()) bring(byId("solving"), "start");
}

/** Put other piles on the board: a new game, which the person begins. */
function edit(piles) {
  const { game, strength, isAutomatic } = session.state;
  boards.startAnew();
  session.resume(newGame({ ...game, piles, first: YOU }), { strength, isAutomatic });
}

// --- Play by link, and the position of the day -----------------------------------------------------

async function sendMove() {
  await load("sharing");
  if (parts.sharing) session.send();
  handOver(parts.sharing?.linkToSend(session.state), "Link copied: send it to the other player.", navigator.share);
}

async function copyResult() {
  await load("sharing");
  handOver(parts.sharing?.resultOf(session.state), "Result copied: paste it where you like.");
}

/** Show a text, and send it if the device `canSend`, or else copy it and say so; nothing if it could not be made. */
async function handOver(text, said, canSend = null) {
  if (!text) return;
  byId("sent").hidden = false;
  byId("sent-link").value = text;
  if (canSend) await parts.sharing.share({ url: text }, byId("sent-text"));
  else await parts.sharing.copy(text, said, byId("sent-text"), byId("sent-link"));
}
