// Ties the session to the page.

import * as api from "./api.js";
import { Board } from "./board.js";
import { byId, setHash, setText } from "./dom.js";
import { OTHER, canUndo, isOver, winner } from "./game.js";
import { Large } from "./large.js";
import { formatLink, parseLink } from "./link.js";
import { Moves } from "./moves.js";
import { pause, prefersStillness } from "./motion.js";
import { PLAY, describe } from "./play-texts.js";
import { lessonFor } from "./progress.js";
import { keep, kept } from "./saved.js";
import { Session } from "./session.js";
import { Setup } from "./setup.js";
import { Sharing } from "./sharing.js";
import { SERVICE, describeRule } from "./texts.js";
import { drawTurn } from "./turn.js";
import { drawWhy } from "./why.js";

const NO_MARKS = Object.freeze({ moves: [], piles: [] });
const marks = new WeakMap(); // so that equal ones are the same, and the board is drawn no more often
const DEFAULT = Object.freeze(parseLink("#3,4,5"));

const session = new Session({ api, pause, changed: (state) => keepingFocus(() => draw(state)) });
const board = new Board(byId("board"), (move) => session.take(move));
const moves = new Moves(byId("moves"), (index) => session.visit(index));
const setup = new Setup({
  onStart: (chosen) => begin(chosen),
  onStrength: (strength) => session.state.game && (session.strength = strength),
});
const large = new Large(() => board.focus());
const sharing = new Sharing({ onLarge: () => large.show() });
const embedded = document.documentElement.dataset.view === "embed";

byId("hint").addEventListener("click", () => session.hint());
byId("why").addEventListener("click", why);
byId("undo").addEventListener("click", () => session.undo());
byId("retry").addEventListener("click", () => session.retry());
byId("again").addEventListener("click", again);
byId("from-here").addEventListener("click", () => session.playFromHere());
byId("to-end").addEventListener("click", () => session.visit(null));
addEventListener("hashchange", open);

open();
delete document.documentElement.dataset.loading;

function begin(chosen) {
  byId("link-error").hidden = true;
  board.startAnew();
  setup.show(chosen);
  session.start(chosen);
  if (matchMedia("(max-width: 59.99rem)").matches) byId("game").scrollIntoView();
  board.focus();
}

function again() {
  const { game, strength } = session.state;
  begin({ ...game, piles: game.start, strength });
}

/** Go on with the game of before the page was loaded, or begin the one that the address carries. */
function open() {
  const saved = kept(location.hash);
  const position = parseLink(location.hash) ?? DEFAULT;
  const wrong = Boolean(position.error) && !saved;
  byId("link-error").hidden = !wrong;
  byId("link-error").textContent = wrong ? PLAY.insteadOf(position.error, DEFAULT.piles) : "";
  board.startAnew();
  if (saved) {
    setup.show({ ...saved.game, piles: saved.game.start, strength: saved.strength });
    session.resume(saved.game, saved.strength);
    return;
  }
  const begun = { ...DEFAULT, ...(wrong ? {} : position) };
  setup.show(begun);
  session.start(begun);
}

function draw(state) {
  const { game, strength, visited, explaining, explanation, hint, waiting, problem, turn } = state;
  const over = isOver(game);
  const visiting = visited !== null;
  const explains = explaining && (!over || visiting);
  const { headline, detail } = describe(state);
  byId("rule").textContent = describeRule(game);
  setText("headline", headline);
  setText("detail", detail);

  byId("problem").hidden = problem === null;
  setText("problem-said", problem?.words ?? "");

  board.draw(session.onBoard, session.isPersonsTurn, marksOf(state));
  byId("again").hidden = !over || visiting;
  byId("from-here").hidden = !visiting;
  byId("to-end").hidden = !visiting;
  byId("lesson").hidden = game.two || visiting || winner(game) !== OTHER;
  byId("lesson").href = lessonFor(game);

  byId("hint").hidden = over;
  byId("hint").disabled = !session.isPersonsTurn || (hint !== null && hint.given === hint.steps.length);
  byId("hint").textContent = hint ? PLAY.nextHint : PLAY.hint;
  byId("undo").disabled = !canUndo(game);
  byId("undo").hidden = visiting;
  byId("why").disabled = over && !visiting;
  byId("why").setAttribute("aria-expanded", String(explains));
  byId("explanation").hidden = !explains;
  setText("explanation-waits", explains && waiting && explanation === null ? SERVICE.waiting : "");
  drawWhy(byId("explanation-body"), explanation);

  drawTurn(byId("turn"), turn);
  moves.draw(state);
  byId("no-moves").hidden = game.moves.length > 0;
  byId("moves-list").hidden = game.moves.length === 0;
  byId("moves-keys").hidden = !over;
  if (game.moves.length > 0) byId("link-error").hidden = true;

  if (session.isPersonsTurn) setHash(formatLink(now(state)));
  keep(location.hash, { game, strength });
  byId("whole").hidden = !embedded;
  byId("whole").href = `./${location.hash}`;
  const beginning = { ...game, piles: game.start, strength };
  sharing.draw({ now: over ? beginning : now(state), beginning, over });
}

/** The game as it stands, for a link: the person who opens it is to move. */
function now({ game, strength }) {
  return { ...game, first: undefined, strength };
}

/** What the board marks: the winning piles or moves of a hint, or of the position that is looked at. */
function marksOf({ hint, visited, review }) {
  const source = visited === null ? hint : review?.plies[visited];
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
  if (!byId("from-here").hidden) byId("from-here").focus();
  else if (isOver(session.state.game)) byId("again").focus();
  else if (!board.hasFocus) board.focus();
}

async function why() {
  await session.toggleWhy();
  const behavior = prefersStillness() ? "instant" : "smooth";
  byId("explanation").scrollIntoView({ block: "nearest", behavior });
}
