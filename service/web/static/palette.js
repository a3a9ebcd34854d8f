// Colours for numbers: from deep blue for the least to warm light for the greatest.

/** From what fraction to what colour, in OKLCH: lightness, chroma, hue. */
const STOPS = [
  [0, 0.27, 0.1, 275],
  [0.3, 0.44, 0.16, 278],
  [0.55, 0.6, 0.17, 320],
  [0.78, 0.76, 0.15, 30],
  [1, 0.94, 0.09, 92],
];

/** Below this lightness white text can be read, from it on black text. */
const MIDDLE = 0.565;

/** `{background, ink}` for a fraction from 0 to 1. */
export function shade(fraction) {
  const next = Math.max(1, STOPS.findIndex(([stop]) => fraction <= stop));
  const [from, to] = [STOPS[next - 1], STOPS[next]];
  const share = (fraction - from[0]) / (to[0] - from[0]);
  const [lightness, chroma, hue] = [1, 2, 3].map((i) => {
    let change = to[i] - from[i];
    if (i === 3 && change < -180) change += 360;
    return from[i] + share * change;
  });
  return {
    background: `oklch(${lightness.toFixed(3)} ${chroma.toFixed(3)} ${(hue % 360).toFixed(1)})`,
    ink: lightness < MIDDLE ? "#fff" : "#000",
  };
}
