// What every page needs: elements, where the page is, what this browser keeps, and motion. Elements are made without
// markup in strings, so that no text can ever become markup.

/** @typedef {Record<string, string | number | boolean | null | undefined | EventListener>} Attributes */
/** @typedef {Node | string | null | undefined} Child */

/**
 * An element with attributes (false and null are left out, `onclick` and the like listen).
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
export function element(tag, attributes = {}, ...children) {
  return dress(document.createElement(tag), attributes, children);
}

/**
 * The same for a picture's elements.
 *
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
export function drawn(tag, attributes = {}, ...children) {
  return dress(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

/**
 * An element that the page has.
 *
 * @template {keyof Ids} Id
 * @param {Id} id
 * @returns {Ids[Id]}
 */
export const byId = (id) => /** @type {Ids[Id]} */ (/** @type {HTMLElement} */ (document.getElementById(id)));

/**
 * The elements in `root` that a selector fits.
 *
 * @param {ParentNode} root
 * @param {string} css
 * @returns {HTMLElement[]}
 */
export const all = (root, css) => [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(css))];

/** The radio buttons of the page with a name. */
export const radios = (name) =>
  /** @type {HTMLInputElement[]} */ (all(document, `input[type="radio"][name="${name}"]`));

/** The value of the one that is chosen. */
export const chosen = (name) => radios(name).find(({ checked }) => checked)?.value;

/** Screen readers speak a live region whenever its text is set, so set it only if it changes, or to be spoken `again`. */
export function setText(id, text, again = false) {
  if (again || byId(id).textContent !== text) byId(id).textContent = text;
}

/** Show the elements of the page with these ids, or hide them. @param {Partial<Record<keyof Ids, unknown>>} wanted */
export function show(wanted) {
  for (const [id, isShown] of Object.entries(wanted)) document.getElementById(id).hidden = !isShown;
}

/** Listen to clicks on the elements with these ids. @param {Partial<Record<keyof Ids, (event: Event) => unknown>>} acts */
export function onClick(acts) {
  for (const [id, act] of Object.entries(acts)) document.getElementById(id).addEventListener("click", act);
}

/** The classes that are given, as an attribute. */
export const classes = (...names) => names.filter(Boolean).join(" ") || null;

/**
 * @template {Element} Dressed
 * @param {Dressed} node
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function dress(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === "function") node[key] = value; // patch() can pass it on
    else node.setAttribute(key, value === true ? "" : String(value));
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

// --- Drawing again without replacing: an element that is still there keeps its focus and what was typed in it ---

const LISTENERS = ["onclick", "onchange", "oninput", "onsubmit", "ontoggle", "onfocus", "onblur", "onpointerenter", "onpointerleave"];
const STATES = ["checked", "selected", "disabled"];
const KEPT = ["style", "open"]; // set through its property for the policy's sake; what a person has unfolded or folded

/**
 * Let `root` have these children. An element stays the one that it was if its tag is the same, and its
 * `data-key`, or else its place among those of its tag without one.
 *
 * @param {Element} root
 * @param {(Node | string | null)[]} children
 */
export function patch(root, children) {
  const before = named([...root.childNodes]);
  const now = [...named(children.filter((child) => child !== null).map(nodeOf))].map(([name, next]) => {
    const old = before.get(name);
    before.delete(name);
    return old ? update(old, next) : next;
  });
  for (const node of before.values()) node.remove();
  for (const [i, node] of now.entries()) if (root.childNodes[i] !== node) root.insertBefore(node, root.childNodes[i] ?? null);
}

const nodeOf = (child) => (typeof child === "string" ? document.createTextNode(child) : child);

/** Nodes by their names: the tag, and the key or the number of those before. */
function named(nodes) {
  const counts = new Map();
  return new Map(
    nodes.map((node) => {
      const count = counts.get(node.nodeName) ?? 0;
      counts.set(node.nodeName, count + 1);
      return [`${node.nodeName} ${node.dataset?.key ?? `#${count}`}`, node];
    }),
  );
}

/** Make a node what another one is. */
function update(old, next) {
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== next.data) old.data = next.data;
    return old;
  }
  for (const { name } of [...old.attributes]) if (!next.hasAttribute(name) && !KEPT.includes(name)) old.removeAttribute(name);
  for (const { name, value } of next.attributes) if (old.getAttribute(name) !== value && !KEPT.includes(name)) old.setAttribute(name, value);
  if (old.style.cssText !== next.style.cssText) old.style.cssText = next.style.cssText;
  for (const name of LISTENERS) old[name] = next[name];
  for (const name of STATES) if (name in next && old[name] !== next[name]) old[name] = next[name];
  patch(old, [...next.childNodes]);
  return old;
}

// --- Where the page is: a script can change the address of a game's page, so what is relative to it is resolved at once ---

const { dataset = {} } = globalThis.document?.documentElement ?? {};

/** The address of the service's root. */
export const ROOT = globalThis.document ? new URL(dataset.up ?? "./", location.href).href : "";

/** The position that the page was made for, as a request has it, with its rule and its legal moves; null if it has none. */
export const FIRST = JSON.parse(globalThis.document?.getElementById("given")?.textContent ?? "null");

/** Whether the page looks up who wins a position; on any other page it is played, and nothing says who wins. */
export const LOOKS_UP = dataset.purpose === "solve";

/** The address at which the page was loaded, without its fragment. */
export const START = globalThis.document ? location.href.split("#", 1)[0] : "";

/** Give each link of the page an absolute address; start.js does so for its icons. */
export function settleLinks() {
  for (const link of document.querySelectorAll("a[href]")) link.setAttribute("href", link["href"]);
}

// --- What this browser keeps ---

/** What is kept under a name; `otherwise` if there is nothing, or storage is switched off. */
export function read(name, otherwise = null) {
  try {
    return JSON.parse(localStorage.getItem(`nim-${name}`)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function write(name, value) {
  try {
    localStorage.setItem(`nim-${name}`, JSON.stringify(value));
  } catch {
    // Storage is switched off: a reload forgets.
  }
}

/** Keep what a checkbox says on this device; `onChange()` is called when it is changed. */
export function keepChecked(id, { usual = false, onChange = () => {} } = {}) {
  const input = /** @type {HTMLInputElement} */ (document.getElementById(id));
  input.checked = read("ways", {})[id] ?? usual;
  input.addEventListener("change", () => {
    write("ways", { ...read("ways", {}), [id]: input.checked });
    onChange();
  });
}

/** Copy a text and say so in `said`; if that is not allowed, select it in its field. */
export async function copy(text, done, said, field) {
  try {
    await navigator.clipboard.writeText(text);
    said.textContent = done;
  } catch {
    // No clipboard without HTTPS or permission.
    field.focus();
    field.select();
    said.textContent = "Couldn’t copy it. The text is selected: copy it yourself.";
  }
}

// --- Motion ---

/** The least time that the computer's move takes, so that people see it. */
const PAUSE_MS = 450;

export function prefersStillness() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Wait as long as a move takes; not at all if motion is not wanted. */
export function pause(signal) {
  if (prefersStillness()) return Promise.resolve();
  return new Promise((done) => {
    const timer = setTimeout(done, PAUSE_MS);
    signal.addEventListener("abort", () => (clearTimeout(timer), done()));
  });
}

/** Bring an element to sight, at the `block` of the window. */
export function bring(element, block = "nearest") {
  element.scrollIntoView({ block, behavior: prefersStillness() ? "instant" : "smooth" });
}

// --- Chance that can be repeated: the same seed gives the same numbers (Mulberry32 by T. Ettinger) ---

/** A function that returns numbers from 0 to below 1. */
export function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
