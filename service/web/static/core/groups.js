// A pile under "at most k", as a picture: a row of objects in groups of k + 1, and what is left over.

import { element } from "./dom.js";
import { WHY } from "./words.js";

const DOTS = 12; // in the largest group that is drawn object by object
const OBJECTS = 48; // in all the groups that are drawn; of a larger pile the middle is left out

/** The groups of the only pile that is left under "at most k". */
export function shapeOf({ position: { piles, misere, max_remove: most }, response }) {
  const size = Math.max(...piles);
  const rest = response.winning_moves[0]?.remove ?? 0;
  return { size, group: most + 1, rest, aside: misere && size > 0 ? 1 : 0 };
}

/**
 * The picture of `size` objects in groups of `group`, with `rest` left over at the end and `aside`,
 * 0 or 1, set apart at the beginning.
 */
export function groupsPicture({ size, group, rest, aside = 0 }) {
  const groups = wholeGroups({ size, group, rest, aside });
  const most = Math.max(2, Math.floor(OBJECTS / Math.min(group, DOTS)));
  const shown = Math.min(groups, most);
  return element(
    "div",
    { class: "groups", "aria-hidden": "true" },
    aside ? part("aside", aside) : null,
    ...Array.from({ length: shown - (shown < groups ? 1 : 0) }, () => part("whole", group)),
    shown < groups ? element("span", { class: "quiet" }, WHY.further(groups - shown)) : null,
    shown < groups ? part("whole", group) : null,
    rest ? part("rest", rest) : null,
  );
}

/** "19 = 4 × 4 + 3" */
export function equation({ size, group, rest, aside = 0 }) {
  const groups = wholeGroups({ size, group, rest, aside });
  const terms = [aside, groups && `${groups} × ${group}`, rest].filter(Boolean);
  return `${size} = ${terms.length === 0 ? `0 × ${group}` : terms.join(" + ")}`;
}

export function wholeGroups({ size, group, rest, aside = 0 }) {
  return (size - rest - aside) / group;
}

function part(kind, count) {
  const dots =
    count > DOTS
      ? [element("span", { class: "many" }, String(count))]
      : Array.from({ length: count }, () => element("span", { class: "one" }));
  return element("span", { class: `part ${kind}` }, ...dots);
}
