// Requests for all that explains why a position is won or lost.

import { sizesOf } from "./strip.js";

/** `{position, response, values}`: the service's explanation, and for a subtraction set the values of single piles. */
export async function fetchExplanation(api, position, signal) {
  const [{ response }, values] = await Promise.all([
    api.explain(position, signal),
    position.subtraction_set ? valuesOf(api, position, signal) : null,
  ]);
  return { position, response, values };
}

/** The Grundy value of each size that the pictures show, as a Map. */
async function valuesOf(api, position, signal) {
  const sizes = sizesOf(position);
  const { subtraction_set } = position;
  const positions = sizes.map((size) => ({ piles: [size], subtraction_set }));
  const { response } = await api.solveAll(positions, signal);
  return new Map(response.results.map(({ grundy_values: [value] }, i) => [sizes[i], value]));
}
