// Ties the session to the page.

import * as api from "../../core/api.js";
import { Board } from "../../boards/piles.js";
import { Ways } from "../../boards/choice.js";
import { byId, element, setText } from "../../core/dom.js";
import { OTHER, YOU, canUndo, isOver, other, turn, winner } from "../../core/game.js";
import { formatLink, keep, kept, parseLink } from "../../core/link.js";
import { Moves } from "./moves.js";
import { PLAY, decided, describe } from "./play-texts.js";
import { boardOf, gameOf } from "../../core/rule.js";
import { Session } from "./session.js";
import { Setup } from "./setup.js";
import { SERVICE, describeRule } from "../../core/words.js";

const NO_MARKS = Object.freeze({ moves: [], piles: [] });
const marks = new WeakMap(); // so that equal ones are the same, and the board is drawn no more often
const DEFAULT = Object.freeze(parseLink("#3,4,5"));

const session = new Session({ api, pause: api.pause, changed: (state) => keepingFocus(() => draw(state)) });
const ways = new Ways(() => board()?.refresh());
const boards = new Map(); // by their kinds; null while one is being loaded
const moves = new Moves(byId("moves"), (index) => session.visit(index));
const setup = new Setup({
  judge: (positions, signal) => api.solveAll(positions, signal),
  onStart: (chosen) => begin(chosen),
  onStrength: (strength) => session.state.game && (session.strength = strength),
});
const parts = {}; // what is loaded once it is needed: ending, sharing, turn, why
const embedded = document.documentElement.dataset.view === "embed";
let games = null; // what the service says of all games
let beforeEnd = null; // the game before its last move, seen here

const CLICKS = {
  hint: () => session.hint(),
  why,
  undo: () => session.undo(),
  retry: () => session.retry(),
  again: () => again(session.state.game.first),
  swap: () => again(other(session.state.game.first)),
  turned: () => session.visit(session.state.review.decisive_mistake - 1),
  mistakes: () => session.visit(session.mistakes[0]),
  better: () => session.showBetter(),
  "next-mistake": () => session.visit(nextMistake()),
  "from-here": () => session.playFromHere(),
  "to-end": () => session.visit(null),
  share: () => load("sharing").then(() => parts.sharing.toggle()),
};
for (const [id, act] of Object.entries(CLICKS)) byId(id).addEventListener("click", act);
byId("developers").addEventListener("toggle", () => load("turn"));
addEventListener("popstate", open);

const listed = embedded ? null : fetchGames();
await open();
delete document.documentElement.dataset.loading;

/** What can be played, and what is known of it, comes when the page can be used already. */
async function fetchGames() {
  try {
    const { response } = await api.games(new AbortController().signal);
    games = response.games;
    setup.offer(games);
    if (session.state.game) draw(session.state);
  } catch (error) {
    if (!(error instanceof api.ServiceError)) throw error;
    // The form offers Nim; links to the other games work as well.
  }
}

function begin(chosen) {
  byId("link-error").hidden = true;
  for (const each of boards.values()) each?.startAnew();
  setup.show(chosen);
  history.pushState(null, "", formatLink(chosen)); // so that a step back leads to the earlier game
  session.start(chosen);
  if (matchMedia("(max-width: 59.99rem)").matches) byId("game").scrollIntoView();
  board()?.focus();
}

function again(first) {
  const { game, strength } = session.state;
  begin({ ...game, piles: game.start, first, strength });
}

/** Go on with the game that was played at this address, or begin the one that it carries. */
async function open() {
  const saved = kept();
  let position = parseLink(location.hash, games) ?? DEFAULT;
  if (position.unknown && !saved) {
    await (listed ?? fetchGames());
    position = parseLink(location.hash, games ?? []);
  }
  const wrong = Boolean(position.error) && !saved;
  byId("link-error").hidden = !wrong;
  byId("link-error").textContent = wrong ? PLAY.insteadOf(position.error, DEFAULT.piles) : "";
  for (const each of boards.values()) each?.startAnew();
  beforeEnd = null;
  if (saved) {
    setup.show({ ...saved.game, piles: saved.game.start, strength: saved.strength });
    session.resume(saved.game, saved.strength);
    return;
  }
  const begun = { ...DEFAULT, ...(wrong ? {} : position) };
  setup.show(begun);
  if (begun.played) session.resume(begun.played, begun.strength);
  else session.start(begun);
}

// --- The boards ----------------------------------------------------------------------------------

/** The board for the game, or null while it is being loaded. */
function board() {
  const { game } = session.state;
  const kind = game ? boardOf(game) : "piles";
  if (!boards.has(kind)) {
    boards.set(kind, null);
    make(kind).catch(() => (byId("failed").hidden = false));
  }
  return boards.get(kind);
}

async function make(kind) {
  const take = (move) => session.take(move);
  const options = { confirms: () => ways.confirms, onUncover: () => session.uncover() };
  const root = element("div", { "data-board": kind });
  if (kind !== "piles") style("../../boards/boards.css");
  if (kind === "piles") {
    const piles = element("ol", { class: "board", "aria-label": "Piles" });
    root.append(piles);
    boards.set(kind, new Board(piles, take, options));
  } else {
    const made = {
      pins: async () => new (await import("../../boards/pins.js")).PinBoard(root, take, options),
      queen: async () => new (await import("../../boards/queen.js")).QueenBoard(root, take, options),
      general: async () => new (await import("../../boards/general.js")).GeneralBoard(root, take, options),
    };
    boards.set(kind, await made[kind]());
  }
  byId("board").append(root);
  draw(session.state);
}

// --- What is loaded once it is needed --------------------------------------------------------------

async function load(name) {
  try {
    await bring(name);
  } catch {
    byId("failed").hidden = false; // the file of the script did not come
  }
}

async function bring(name) {
  const modules = {
    ending: async () => {
      style("../../boards/picture.css");
      return new (await import("./ending.js")).Ending(byId("ending"));
    },
    sharing: async () => new (await import("./sharing.js")).Sharing({ onChange: () => board()?.focus() }),
    turn: async () => (await import("./turn.js")).drawTurn,
    why: async () => {
      style("why.css");
      return (await import("./why.js")).drawWhy;
    },
  };
  parts[name] ??= await modules[name]();
  draw(session.state);
}

function style(name) {
  document.head.append(element("link", { rel: "stylesheet", href: new URL(name, import.meta.url).href }));
}

// --- The page ------------------------------------------------------------------------------------

function draw(state) {
  const { game, strength, visited, found, explaining, explanation, hint, waiting, problem, review } = state;
  const over = isOver(game);
  const visiting = visited !== null;
  const ended = over && !visiting;
  const explains = explaining && !ended;
  const description = describe(state);
  setText("rule", describeRule(game, games?.find(({ name }) => name === gameOf(game.rule))));
  setText("headline", description.headline);
  setDetail(description);

  byId("problem").hidden = problem === null;
  setText("problem-text", problem?.words ?? "");

  const onBoard = board();
  const kind = boardOf(game);
  for (const root of byId("board").children) root.hidden = root.dataset.board !== kind;
  onBoard?.draw(session.onBoard, session.isBoardActive, marksOf(state), state);
  byId("game").dataset.board = kind;
  byId("game").toggleAttribute("data-over", ended);

  const hasMistakes = session.mistakes.length > 0;
  byId("again").hidden = !ended;
  byId("swap").hidden = !ended;
  byId("swap").textContent = PLAY.otherBegins(game);
  byId("turned").hidden = !(ended && review?.decisive_mistake);
  byId("mistakes").hidden = !(ended && hasMistakes);
  byId("better").hidden = !session.isToFind;
  byId("next-mistake").hidden = !(visiting && found !== null && nextMistake() !== undefined);
  byId("from-here").hidden = !visiting;
  byId("to-end").hidden = !visiting;
  byId("map").hidden = !(ended && canBeMapped(game));
  byId("map").href = `see#game=${encodeURIComponent(formatLink({ ...game, piles: game.start }).slice(1))}`;
  byId("lesson").hidden = game.two || !ended || winner(game) !== OTHER;
  if (!byId("lesson").hidden) import("../../core/progress.js").then(({ lessonFor }) => (byId("lesson").href = lessonFor(game)));

  byId("hint").hidden = over;
  byId("hint").disabled = !session.isPersonsTurn || (hint !== null && hint.given === hint.steps.length);
  byId("hint").textContent = hint ? PLAY.nextHint : PLAY.hint;
  byId("undo").disabled = !canUndo(game);
  byId("undo").hidden = visiting;
  byId("why").hidden = ended;
  byId("why").setAttribute("aria-expanded", String(explains));
  byId("explanation").hidden = !explains;
  setText("explanation-waits", explains && waiting && explanation === null ? SERVICE.waiting : "");
  if (explaining && !parts.why) load("why");
  parts.why?.(byId("explanation-body"), explanation);

  drawEnding(state, ended);
  parts.turn?.(byId("turn"), state.turn);
  moves.draw(state);
  byId("moves-panel").hidden = game.moves.length === 0;
  byId("moves-keys").hidden = !over;
  if (game.moves.length > 0) byId("link-error").hidden = true;

  const hash = session.isPersonsTurn ? formatLink(now(state)) : location.hash;
  keep(hash, { game, strength });
  byId("whole").hidden = !embedded;
  byId("whole").href = `./${location.hash}`;
  const beginning = { ...game, piles: game.start, strength, moves: [] };
  parts.sharing?.draw({ now: over ? beginning : now(state), beginning, moves: { ...beginning, moves: game.moves }, over });
}

/** Whether the service draws the game's graph, and it is small enough to be looked at. */
function canBeMapped(game) {
  const listed = games?.find(({ name }) => name === gameOf(game.rule));
  return Boolean(listed?.operations.includes("/graph") && parts.ending?.hasMap(game));
}

/** The sentence below the headline, in which the move that decided a game is a link. */
function setDetail({ detail, decisive }) {
  if (byId("detail").textContent === detail) return;
  const link = decisive ? decided(decisive) : "";
  const [before, after] = link ? detail.split(link) : [detail];
  if (after === undefined) {
    byId("detail").textContent = detail;
    return;
  }
  const onclick = (event) => (event.preventDefault(), session.visit(decisive - 1));
  byId("detail").replaceChildren(before, element("a", { id: "decided", href: location.hash, onclick }, link), after);
}

function drawEnding(state, ended) {
  byId("ending").hidden = !ended;
  const { game } = state;
  if (!ended) {
    beforeEnd = game;
    return;
  }
  if (!parts.ending) {
    load("ending");
    return;
  }
  const played = beforeEnd !== null && beforeEnd.start === game.start && game.moves.length === beforeEnd.moves.length + 1;
  const joy = played && (game.two || winner(game) === YOU);
  parts.ending.draw(state, { joy, sound: joy && ways.sound, onVisit: (index) => session.visit(index) });
  beforeEnd = null;
}

/** The person's next mistake after the one that is looked at. */
function nextMistake() {
  return session.mistakes.find((index) => index > session.state.visited);
}

/** The game as it stands, for a link: the person who opens it is to move. */
function now({ game, strength }) {
  const { quota, rule } = game;
  return { ...game, rule: quota ? { ...rule, quota } : rule, first: undefined, strength, moves: [] };
}

/** What the board marks: the winning piles or moves of a hint, or of the position that is looked at. */
function marksOf({ hint, visited, found, review }) {
  const source = visited === null ? hint : found && review?.plies[visited];
  if (!source) return NO_MARKS;
  if (!marks.has(source)) {
    const { moves = [], piles = [] } =
      visited === null ? hint.steps[hint.given - 1] : { moves: source.winning_moves };
    marks.set(source, { moves, piles });
  }
  return marks.get(source);
}

/** Draw; should what had the focus go away with it, give the focus to what comes next. */
function keepingFocus(drawing) {
  const focused = document.activeElement;
  drawing();
  const stays = focused.isConnected && !focused.disabled && !focused.closest("[hidden]");
  if (stays || focused === document.body || moves.hasFocus) return;
  if (!byId("better").hidden) byId("better").focus();
  else if (!byId("from-here").hidden) byId("from-here").focus();
  else if (isOver(session.state.game)) byId("again").focus();
  else if (!board()?.hasFocus) board()?.focus();
}

async function why() {
  await session.toggleWhy();
  const behavior = api.prefersStillness() ? "instant" : "smooth";
  byId("explanation").scrollIntoView({ block: "nearest", behavior });
}
