// The way through the buttons of a board by keyboard: the Tab key reaches one of them, arrow keys
// lead from each to the nearest in their direction.

const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Roving {
  #root;
  #css;
  #at = 0; // which of the buttons the Tab key reaches

  constructor(root, css) {
    this.#root = root;
    this.#css = css;
    root.addEventListener("keydown", (event) => this.#key(event));
    root.addEventListener("focusin", ({ target }) => this.#settle(this.#buttons.indexOf(target)));
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

  #settle(at) {
    if (at < 0) return;
    this.#at = at;
    for (const [i, button] of this.#buttons.entries()) button.tabIndex = i === at ? 0 : -1;
  }

  #key(event) {
    const [x, y] = DIRECTIONS[event.key] ?? [];
    const button = event.target.closest(this.#css);
    if (x === undefined || !button || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const from = middle(button);
    const others = this.#buttons.filter((one) => one !== button).map((one) => ({ one, at: middle(one) }));
    const along = ({ at }) => (at.x - from.x) * x + (at.y - from.y) * y;
    const aside = ({ at }) => Math.abs((at.x - from.x) * y) + Math.abs((at.y - from.y) * x);
    const ahead = others.filter((other) => along(other) > 1);
    ahead.sort((a, b) => along(a) + 3 * aside(a) - along(b) - 3 * aside(b));
    ahead[0]?.one.focus();
  }
}

function middle(button) {
  const { left, top, width, height } = button.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
