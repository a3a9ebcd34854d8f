// A page at an address, as far as scripts see it that draw nothing. It has to be there before they are loaded.

/** `given` is the position that the page has for its scripts, `purpose` what it is for, `root` the service's address. */
export function openPage(href, { root, given, purpose }) {
  globalThis.location = new URL(href);
  globalThis.document = {
    documentElement: { dataset: { purpose, up: root } },
    getElementById: () => ({ textContent: JSON.stringify({ position: given, rule: "", legal: [] }) }),
  };
  globalThis.history = {
    state: null,
    replaceState(state, _, address) {
      this.state = state;
      globalThis.location = new URL(address, location.href);
    },
  };
}
