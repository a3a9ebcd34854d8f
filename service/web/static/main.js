// Ties the session to the page.

import * as api from "./api.js";
import { Board } from "./board.js";
import { byId, setText } from "./dom.js";
import { SERVICE, YOU, canUndo, isOver, winner } from "./game.js";
import { formatLink, parseLink } from "./link.js";
import { drawMoves } from "./moves.js";
import { pause, prefersStillness } from "./motion.js";
import { ANY, describeRule, kind } from "./rule.js";
import { Session } from "./session.js";
import { Setup } from "./setup.js";
import { describe } from "./status.js";
import { drawTurn } from "./turn.js";
import { drawWhy } from "./why.js";

const DEFAULT = Object.freeze({ piles: [3, 4, 5], rule: ANY, misere: false });

const session = new Session({ api, pause, changed: (state) => keepingFocus(() => draw(state)) });
const board = new Board(byId("board"), (move) => session.take(move));
const setup = new Setup({
  onStart: (chosen) => begin(chosen),
  onMistakes: (share) => (session.mistakes = share),
});
let latest = null; // the settings of the game on the board

byId("hint").addEventListener("click", () => session.hint());
byId("why").addEventListener("click", why);
byId("undo").addEventListener("click", () => session.undo());
byId("retry").addEventListener("click", () => session.retry());
byId("again").addEventListener("click", () => begin(latest));
byId("share").addEventListener("click", share);
addEventListener("hashchange", open);

session.mistakes = setup.mistakes;
open();

function begin(chosen) {
  latest = chosen;
  byId("link-error").hidden = true;
  session.start(chosen);
  if (matchMedia("(max-width: 59.99rem)").matches) byId("game").scrollIntoView();
  board.focus();
}

/** Begin the game that the address carries. */
function open() {
  const position = parseLink(location.hash) ?? DEFAULT;
  latest = { ...DEFAULT, ...(position.error ? {} : position), first: YOU };
  setup.show(latest);
  session.start(latest);
  byId("link-error").hidden = !position.error;
  byId("link-error").textContent = position.error
    ? `${position.error} The game here is ${DEFAULT.piles.join(", ")}.`
    : "";
}

function draw(state) {
  const { game, explaining, explanation, problem } = state;
  const over = isOver(game);
  const { headline, detail } = describe(state);
  byId("rule").textContent = describeRule(game);
  setText("headline", headline);
  setText("detail", detail);

  byId("problem").hidden = problem === null;
  setText("problem-said", problem?.words ?? "");

  board.draw(state, session.isYourTurn);
  byId("again").hidden = !over;
  byId("lesson").hidden = winner(game) !== SERVICE;
  byId("lesson").href = lessonFor(game);

  byId("hint").disabled = !session.isYourTurn;
  byId("undo").disabled = !canUndo(game);
  byId("why").disabled = over;
  byId("why").setAttribute("aria-expanded", String(explaining && !over));
  byId("explanation").hidden = !explaining || over;
  drawWhy(byId("explanation-body"), explanation);

  drawTurn(byId("turn"), state.turn);
  drawMoves(byId("moves"), state);
  byId("no-moves").hidden = game.moves.length > 0;
  byId("moves-list").hidden = game.moves.length === 0;
  if (game.moves.length > 0) byId("link-error").hidden = true;

  if (session.isYourTurn) history.replaceState(null, "", formatLink(game));
  byId("shared").textContent = "";
}

/** Draw; should what had the focus go away with it, give the focus to what comes next. */
function keepingFocus(drawing) {
  const focused = document.activeElement;
  drawing();
  const kept = focused.isConnected && !focused.disabled && !focused.closest("[hidden]");
  if (kept || focused === document.body) return;
  if (isOver(session.state.game)) byId("again").focus();
  else if (!board.hasFocus) board.focus();
}

/** The lesson that helps to win a game like this one. */
function lessonFor({ rule, misere }) {
  if (kind(rule) === "max") return "learn#at-most";
  if (kind(rule) === "set") return "learn#any-game";
  return misere ? "learn#misere" : "learn#one-pile";
}

async function why() {
  await session.toggleWhy();
  const behavior = prefersStillness() ? "instant" : "smooth";
  byId("explanation").scrollIntoView({ block: "nearest", behavior });
}

async function share() {
  const { game } = session.state;
  // A finished game has no position to play on from; its first one can be played again.
  const [position, what] = isOver(game)
    ? [{ ...game, piles: game.start }, "the position that this game began with"]
    : [game, "this position"];
  const link = new URL(formatLink(position), location.href).href;
  try {
    await navigator.clipboard.writeText(link);
    byId("shared").textContent = `Link copied: it opens ${what}.`;
  } catch {
    // No clipboard without HTTPS or permission.
    byId("shared").textContent = `The link to ${what}: ${link}`;
  }
}
