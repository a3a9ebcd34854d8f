// What the form has for each game: the fields of its keys, made from what the service says of them,
// and piles to start it with at once.

import { element } from "./dom.js";
import { SETUP } from "../pages/play/play-texts.js";
import { formOf } from "./rule.js";

/** What the keys are that every position of a game needs, and what they are at first. */
const NEEDED = {
  octal: [{ name: "code", required: true, type: "string" }],
  moore: [{ name: "max_piles", required: true, type: "integer", minimum: 1, maximum: 100 }],
  fibonacci: [{ name: "quota", required: false, type: "integer", minimum: 1 }],
};
const AT_FIRST = { code: "0.6", max_piles: 2 };

export class KeyFields {
  #root;
  #onInput;
  #fields = []; // {key, input}

  constructor(root, onInput) {
    this.#root = root;
    this.#onInput = onInput;
  }

  /** The field that comes first, for what is wrong with the rule. */
  get first() {
    return this.#fields[0].input;
  }

  get inputs() {
    return this.#fields.map(({ input }) => input);
  }

  /** Draw the fields of a game; `values` are those of its keys that are known. */
  draw({ name, keys }, values) {
    const shown = name === "nim" ? [] : (NEEDED[name] ?? keys ?? []);
    this.#fields = shown.map((key) => ({ key, input: this.#field(key, values[key.name] ?? AT_FIRST[key.name]) }));
    this.#root.hidden = shown.length === 0;
    this.#root.replaceChildren(
      ...this.#fields.flatMap(({ key, input }) => [
        element("label", { for: input.id }, labelOf(key)),
        input,
        element("p", { id: `${input.id}-error`, class: "error", role: "alert", hidden: true }),
      ]),
    );
  }

  /** `{keys}` as a position has them, or an `error` and its field. */
  read() {
    const keys = {};
    for (const { key, input } of this.#fields) {
      const text = input.type === "checkbox" ? input.checked : input.value.trim();
      if (text === "" || text === false) {
        if (key.required) return { error: SETUP.missing(labelOf(key)), field: input };
      } else {
        const value = valueOf(key, text);
        if (value === null) return { error: SETUP.noValue(labelOf(key)), field: input };
        keys[key.name] = value;
      }
    }
    return { keys };
  }

  #field(key, value) {
    const id = `key-${key.name}`;
    const common = { id, autocomplete: "off", spellcheck: "false", "aria-describedby": `${id}-error`, oninput: this.#onInput };
    if (key.type === "boolean") return element("input", { ...common, type: "checkbox", checked: value === true });
    const text = value === undefined ? null : String(value);
    if (key.enum) {
      const options = key.enum.map((one) => element("option", { value: one, selected: String(one) === text }, String(one)));
      return element("select", common, ...options);
    }
    return element("input", { ...common, value: text, inputmode: key.type === "integer" ? "numeric" : null });
  }
}

function labelOf({ name, required }) {
  const label = SETUP.keys[name] ?? name.replaceAll("_", " ");
  return required ? label : SETUP.optional(label);
}

/** What is written in a field as the service takes it; null where it does not fit. */
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

// --- Piles ---

const PRESETS = {
  nim: ["3,4,5", "1,3,5,7", "21;max=3;misere;second", "8,8,1", "19,20,21", "41,163,13"],
  octal: ["6,5", "9", "4,5,7"],
  kayles: ["7,5", "10", "13", "4,5,6"],
  "dawsons-kayles": ["8,5", "12", "5,6,7"],
  "dawsons-chess": ["8,5", "11", "5,6,7"],
  "laskers-nim": ["3,4,5", "2,7", "9"],
  "grundys-game": ["9", "7,8", "12"],
  moore: ["3,4,5", "1,3,5,7", "2,4,6"],
  wythoff: ["5,8", "7,7", "4,7", "9,12"],
  fibonacci: ["20", "13", "30"],
  greedy: ["4,5,5", "3,4,5", "2,6,6,6"],
};

/** Links without the game; of a game that is not known here, as many piles as it takes. */
export function presetsOf({ name, limits = {} }) {
  if (PRESETS[name]) return PRESETS[name];
  const most = limits.piles ?? 3;
  return [[3, 4, 5].slice(-most), [5, 7].slice(-most), [10]].map(String).filter((one, i, all) => all.indexOf(one) === i);
}

/** Piles that come by chance. */
export function randomPiles({ name, limits = {} }) {
  const upTo = (limit) => 1 + Math.floor(Math.random() * limit);
  if (name === "fibonacci" || limits.piles === 1) return [5 + upTo(25)];
  const count = name === "wythoff" ? 2 : Math.min(2 + upTo(3), limits.piles ?? Infinity);
  return Array.from({ length: count }, () => (formOf({ game: name }) === "split" ? 2 : 0) + upTo(9));
}
