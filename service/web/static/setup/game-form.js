// The form of a game: its name, its rule, its piles, and whether the last move wins. All pages that set up
// a game share this form.

import { byId, element } from "../core/dom.js";
import { ANY, gameOf } from "../core/game.js";
import { loadGame } from "../games/index.js";
import { kindOf } from "../games/nim.js";
import { parsePiles, parseRule } from "./link.js";

const NUMBERS = {
  any: { text: "", label: "Numbers of objects" },
  max: { text: "3", label: "At most this many" },
  set: { text: "1, 3, 4", label: "One of these numbers" },
};

export class GameForm {
  #elements;
  #onChange;
  #list; // the service's list of games
  #fields = []; // {key, input} of the keys of the game

  /**
   * `onChange(chosen)` is called after each change, `chosen` if it was another game; `list()` comes to the
   * service's list of games.
   */
  constructor(form, onChange, list) {
    this.#list = list;
    this.#elements = form.elements;
    this.#onChange = onChange;
    form.addEventListener("input", ({ target }) => {
      if (target === this.#elements.game) return;
      if (target.name === "rule") this.#showNumbers(NUMBERS[target.value].text);
      this.#changed(false);
    });
    this.#elements.game.addEventListener("change", async () => {
      await this.choose(this.name);
      this.#showPiles(gameOf({ game: this.name }).presets[0].split(";")[0]);
      this.#changed(true);
    });
  }

  get name() {
    return this.#elements.game.value;
  }

  /** Offer only the games with these names. */
  offer(names) {
    for (const option of [...this.#elements.game.options]) if (!names.includes(option.value)) option.remove();
  }

  /** Choose a game, with the fields of its keys. */
  async choose(name, rule = ANY) {
    if (!(await loadGame(name))) await loadGame(name, (await this.#list())?.find((game) => game.name === name));
    this.#elements.game.value = name;
    this.#drawFields(gameOf({ game: name }).fields, rule);
    byId("nim-rule").hidden = name !== "nim";
    this.#elements.rule.value = name === "nim" ? kindOf(rule) : "any";
    this.#showNumbers(String(rule.max_remove ?? rule.subtraction_set?.join(", ") ?? ""));
    this.tidy();
  }

  async show({ rule, misere, piles = null }) {
    this.#elements.convention.value = misere ? "misere" : "normal";
    if (piles) this.#showPiles(piles.join());
    await this.choose(rule.game ?? "nim", rule);
  }

  /** What the form says: `{rule, misere, piles}`, or an `error` and the field that it is in. */
  read(text = this.#elements.piles?.value) {
    const found = this.readRule();
    if (found.error || text === undefined) return found;
    const { error, piles } = parsePiles(text, found.rule);
    return error ? { error, field: this.#elements.piles } : { ...found, piles };
  }

  /** The same without the piles. */
  readRule() {
    const { rule: kind, numbers, convention } = this.#elements;
    const misere = convention.value === "misere";
    if (this.name === "nim") {
      const { rule, error } = parseRule(kind.value, numbers.value);
      return error ? { error, field: numbers } : { rule, misere };
    }
    const rule = { game: this.name };
    for (const { key, input } of this.#fields) {
      const text = input.type === "checkbox" ? input.checked : input.value.trim();
      if (text === "" || text === false) {
        if (key.required) return { error: `${labelOf(key)}: this is required.`, field: input };
      } else {
        rule[key.name] = valueOf(key, text);
        if (rule[key.name] === null) return { error: `${labelOf(key)}: this is not valid.`, field: input };
      }
    }
    const error = gameOf(rule).wrong?.(rule);
    return error ? { error, field: this.#fields[0].input } : { rule: Object.freeze(rule), misere };
  }

  /** Say what is wrong with a field, and focus it. */
  refuse({ error, field }) {
    this.#complain(field, error);
    field.closest("details")?.setAttribute("open", "");
    field.focus();
  }

  /** Say what is wrong with a field, and clear the errors of the others. */
  mark({ error = "", field = null }) {
    for (const one of this.#inputs) this.#complain(one, one === field ? error : "");
  }

  tidy() {
    this.mark({});
  }

  #changed(isOther) {
    this.tidy();
    this.#onChange(isOther);
  }

  get #inputs() {
    const { numbers, piles } = this.#elements;
    return [numbers, piles, ...this.#fields.map(({ input }) => input)].filter(Boolean);
  }

  #complain(field, error) {
    const message = document.getElementById(`${field.id}-error`);
    message.textContent = error;
    message.hidden = error === "";
    field.setAttribute("aria-invalid", String(error !== ""));
  }

  #showPiles(text) {
    if (this.#elements.piles) this.#elements.piles.value = text.replaceAll(",", ", ");
  }

  /** Show the field that belongs to the rule of Nim, with this text in it. */
  #showNumbers(text) {
    const { rule, numbers } = this.#elements;
    numbers.hidden = rule.value === "any";
    numbers.value = text;
    numbers.setAttribute("aria-label", NUMBERS[rule.value].label);
  }

  #drawFields(keys, values) {
    const root = byId("game-keys");
    this.#fields = keys.map((key) => ({ key, input: fieldOf(key, values[key.name] ?? key.first) }));
    root.hidden = keys.length === 0;
    root.replaceChildren(
      ...this.#fields.flatMap(({ key, input }) => [
        element("label", { for: input.id }, labelOf(key)),
        input,
        element("p", { id: `${input.id}-error`, class: "error", role: "alert", hidden: true }),
      ]),
    );
  }
}

function labelOf({ name, label = name.replaceAll("_", " "), required }) {
  return required ? label : `${label} (optional)`;
}

function fieldOf(key, value) {
  const id = `key-${key.name}`;
  const common = { id, autocomplete: "off", spellcheck: "false", "aria-describedby": `${id}-error` };
  if (key.type === "boolean") return element("input", { ...common, type: "checkbox", checked: value === true });
  const text = value === undefined ? null : String(value);
  if (key.enum) {
    const options = key.enum.map((one) => element("option", { value: one, selected: String(one) === text }, String(one)));
    return element("select", common, ...options);
  }
  return element("input", { ...common, value: text, inputmode: key.type === "integer" ? "numeric" : null });
}

/** The text of a field as a value for the service; null if it is not of the right type. */
function valueOf({ type, minimum = -Infinity, maximum = Infinity, items }, text) {
  if (type === "array") {
    const values = text.split(/[\s,]+/).filter(Boolean).map((each) => valueOf(items ?? {}, each));
    return values.includes(null) ? null : values;
  }
  if (type !== "integer" && type !== "number") return text;
  const value = Number(text);
  const fits = type === "number" ? Number.isFinite(value) : Number.isInteger(value);
  return fits && value >= minimum && value <= maximum ? value : null;
}
