// A game drawn as dots and arrows, with piles beside it: a move takes the token along an arrow, or objects from a pile,
// or, if a task wants that, puts a pile of a chosen size there. Its rules, its board, and what judges it.
//
// The rule of such a game has `graph` (from each dot, the dots that its arrows lead to), `token`, the dot on which
// it begins, and perhaps `sizes`, those of the pile that is to be chosen. Its further moves are {to} and {size}.

import * as api from "../core/api.js";
import { BOARDS } from "../core/boards.js";
import { classes, drawn, element } from "../core/dom.js";
import { legalMoves, newGame } from "../core/game.js";
import { GAMES, and } from "../core/games.js";

GAMES.token = {
  ...GAMES.nim,
  title: "Dots and arrows",
  rule: "Move the token along an arrow, or take any number of stones from a pile.",
  last: () => "make the last move",
  board: () => "graph",
  begin: ({ graph, token, sizes = null }) => ({ graph, at: token, sizes }),
  /** As the service lists them for other games: each with what it leaves. */
  *legalMoves({ graph, at, sizes, piles }) {
    if (sizes) yield* sizes.map((size) => ({ size, left: { piles: [size], sizes: null } }));
    else {
      yield* graph[at].map((to) => ({ to, left: { at: to } }));
      for (const [pile, count] of piles.entries()) {
        for (let leaves = count - 1; leaves >= 0; leaves -= 1) yield { pile, remove: count - leaves, leaves, left: { piles: piles.map((each, i) => (i === pile ? leaves : each)) } };
      }
    }
  },
};

// --- The board -----------------------------------------------------------------------------------------

/** Where the dots stand, in a picture 100 wide and HEIGHT high. */
const PLACES = { a: [93, 28], b: [71, 28], c: [49, 8], d: [49, 48], e: [7, 48], f: [7, 8] };
const HEIGHT = 56;
const RADIUS = 5.5;
const LINES = { dots: 98, sizes: 99 }; // below those of the piles, for the keyboard

BOARDS.graph = (view) => {
  const { game, active, hint, numbers, chosen } = view;
  const { graph, at, sizes } = game;
  const unseen = (text) => element("span", { class: "unseen" }, text);
  const pressed = (move) => (view.confirms ? String(chosen.some((one) => one.to === move.to && one.size === move.size)) : null);
  const dot = (name, i) => {
    const move = { to: name };
    const wins = hint.moves.some(({ to }) => to === name);
    const number = numbers ? element("span", { class: "number" }, String(numbers[name])) : null;
    const isOpen = active && !sizes && graph[at].includes(name);
    const parts = isOpen ? [name, number, unseen(` Move the token to ${name}${wins ? ": wins" : ""}`)] : [name, name === at ? unseen(" (token)") : null, number];
    const css = classes("dot", isOpen && "reachable", isOpen && wins && "winning", !isOpen && name === at && "token");
    const node = isOpen
      ? view.cell(move, { class: css, "data-dot": name, "data-at": `${LINES.dots},${i}`, "aria-pressed": pressed(move) })
      : element("span", { class: css, "data-dot": name });
    node.append(...parts.filter(Boolean));
    const [x, y] = PLACES[name];
    node.style.left = `${x}%`;
    node.style.top = `${(100 * y) / HEIGHT}%`;
    return node;
  };
  const arrows = Object.entries(graph).flatMap(([from, ends]) => ends.map((to) => arrow(from, to, from === at)));
  const picture = drawn("svg", { viewBox: `0 0 100 ${HEIGHT}`, role: "img", "aria-label": describe(graph, numbers) }, ...arrows);
  const choice = (size, i) => {
    const wins = hint.moves.some((move) => move.size === size);
    const attributes = { "data-size": size, "data-at": `${LINES.sizes},${i}`, "aria-label": `Choose a pile of ${size}`, class: wins ? "winning" : null, "aria-pressed": pressed({ size }) };
    const node = view.cell({ size }, attributes);
    node.append(String(size));
    return node;
  };
  const board = element(
    "div",
    {},
    element("div", { id: "graph", class: "graph" }, picture, ...Object.keys(graph).map(dot)),
    active && sizes ? element("div", { id: "sizes", class: "sizes", role: "group", "aria-label": "Size of the pile" }, ...sizes.map(choice)) : null,
    game.piles.length > 0 ? BOARDS.piles({ ...view, hint: { ...hint, moves: hint.moves.filter(({ pile }) => pile !== undefined) } })[0] : null,
  );
  return [board];
};

function arrow(start, end, open) {
  const [x1, y1] = PLACES[start];
  const [x2, y2] = PLACES[end];
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const at = (x, y, along, across) => `${(x + dx * along - dy * across).toFixed(2)},${(y + dy * along + dx * across).toFixed(2)}`;
  const tip = RADIUS + 1;
  return drawn(
    "g",
    { class: open ? "arrow open" : "arrow" },
    drawn("path", { d: `M${at(x1, y1, RADIUS + 0.6, 0)} L${at(x2, y2, -tip - 1.6, 0)}` }),
    drawn("polygon", { points: [at(x2, y2, -tip, 0), at(x2, y2, -tip - 2.6, 1.3), at(x2, y2, -tip - 2.6, -1.3)].join(" ") }),
  );
}

function describe(graph, numbers) {
  const arrows = Object.entries(graph).map(([dot, ends]) =>
    ends.length === 0 ? `${dot} has no arrows` : `${dot} has ${ends.length === 1 ? "an arrow" : "arrows"} to ${and(ends)}`,
  );
  const text = numbers ? ` The numbers: ${Object.keys(graph).map((dot) => `${dot} ${numbers[dot]}`).join(", ")}.` : "";
  return `Dots and arrows: ${arrows.join("; ")}.${text}`;
}

// --- The judge: POST /grundy, which has the number of each dot too -----------------------------------------

const GRAPHS = 12; // that are tried, one after another, to find one that will do

const pileName = (size) => `pile ${size}`;

/** What the service gets: the dots and the piles as one graph, and the sum on the board. */
function question({ graph, at, piles }) {
  const options = { ...graph };
  for (let size = Math.max(0, ...piles); size >= 0; size -= 1) options[pileName(size)] = Array.from({ length: size }, (_, less) => pileName(less));
  return { options, sum: [at, ...piles.map(pileName)] };
}

/** Who wins, and with which moves. */
export async function judge(game, signal) {
  const { sum, grundy_values: numbers } = (await api.grundy(question(game), signal)).response;
  const winning = sum.winning_moves.map(({ component, to }) => {
    if (component === 0) return { to };
    const leaves = Number(to.replace(/^pile /, ""));
    return { pile: component - 1, remove: game.piles[component - 1] - leaves, leaves };
  });
  return { wins: sum.to_move_wins, winning, best: winning[0] ?? legalMoves(game)[0] ?? null, numbers };
}

/** Something that makes another task like this one, or null if none of those that came will do. */
export async function find(task, signal) {
  for (let tried = 0; tried < GRAPHS; tried += 1) {
    const came = task.another();
    const { wins, numbers } = await judge(newGame({ ...task, ...came }), signal);
    if (task.rule.sizes ? task.rule.sizes.includes(numbers[came.rule.token]) : wins) return came;
  }
  return null;
}

/** The steps of a hint: while a pile is to be chosen, that pile; else with what, and the move. */
export async function hintSteps(game, signal) {
  const { winning, numbers } = await judge(game, signal);
  if (game.sizes) return [{ moves: [{ size: numbers[game.at] }] }];
  const [first] = winning;
  return [first?.to === undefined ? { places: [[first.pile]], piles: [first.pile] } : { token: true }, { moves: winning }];
}
