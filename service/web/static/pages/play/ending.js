// The end of a game: a short joy for the one who won, and the position that decided as a picture of
// the game's own board.

import { prefersStillness } from "../../core/api.js";
import { element } from "../../core/dom.js";
import { OTHER, after, play } from "../../core/game.js";
import { placesOf } from "../../core/strategy.js";
import { ENDING } from "./ending-texts.js";
import { pins, squares, stones } from "../../boards/picture.js";
import { leftOf, piecesOf } from "../../boards/pieces.js";
import { isDrawable } from "../../core/drawable.js";
import { boardOf } from "../../core/rule.js";

const STONES = 22; // that fly at a victory
const MOST = 40; // objects of a pile in the picture
const NOTES = [523, 659, 784]; // Hz, one after another
const NOTE_S = 0.14;

export class Ending {
  #root;
  #drawn = null; // the review that is shown

  constructor(root) {
    this.#root = root;
  }

  /** Whether the map of a game can be drawn, see drawable.js. */
  hasMap = isDrawable;

  /** `joy` and `sound` say whether a person has won just now; `onVisit` is called with a move's index. */
  draw({ game, review }, { joy, sound, onVisit }) {
    if (joy) celebrate();
    if (sound) chime();
    if (review === this.#drawn && this.#root.childElementCount > 0) return;
    this.#drawn = review;
    const decisive = review?.decisive_mistake;
    this.#root.replaceChildren(...(decisive ? [picture(game, decisive - 1, onVisit)] : []));
  }
}

/** The position before a move, with what the move did to it. */
function picture(game, index, onVisit) {
  const before = after(game, index);
  const move = game.moves[index];
  const drawings = { pins: rowsOfPins, queen: queenBefore };
  const rows = (drawings[boardOf(game)] ?? rowsOfStones)(before, move);
  const who = move.by === OTHER ? ENDING.others(game) : ENDING.yours(game);
  return element(
    "figure",
    { class: "decisive" },
    element("button", { type: "button", class: "picture", "aria-label": ENDING.open(index + 1), onclick: () => onVisit(index) }, ...rows),
    element("figcaption", { class: "quiet" }, ENDING.decided(before, index + 1, who)),
  );
}

function rowsOfStones({ piles }, move) {
  const places = placesOf(move);
  return piles.map((count, pile) => {
    const taken = places.includes(pile) ? ((move.removals ?? [move]).find((one) => one.pile === pile)?.remove ?? 0) : 0;
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
  return [squares({ ...before, to: play(before, move).piles })];
}

function row(objects, count) {
  return element("span", { class: "stones" }, ...objects, element("span", { class: "quiet" }, ` ${count}`));
}

/** Stones fly up/** Stones fly up from the stage and are gone; nothing where motion is not wanted. */
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
