// Requests for the legal moves of a game whose rules these pages do not know: the game graph has the
// options of the position, and the best move has the form of all moves.

import { ServiceError } from "./api.js";
import { ALL } from "./game.js";

const MOST = 20_000; // moves of several piles that are compared with what the graph says

/** `{form, options}`: the legal moves in this form, or ALL where the service doesn't list them. */
export async function fetchOptions(api, position, signal) {
  const { response } = await api.solve(position, signal);
  const best = response.best_move;
  if (best === null) return { options: [] };
  const form = best.removals ? "removals" : best.leaves_piles ? "split" : "removal";
  try {
    const { misere: _, ...graphed } = position;
    const { response: graph } = await api.graph(graphed, signal);
    const name = sorted(position.piles) || "0";
    const own = Object.keys(graph.options).find((one) => (normal(one) || "0") === name);
    const names = new Set(graph.options[own].map(normal));
    const options = [...candidates(position.piles, form)].filter(({ left }) => names.has(sorted(left)));
    if (options.length > 0) return { form, options: options.map(({ move }) => move) };
  } catch (error) {
    if (!(error instanceof ServiceError && error.status === 422)) throw error;
    // The game has no graph, or a larger one than the service draws.
  }
  return { form, options: ALL };
}

/** The name of a position without empty piles, which some games keep. */
function normal(name) {
  return sorted(name.split("+").map(Number));
}

function sorted(piles) {
  return piles.filter((count) => count > 0).sort((a, b) => a - b).join("+");
}

/** Every move of a form, legal or not, and what it leaves. */
function* candidates(piles, form) {
  if (form === "removals") {
    yield* severalPiles(piles);
    return;
  }
  for (const [pile, count] of piles.entries()) {
    const others = piles.filter((_, i) => i !== pile);
    for (let remove = form === "split" ? 0 : 1; remove <= count; remove += 1) {
      const rest = count - remove;
      if (form === "removal") {
        yield { move: { pile, remove, leaves: rest }, left: [...others, rest] };
      } else {
        for (let smaller = 0; smaller <= rest / 2; smaller += 1) {
          const parts = [smaller, rest - smaller].filter((part) => part > 0);
          yield { move: { pile, remove, leaves_piles: parts }, left: [...others, ...parts] };
        }
      }
    }
  }
}

function* severalPiles(piles) {
  let given = 0;
  function* further(pile, removals) {
    if (pile === piles.length) {
      if (removals.length === 0 || given >= MOST) return;
      given += 1;
      const left = piles.map((count, i) => removals.find((one) => one.pile === i)?.leaves ?? count);
      yield { move: { removals }, left };
      return;
    }
    yield* further(pile + 1, removals);
    for (let remove = 1; remove <= piles[pile] && given < MOST; remove += 1) {
      yield* further(pile + 1, [...removals, { pile, remove, leaves: piles[pile] - remove }]);
    }
  }
  yield* further(0, []);
}
