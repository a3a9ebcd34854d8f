// The form that sets up the next game, and the computer's level.

import * as api from "../../core/api.js";
import { byId, element, onClick, patch, radios, read, show, write } from "../../core/dom.js";
import { GameForm } from "../../core/form.js";
import { LEVELS, LIMITS, readLink } from "../../core/setup.js";
import { OTHER, YOU, capital, describeRule, names, newGame, position, titleOf } from "../../core/game.js";
import { gameOf, learn } from "../../core/games.js";

// --- The level, as long as a person has chosen none: it rises with the wins ---

const TO_RISE = 2; // wins in a row

/** `{level, wins, streak}`: the level now, the wins at it in a row, and all wins in a row. */
export function level() {
  const kept = read("level", {});
  return { level: LEVELS.includes(kept.level) ? kept.level : "easy", wins: kept.wins ?? 0, streak: kept.streak ?? 0 };
}

/** Count a game that a person has won or lost; returns the level then; `rose` says whether it rose. */
export function count(won, isAutomatic) {
  const now = level();
  const next = won ? { ...now, wins: now.wins + 1, streak: now.streak + 1 } : { ...now, wins: 0, streak: 0 };
  const rose = isAutomatic && next.wins >= TO_RISE && next.level !== "perfect";
  if (rose) Object.assign(next, { level: LEVELS[LEVELS.indexOf(next.level) + 1], wins: 0 });
  write("level", next);
  return { ...next, rose };
}

const STRENGTHS = {
  auto: () => `It plays at ${capital(level().level)} now, and gets stronger when you win twice in a row.`,
  easy: () => "It makes a mistake in 6 of 10 positions that it could win.",
  medium: () => "It makes a mistake in 3 of 10 positions that it could win.",
  hard: () => "It makes a mistake in 1 of 10 positions that it could win.",
  perfect: () => "It makes no mistakes: it wins whenever it can.",
};

// --- The form ------------------------------------------------------------------------------------

const JUDGED_AFTER_MS = 400; // without a further change

/**
 * @typedef {HTMLFormControlsCollection & {
 *   players: RadioNodeList, strength: RadioNodeList, first: RadioNodeList,
 *   "name-you": HTMLInputElement, "name-other": HTMLInputElement,
 * }} Controls
 */

export class NewGame {
  #form = byId("setup");
  #controls = /** @type {Controls} */ (this.#form.elements);
  #game = new GameForm(this.#form, () => this.#draw());
  #onStart;
  #parts = []; // the games of a sum that is being put together
  #lost = new Map(); // by presets, whether they are lost for the player who begins
  #judging = new AbortController();
  #timer = 0;
  #random = null; // what the button Random begins
  #isSeen = false; // whether the piles to start with have come into sight

  /** `onStart` gets {piles, rule, misere, first, two, byLink, names, strength}, `strength` null if it follows the wins. */
  constructor({ onStart }) {
    this.#onStart = onStart;
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#start(this.#game.read());
    });
    for (const radio of radios("strength")) radio.addEventListener("change", () => write("strength", radio.value === "auto" ? null : radio.value));
    new IntersectionObserver(([{ isIntersecting }]) => {
      this.#isSeen ||= isIntersecting;
      if (isIntersecting) this.#draw();
    }).observe(byId("presets"));
    byId("more").open = matchMedia("(min-width: 60rem)").matches;
    onClick({ "add-part": () => this.#add(this.#game.read()), "no-parts": () => this.#combine([]) });
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
    this.#draw();
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

  /** What a preset stands for: other piles, and a rule too if it names one; all else as the form says. */
  #preset(value) {
    return value.includes(";") ? readLink(value) : this.#game.read(value);
  }

  /** Start a game between the players that the form says. */
  #start(read) {
    if (read.error) {
      this.#game.refuse(read);
      return;
    }
    const { misere, first } = read;
    const parts = [...this.#parts, read].map(({ piles, rule }) => ({ piles, rule }));
    const { piles, rule } = parts.length > 1 ? { piles: parts.flatMap((part) => part.piles), rule: { game: "sum", parts } } : read;
    this.#combine([]);
    this.#onStart({ ...this.#players, piles, rule, misere, ...(first ? { first } : {}) });
  }

  /** Keep a game as part of a sum, and let the next one be chosen. */
  #add(read) {
    if (read.error) this.#game.refuse(read);
    else this.#combine([...this.#parts, read]);
  }

  #combine(parts) {
    this.#parts = parts;
    byId("parts").hidden = parts.length === 0;
    byId("add-part").disabled = parts.length + 1 >= LIMITS.parts;
    byId("parts-text").textContent = `${parts.map((part) => `${titleOf(part.rule)} ${part.rule.board ?? part.piles.join(", ")} + `).join("")}…`;
  }

  /** Show what belongs to what is chosen. */
  #draw() {
    const players = this.#players;
    const called = names(players);
    show({ strengths: !players.two, names: players.two });
    byId("first-you").textContent = players.two ? called[YOU] : "you";
    byId("first-other").textContent = players.two ? called[OTHER] : "the computer";
    byId("strength-text").textContent = STRENGTHS[players.strength ?? "auto"]();
    this.#drawPresets();
    const { rule, misere } = this.#game.readRule();
    if (!rule) return;
    byId("game-rule").textContent = describeRule({ rule, misere, start: [1, 2] });
    byId("more-text").textContent = summary(players);
    this.#judging.abort();
    clearTimeout(this.#timer);
    if (this.#isSeen) this.#timer = setTimeout(() => this.#judge(), JUDGED_AFTER_MS);
  }

  #drawPresets() {
    const known = gameOf({ game: this.#game.name });
    const { rule, misere } = this.#game.readRule();
    const preset = (value) => {
      const lost = this.#lost.get(JSON.stringify([value, rule, misere])) ? [" ", element("small", {}, "first player loses")] : [];
      return element("button", { type: "button", name: "preset", value, "data-key": value, onclick: () => this.#start(this.#preset(value)) }, textOf(value), ...lost);
    };
    this.#random = rule ? this.#game.read(randomPosition(known, rule)) : null;
    const random = () => this.#start(this.#random ?? this.#game.read());
    patch(byId("presets"), [...known.presets.map(preset), element("button", { type: "button", id: "random", onclick: random }, "Random")]);
  }

  /** Ask the service of each preset whether it is lost for the player who begins. */
  async #judge() {
    this.#judging = new AbortController();
    const { rule, misere } = this.#game.readRule();
    const presets = gameOf({ game: this.#game.name }).presets.map((value) => ({ value, ...this.#preset(value) })).filter(({ error }) => !error);
    if (presets.length === 0) return;
    try {
      const positions = [...presets, this.#random, this.#game.read()].filter((one) => one?.piles).map((one) => position(newGame(one)));
      const { response } = await api.solveAll(positions, this.#judging.signal, { legal: 1 });
      for (const [i, at] of positions.entries()) learn(at, response.results[i]);
      for (const [i, { value }] of presets.entries()) this.#lost.set(JSON.stringify([value, rule, misere]), !response.results[i].to_move_wins);
      byId("game-rule").textContent = describeRule({ rule, misere, start: [1, 2] });
      this.#drawPresets();
    } catch (error) {
      if (error.name !== "AbortError" && !(error instanceof api.ServiceError)) throw error;
      // The presets work all the same.
    }
  }
}

/** A position by chance, as on a sheet of medium difficulty; of boards, one of those that there are. */
function randomPosition(known, rule) {
  if (known.form === "board") return known.presets[Math.floor(known.presets.length * Math.random())];
  const { piles, objects } = known.sizes(rule).medium;
  const between = ([low, high]) => low + Math.floor((high - low + 1) * Math.random());
  return known.arrange(Array.from({ length: known.piles ?? between(piles) }, () => Math.max(1, between(objects)))).join();
}

const textOf = (value) => (value.startsWith("21;") ? "21: take 1 to 3, the last stone loses, the other side begins" : value.replaceAll(",", ", "));

/** What the folded part of the form is about, and says now. */
function summary({ first, two, byLink, names: given, strength }) {
  const called = names({ two, names: given });
  const begins = two ? `${called[first]} begins` : first === OTHER ? "the computer begins" : "you begin";
  const who = two ? `two people${byLink ? ", by link" : ""}` : `you and the ${strength ? `${strength} ` : ""}computer`;
  return `Players: ${who}; ${begins}`;
}
