// The panel to share a game: its link, as a QR code too, and the HTML that embeds it.

import { ROOT, byId, chosen, radios } from "../../core/dom.js";
import { YOU, isOver, winner } from "../../core/game.js";
import { formatAddress, formatLink, shareable } from "../../setup/link.js";
import { FullWindow } from "./full-window.js";

const OPENS = { beginning: "the game from its beginning", now: "this position", moves: "the game with its moves" };

/** The HTML of a frame for another page: as wide as its place, and as high as the board in it says. */
const frameOf = (source) => `<iframe src="${source}" style="width:100%;max-width:480px;height:640px;border:0" title="Nim: a game to play"></iframe>
<script>addEventListener("message", ({ source, data }) => {
  for (const frame of document.querySelectorAll("iframe"))
    if (frame.contentWindow === source && data?.nimHeight) frame.style.height = data.nimHeight + "px";
});</script>`;

export class Sharing {
  #links = null; // {now, beginning, moves, over}

  /** `onChange()` is called when the board was made large or small. */
  constructor({ onChange }) {
    const large = new FullWindow(onChange);
    byId("large").addEventListener("click", () => large.show());
    byId("send").hidden = !navigator.share;
    byId("send").addEventListener("click", () => this.#send());
    byId("copy").addEventListener("click", () => this.#copy(byId("link"), `Link copied: it opens ${OPENS[this.#opens]}.`));
    byId("copy-code").addEventListener("click", () => this.#copy(byId("code"), "HTML copied: paste it into another page to show the board."));
    for (const radio of radios("opens")) radio.addEventListener("change", () => this.#fill());
  }

  /** `now`, `beginning` and `moves` are the games that a link can open. */
  draw(links) {
    const before = this.#links && JSON.stringify(this.#links);
    this.#links = links;
    if (JSON.stringify(links) === before) return;
    const choices = new Map(radios("opens").map((radio) => [radio.value, radio]));
    choices.get("now").disabled = links.over;
    if (links.over && choices.get("now").checked) choices.get("beginning").checked = true;
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
    return chosen("opens");
  }

  #send() {
    return share({ url: byId("link").value }, byId("copied"));
  }

  #fill() {
    const game = this.#links[this.#opens];
    const fragment = shareable(formatLink(game));
    const link = shareable(formatAddress(game));
    byId("link").value = link;
    byId("copied").textContent = "";
    byId("qr").src = `${ROOT}static/qr.svg?link=${encodeURIComponent(link)}`;
    byId("qr").alt = `QR code of ${link}`;
    byId("sheet").href = `${ROOT}sheet${fragment}`;
    byId("code").value = frameOf(`${ROOT}embed${fragment}`);
  }

  #copy(field, done) {
    return copy(field.value, done, byId("copied"), field);
  }
}

/** Hand something to the device, which offers what it has to send it with. */
export async function share(what, said) {
  try {
    await navigator.share({ title: document.title, ...what });
  } catch (error) {
    if (error.name !== "AbortError") said.textContent = "Couldn’t send it. Copy the link instead.";
  }
}

/** Copy a text and say so; if that is not allowed, select it in its field. */
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

/** The link that carries a game by link on: the other player opens it, and moves. */
export function linkToSend(state) {
  const { game } = state;
  return shareable(formatAddress({ ...game, piles: game.start, byLink: true }));
}

/** What a person can post about the position of the day without giving a move away. */
export function resultOf({ game, day, review }) {
  const marks = review.plies.filter((_, i) => game.moves[i].by === YOU).map(({ mistake }) => (mistake ? "🟥" : "🟩")).join("");
  const won = isOver(game) && winner(game) === YOU;
  return `Nim, position of ${day}: ${won ? "won" : "lost"} ${marks}\n${ROOT}#today`;
}
