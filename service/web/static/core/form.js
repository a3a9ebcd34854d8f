// The form of a game: its name, its rule, its piles, and whether the last move wins. All pages that set up a game share it;
// its fields are in templates/form.html.

import { byId, element } from "./dom.js";
import { ANY, capital } from "./game.js";
import { gameOf, kindOf, nameOf } from "./games.js";
import { know, labelOf, parseKeys, parsePiles, parseRule } from "./setup.js";

const NUMBERS = {
  any: { text: "", label: "Numbers of objects" },
  max: { text: "3", label: "At most this many" },
  set: { text: "1, 3, 4", label: "One of these numbers" },
};

export class GameForm {
  #elements;
  #onChange;
  #inputs = new Map(); // by the keys of the game

  /** `onChange(chosen)` is called after each change, `chosen` if it was another game. */
  constructor(form, onChange) {
    this.#elements = form.elements;
    this.#onChange = onChange;
    form.addEventListener("input", ({ target }) => {
      if (target === this.#elements.game) return;
      if (target.name === "rule") this.#showNumbers(NUMBERS[target.value].text);
      this.#changed(false);
    });
    this.#elements.game.addEventListener("change", async () => {
      await this.#choose({ game: this.name });
      this.#showPiles(gameOf({ game: this.name }).presets[0].split(";")[0]);
      this.#changed(true);
    });
  }

  get name() {
    return this.#elements.game.value;
  }

  async show({ rule, misere, piles = null }) {
    this.#elements.convention.value = misere ? "misere" : "normal";
    if (piles) this.#showPiles(rule.board ?? piles.join());
    await this.#choose(rule);
  }

  /** Choose a game, with the fields of its keys. */
  async #choose(rule = ANY) {
    const name = nameOf(rule);
    await know(name);
    this.#elements.game.value = name;
    this.#drawKeys(gameOf(rule).fields, rule);
    byId("nim-rule").hidden = name !== "nim";
    const { unit } = gameOf(rule);
    if (this.#elements.piles) byId("piles-label").textContent = gameOf(rule).form === "board" ? "Board" : unit === "coin" ? "Squares of the coins" : `${capital(unit ?? "pile")}s`;
    this.#elements.rule.value = name === "nim" ? kindOf(rule) : "any";
    this.#showNumbers(String(rule.max_remove ?? rule.subtraction_set?.join(", ") ?? ""));
    this.mark({});
  }

  /** What the form says: `{rule, misere, piles}`, or an `error` and the field that it is in. */
  read(text = this.#elements.piles?.value) {
    const found = this.readRule();
    if (found.error || text === undefined) return found;
    const { error, ...read } = parsePiles(text, found.rule);
    return error ? { error, field: this.#elements.piles } : { ...found, ...read };
  }

  /** The same without the piles. */
  readRule() {
    const { rule: kind, numbers, convention } = this.#elements;
    const typed = new Map([...this.#inputs].map(([name, input]) => [name, input.type === "checkbox" ? String(input.checked) : input.value.trim()]));
    const { rule, error, key = "" } = this.name === "nim" ? parseRule(kind.value, numbers.value) : parseKeys(this.name, typed);
    return error ? { error, field: this.#inputs.get(key) ?? numbers } : { rule, misere: convention.value === "misere" };
  }

  /** Say what is wrong with a field, and focus it. */
  refuse({ error, field }) {
    this.mark({ error, field });
    field.closest("details")?.setAttribute("open", "");
    field.focus();
  }

  /** Say what is wrong with a field, and clear the errors of the others. */
  mark({ error = "", field = null }) {
    const { numbers, piles } = this.#elements;
    for (const one of [numbers, piles, ...this.#inputs.values()].filter(Boolean)) {
      const message = document.getElementById(`${one.id}-error`);
      message.textContent = one === field ? error : "";
      message.hidden = message.textContent === "";
      one.setAttribute("aria-invalid", String(!message.hidden));
    }
  }

  #changed(isOther) {
    this.mark({});
    this.#onChange(isOther);
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

  #drawKeys(fields, values) {
    const root = byId("game-keys");
    this.#inputs = new Map(fields.map((field) => [field.name, inputOf(field, values[field.name] ?? field.first)]));
    root.hidden = fields.length === 0;
    root.replaceChildren(
      ...fields.flatMap((field) => {
        const id = `key-${field.name}`;
        const label = `${labelOf(field)}${field.required || field.needed ? "" : " (optional)"}`;
        return [element("label", { for: id }, label), this.#inputs.get(field.name), element("p", { id: `${id}-error`, class: "error", role: "alert", hidden: true })];
      }),
    );
  }
}

function inputOf({ name, type, enum: choices }, value) {
  const id = `key-${name}`;
  const common = { id, autocomplete: "off", spellcheck: "false", "aria-describedby": `${id}-error` };
  if (type === "boolean") return element("input", { ...common, type: "checkbox", checked: value === true });
  if (choices) return element("select", common, ...choices.map((one) => element("option", { value: one, selected: String(one) === String(value) }, String(one))));
  return element("input", { ...common, value: value === undefined ? null : String(value), inputmode: type === "integer" ? "numeric" : null });
}
