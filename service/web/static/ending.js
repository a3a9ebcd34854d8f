// The end of a game: a short joy for the one who won, and the position that decided as a picture.

import { prefersStillness } from "./api.js";
import { element } from "./dom.js";
import { OTHER, after } from "./game.js";
import { placesOf } from "./advice.js";
import { ENDING } from "./ending-texts.js";

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

  /** `joy` and `sound` say whether a person has won just now; `onVisit` is called with a move's index. */
  draw({ game, review }, { joy, sound, onVisit }) {
    if (joy) celebrate();
    if (sound) play();
    if (review === this.#drawn && this.#root.childElementCount > 0) return;
    this.#drawn = review;
    const decisive = review?.decisive_mistake;
    this.#root.replaceChildren(...(decisive ? [picture(game, decisive - 1, onVisit)] : []));
  }
}

/** The position before a move as rows of stones, those that the move took marked. */
function picture(game, index, onVisit) {
  const { piles } = after(game, index);
  const move = game.moves[index];
  const places = placesOf(move);
  const rows = piles.map((count, pile) => {
    const taken = places.includes(pile) ? ((move.removals ?? [move]).find((one) => one.pile === pile)?.remove ?? 0) : 0;
    const stones = Array.from({ length: Math.min(count, MOST) }, (_, i) =>
      element("span", { class: i >= Math.min(count, MOST) - taken ? "stone taken" : "stone" }),
    );
    return element("span", { class: "stones" }, ...stones, element("span", { class: "quiet" }, ` ${count}`));
  });
  const who = move.by === OTHER ? ENDING.others(game) : ENDING.yours(game);
  return element(
    "figure",
    { class: "decisive" },
    element("button", { type: "button", class: "picture", "aria-label": ENDING.open(index + 1), onclick: () => onVisit(index) }, ...rows),
    element("figcaption", { class: "quiet" }, ENDING.decided(piles, index + 1, who)),
  );
}

/** Stones fly up from the stage and are gone; nothing where motion is not wanted. */
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

function play() {
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
