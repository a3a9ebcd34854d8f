// The computer's last turn: the request, the response, and the move that was made.

import { element, patch } from "../../core/dom.js";

/** `say(move)` describes a move. */
export const drawTurn = (root, turn, say) => patch(root, turn ? content(turn, say) : [nothing()]);

function nothing() {
  return element(
    "p",
    { class: "quiet" },
    "Each of the computer’s turns is one request to ",
    element("code", {}, "/move"),
    ". The last one is shown here, with its response.",
  );
}

function content({ exchange, move }, say) {
  const { response } = exchange;
  const winning = response.winning_moves.length === 0 ? "none" : response.winning_moves.map(say).join(", ");
  const kind = `${response.position_class}, the player to move ${response.to_move_wins ? "wins" : "loses"}`;
  return [
    element("p", { class: "request" }, element("code", {}, `${exchange.method} ${exchange.path} ${exchange.request}`)),
    element(
      "dl",
      { class: "facts" },
      response.grundy_values ? fact("Grundy values", response.grundy_values.join(", ")) : null,
      response.nim_sum === null ? null : fact("Nim-sum", String(response.nim_sum)),
      fact("Class", kind),
      fact("Winning moves", winning),
      fact("Played", `${say(move)}${move.mistake ? ", a deliberate mistake" : ""}`),
    ),
    element(
      "details",
      { class: "exchange" },
      element("summary", {}, `The response, ${exchange.status} in ${exchange.milliseconds} ms`),
      element("pre", { tabindex: "0", role: "region", "aria-label": "Response" }, pretty(response)),
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
