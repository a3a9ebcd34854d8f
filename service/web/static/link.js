// Positions as text: what is typed into the form and what a link carries.
//
// A link is the page's address and a fragment: the piles with commas between them and, for misère
// play, ";misere": /#3,4,5 and /#3,4,5;misere. Who opens it is the player to move.

/** What the page takes on; the service itself takes far more. */
export const LIMITS = Object.freeze({ piles: 16, objects: 9999 });

/** `{piles}`, or `{error}` with what is wrong, in words. */
export function parsePiles(text) {
  const parts = text.split(/[\s,]+/).filter(Boolean);
  const stranger = parts.find((part) => !/^\d+$/.test(part));
  if (stranger !== undefined) {
    return { error: `“${shorten(stranger)}” is not a number of objects. Piles look like 3, 4, 5.` };
  }
  if (parts.length > LIMITS.piles) {
    return { error: `This page plays with up to ${LIMITS.piles} piles; these are ${parts.length}.` };
  }
  const piles = parts.map(Number);
  if (piles.some((count) => count > LIMITS.objects)) {
    return { error: `This page plays with up to ${LIMITS.objects} objects in a pile.` };
  }
  if (!piles.some((count) => count > 0)) {
    return { error: "There must be an object to take. Piles look like 3, 4, 5." };
  }
  return { piles };
}

/** `{piles, misere}` from a location's hash, `{error}` if it is not one, null if it is empty. */
export function parseLink(hash) {
  let text = hash.replace(/^#/, "");
  if (text === "") return null;
  try {
    text = decodeURIComponent(text);
  } catch {
    return { error: "The link is damaged." };
  }
  const [piles, convention, ...rest] = text.split(";");
  if (rest.length > 0 || ![undefined, "misere"].includes(convention)) {
    return { error: `“${shorten(text)}” is not a position. Links end like #3,4,5 or #3,4,5;misere.` };
  }
  const { error, piles: counts } = parsePiles(piles);
  return error ? { error } : { piles: counts, misere: convention === "misere" };
}

export function formatLink({ piles, misere }) {
  return `#${piles.join(",")}${misere ? ";misere" : ""}`;
}

function shorten(text) {
  return text.length > 24 ? `${text.slice(0, 24)}…` : text;
}
