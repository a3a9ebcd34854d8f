// A game of one's own, typed as a table: each line has a position and its next positions.

import * as api from "../../core/api.js";
import { byId } from "../../core/dom.js";
import { MAX_DRAWN } from "./any-game.js";
import { GameMap } from "./map.js";

const map = new GameMap(byId("typed-map"));

/** Solve the game that is typed, beginning at its first position, and draw it. */
export function drawTyped(requests) {
  requests.leave();
  map.clear();
  byId("typed-words").textContent = "";
  const table = new Map();
  for (const line of byId("typed").value.split("\n")) {
    const [name, ...ends] = line.split(/[\s:,]+/).filter(Boolean);
    if (name) table.set(name, [...new Set([...(table.get(name) ?? []), ...ends])]);
  }
  if (table.size === 0) return;
  for (const end of [...table.values()].flat()) if (!table.has(end)) table.set(end, []);
  const [[start]] = table;
  const options = Object.fromEntries(table);
  requests.send(async (signal) => {
    try {
      const { response } = await api.grundy({ options, sum: [start] }, signal);
      return () => show(start, options, response);
    } catch (error) {
      if (error.status !== 422) throw error;
      return () => (byId("typed-words").textContent = error.detail);
    }
  });
}

function show(start, options, { grundy_values: values, position_classes: classes, sum }) {
  const moves = sum.winning_moves.map(({ to }) => to).join(" or ");
  const fate = sum.to_move_wins ? `wins by moving to ${moves}` : "loses";
  const listed = Object.keys(options).map((name) => `${name} ${values[name]}`).join(", ");
  byId("typed-words").textContent = `At ${start}, the player to move ${fate}. The value of each position: ${listed}.`;
  if (Object.keys(options).length > MAX_DRAWN) return;
  const positions = Object.entries(options).map(([name, ends]) => {
    const results = ends.filter((end) => classes[end] === "P").map((end) => [end]);
    return { piles: [name], position_class: classes[name], winning_results: results };
  });
  map.draw({ options, listed: positions, played: [[start]], linkOf: () => null });
}
