// What the page shows beside the board and after the game: the moves, the end, and the panel to share a
// game. It is loaded when it is first shown.

import { ROOT, all, byId, chosen, classes, copy, element, onClick, patch, prefersStillness, radios } from "../../core/dom.js";
import { OTHER, YOU, after, asItStands, boardOf, capital, did, isOver, lower, names, other, play, winner } from "../../core/game.js";
import { and, leftOf, piecesOf } from "../../core/games.js";
import { skittles, squares, stones } from "../../core/pictures.js";
import { formatAddress, shareable } from "../../core/setup.js";

export { lessonFor } from "../../lessons/index.js";

/** Draw what the state of a match says, and the panel that is `shown`; `links` are the games that a link can open. */
export function draw(match, { links, ended, shown }) {
  const { state, onBoard } = match;
  const onVisit = (index) => match.visit(index);
  drawMoves(state, onVisit);
  if (ended) drawEnding(state, onVisit);
  if (shown === "explanation") drawExplanation(state.explanation, asItStands(onBoard));
  sharing.draw(links, shown === "sharing");
}

/** The last explanation stays until the next one has come. */
function drawExplanation(explanation, game) {
  const root = byId("explanation-body");
  root.setAttribute("aria-busy", String(explanation === null));
  explanation?.draw(root, explanation, game);
}

// --- The list of moves. In a finished game it shows the mistakes, and each move can be visited ------------------------

let visitedBefore = null; // which move was looked at when the list was drawn last

/** `onVisit(index)` is called with a move's index; the number of moves is the end of the game. */
function drawMoves({ game, review, visited }, onVisit) {
  const list = byId("moves");
  const scroller = byId("moves-list");
  const over = isOver(game);
  const hadFocus = list.contains(document.activeElement);
  patch(list, game.moves.map((_, i) => moveRow(game, i, { over, review, visited, onVisit })));
  list.onkeydown = (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[event.key];
    const button = /** @type {HTMLElement} */ (event.target).closest("button");
    if (!step || !button || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onVisit(Number(button.dataset.move) + step);
  };
  scroller.toggleAttribute("data-over", over);
  if (!over) scroller.scrollTop = list.scrollHeight;
  const button = /** @type {HTMLElement} */ (list.querySelector(`[data-move="${visited ?? game.moves.length - 1}"]`));
  if (hadFocus && visited !== visitedBefore) button?.focus();
  visitedBefore = visited;
}

function moveRow(game, i, { over, review, visited, onVisit }) {
  const move = game.moves[i];
  const { mistake = false } = review?.plies[i] ?? {};
  const words = [
    element("span", { class: "who" }, names(game)[move.by]),
    element("span", { class: "what" }, capital(did(move, after(game, i)))),
  ];
  const attributes = { type: "button", class: "move", "data-move": i, "aria-current": visited === i ? "true" : null, onclick: () => onVisit(i) };
  const judgement = i + 1 === review?.decisive_mistake ? "The mistake that decided the game." : "A mistake.";
  return element(
    "li",
    { class: mistake ? "mistake" : null },
    over ? element("button", attributes, ...words) : element("span", { class: "move" }, ...words),
    mistake ? element("p", { class: "judgement" }, element("strong", {}, judgement)) : null,
  );
}

// --- The end of a game: the picture of it, and a short joy for the person who won --------------------------------------

const STONES = 22; // that fly at a victory
const MOST = 24; // objects of a pile in the picture
const NOTES = [523, 659, 784]; // Hz, one after another
const NOTE_S = 0.14;

/** Its positions one after another, who could win in each, and the move that decided. */
function drawEnding({ game, review }, onVisit) {
  const decisive = review?.decisive_mistake;
  patch(byId("ending"), [review ? course(game, review, onVisit) : null, decisive ? picture(game, decisive - 1, onVisit) : null]);
}

/** The course of the game: for each move who could win before it, ringed if a mistake changed that. */
function course(game, review, onVisit) {
  const called = names(game);
  const steps = review.plies.map(({ position_class: kind, mistake }, i) => {
    const { by } = game.moves[i];
    const ahead = kind === "N" ? by : other(by);
    const decides = i + 1 === review.decisive_mistake;
    const label = `Before move ${i + 1}, ${called[ahead] === "You" ? "you" : called[ahead] === "The computer" ? "the computer" : called[ahead]} could win${mistake ? "; then came a mistake" : ""}`;
    return element(
      "li",
      {},
      element("button", { type: "button", class: classes("ply", ahead === YOU && "ahead", decides && "decides"), "aria-label": label, title: label, onclick: () => onVisit(i) }, mistake ? "?" : ""),
    );
  });
  return element(
    "figure",
    { class: "course" },
    element("ol", { "aria-label": "The course of the game" }, ...steps),
    element("figcaption", {}, `Move by move: filled where ${lowerName(called[YOU])} could win, open where ${lowerName(called[OTHER])} could, ? a mistake.`),
  );
}

const lowerName = (name) => (["You", "The computer"].includes(name) ? lower(name) : name);

/** The position before a move, with what the move did to it. */
function picture(game, index, onVisit) {
  const before = after(game, index);
  const move = game.moves[index];
  const drawings = { pins: rowsOfPins, queen: queenBefore };
  const shown = before.parts?.[move.component] ?? before;
  const rows = (drawings[boardOf(shown)] ?? rowsOfStones)(shown, move);
  return element(
    "figure",
    { class: "decisive" },
    element(
      "button",
      { type: "button", class: "picture", onclick: () => onVisit(index) },
      ...rows,
      element("span", { class: "unseen" }, `See move ${index + 1} on the board`),
    ),
    element("figcaption", {}, `Here ${lowerName(names(game)[move.by])} ${did(move, before)}, and gave the game away.`),
  );
}

function rowsOfStones({ piles }, move) {
  return piles.flatMap((count, pile) => {
    if (count === 0) return [];
    const taken = (move.removals ?? [move]).find((one) => one.pile === pile)?.remove ?? 0;
    return row(stones(Math.min(count, MOST), Math.min(taken, MOST)), count);
  });
}

/** Each row that the game began with: what stands, the gaps where pins fell, and those that fall now. */
function rowsOfPins(before, { pile: changed, remove, leaves_piles: left, at }) {
  const standing = (parts) => parts.filter(({ pile }) => pile !== undefined);
  const rows = piecesOf(before).filter((parts) => standing(parts).length > 0);
  return rows.map((parts) => {
    const pieces = parts.map(({ pile, size }) => {
      if (pile === undefined) return skittles(1, "down");
      if (pile !== changed) return skittles(size);
      const first = leftOf({ size, remove, left, at });
      if (remove === 0) return [...skittles(first), ...skittles(1, "split"), ...skittles(size - first - 1)];
      return [...skittles(first), ...skittles(remove, "taken"), ...skittles(size - first - remove)];
    });
    for (const [i, [first]] of pieces.entries()) first.classList.toggle("apart", i > 0 && parts[i].pile !== undefined && parts[i - 1].pile !== undefined);
    return row(pieces.flat(), standing(parts).map(({ size }) => size).join(" + "));
  });
}

function queenBefore(before, move) {
  return [squares({ ...before, to: play(before, move).piles }), element("span", { class: "unseen" }, and(before.piles))];
}

function row(objects, count) {
  return element("span", { class: "stones" }, ...objects, element("span", {}, ` ${count}`));
}

/** Stones fly up from the stage and are gone; nothing if motion is not wanted. */
export function celebrate() {
  if (byId("sound").checked) chime();
  if (prefersStillness()) return;
  const sky = element("div", { class: "joy", "aria-hidden": "true" });
  for (let i = 0; i < STONES; i += 1) {
    const stone = element("span", { class: "stone" });
    stone.style.setProperty("--x", `${Math.round(100 * Math.random())}%`);
    stone.style.setProperty("--wait", `${Math.round(500 * Math.random())}ms`);
    stone.style.setProperty("--drift", `${Math.round(160 * (Math.random() - 0.5))}px`);
    sky.append(stone);
  }
  document.querySelector(".stage").append(sky);
  setTimeout(() => sky.remove(), 2600);
}

function chime() {
  const context = new AudioContext();
  for (const [i, frequency] of NOTES.entries()) {
    const note = new OscillatorNode(context, { frequency, type: "triangle" });
    const volume = new GainNode(context, { gain: 0.15 });
    note.connect(volume).connect(context.destination);
    const begins = context.currentTime + i * NOTE_S;
    volume.gain.exponentialRampToValueAtTime(0.001, begins + 3 * NOTE_S);
    note.start(begins);
    note.stop(begins + 3 * NOTE_S);
  }
  setTimeout(() => context.close(), 2000);
}

// --- Sharing: a link, as a QR code too, and the HTML that embeds the board ----------------------------------------------

const OPENS = { beginning: "the game from its beginning", now: "this position", moves: "the game with its moves" };

/** The HTML of a frame for another page: as wide as its place, and as high as the board in it says. */
const frameOf = (source) => `<iframe src="${source}" style="width:100%;max-width:480px;height:640px;border:0" title="Nim: a game to play"></iframe>
<script>addEventListener("message", ({ source, data }) => {
  for (const frame of document.querySelectorAll("iframe"))
    if (frame.contentWindow === source && data?.nimHeight) frame.style.height = data.nimHeight + "px";
});</script>`;

class Sharing {
  #links = null; // {now, beginning, moves, over}
  #drawn = ""; // those that the open panel shows

  constructor() {
    byId("send").hidden = !navigator.share;
    onClick({
      send: () => send({ url: byId("link").value }, byId("copied")),
      copy: () => copy(byId("link").value, `Link copied: it opens ${this.#solves ? "the position, with who wins and how" : OPENS[chosen("opens")]}.`, byId("copied"), byId("link")),
      "copy-code": () => copy(byId("code").value, "HTML copied: paste it into another page to show the board.", byId("copied"), byId("code")),
    });
    for (const radio of [...radios("opens"), ...radios("purpose")]) radio.addEventListener("change", () => this.#fill());
  }

  /** `now`, `beginning` and `moves` are the games that a link can open. */
  draw(links, isOpen) {
    byId("purposes").hidden = Boolean(links.now.byLink);
    this.#links = links;
    const text = isOpen ? JSON.stringify(links) : "";
    if (text === this.#drawn) return;
    this.#drawn = text;
    const choices = new Map(radios("opens").map((radio) => [radio.value, radio]));
    choices.get("now").disabled = links.over;
    if (links.over && choices.get("now").checked) choices.get("beginning").checked = true;
    if (isOpen) this.#fill();
  }

  /** Whether the link says who wins; one of two people who play never does. */
  get #solves() {
    return chosen("purpose") === "solve" && !this.#links.now.byLink;
  }

  #fill() {
    const game = this.#links[chosen("opens")];
    const puzzle = shareable(formatAddress(game));
    byId("link").value = this.#solves ? shareable(formatAddress(chosen("opens") === "moves" ? this.#links.now : game, "solve")) : puzzle;
    byId("copied").textContent = "";
    byId("qr").src = `${ROOT}static/qr.svg?link=${encodeURIComponent(puzzle)}`; // what a class is shown, says nothing
    byId("qr").alt = `QR code of ${puzzle}`;
    byId("sheet").href = shareable(formatAddress({ ...game, first: YOU, two: false, byLink: false, strength: null, names: {}, moves: [] }, "sheet"));
    byId("code").value = frameOf(shareable(formatAddress(game, "embed")));
  }
}

/** Hand something to the device, which offers what it has to send it with. */
async function send(what, said) {
  try {
    await navigator.share({ title: document.title, ...what });
  } catch (error) {
    if (error.name !== "AbortError") said.textContent = "Couldn’t send it. Copy the link instead.";
  }
}

/** Send the link that carries a game by link on: the other player opens it, and moves. */
export function sendMove({ game }) {
  const link = shareable(formatAddress({ ...game, piles: game.start, byLink: true }));
  handOver(link, "Link copied: send it to the other player.", { canSend: true });
}

/** Copy what a person can post about the position of the day without giving a move away. */
export function sendResult({ game, day, review, helped }) {
  const mark = ({ mistake, position_class: kind }) => (mistake ? "🟥" : kind === "N" ? "🟩" : "⬜"); // ⬜: there was nothing to lose
  const marks = review.plies.filter((_, i) => game.moves[i].by === YOU).map(mark).join("");
  const won = isOver(game) && winner(game) === YOU;
  handOver(`Nim, position of ${day}: ${won ? "won" : "lost"}${helped ? " with help" : ""} ${marks}\n${ROOT}#today`, "Result copied: paste it where you like.");
}

/** Show a text, and send it if the device can and `canSend` says so, or else copy it and say so. */
async function handOver(text, said, { canSend = false } = {}) {
  byId("sent").hidden = false;
  byId("sent-link").value = text;
  if (canSend && navigator.share) await send({ url: text }, byId("sent-text"));
  else await copy(text, said, byId("sent-text"), byId("sent-link"));
}

// --- The board alone, as large as the window: for a projector ------------------------------------------------------------

class FullWindow {
  #onChange;

  /** `onChange()` is called when the view has changed. */
  constructor(onChange) {
    this.#onChange = onChange;
    byId("leave-large").addEventListener("click", () => this.leave());
    addEventListener("keydown", ({ key }) => key === "Escape" && this.leave());
    document.addEventListener("fullscreenchange", () => isFull() || this.leave());
  }

  async show() {
    document.documentElement.dataset.view = "large";
    byId("leave-large").hidden = false;
    scrollTo(0, 0);
    this.#onChange();
    try {
      await document.documentElement.requestFullscreen();
    } catch {
      // Not every browser has or allows full screen; the board still fills the window.
    }
  }

  leave() {
    if (document.documentElement.dataset.view !== "large") return;
    delete document.documentElement.dataset.view;
    byId("leave-large").hidden = true;
    if (isFull()) document.exitFullscreen();
    this.#onChange();
  }
}

/** Whether the page fills the screen; false if the browser doesn’t report it. */
function isFull() {
  return Boolean(document["fullscreenElement"]);
}

const sharing = new Sharing();
const full = new FullWindow(() => all(byId("board"), '[tabindex="0"]')[0]?.focus());
onClick({ large: () => full.show() });
