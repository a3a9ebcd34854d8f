// The panel to share a game: its link, as a picture too, and the HTML that embeds it.

import { byId } from "../../core/dom.js";
import { FullWindow } from "./full-window.js";
import { formatLink } from "../../core/link.js";
import { PLAY } from "./play-texts.js";
import { boardOf } from "../../core/rule.js";

const WIDTH = 480; // of the board in a frame

const lines = (count) => Math.max(1, Math.ceil(count / 10)); // of a pile or a row of pins
const sum = (numbers) => numbers.reduce((all, number) => all + number, 0);

/** How high a board is there with what is said and operated, by its kind. */
const HEIGHTS = {
  piles: (piles) => 300 + sum(piles.map((count) => 50 + 46 * lines(count))),
  pins: (piles) => 385 + sum(piles.map((count) => 112 * lines(count))),
  queen: (piles) => 470 + 44 * (Math.max(...piles) + 1),
};

export class Sharing {
  #links = null; // {now, beginning, moves, over}

  /** `onChange()` is called when the board was made large or small. */
  constructor({ onChange }) {
    const large = new FullWindow(onChange);
    byId("large").addEventListener("click", () => large.show());
    byId("send").hidden = !navigator.share;
    byId("send").addEventListener("click", () => this.#send());
    byId("copy").addEventListener("click", () => this.#copy(byId("link"), PLAY.copied(this.#what())));
    byId("copy-code").addEventListener("click", () => this.#copy(byId("code"), PLAY.codeCopied));
    for (const radio of document.querySelectorAll("input[name=opens]")) {
      radio.addEventListener("change", () => this.#fill());
    }
  }

  /** `now`, `beginning` and `moves` are the games that a link can open. */
  draw(links) {
    const before = this.#links && JSON.stringify(this.#links);
    this.#links = links;
    if (JSON.stringify(links) === before) return;
    document.querySelector("input[name=opens][value=now]").disabled = links.over;
    const isNow = document.querySelector("input[name=opens][value=now]").checked;
    if (links.over && isNow) document.querySelector("input[name=opens][value=beginning]").checked = true;
    if (!byId("sharing").hidden) this.#fill();
  }

  /** Open the panel, or close it. */
  toggle() {
    const opens = byId("sharing").hidden;
    byId("sharing").hidden = !opens;
    byId("share").setAttribute("aria-expanded", String(opens));
    if (!opens) return;
    this.#fill();
    byId("sharing").scrollIntoView({ block: "nearest" });
  }

  get #opens() {
    return document.querySelector("input[name=opens]:checked").value;
  }

  #what() {
    return PLAY.opens[this.#opens];
  }

  /** Hand the link to the device, which offers what it has to send it with. */
  async #send() {
    try {
      await navigator.share({ title: document.title, url: byId("link").value });
    } catch (error) {
      if (error.name !== "AbortError") byId("copied").textContent = PLAY.notCopied;
    }
  }

  #fill() {
    const game = this.#links[this.#opens];
    const fragment = formatLink(game);
    const link = new URL(`./${fragment}`, location.href).href;
    byId("link").value = link;
    byId("copied").textContent = "";
    byId("qr").src = `static/qr.svg?link=${encodeURIComponent(link)}`;
    byId("qr").alt = PLAY.qr(link);
    byId("sheet").href = `sheet${fragment}`;
    const height = (HEIGHTS[boardOf({ rule: game.rule, start: game.piles })] ?? HEIGHTS.piles)(game.piles);
    const source = new URL(`embed${fragment}`, location.href).href;
    byId("code").value =
      `<iframe src="${source}" width="${WIDTH}" height="${height}" title="${PLAY.embedded}"></iframe>`;
  }

  async #copy(field, done) {
    try {
      await navigator.clipboard.writeText(field.value);
      byId("copied").textContent = done;
    } catch {
      // No clipboard without HTTPS or permission.
      field.focus();
      field.select();
      byId("copied").textContent = PLAY.notCopied;
    }
  }
}
