// Boards that are a graph, a grid, or coins: what is drawn is the text of the board, and what can be chosen are the legal
// moves, each by the `play` that the service calls it by. Like all boards they are functions of a view, see boards.js; they
// are loaded with the first game that needs them.

import { classes, drawn, element } from "./dom.js";
import { boardOf, capital, inWords, legalMoves, say } from "./game.js";
import { DRAWINGS, keyOf } from "./games.js";
import { graphOf, layoutOf } from "./layout.js";

const STEP = 84; // from one vertex to the next, of the picture's own units
const ROOM = 44; // around it
const WIDE = 40; // of an edge that can be chosen

/** What a cell says of its move. */
const named = (move, game, wins) => `${capital(say(move, game))}${wins ? ": wins" : ""}`;

const marks = ({ hint, chosen }, move) => {
  const isIn = (moves) => move && moves.some((one) => keyOf(one) === keyOf(move));
  return { wins: isIn(hint.moves), isChosen: isIn(chosen) };
};

// --- A graph: an edge or a vertex is chosen. It stays where it was when the game began -------------------------------

/** The picture's size, and the place of each end in it. */
function pictureOf({ rule, board }, grounded) {
  const layout = layoutOf(rule.board ?? board, { grounded });
  const all = [...layout.values()];
  const [left, right] = [Math.min(...all.map(({ x }) => x)), Math.max(...all.map(({ x }) => x))];
  const [low, high] = [Math.min(...all.map(({ y }) => y)), Math.max(...all.map(({ y }) => y))];
  const at = ({ x, y }) => ({ x: ROOM + (x - left) * STEP, y: ROOM + (high - y) * STEP });
  const size = all.length === 0 ? { width: 2 * ROOM, height: 2 * ROOM } : { width: 2 * ROOM + (right - left) * STEP, height: 2 * ROOM + (high - low) * STEP };
  return { ...size, places: new Map([...layout].map(([name, place]) => [name, at(place)])) };
}

/** The edges that are left, each with its ends in the picture; the same edge may be there several times. */
function edgesOf({ rule, board }, places, grounded) {
  const first = graphOf(rule.board ?? board).edges.map((edge, i) => ({ name: edge.join("-"), i, edge }));
  const left = graphOf(board).edges.map((edge) => edge.join("-"));
  const twins = new Map();
  return left.map((name) => {
    const sorted = name.split("-").sort().join("-");
    const nth = twins.get(sorted) ?? 0;
    twins.set(sorted, nth + 1);
    const same = first.filter(({ edge }) => [...edge].sort().join("-") === sorted);
    const { i, edge } = same[nth] ?? same[0];
    const foot = (end, other) => (grounded && end === "0" ? places.get(`0 ${i}`) : places.get(end)) ?? places.get(other);
    return { name, key: `${name} ${nth}`, from: foot(edge[0], edge[1]), to: foot(edge[1], edge[0]), ...(grounded && edge.includes("0") ? { nth: 0, twins: 1 } : { nth, twins: same.length }) };
  });
}

/** An edge is a line that can be chosen if a move is called by it; of several between two vertices each is bent another way. */
function graphBoard(view, grounded) {
  const { game, active } = view;
  const { width, height, places } = pictureOf(game, grounded);
  const { edges: all, vertices } = graphOf(game.board);
  const edges = edgesOf(game, places, grounded);
  const token = game.board.split("@")[1];
  const moves = new Map((active ? legalMoves(game) : []).map((move) => [move.play, move]));
  const percent = ({ x, y }) => ({ left: `${(100 * x) / width}%`, top: `${(100 * y) / height}%` });
  const put = (node, place, more = {}) => {
    for (const [name, value] of Object.entries({ ...percent(place), ...more })) node.style.setProperty(name, value);
    return node;
  };
  const lines = edges.map(({ from, to, nth, twins }) => path(from, to, nth, twins));
  const ground = grounded ? [drawn("line", { class: "ground", x1: 4, x2: width - 4, y1: height - ROOM + 3, y2: height - ROOM + 3 })] : [];
  const picture = drawn("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true", "data-key": "picture" }, ...ground, ...lines);
  const edgeCells = edges.flatMap(({ name, key, from, to, nth, twins }) => {
    const move = moves.get(name) ?? moves.get(name.split("-").reverse().join("-"));
    if (!move) return [];
    const { wins, isChosen } = marks(view, move);
    const { middle, angle, length } = chord(from, to, nth, twins);
    const cell = view.cell(move, { class: classes("edge", wins && "hinted", isChosen && "chosen"), "data-key": key, "data-at": spot(middle), "aria-label": named(move, game, wins) });
    return [put(cell, middle, { "--angle": `${angle}rad`, width: `${(100 * length) / width}%`, height: `${(100 * Math.min(WIDE, height)) / height}%` })];
  });
  const dots = vertices.filter((name) => !(grounded && name === "0")).map((name) => {
    const move = moves.get(name);
    const { wins, isChosen } = marks(view, move);
    const common = { "data-key": `v ${name}`, "data-at": spot(places.get(name)) };
    const css = classes("vertex", wins && "hinted", isChosen && "chosen", name === token && "token");
    const isPart = !move && name !== token;
    const dot = isPart ? element("span", { ...common, class: css, "aria-hidden": "true" }, name)
      : view.cell(move ?? null, { ...common, class: css, "aria-disabled": move ? null : "true", "aria-label": move ? named(move, game, wins) : `The token, at ${name}` });
    if (!isPart) dot.append(name);
    return put(dot, places.get(name));
  });
  const board = element("div", { class: "board graph", role: "group", "aria-label": `${inWords(game)}${all.length === 0 && vertices.length === 0 ? " Nothing is left." : ""}`, "data-waiting": !active }, picture, ...edgeCells, ...dots);
  board.style.setProperty("--width", String(width));
  board.style.setProperty("--height", String(height));
  return [board];
}

/** Where a cell is, for the arrow keys. */
const spot = ({ x, y }) => `${y.toFixed(1)},${x.toFixed(1)}`;

/** How far the middle of an edge lies beside the straight line between its ends. */
const bend = (nth, twins) => (nth - (twins - 1) / 2) * 26;

const LOOP = 17; // the radius of an edge from a vertex to itself

function path(from, to, nth, twins) {
  if (from === to) return drawn("circle", { class: "line", cx: from.x + LOOP * (1 + nth), cy: from.y - LOOP * (1 + nth), r: LOOP * (1 + nth) * 1.2 });
  const { control } = bow(from, to, bend(nth, twins));
  return drawn("path", { class: "line", d: `M ${from.x} ${from.y} Q ${control.x} ${control.y} ${to.x} ${to.y}` });
}

/** The control point of a bent edge, and its middle. */
function bow(from, to, by) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const [x, y] = [(from.x + to.x) / 2, (from.y + to.y) / 2];
  const aside = (part) => ({ x: x - (part * by * dy) / length, y: y + (part * by * dx) / length });
  return { control: aside(2), middle: aside(1), angle: Math.atan2(dy, dx), length };
}

/** Where an edge can be chosen: along the line between its ends, without these. */
function chord(from, to, nth, twins) {
  if (from === to) return { middle: { x: from.x + 1.8 * LOOP * (1 + nth), y: from.y - 1.8 * LOOP * (1 + nth) }, angle: 0, length: WIDE };
  const { middle, angle, length } = bow(from, to, bend(nth, twins));
  return { middle, angle, length: Math.max(24, length - 30) };
}

// --- A grid: a square is chosen, and then the other one of the same move ------------------------------------------------

function grid(view) {
  const { game, active, option, setOption } = view;
  const rows = game.board === "" ? [] : game.board.split(",");
  const moves = active ? legalMoves(game) : [];
  const nameOf = (x, y) => `${String.fromCharCode(97 + x)}${y + 1}`;
  const placeOf = (name) => `${Number(name.slice(1)) - 1},${name.charCodeAt(0) - 97}`;
  const of = new Map();
  for (const move of moves) for (const square of move.play.split("-")) of.set(square, [...(of.get(square) ?? []), move]);
  const first = of.has(option) ? option : null;
  const other = (move) => move.play.split("-").find((square) => square !== first);
  const targets = new Map((first ? of.get(first) : []).map((move) => [other(move), move]));
  const last = new Set((game.moves[game.moves.length - 1]?.play ?? "").split("-"));
  const square = (sign, x, y) => {
    const name = nameOf(x, y);
    const common = { "data-key": name, "data-at": `${y},${x}` };
    if (sign !== "_") return element("span", { ...common, class: classes("covered", last.has(name) && "just"), "aria-hidden": "true" });
    const move = targets.get(name);
    if (move) {
      const { wins, isChosen } = marks(view, move);
      return view.cell(move, { ...common, class: classes("free", "target", wins && "hinted", isChosen && "chosen"), "aria-label": named(move, game, wins) }, { covers: [`${y},${x}`, placeOf(first)] });
    }
    const wins = view.hint.moves.some((one) => one.play.split("-").includes(name));
    const state = active ? { "aria-pressed": String(name === first), "aria-disabled": of.has(name) ? null : "true" } : { "aria-disabled": "true" };
    const isPicked = view.chosen.some((one) => one.play.split("-").includes(name));
    return view.cell(null, { ...common, ...state, class: classes("free", wins && "hinted", (name === first || isPicked) && "chosen"), "aria-label": `${name}${wins ? ": a winning move covers it" : ""}`, onclick: () => of.has(name) && setOption(name === first ? null : name) });
  };
  const cells = rows.flatMap((row, y) => [...row].map((sign, x) => square(sign, x, y)));
  const board = element("div", { class: "board grid", role: "group", "aria-label": `${rows.length} rows of ${rows[0]?.length ?? 0} squares`, "data-waiting": !active }, ...cells);
  board.style.setProperty("--columns", String(rows[0]?.length ?? 1));
  const says = !active ? "" : first ? `Then choose the square beside ${first}.` : "Choose two squares that share a side.";
  return [board, element("p", { class: "quiet" }, says)];
}

// --- Coins: those that a move turns are chosen one by one -----------------------------------------------------------------

function coins(view) {
  const { game, active, option, setOption, take } = view;
  const rows = game.board === "" ? [] : game.board.split(",");
  const isRow = rows.length === 1 && !String(game.rule.code).includes("*");
  const moves = active ? legalMoves(game) : [];
  const coinsOf = (/** @type {any} */ { play }) => {
    const [columns, lines = "1"] = play.split(":");
    return columns.split("-").flatMap((x) => lines.split("-").map((y) => `${x}:${y}`)).sort();
  };
  const picked = new Set(option ?? []);
  const nameOf = (x, y) => `${x + 1}:${y + 1}`;
  const whole = new Map(moves.map((move) => [coinsOf(move).join(), move]));
  const made = whole.get([...picked].sort().join());
  const winning = new Set(view.hint.moves.flatMap(coinsOf));
  const coin = (sign, x, y) => {
    const name = nameOf(x, y);
    const place = isRow ? `${x + 1}` : `${x + 1} of row ${y + 1}`;
    const toggle = () => {
      const next = new Set(picked);
      if (!next.delete(name)) next.add(name);
      setOption([...next]);
    };
    const css = classes("coin-of", sign === "H" ? "heads" : "tails", picked.has(name) && "chosen", winning.has(name) && "hinted");
    const cell = view.cell(null, { class: css, "data-key": name, "data-at": `${y},${x}`, "aria-pressed": String(picked.has(name)), "aria-disabled": active ? null : "true", "aria-label": `Coin ${place}: ${sign === "H" ? "heads" : "tails"}`, onclick: () => active && toggle() });
    cell.append(sign);
    return cell;
  };
  const cells = rows.flatMap((row, y) => [...row].map((sign, x) => coin(sign, x, y)));
  const board = element("div", { class: "board coins", role: "group", "aria-label": inWords(game), "data-waiting": !active }, ...cells);
  board.style.setProperty("--columns", String(rows[0]?.length ?? 1));
  const submit = (event) => {
    event.preventDefault();
    if (made) take(made);
  };
  const says = made ? capital(say(made, game)) : picked.size > 0 ? "No move turns these coins alone." : "Choose the coins to turn.";
  const turn = active ? element("form", { class: "confirm", onsubmit: submit }, element("button", { type: "submit", class: "primary", disabled: !made }, "Turn"), element("span", { class: "chosen-text" }, says)) : null;
  return [board, turn];
}

/** The picture of a game's board alone, to print. @param {any} game */
function still(game) {
  const cell = (_, { class: css, "data-key": key, "aria-label": label }) => element("span", { class: css, "data-key": key, title: label });
  const [board] = DRAWINGS[boardOf(game)]({ game, active: false, hint: { moves: [] }, chosen: [], cell });
  board.setAttribute("role", "img");
  board.setAttribute("aria-label", inWords(game));
  return board;
}

Object.assign(DRAWINGS, { still, graph: (view) => graphBoard(view, false), grounded: (view) => graphBoard(view, true), grid, coins });
