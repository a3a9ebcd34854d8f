// Moving through buttons by keyboard: the Tab key reaches one of them, arrow keys move to the nearest in
// their direction, Home and End to the first and the last in the line.

const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Roving {
  #root;
  #css;
  #at = 0; // which of the buttons the Tab key reaches

  constructor(root, css) {
    this.#root = root;
    this.#css = css;
    root.addEventListener("keydown", (event) => this.#key(event));
    root.addEventListener("focusin", ({ target }) => this.reach(target));
  }

  get #buttons() {
    return [...this.#root.querySelectorAll(this.#css)];
  }

  get hasFocus() {
    return this.#root.contains(document.activeElement);
  }

  startAnew() {
    this.#at = 0;
  }

  focus() {
    this.#buttons[this.#at]?.focus();
  }

  /** Let the Tab key reach one of the buttons that are there now. */
  settle() {
    this.#settle(Math.max(0, Math.min(this.#at, this.#buttons.length - 1)));
  }

  /** Let the Tab key reach this button. */
  reach(button) {
    this.#settle(this.#buttons.indexOf(button));
  }

  #settle(at) {
    if (at < 0) return;
    this.#at = at;
    for (const [i, button] of this.#buttons.entries()) button.tabIndex = i === at ? 0 : -1;
  }

  #key(event) {
    const button = event.target.closest(this.#css);
    if (!button || event.altKey || event.ctrlKey || event.metaKey) return;
    const places = this.#buttons.map((one) => ({ one, ...middle(one) }));
    const here = places.find(({ one }) => one === button);
    const next = event.key in DIRECTIONS ? nearest(places, here, DIRECTIONS[event.key]) : end(places, here, event.key);
    if (next === undefined) return;
    event.preventDefault();
    next?.one.focus();
  }
}

/** The nearest button in a direction; null where there is none. */
function nearest(places, here, [x, y]) {
  const along = (at) => (at.x - here.x) * x + (at.y - here.y) * y;
  const aside = (at) => Math.abs((at.x - here.x) * y) + Math.abs((at.y - here.y) * x);
  const ahead = places.filter((at) => along(at) > 1 && (y !== 0 || aside(at) < at.height / 2));
  ahead.sort((a, b) => along(a) + 3 * aside(a) - along(b) - 3 * aside(b));
  return ahead[0] ?? null;
}

/** The first or the last button in the line; undefined for other keys. */
function end(places, here, key) {
  const line = places.filter(({ y, height }) => Math.abs(y - here.y) < height / 2);
  return { Home: line[0], End: line[line.length - 1] }[key];
}

function middle(button) {
  const { left, top, width, height } = button.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2, height };
}
