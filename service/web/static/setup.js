// The form that sets a game up.

import { byId } from "./dom.js";
import { SERVICE, YOU } from "./game.js";
import { formatLink, parseLink, parsePiles, parseRule } from "./link.js";
import { kind } from "./rule.js";

/** What the field beside a rule holds at first, and what it is called. */
const NUMBERS = {
  any: { text: "", label: "" },
  max: { text: "3", label: "At most this many objects" },
  set: { text: "1, 3, 4", label: "One of these numbers of objects" },
};

export class Setup {
  #form = byId("setup");

  /** `onStart` gets {piles, rule, misere, first}; `onMistakes` a share from 0 to 1. */
  constructor({ onStart, onMistakes }) {
    const { piles, numbers, mistakes } = this.#form.elements;
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit(onStart);
    });
    for (const field of [piles, numbers]) field.addEventListener("input", () => this.#tidy());
    mistakes.addEventListener("input", () => {
      this.#describeMistakes();
      onMistakes(this.mistakes);
    });
    for (const preset of this.#presets) {
      preset.addEventListener("click", () => this.#choose(preset.value));
    }
    for (const radio of this.#form.querySelectorAll("[name=rule]")) {
      radio.addEventListener("change", () => this.#showNumbers(NUMBERS[radio.value].text));
    }
    for (const radio of this.#form.querySelectorAll("[name=convention]")) {
      radio.addEventListener("change", () => this.#tidy());
    }
    byId("random").addEventListener("click", () => this.#fill(randomPiles().join(", ")));
    this.#describeMistakes();
    this.#tidy();
  }

  get mistakes() {
    return this.#form.elements.mistakes.valueAsNumber / 100;
  }

  /** Show the settings of a game that was begun some other way. */
  show({ piles, rule, misere, first }) {
    this.#form.elements.convention.value = misere ? "misere" : "normal";
    this.#form.elements.first.value = first;
    this.#showRule(rule);
    this.#fill(piles.join(", "));
  }

  get #presets() {
    return this.#form.querySelectorAll("button[name=preset]");
  }

  /** Take over a preset: its piles and its rule, and misère play where it says so. */
  #choose(preset) {
    const { piles, rule, misere } = parseLink(preset);
    if (misere) this.#form.elements.convention.value = "misere";
    this.#showRule(rule);
    this.#fill(piles.join(", "));
  }

  #fill(text) {
    this.#form.elements.piles.value = text;
    this.#tidy();
  }

  #showRule(rule) {
    this.#form.elements.rule.value = kind(rule);
    this.#showNumbers(String(rule.max_remove ?? rule.subtraction_set?.join(", ") ?? ""));
  }

  /** Show the field that belongs to the rule, with this text in it. */
  #showNumbers(text) {
    const { rule, numbers } = this.#form.elements;
    numbers.hidden = rule.value === "any";
    numbers.value = text;
    numbers.setAttribute("aria-label", NUMBERS[rule.value].label);
    this.#tidy();
  }

  /** What the form says: `{piles, rule}`, or an `error` and the field that it is in. */
  #read() {
    const { piles, rule, numbers } = this.#form.elements;
    const chosen = parseRule(rule.value, numbers.value);
    if (chosen.error) return { error: chosen.error, field: numbers };
    const { error, piles: counts } = parsePiles(piles.value, chosen.rule);
    return error ? { error, field: piles } : { piles: counts, rule: chosen.rule };
  }

  #submit(onStart) {
    const { elements } = this.#form;
    const { error, field, piles, rule } = this.#read();
    if (error) {
      this.#complain(field, error);
      field.focus();
      return;
    }
    const first = elements.first.value === SERVICE ? SERVICE : YOU;
    onStart({ piles, rule, misere: elements.convention.value === "misere", first });
  }

  /** Take back complaints, and press the preset that the fields now say. */
  #tidy() {
    const { piles: pilesField, numbers, convention } = this.#form.elements;
    for (const field of [pilesField, numbers]) this.#complain(field, "");
    const { piles, rule } = this.#read();
    for (const preset of this.#presets) {
      const wanted = parseLink(preset.value);
      const same = piles && formatLink({ piles, rule }) === formatLink({ ...wanted, misere: false });
      const convened = !wanted.misere || convention.value === "misere";
      preset.setAttribute("aria-pressed", String(Boolean(same && convened)));
    }
  }

  #complain(field, error) {
    const said = byId(`${field.id}-error`);
    said.textContent = error;
    said.hidden = error === "";
    field.setAttribute("aria-invalid", String(error !== ""));
  }

  #describeMistakes() {
    const percent = Math.round(this.mistakes * 100);
    byId("mistakes-said").textContent =
      percent === 0 ? "perfectly" : `with a mistake in ${percent} % of its winning positions`;
  }
}

function randomPiles() {
  const upTo = (limit) => 1 + Math.floor(Math.random() * limit);
  return Array.from({ length: 2 + upTo(3) }, () => upTo(9));
}
