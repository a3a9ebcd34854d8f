// The form that sets a game up.

import { byId } from "./dom.js";
import { OTHER, YOU } from "./game.js";
import { parseLink, parsePiles, parseRule } from "./link.js";
import { SETUP } from "./play-texts.js";
import { kind } from "./rule.js";
import { names } from "./texts.js";

export class Setup {
  #form = byId("setup");
  #onStart;

  /** `onStart` gets {piles, rule, misere, first, two, names, strength}; `onStrength` a strength. */
  constructor({ onStart, onStrength }) {
    this.#onStart = onStart;
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit();
    });
    this.#form.addEventListener("input", () => this.#tidy());
    for (const radio of this.#form.elements.strength) {
      radio.addEventListener("change", () => onStrength(radio.value));
    }
    for (const preset of this.#form.querySelectorAll("button[name=preset]")) {
      preset.addEventListener("click", () => this.#start(parseLink(preset.value)));
    }
    for (const radio of this.#form.elements.rule) {
      radio.addEventListener("change", () => this.#showNumbers(SETUP[radio.value].text));
    }
    byId("random").addEventListener("click", () => this.#start(parseLink(randomPiles().join())));
    byId("more").open = matchMedia("(min-width: 60rem)").matches;
    this.#tidy();
  }

  /** Show the settings of a game that was begun some other way. */
  show({ piles, rule, misere, first, two = false, names: given = {}, strength }) {
    const { elements } = this.#form;
    elements.convention.value = misere ? "misere" : "normal";
    elements.first.value = first;
    elements.players.value = two ? "two" : "computer";
    elements.strength.value = strength;
    elements["name-you"].value = given[YOU] ?? "";
    elements["name-other"].value = given[OTHER] ?? "";
    elements.piles.value = piles.join(", ");
    this.#showRule(rule);
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
    numbers.setAttribute("aria-label", SETUP[rule.value].label);
    this.#tidy();
  }

  /** What the form says about the players, whichever game they play. */
  get #players() {
    const { players, strength, "name-you": you, "name-other": other } = this.#form.elements;
    const two = players.value === "two";
    const given = { [YOU]: you.value.trim(), [OTHER]: other.value.trim() };
    return { two, names: two ? given : {}, strength: strength.value };
  }

  /** What the form says: `{piles, rule}`, or an `error` and the field that it is in. */
  #read() {
    const { piles, rule, numbers } = this.#form.elements;
    const chosen = parseRule(rule.value, numbers.value);
    if (chosen.error) return { error: chosen.error, field: numbers };
    const { error, piles: counts } = parsePiles(piles.value, chosen.rule);
    return error ? { error, field: piles } : { piles: counts, rule: chosen.rule };
  }

  #submit() {
    const { elements } = this.#form;
    const { error, field, piles, rule } = this.#read();
    if (error) {
      if (field === elements.numbers) byId("more").open = true;
      this.#complain(field, error);
      field.focus();
      return;
    }
    const first = elements.first.value === OTHER ? OTHER : YOU;
    this.#start({ piles, rule, misere: elements.convention.value === "misere", first });
  }

  /** Start a game, as it is, between the players that the form says. */
  #start({ piles, rule, misere, first }) {
    this.#onStart({ piles, rule, misere, first, ...this.#players });
  }

  /** Take back complaints, and show what belongs to what is chosen. */
  #tidy() {
    const { piles, numbers, strength, convention, first } = this.#form.elements;
    for (const field of [piles, numbers]) this.#complain(field, "");
    const players = this.#players;
    byId("strengths").hidden = players.two;
    byId("names").hidden = !players.two;
    byId("strength-said").textContent = [...strength].find(({ checked }) => checked).closest("label").title;
    const called = names(players);
    byId("first-you").textContent = players.two ? called[YOU] : SETUP.you;
    byId("first-other").textContent = players.two ? called[OTHER] : SETUP.computer;
    const { rule } = this.#read();
    if (!rule) return;
    const misere = convention.value === "misere";
    byId("more-said").textContent = SETUP.summary({ rule, misere, first: first.value, ...players });
  }

  #complain(field, error) {
    const said = byId(`${field.id}-error`);
    said.textContent = error;
    said.hidden = error === "";
    field.setAttribute("aria-invalid", String(error !== ""));
  }
}

function randomPiles() {
  const upTo = (limit) => 1 + Math.floor(Math.random() * limit);
  return Array.from({ length: 2 + upTo(3) }, () => upTo(9));
}
