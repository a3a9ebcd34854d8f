// The panel to share a game: its link, as a picture too, and the HTML that embeds it.

import { byId } from "./dom.js";
import { formatLink } from "./link.js";
import { PLAY } from "./play-texts.js";

const WIDTH = 480; // of the board in a frame
const HEAD = 300; // what is above and below the piles there
const ROW = 95; // of each pile

export class Sharing {
  #links = null; // {now, beginning, over}

  /** `onLarge()` is called for the large view. */
  constructor({ onLarge }) {
    byId("share").addEventListener("click", () => this.#toggle());
    byId("large").addEventListener("click", onLarge);
    byId("copy").addEventListener("click", () => this.#copy(byId("link"), PLAY.copied(this.#what())));
    byId("copy-code").addEventListener("click", () => this.#copy(byId("code"), PLAY.codeCopied));
    for (const radio of document.querySelectorAll("input[name=opens]")) {
      radio.addEventListener("change", () => this.#fill());
    }
  }

  /** `now` and `beginning` are the games that a link can open. */
  draw(links) {
    const before = this.#links && JSON.stringify(this.#links);
    this.#links = links;
    if (JSON.stringify(links) === before) return;
    document.querySelector("input[name=opens][value=now]").disabled = links.over;
    if (links.over) document.querySelector("input[name=opens][value=beginning]").checked = true;
    if (!byId("sharing").hidden) this.#fill();
  }

  #toggle() {
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
    return this.#opens === "now" ? PLAY.thisPosition : PLAY.beginning;
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
    const height = HEAD + ROW * game.piles.length;
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
