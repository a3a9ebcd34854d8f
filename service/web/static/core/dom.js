// Building elements without markup in strings, so that no text can ever become markup.

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

/**
 * The element of an event, or the nearest around it, that a selector fits.
 *
 * @param {Event} event
 * @param {string} css
 * @returns {HTMLElement | null}
 */
export const around = ({ target }, css) => (target instanceof Element ? target.closest(css) : null);

/** Screen readers speak a live region whenever its text is set, so set it only if it changes, or to be spoken `again`. */
export function setText(id, text, again = false) {
  if (again || byId(id).textContent !== text) byId(id).textContent = text;
}

/** The address too: each change is passed to the whole browser, and Safari blocks many in a row. */
export function setHash(hash) {
  if (location.hash !== hash) history.replaceState(null, "", hash);
}

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

const LISTENERS = ["onclick", "onchange", "oninput", "onsubmit", "ontoggle"];
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

/** Load a style sheet by its path below the static files. */
export function style(path) {
  const href = new URL(`../${path}`, import.meta.url).href;
  if (document.head.querySelector(`link[href="${href}"]`)) return;
  document.head.append(element("link", { rel: "stylesheet", href }));
}

// --- Where the page is: a script can change the address of a game's page, so what is relative to it is resolved at once ---

const { dataset = {} } = globalThis.document?.documentElement ?? {};

/** The address of the service's root. */
export const ROOT = globalThis.document ? new URL(dataset.up ?? "./", location.href).href : "";

/** The position that the page was made for, as a link has it. */
export const GIVEN = dataset.link ?? "";

/** The address at which the page was loaded, without its fragment. */
export const START = globalThis.document ? location.href.split("#", 1)[0] : "";

/** Give each link of the page an absolute address. */
export function settleLinks() {
  for (const link of document.querySelectorAll("a[href]")) link.setAttribute("href", link["href"]);
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
