// The form that sets up the next game.

import { ServiceError } from "../../core/api.js";
import { byId, element, radios } from "../../core/dom.js";
import { OTHER, YOU, gameOf } from "../../core/game.js";
import { standing, write } from "../../core/store.js";
import { capital, describeRule, names, titleOf } from "../../core/words.js";
import { GameForm } from "../../setup/game-form.js";
import { LIMITS, readLink } from "../../setup/link.js";

const JUDGED_AFTER_MS = 400; // without a further change

const STRENGTHS = {
  auto: () => `It plays at ${capital(standing().level)} now, and gets stronger when you win twice in a row.`,
  easy: () => "It makes a mistake in 6 of 10 positions that it could win.",
  medium: () => "It makes a mistake in 3 of 10 positions that it could win.",
  hard: () => "It makes a mistake in 1 of 10 positions that it could win.",
  perfect: () => "It makes no mistakes: it wins whenever it can.",
};

/**
 * @typedef {HTMLFormControlsCollection & {
 *   players: RadioNodeList, strength: RadioNodeList, first: RadioNodeList,
 *   "name-you": HTMLInputElement, "name-other": HTMLInputElement,
 * }} Controls
 */

export class Setup {
  #form = byId("setup");
  #controls = /** @type {Controls} */ (this.#form.elements);
  #game;
  #judge;
  #onStart;
  #parts = []; // the games of a sum that is being put together
  #judging = new AbortController();
  #timer = 0;
  #seen = false; // whether the piles to start with have come into sight

  /**
   * `onStart` gets {piles, rule, misere, first, two, byLink, names, strength}, `strength` null if the computer's
   * level follows the wins; `judge(positions, signal)` is the service's verdict on them, and `list()`
   * of all games.
   */
  constructor({ judge, list, onStart }) {
    this.#game = new GameForm(this.#form, (isOther) => this.#tidy(isOther), list);
    this.#judge = judge;
    this.#onStart = onStart;
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#start(this.#game.read());
    });
    for (const radio of radios("strength")) {
      radio.addEventListener("change", () => write("strength", radio.value === "auto" ? null : radio.value));
    }
    new IntersectionObserver(([{ isIntersecting }]) => {
      if (isIntersecting && !this.#seen) this.#markLostSoon();
      this.#seen ||= isIntersecting;
    }).observe(byId("presets"));
    byId("more").open = matchMedia("(min-width: 60rem)").matches;
    byId("add-part").addEventListener("click", () => this.#add(this.#game.read()));
    byId("no-parts").addEventListener("click", () => this.#show([]));
    this.#drawPresets();
    this.#tidy(false);
  }

  /** Show the settings of a game that was begun some other way. */
  async show({ piles, rule, misere, first, two = false, byLink = false, names: given = {}, strength }) {
    const elements = this.#controls;
    elements.first.value = first;
    elements.players.value = byLink ? "link" : two ? "two" : "computer";
    elements.strength.value = strength ?? "auto";
    elements["name-you"].value = given[YOU] ?? "";
    elements["name-other"].value = given[OTHER] ?? "";
    if (rule.game !== "sum") await this.#game.show({ rule, misere, piles });
    this.#tidy(true);
  }

  #drawPresets() {
    const known = gameOf({ game: this.#game.name });
    const start = (value) => element("button", { type: "button", name: "preset", value, onclick: () => this.#preset(value) }, textOf(value));
    const random = () => this.#start(this.#game.read(known.random().join()));
    byId("presets").replaceChildren(
      ...known.presets.map(start),
      element("button", { type: "button", id: "random", onclick: random }, "Random"),
    );
  }

  /** What the form says about the players, whichever game they play. */
  get #players() {
    const { players, strength, first, "name-you": you, "name-other": other } = this.#controls;
    const two = players.value !== "computer";
    return {
      two,
      byLink: players.value === "link",
      first: first.value === OTHER ? OTHER : YOU,
      names: two ? { [YOU]: you.value.trim(), [OTHER]: other.value.trim() } : {},
      strength: strength.value === "auto" ? null : strength.value,
    };
  }

  /** Start with other piles, all else as the form says; with a rule too if the preset names one. */
  #preset(value) {
    this.#start(value.includes(";") ? readLink(value) : this.#game.read(value));
  }

  /** Start a game, as it is, between the players that the form says. */
  #start(read) {
    if (read.error) {
      this.#game.refuse(read);
      return;
    }
    const { misere, first } = read;
    const parts = [...this.#parts, read].map(({ piles, rule }) => ({ piles, rule }));
    const isSum = parts.length > 1;
    const { piles, rule } = isSum ? { piles: parts.flatMap((part) => part.piles), rule: { game: "sum", parts } } : read;
    this.#show([]);
    this.#onStart({ ...this.#players, piles, rule, misere, ...(first ? { first } : {}) });
  }

  /** Keep a game as part of a sum, and let the next one be chosen. */
  #add(read) {
    if (read.error) this.#game.refuse(read);
    else this.#show([...this.#parts, read]);
  }

  #show(parts) {
    this.#parts = parts;
    byId("parts").hidden = parts.length === 0;
    byId("add-part").disabled = parts.length + 1 >= LIMITS.parts;
    byId("parts-text").textContent = `${parts.map((part) => `${titleOf(part.rule)} ${part.piles.join(", ")} + `).join("")}…`;
  }

  /** Show what belongs to what is chosen. */
  #tidy(isOther) {
    if (isOther) this.#drawPresets();
    const players = this.#players;
    byId("strengths").hidden = players.two;
    byId("names").hidden = !players.two;
    const called = names(players);
    byId("first-you").textContent = players.two ? called[YOU] : "you";
    byId("first-other").textContent = players.two ? called[OTHER] : "the computer";
    byId("strength-text").textContent = STRENGTHS[players.strength ?? "auto"]();
    const { rule, misere } = this.#game.readRule();
    if (!rule) return;
    byId("game-rule").textContent = describeRule({ rule, misere, start: [1, 2] });
    byId("more-text").textContent = summary({ misere, ...players });
    if (this.#seen) this.#markLostSoon();
  }

  #markLostSoon() {
    this.#judging.abort();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#markLost(), JUDGED_AFTER_MS);
  }

  /** Say of each preset whether it is lost for the player who begins. */
  async #markLost() {
    this.#judging = new AbortController();
    const buttons = [...byId("presets").querySelectorAll("button")].filter(({ name }) => name === "preset");
    const games = buttons.map(({ value }) => (value.includes(";") ? readLink(value) : this.#game.read(value)));
    const fitting = games.map((game, i) => ({ game, button: buttons[i] })).filter(({ game }) => !game.error);
    if (fitting.length === 0) return;
    const positions = fitting.map(({ game: { piles, rule, misere } }) => ({ piles, misere, ...rule }));
    try {
      const { response } = await this.#judge(positions, this.#judging.signal);
      for (const [i, { button }] of fitting.entries()) {
        const lost = response.results[i].to_move_wins ? null : element("small", {}, "first player loses");
        button.replaceChildren(textOf(button.value), ...(lost ? [" ", lost] : []));
      }
    } catch (error) {
      if (error.name !== "AbortError" && !(error instanceof ServiceError)) throw error;
      // The presets work all the same.
    }
  }
}

const textOf = (value) => (value.startsWith("21;") ? "21: take 1 to 3, the last stone loses, the other side begins" : value.replaceAll(",", ", "));

/** What the folded part of the form has. */
function summary({ misere, first, two, byLink, names: given, strength }) {
  const called = names({ two, names: given });
  const begins = two ? `${called[first]} begins` : first === OTHER ? "the computer begins" : "you begin";
  const against = byLink ? "By link" : two ? "Two players" : strength ? `${capital(strength)} computer` : "The computer";
  return `${against}, the last move ${misere ? "loses" : "wins"}, ${begins}`;
}

