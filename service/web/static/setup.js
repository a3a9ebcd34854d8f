// The form that sets a game up.

import { byId } from "./dom.js";
import { SERVICE, YOU } from "./game.js";
import { parsePiles } from "./link.js";

export class Setup {
  #form = byId("setup");
  #error = byId("piles-error");

  /** `onStart` gets {piles, misere, first}; `onMistakes` a share from 0 to 1, at every change. */
  constructor({ onStart, onMistakes }) {
    const { piles, mistakes } = this.#form.elements;
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit(onStart);
    });
    piles.addEventListener("input", () => this.#tidy());
    mistakes.addEventListener("input", () => {
      this.#describeMistakes();
      onMistakes(this.mistakes);
    });
    for (const preset of this.#presets) {
      preset.addEventListener("click", () => this.#fill(preset.value));
    }
    byId("random").addEventListener("click", () => this.#fill(randomPiles().join(", ")));
    this.#describeMistakes();
    this.#tidy();
  }

  get mistakes() {
    return this.#form.elements.mistakes.valueAsNumber / 100;
  }

  /** Show the settings of a game that was begun some other way. */
  show({ piles, misere, first }) {
    const { elements } = this.#form;
    elements.convention.value = misere ? "misere" : "normal";
    elements.first.value = first;
    this.#fill(piles.join(", "));
  }

  get #presets() {
    return this.#form.querySelectorAll("button[name=preset]");
  }

  #fill(text) {
    this.#form.elements.piles.value = text;
    this.#tidy();
  }

  #submit(onStart) {
    const { elements } = this.#form;
    const { error, piles } = parsePiles(elements.piles.value);
    if (error) {
      this.#complain(error);
      elements.piles.focus();
      return;
    }
    const first = elements.first.value === SERVICE ? SERVICE : YOU;
    onStart({ piles, misere: elements.convention.value === "misere", first });
  }

  /** Take back a complaint, and press the preset that the field now says. */
  #tidy() {
    this.#complain("");
    const { piles } = parsePiles(this.#form.elements.piles.value);
    for (const preset of this.#presets) {
      preset.setAttribute("aria-pressed", String(preset.value === piles?.join(", ")));
    }
  }

  #complain(error) {
    this.#error.textContent = error;
    this.#error.hidden = error === "";
    this.#form.elements.piles.setAttribute("aria-invalid", String(error !== ""));
  }

  #describeMistakes() {
    const percent = Math.round(this.mistakes * 100);
    byId("mistakes-said").textContent = percent === 0 ? "perfectly" : `errs in ${percent} % of its turns`;
  }
}

function randomPiles() {
  const upTo = (limit) => 1 + Math.floor(Math.random() * limit);
  return Array.from({ length: 2 + upTo(3) }, () => upTo(9));
}
