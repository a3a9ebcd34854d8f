// The computer's last turn: the request, the response, and the move that was made.

import { element } from "../../core/dom.js";
import { TURN } from "./play-texts.js";

export function drawTurn(root, turn) {
  if (drawn.get(root) === turn) return;
  drawn.set(root, turn);
  root.replaceChildren(...(turn ? content(turn) : [nothing()]));
}

const drawn = new WeakMap(); // what each place shows

function nothing() {
  const [before, after] = TURN.nothing;
  return element("p", { class: "quiet" }, before, element("code", {}, "POST /move"), after);
}

function content({ exchange, move }) {
  const { response } = exchange;
  const winning = response.winning_moves.length === 0 ? TURN.none : response.winning_moves.map(TURN.move).join(", ");
  return [
    element(
      "p",
      { class: "request" },
      element("code", {}, `POST ${exchange.path} ${exchange.request}`),
    ),
    element(
      "dl",
      { class: "facts" },
      response.grundy_values ? fact(TURN.values, response.grundy_values.join(", ")) : null,
      response.nim_sum === null ? null : fact(TURN.sum, String(response.nim_sum)),
      fact(TURN.class, TURN.classOf(response)),
      fact(TURN.winning, winning),
      fact(TURN.played, TURN.playedMove(move)),
    ),
    element(
      "details",
      { class: "exchange" },
      element("summary", {}, TURN.asItCame(exchange.status, exchange.milliseconds)),
      element("pre", { tabindex: "0", role: "region", "aria-label": TURN.response }, pretty(response)),
    ),
  ];
}

function fact(term, description) {
  return element("div", {}, element("dt", {}, term), element("dd", {}, description));
}

/** JSON with one line for each key and each move; numbers stay together. */
function pretty(response) {
  const line = ([key, value]) => {
    if (typeof value?.[0] !== "object") return `  "${key}": ${JSON.stringify(value)}`;
    const items = value.map((item) => `    ${JSON.stringify(item)}`).join(",\n");
    return `  "${key}": [\n${items}\n  ]`;
  };
  return `{\n${Object.entries(response).map(line).join(",\n")}\n}`;
}
