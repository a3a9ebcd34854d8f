// Drawing again without replacing: an element that is still there keeps its focus and what was typed in it.

const LISTENERS = ["onclick", "onchange", "oninput", "onsubmit"];
const STATES = ["checked", "selected", "disabled"];

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
  for (const { name } of [...old.attributes]) if (!next.hasAttribute(name) && name !== "style") old.removeAttribute(name);
  for (const { name, value } of next.attributes) if (old.getAttribute(name) !== value && name !== "style") old.setAttribute(name, value);
  if (old.style.cssText !== next.style.cssText) old.style.cssText = next.style.cssText; // the attribute is against the policy
  for (const name of LISTENERS) old[name] = next[name];
  for (const name of STATES) if (name in next && old[name] !== next[name]) old[name] = next[name];
  patch(old, [...next.childNodes]);
  return old;
}
