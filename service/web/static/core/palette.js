// Colours for numbers: from deep blue for the least to warm light for the greatest.

/** Red, green and blue at equal distances, of about equal steps in lightness (OKLCH). */
const STOPS = [[26, 30, 86], [42, 44, 119], [59, 59, 153], [99, 72, 179], [151, 83, 189], [209, 98, 170], [252, 127, 128], [255, 180, 119], [255, 234, 165]];

/** The luminance, from 0 to 1, below which white text has more contrast, and from which black text. */
const MIDDLE = 0.179;

/** `{background, ink}` for a fraction from 0 to 1. */
export function shade(fraction) {
  const place = fraction * (STOPS.length - 1);
  const before = Math.min(Math.floor(place), STOPS.length - 2);
  const colour = STOPS[before].map((from, i) => Math.round(from + (place - before) * (STOPS[before + 1][i] - from)));
  const [red, green, blue] = colour.map((byte) => (byte <= 10 ? byte / 3294.6 : ((byte / 255 + 0.055) / 1.055) ** 2.4));
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue; // as WCAG 2 defines it
  return { background: `rgb(${colour.join(", ")})`, ink: luminance < MIDDLE ? "#fff" : "#000" };
}
