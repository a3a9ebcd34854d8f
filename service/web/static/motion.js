// How long the service's move takes, so that it can be seen; none where motion is not wanted.

const PAUSE_MS = 450;

export function prefersStillness() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export function pause(signal) {
  if (prefersStillness()) return Promise.resolve();
  return new Promise((done) => {
    const timer = setTimeout(done, PAUSE_MS);
    signal.addEventListener("abort", () => (clearTimeout(timer), done()));
  });
}
