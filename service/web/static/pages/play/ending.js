// The end of a game: a short joy for the person who won, and the picture of the game: its positions one
// after another, who could win in each, and the move that decided.

import { pins, squares, stones } from "../../boards/picture.js";
import { element, prefersStillness } from "../../core/dom.js";
import { OTHER, YOU, after, boardOf, other, play } from "../../core/game.js";
import { and, did, lower, names } from "../../core/words.js";
import { leftOf, piecesOf } from "../../games/families/take-and-break.js";

const STONES = 22; // that fly at a victory
const MOST = 24; // objects of a pile in the picture
const NOTES = [523, 659, 784]; // Hz, one after another
const NOTE_S = 0.14;

export class Ending {
  #root;
  #drawn = null; // the review that is shown

  constructor(root) {
    this.#root = root;
  }

  /** `joy` and `sound` say whether a person has won just now; `onVisit` is called with a move's index. */
  draw({ game, review }, { joy, sound, onVisit }) {
    if (joy) celebrate();
    if (sound) chime();
    if (review === this.#drawn && this.#root.childElementCount > 0) return;
    this.#drawn = review;
    const decisive = review?.decisive_mistake;
    this.#root.replaceChildren(
      ...(review ? [course(game, review, onVisit)] : []),
      ...(decisive ? [picture(game, decisive - 1, onVisit)] : []),
    );
  }
}

/** The course of the game: for each move who could win before it, ringed if a mistake changed that. */
function course(game, review, onVisit) {
  const called = names(game);
  const steps = review.plies.map(({ position_class: kind, mistake }, i) => {
    const { by } = game.moves[i];
    const ahead = kind === "N" ? by : other(by);
    const decides = i + 1 === review.decisive_mistake;
    const sign = decides ? "!" : ahead === YOU ? "✓" : "✗";
    const label = `Before move ${i + 1}, ${called[ahead] === "You" ? "you" : called[ahead] === "The computer" ? "the computer" : called[ahead]} could win${mistake ? "; then came a mistake" : ""}`;
    const kinds = ["ply", ahead === YOU ? "ahead" : "behind", decides && "decides"];
    return element(
      "li",
      {},
      element("button", { type: "button", class: kinds.filter(Boolean).join(" "), "aria-label": label, title: label, onclick: () => onVisit(i) }, sign),
    );
  });
  return element(
    "figure",
    { class: "course" },
    element("ol", { "aria-label": "The course of the game" }, ...steps),
    element("figcaption", {}, `Move by move: ✓ where ${lowerName(called[YOU])} could win, ✗ where ${lowerName(called[OTHER])} could, ! where the game turned.`),
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
  return piles.map((count, pile) => {
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
      if (pile === undefined) return pins(1, "down");
      if (pile !== changed) return pins(size);
      const first = leftOf({ size, remove, left, at });
      if (remove === 0) return [...pins(first), ...pins(1, "split"), ...pins(size - first - 1)];
      return [...pins(first), ...pins(remove, "taken"), ...pins(size - first - remove)];
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
function celebrate() {
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
