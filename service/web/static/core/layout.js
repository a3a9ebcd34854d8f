// Where the vertices of a graph are drawn: trees as trees, a ground at the bottom, cycles round, and no two edges across
// each other if a few tries find such a picture. The same graph always has the same picture.

const ROUNDS = 8; // in which each vertex with a crossing looks for a better place
const MOST_EDGES = 60; // of a graph in which places are sought
const STARTS = 12; // vertices from which a walk through all is tried
const FRAMES = 24; // cycles that are tried as a frame
const SETTLING = 60; // rounds until the vertices in a frame are in their places
const CLOSE = 0.35; // of a vertex to an edge that passes it

/** @typedef {{x: number, y: number}} Place */
/** @typedef {[string, string]} Edge */

/** The edges of a board's text, and all of its vertices. @param {string} text @returns {{edges: Edge[], vertices: string[]}} */
export function graphOf(text) {
  const parts = text.split("@")[0].split(",").filter(Boolean).map((part) => part.split("-"));
  const edges = parts.flatMap((walk) => walk.slice(1).map((end, i) => /** @type {Edge} */ ([walk[i], end])));
  return { edges, vertices: [...new Set([...parts.flat(), ...text.split("@").slice(1)])] };
}

/**
 * The places of all ends: a vertex has its name, and the foot of edge i on the ground, "0", is called `0 i`. `y` is
 * counted upwards in steps of one edge.
 *
 * @param {string} text
 * @param {{grounded?: boolean}} how
 * @returns {Map<string, Place>}
 */
export function layoutOf(text, { grounded = false } = {}) {
  const { edges, vertices } = graphOf(text);
  const ends = edges.map(([a, b], i) => /** @type {Edge} */ ([grounded && a === "0" ? `0 ${i}` : a, grounded && b === "0" && a !== "0" ? `0 ${i}` : b]));
  const names = [...new Set([...ends.flat(), ...vertices.filter((name) => !(grounded && name === "0"))])];
  const places = new Map();
  let left = 0;
  for (const part of partsOf(names, ends)) {
    const inside = ends.filter(([a]) => part.has(a));
    const drawn = drawnPart([...part], inside, grounded);
    const xs = [...drawn.values()].map(({ x }) => x);
    const shift = left - Math.min(...xs);
    for (const [name, { x, y }] of drawn) places.set(name, { x: x + shift, y });
    left += Math.max(...xs) - Math.min(...xs) + 1;
  }
  return places;
}

/** The connected parts, in the order of their first vertices. @returns {Set<string>[]} */
function partsOf(names, edges) {
  const parts = [];
  const seen = new Set();
  for (const name of names) {
    if (seen.has(name)) continue;
    const part = new Set(walk([name], edges).keys());
    for (const each of part) seen.add(each);
    parts.push(part);
  }
  return parts;
}

/** The vertices by their distance from the first ones, each with the one before it. @returns {Map<string, {depth: number, before: string | null}>} */
function walk(from, edges) {
  const found = new Map(from.map((name) => [name, { depth: 0, before: null }]));
  for (const [name, { depth }] of found) {
    for (const [a, b] of edges) {
      const other = a === name ? b : b === name ? a : null;
      if (other !== null && !found.has(other)) found.set(other, { depth: depth + 1, before: name });
    }
  }
  return found;
}

const isFoot = (name) => name.startsWith("0 ");

/** One connected part: as a tree, or round, whichever has fewer crossings once places were sought. */
function drawnPart(names, edges, grounded) {
  const feet = names.filter(isFoot);
  const roots = grounded ? feet : [middleOf(names, edges)];
  const layers = layered(roots, names, edges, grounded);
  const isTree = edges.length === names.length - 1;
  if (isTree && !grounded) return layers;
  if (edges.length > MOST_EDGES) return layers;
  const round = grounded || names.length < 3 ? [] : [...names.slice(0, STARTS).map((name) => circle(cycleThrough(name, names, edges))), ...hung(names, edges)];
  const fewest = (drawings) => {
    const judged = drawings.map((places) => ({ places, tangles: tangles(places, edges), uneven: unevenness(places, edges) }));
    return judged.reduce((best, one) => (one.tangles < best.tangles || (one.tangles === best.tangles && one.uneven < best.uneven - 0.01) ? one : best)).places;
  };
  const best = fewest([...round, layers]);
  if (tangles(best, edges) === 0) return best;
  return fewest([best, layers].map((places) => untangled(places, edges, grounded)));
}

/** The vertex from which the farthest one is nearest: a tree hangs from it on both sides. */
function middleOf(names, edges) {
  const far = (name) => Math.max(...[...walk([name], edges).values()].map(({ depth }) => depth));
  if (names.length > 40) return names[0];
  const ends = names.filter((name) => edges.filter((edge) => edge.includes(name)).length < 2);
  const isPath = edges.length === names.length - 1 && ends.length === 2 && names.every((name) => edges.filter((edge) => edge.includes(name)).length <= 2);
  if (isPath) return ends[0]; // drawn as a line
  return names.reduce((best, name) => (far(name) < far(best) ? name : best));
}

/** A tree by its levels, each vertex above the middle of those that it carries; a path lies down. */
function layered(roots, names, edges, grounded) {
  const found = walk(roots, edges);
  const children = new Map(names.map((name) => [name, []]));
  for (const [name, { before }] of found) if (before !== null) children.get(before).push(name);
  const places = new Map();
  let next = 0;
  const place = (name) => {
    const above = children.get(name);
    above.forEach(place);
    const x = above.length === 0 ? next : (places.get(above[0]).x + places.get(above[above.length - 1]).x) / 2;
    if (above.length === 0) next += 1;
    places.set(name, { x, y: found.get(name).depth });
  };
  roots.forEach(place);
  const lies = !grounded && [...children.values()].every((each) => each.length <= 1);
  const height = Math.max(...[...places.values()].map(({ y }) => y));
  if (lies) for (const [name, { x, y }] of places) places.set(name, { x: y, y: x });
  else if (!grounded) for (const [name, { x, y }] of places) places.set(name, { x, y: height - y });
  return places;
}

/** The vertices in an order in which as many neighbours as possible follow each other: a long walk from the first. */
function cycleThrough(first, names, edges) {
  const near = new Map(names.map((name) => [name, new Set(edges.filter((edge) => edge.includes(name)).flat().filter((end) => end !== name))]));
  const order = [first];
  const left = new Set(names.filter((name) => name !== first));
  while (left.size > 0) {
    const last = order[order.length - 1];
    const open = [...near.get(last)].filter((name) => left.has(name));
    const few = (name) => [...near.get(name)].filter((other) => left.has(other)).length;
    const next = open.length > 0 ? open.reduce((best, name) => (few(name) < few(best) ? name : best)) : [...left][0];
    order.push(next);
    left.delete(next);
  }
  return order;
}

function circle(order) {
  const radius = Math.max(0.8, order.length / (2 * Math.PI));
  const angle = (i) => Math.PI * (0.5 + 1 / order.length) + (2 * Math.PI * i) / order.length;
  return new Map(order.map((name, i) => [name, { x: radius * Math.cos(angle(i)), y: radius * Math.sin(angle(i)) }]));
}

/** The cycle round several that lie side by side: of the edges that are in an odd number of them; null if these are no single cycle. */
function around(cycles) {
  const odd = new Map();
  for (const cycle of cycles) {
    cycle.forEach((name, i) => {
      const edge = [name, cycle[(i + 1) % cycle.length]].sort();
      if (!odd.delete(edge.join())) odd.set(edge.join(), edge);
    });
  }
  const edges = [...odd.values()];
  if (edges.length < 3) return null;
  const order = [edges[0][0]];
  for (let edge = edges[0]; order.length <= edges.length; ) {
    const next = edge.find((name) => name !== order[order.length - 1]);
    if (next === order[0]) break;
    order.push(next);
    const others = edges.filter((one) => one !== edge && one.includes(next));
    if (others.length !== 1) return null;
    [edge] = others;
  }
  return order.length === edges.length ? order : null;
}

/**
 * Each short cycle as a frame, in which the other vertices stand in the middle of their neighbours: a graph without
 * crossings that hangs together well enough has none in one of these pictures (W. T. Tutte, "How to draw a graph", 1963).
 */
function hung(names, edges) {
  const frames = new Map();
  for (const [a, b] of edges) {
    if (a === b) continue;
    const rest = edges.filter((edge) => !(edge.includes(a) && edge.includes(b)));
    const found = walk([a], rest);
    if (!found.has(b)) continue;
    const cycle = [];
    for (let name = b; name !== null; name = found.get(name).before) cycle.push(name);
    frames.set([...cycle].sort().join(), cycle);
  }
  const outer = around([...frames.values()]);
  return [...(outer ? [outer] : []), ...[...frames.values()].slice(0, FRAMES)].map((cycle) => {
    const radius = Math.max(1, Math.sqrt(names.length));
    const places = new Map([...circle(cycle)].map(([name, { x, y }]) => [name, { x, y }]));
    const scale = radius / Math.hypot(places.get(cycle[0]).x, places.get(cycle[0]).y);
    for (const place of places.values()) Object.assign(place, { x: place.x * scale, y: place.y * scale });
    const inner = names.filter((name) => !places.has(name));
    for (const name of inner) places.set(name, { x: 0, y: 0 });
    for (let i = 0; i < SETTLING; i += 1) {
      for (const name of inner) {
        const near = edges.filter((edge) => edge.includes(name)).map(([a, b]) => places.get(a === name ? b : a));
        places.set(name, { x: near.reduce((sum, { x }) => sum + x, 0) / near.length, y: near.reduce((sum, { y }) => sum + y, 0) / near.length });
      }
    }
    return places;
  });
}

// --- Crossings -----------------------------------------------------------------------------------------

const side = (a, b, c) => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

/** Whether two edges without a common end cross. */
const cross = (a, b, c, d) => side(a, b, c) * side(a, b, d) < -1e-9 && side(c, d, a) * side(c, d, b) < -1e-9;

/** How far a point is from an edge. */
function distance(point, a, b) {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const along = Math.max(0, Math.min(1, ((point.x - a.x) * dx + (point.y - a.y) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(point.x - a.x - along * dx, point.y - a.y - along * dy);
}

/** How often an edge is crossed, or passes a vertex too closely. */
function tanglesOf(edge, places, edges, names) {
  const [a, b] = edge.map((name) => places.get(name));
  if (a === b) return 0;
  const crossed = edges.filter(([c, d]) => c !== d && !edge.includes(c) && !edge.includes(d) && cross(a, b, places.get(c), places.get(d)));
  const passed = names.filter((name) => !edge.includes(name) && distance(places.get(name), a, b) < CLOSE);
  return crossed.length + passed.length;
}

/** How much longer the longest edge is than the shortest one. */
function unevenness(places, edges) {
  const lengths = edges.filter(([a, b]) => a !== b).map(([a, b]) => Math.hypot(places.get(a).x - places.get(b).x, places.get(a).y - places.get(b).y));
  return Math.max(1, ...lengths) / Math.max(0.01, Math.min(...lengths));
}

/** All crossings of a picture, each counted for both of its edges. @param {Map<string, Place>} places @param {Edge[]} edges */
export function tangles(places, edges) {
  const names = [...places.keys()];
  return edges.reduce((sum, edge) => sum + tanglesOf(edge, places, edges, names), 0);
}

/** The same picture with vertices moved to where fewer edges cross. Feet stay on the ground. */
function untangled(drawn, edges, grounded) {
  const places = new Map(drawn);
  if (edges.length > MOST_EDGES) return places;
  const names = [...places.keys()];
  const xs = [...places.values()].map(({ x }) => x);
  const ys = [...places.values()].map(({ y }) => y);
  const [low, high] = [grounded ? 1 : Math.min(...ys), Math.max(...ys) + (grounded ? 1 : 0)];
  const columns = Array.from({ length: Math.ceil(2 * (Math.max(...xs) - Math.min(...xs) + 2)) }, (_, i) => Math.min(...xs) - 1 + i / 2);
  const lines = Array.from({ length: Math.floor(2 * (high - low)) + 1 }, (_, i) => low + i / 2);
  const costOf = (name) => {
    const own = edges.filter((edge) => edge.includes(name));
    const passing = edges.filter(([a, b]) => a !== name && b !== name && distance(places.get(name), places.get(a), places.get(b)) < CLOSE).length;
    const crowded = names.filter((other) => other !== name && Math.hypot(places.get(other).x - places.get(name).x, places.get(other).y - places.get(name).y) < 0.7).length;
    const length = own.reduce((sum, [a, b]) => sum + Math.hypot(places.get(a).x - places.get(b).x, places.get(a).y - places.get(b).y), 0);
    return 100 * (own.reduce((sum, edge) => sum + tanglesOf(edge, places, edges, names), 0) + passing + crowded) + length;
  };
  for (let round = 0; round < ROUNDS && tangles(places, edges) > 0; round += 1) {
    let moved = false;
    for (const name of names) {
      const before = { place: places.get(name), cost: costOf(name) };
      if (before.cost < 100) continue;
      let best = before;
      for (const x of columns) {
        for (const y of isFoot(name) ? [0] : lines) {
          const place = { x, y };
          places.set(name, place);
          const cost = costOf(name);
          if (cost < best.cost) best = { place, cost };
        }
      }
      places.set(name, best.place);
      moved ||= best !== before;
    }
    if (!moved) break;
  }
  return places;
}
