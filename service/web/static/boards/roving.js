// Moving through buttons by keyboard: the Tab key reaches one of them, arrow keys move to the nearest in
// their direction, Home and End to the first and the last in the line.

const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Roving {
  #root;
  #css;
  #at = null; // the place where the person was last, see placeOf

  constructor(root, css) {
    this.#root = root;
    this.#css = css;
    root.addEventListener("keydown", (event) => this.#key(event));
    root.addEventListener("focusin", ({ target }) => {
      const button = target.closest(css);
      if (!button) return;
      this.#at = placeOf(button, this.#buttons.indexOf(button));
      this.#reach(button);
    });
  }

  get #buttons() {
    return [...this.#root.querySelectorAll(this.#css)];
  }

  /** Whether the focus is on a button, but not on the one that the Tab key reaches. */
  get isElsewhere() {
    return document.activeElement?.closest(this.#css) !== null && document.activeElement?.getAttribute("tabindex") === "-1";
  }

  startAnew() {
    this.#at = null;
  }

  /** Focus the button that the Tab key reaches; false where there is none. */
  focus() {
    const button = this.#buttons.find(({ tabIndex }) => tabIndex === 0);
    button?.focus();
    return Boolean(button);
  }

  /**
   * Let the Tab key reach one of the buttons that are there now: the nearest to where the person was, of those
   * that can be chosen if there are any; at first that which `first` says.
   */
  settle(first = (/** @type {HTMLElement[]} */ open) => open[0]) {
    const buttons = this.#buttons;
    const open = buttons.filter((one) => !one.hasAttribute("aria-disabled"));
    const among = open.length > 0 ? open : buttons;
    const distance = (one) => {
      const [line, place] = placeOf(one, buttons.indexOf(one));
      return 1000 * Math.abs(line - this.#at[0]) + Math.abs(place - this.#at[1]);
    };
    const ordered = this.#at ? [...among].sort((a, b) => distance(a) - distance(b)) : [first(among)];
    this.#reach(ordered[0]);
  }

  #reach(button) {
    for (const one of this.#buttons) one.tabIndex = one === button ? 0 : -1;
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

/** `[line, place]` of a button on its board, as it says; of one that does not, its place among the others. */
function placeOf(button, index) {
  return button.dataset.at?.split(",").map(Number) ?? [0, index];
}
