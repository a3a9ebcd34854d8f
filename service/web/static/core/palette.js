// Colours for numbers: from deep blue for the least to warm light for the greatest.

/** The colours at some fractions, in OKLCH: lightness, chroma, hue. */
const STOPS = [
  [0, 0.27, 0.1, 275],
  [0.3, 0.44, 0.16, 278],
  [0.55, 0.6, 0.17, 320],
  [0.78, 0.76, 0.15, 30],
  [1, 0.94, 0.09, 92],
];

/** The luminance, from 0 to 1, below which white text has more contrast, and from which black text. */
const MIDDLE = 0.179;

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
  const light = linear(lightness, chroma, hue);
  const [red, green, blue] = light.map((each) => Math.min(1, Math.max(0, each)));
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue; // as WCAG 2 defines it
  return { background: `rgb(${light.map(encoded).join(", ")})`, ink: luminance < MIDDLE ? "#fff" : "#000" };
}

/** The same colour as light in sRGB, as not every browser that is supported knows oklch() (B. Ottosson, 2020). */
function linear(lightness, chroma, hue) {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const [l, m, s] = [
    lightness + 0.3963377774 * a + 0.2158037573 * b,
    lightness - 0.1055613458 * a - 0.0638541728 * b,
    lightness - 0.0894841775 * a - 1.291485548 * b,
  ].map((cone) => cone ** 3);
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** A share of light from 0 to 1, as a byte. */
function encoded(light) {
  const within = Math.min(1, Math.max(0, light));
  return Math.round(255 * (within <= 0.0031308 ? 12.92 * within : 1.055 * within ** (1 / 2.4) - 0.055));
}
