// The form that sets a game up.

import { ServiceError } from "../../core/api.js";
import { byId, element } from "../../core/dom.js";
import { OTHER, YOU } from "../../core/game.js";
import { parseLink, parsePiles, parseRule, wrongKey } from "../../core/link.js";
import { SETUP } from "./play-texts.js";
import { ANY, kind } from "../../core/rule.js";
import { KeyFields, presetsOf, randomPiles } from "../../core/key-fields.js";
import { GAMES, describeRule, lastObject, names } from "../../core/words.js";

const JUDGED_AFTER_MS = 400; // without a further change

export class Setup {
  #form = byId("setup");
  #keys = new KeyFields(byId("game-keys"), () => this.#tidy());
  #games = [{ name: "nim", title: GAMES.nim.title, keys: [] }]; // as the service says them
  #judge;
  #onStart;
  #judging = new AbortController();
  #timer = 0;
  #seen = false; // whether the piles to start with at once have come into sight

  /**
   * `onStart` gets {piles, rule, misere, first, two, names, strength}; `onStrength` a strength;
   * `judge(positions, signal)` is what the service says of them.
   */
  constructor({ judge, onStart, onStrength }) {
    this.#judge = judge;
    this.#onStart = onStart;
    const { elements } = this.#form;
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit();
    });
    this.#form.addEventListener("input", () => this.#tidy());
    for (const radio of elements.strength) {
      radio.addEventListener("change", () => (onStrength(radio.value), this.#sayStrength(true)));
    }
    for (const radio of elements.rule) {
      radio.addEventListener("change", () => this.#showNumbers(SETUP[radio.value].text));
    }
    elements["game-name"].addEventListener("input", () => this.#change(elements["game-name"].value));
    new IntersectionObserver(([{ isIntersecting }]) => {
      if (isIntersecting && !this.#seen) this.#markLostSoon();
      this.#seen ||= isIntersecting;
    }).observe(byId("presets"));
    byId("more").open = matchMedia("(min-width: 60rem)").matches;
    this.#drawPresets();
    this.#tidy();
    this.#sayStrength(false);
  }

  /** Offer the games that the service has. */
  offer(games) {
    this.#games = games;
    const { "game-name": select } = this.#form.elements;
    const chosen = select.value;
    select.replaceChildren(...games.map(({ name, title }) => element("option", { value: name }, GAMES[name]?.title ?? title)));
    select.value = games.some(({ name }) => name === chosen) ? chosen : "nim";
    this.#showChosen(); // a complaint stays: this comes whenever the service responds
  }

  /** Show the settings of a game that was begun some other way. */
  show({ piles, rule, misere, first, two = false, names: given = {}, strength }) {
    const { elements } = this.#form;
    const { game = "nim", ...keys } = rule;
    const select = elements["game-name"];
    if (![...select.options].some(({ value }) => value === game)) {
      select.append(element("option", { value: game }, GAMES[game]?.title ?? game));
    }
    if (select.value !== game || game !== "nim") {
      select.value = game;
      this.#drawPresets();
      this.#keys.draw(this.#game, keys);
    }
    elements.convention.value = misere ? "misere" : "normal";
    elements.first.value = first;
    elements.players.value = two ? "two" : "computer";
    elements.strength.value = strength;
    elements["name-you"].value = given[YOU] ?? "";
    elements["name-other"].value = given[OTHER] ?? "";
    elements.piles.value = piles.join(", ");
    if (game === "nim") this.#showRule(rule);
    this.#tidy();
    this.#sayStrength(false);
  }

  /** What is known of the game that is chosen. */
  get #game() {
    const name = this.#form.elements["game-name"].value;
    return this.#games.find((game) => game.name === name) ?? { name, keys: null };
  }

  #change(name) {
    this.#keys.draw(this.#game, {});
    this.#drawPresets();
    this.#form.elements.piles.value = presetsOf(this.#game)[0].replaceAll(",", ", ").split(";")[0];
    if (name !== "nim") this.#showRule(ANY);
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
    numbers.setAttribute("aria-label", SETUP[rule.value].label);
    this.#tidy();
  }

  #drawPresets() {
    const start = (value) => element("button", { type: "button", name: "preset", value, onclick: () => this.#preset(value) }, SETUP.preset(value));
    const random = element("button", { type: "button", id: "random", onclick: () => this.#preset(randomPiles(this.#game).join()) }, SETUP.random);
    byId("presets").replaceChildren(...presetsOf(this.#game).map(start), random);
  }

  /** What the form says about the players, whichever game they play. */
  get #players() {
    const { players, strength, "name-you": you, "name-other": other } = this.#form.elements;
    const two = players.value === "two";
    const given = { [YOU]: you.value.trim(), [OTHER]: other.value.trim() };
    return { two, names: two ? given : {}, strength: strength.value };
  }

  /** What the form says of the rule: `{rule}`, or an `error` and the field that it is in. */
  #readRule() {
    const { rule, numbers, "game-name": select } = this.#form.elements;
    if (select.value === "nim") {
      const chosen = parseRule(rule.value, numbers.value);
      return chosen.error ? { error: chosen.error, field: numbers } : chosen;
    }
    const { error, field, keys } = this.#keys.read();
    if (error) return { error, field };
    const made = { game: select.value, ...keys };
    const wrong = wrongKey(made);
    return wrong ? { error: wrong, field: this.#keys.first } : { rule: Object.freeze(made) };
  }

  /** What the form says: `{piles, rule, misere, first}`, or an `error` and the field that it is in. */
  #read(text = this.#form.elements.piles.value) {
    const { piles, convention, first } = this.#form.elements;
    const chosen = this.#readRule();
    if (chosen.error) return chosen;
    const { error, piles: counts } = parsePiles(text, chosen.rule);
    if (error) return { error, field: piles };
    const begins = first.value === OTHER ? OTHER : YOU;
    return { piles: counts, rule: chosen.rule, misere: convention.value === "misere", first: begins };
  }

  #submit() {
    const read = this.#read();
    if (read.error) this.#refuse(read);
    else this.#start(read);
  }

  /** Start with other piles, all else as the form says; with a rule too where the preset names one. */
  #preset(value) {
    const read = value.includes(";") ? parseLink(value) : this.#read(value);
    if (read.error) this.#refuse(read);
    else this.#start(read);
  }

  #refuse({ error, field }) {
    if (field.id === "numbers") byId("more").open = true;
    this.#complain(field, error);
    field.focus();
  }

  /** Start a game, as it is, between the players that the form says. */
  #start({ piles, rule, misere, first }) {
    this.#onStart({ piles, rule, misere, first, ...this.#players });
  }

  /** Say what the strength means; `now` once it was chosen, as it holds at once. */
  #sayStrength(now) {
    const { strength } = this.#form.elements;
    const { title } = [...strength].find(({ checked }) => checked).closest("label");
    byId("strength-text").textContent = now ? `${SETUP.fromNow} ${title}` : title;
  }

  /** Take back complaints, and show what belongs to what is chosen. */
  #tidy() {
    const { piles, numbers } = this.#form.elements;
    for (const field of [piles, numbers, ...this.#keys.inputs]) this.#complain(field, "");
    this.#showChosen();
  }

  #showChosen() {
    const { convention, first, "game-name": select } = this.#form.elements;
    const players = this.#players;
    byId("strengths").hidden = players.two;
    byId("names").hidden = !players.two;
    byId("nim-rule").hidden = select.value !== "nim";
    const called = names(players);
    byId("first-you").textContent = players.two ? called[YOU] : SETUP.you;
    byId("first-other").textContent = players.two ? called[OTHER] : SETUP.computer;
    const { rule } = this.#readRule();
    if (!rule) return;
    const misere = convention.value === "misere";
    const listed = this.#games.find(({ name }) => name === select.value);
    const about = describeRule({ rule, misere }, listed).replace(lastObject({ rule, misere }), "");
    byId("game-rule").textContent = select.value === "nim" ? SETUP.nim : about.trim();
    byId("more-text").textContent = SETUP.summary({ rule, misere, first: first.value, ...players });
    if (this.#seen) this.#markLostSoon();
  }

  #markLostSoon() {
    this.#judging.abort();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#markLost(), JUDGED_AFTER_MS);
  }

  /** Say of each preset whether it is lost for the one who begins. */
  async #markLost() {
    this.#judging = new AbortController();
    const buttons = [...byId("presets").querySelectorAll("[name=preset]")];
    const games = buttons.map(({ value }) => (value.includes(";") ? parseLink(value) : this.#read(value)));
    const fitting = games.map((game, i) => ({ game, button: buttons[i] })).filter(({ game }) => !game.error);
    const positions = fitting.map(({ game: { piles, rule, misere } }) => ({ piles, misere, ...rule }));
    if (positions.length === 0) return;
    try {
      const { response } = await this.#judge(positions, this.#judging.signal);
      for (const [i, { button }] of fitting.entries()) {
        const lost = response.results[i].to_move_wins ? null : element("small", {}, SETUP.lost);
        button.replaceChildren(SETUP.preset(button.value), ...(lost ? [" ", lost] : []));
      }
    } catch (error) {
      if (error.name !== "AbortError" && !(error instanceof ServiceError)) throw error;
      // The presets work all the same.
    }
  }

  #complain(field, error) {
    const message = byId(`${field.id}-error`);
    message.textContent = error;
    message.hidden = error === "";
    field.setAttribute("aria-invalid", String(error !== ""));
  }
}
