// The board alone, as large as the window: for a projector.

import { byId } from "../../core/dom.js";

export class FullWindow {
  #onChange;

  /** `onChange()` is called when the view has changed. */
  constructor(onChange) {
    this.#onChange = onChange;
    byId("leave-large").addEventListener("click", () => this.leave());
    addEventListener("keydown", ({ key }) => key === "Escape" && this.leave());
    document.addEventListener("fullscreenchange", () => isFull() || this.leave());
  }

  async show() {
    document.documentElement.dataset.view = "large";
    byId("leave-large").hidden = false;
    scrollTo(0, 0);
    this.#onChange();
    try {
      await document.documentElement.requestFullscreen();
    } catch {
      // Not every browser has or allows full screen; the board still fills the window.
    }
  }

  leave() {
    if (document.documentElement.dataset.view !== "large") return;
    delete document.documentElement.dataset.view;
    byId("leave-large").hidden = true;
    if (isFull()) document.exitFullscreen();
    this.#onChange();
  }
}

/** Whether the page fills the screen; false if the browser doesn’t report it. */
function isFull() {
  return Boolean(document["fullscreenElement"]);
}
