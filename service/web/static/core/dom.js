// Building elements without markup in strings, so that no text can ever become markup.

/** An element with attributes (false and null are left out, `onclick` and the like listen). */
export function element(tag, attributes = {}, ...children) {
  return dress(document.createElement(tag), attributes, children);
}

/** The same for a picture's elements. */
export function drawn(tag, attributes = {}, ...children) {
  return dress(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

export const byId = (id) => document.getElementById(id);

/** Live regions speak at every change of their text, so touch it only where it does change. */
export function setText(id, text) {
  if (byId(id).textContent !== text) byId(id).textContent = text;
}

/** The address too: each change is passed to the whole browser, and Safari refuses many in a row. */
export function setHash(hash) {
  if (location.hash !== hash) history.replaceState(null, "", hash);
}

function dress(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** Load a style sheet by its path below the static files. */
export function style(path) {
  const href = new URL(`../${path}`, import.meta.url).href;
  if (document.head.querySelector(`link[href="${href}"]`)) return;
  document.head.append(element("link", { rel: "stylesheet", href }));
}
