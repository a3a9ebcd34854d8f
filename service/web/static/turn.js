// The service's last turn: what the page asked, what the service said, what was made of it.

import { element } from "./dom.js";
import { take } from "./words.js";

export function drawTurn(root, turn) {
  root.replaceChildren(...(turn ? content(turn) : [nothing()]));
}

function nothing() {
  return element(
    "p",
    { class: "quiet" },
    "Each of its turns is one request, ",
    element("code", {}, "POST /move"),
    ". You will see it here, and what came back.",
  );
}

function content({ exchange, move }) {
  const { answer } = exchange;
  const winning = answer.winning_moves.length === 0 ? "none" : answer.winning_moves.map(take).join(", ");
  return [
    element(
      "p",
      { class: "request" },
      element("code", {}, `POST ${exchange.path} ${exchange.request}`),
    ),
    element(
      "dl",
      { class: "facts" },
      answer.grundy_values ? fact("Grundy values", answer.grundy_values.join(", ")) : null,
      fact("Nim-sum", String(answer.nim_sum)),
      fact("Class", `${answer.position_class}, the player to move ${answer.to_move_wins ? "wins" : "loses"}`),
      fact("Winning moves", winning),
      fact("Played", `${take(move)}${move.mistake ? ", a mistake on purpose" : ""}`),
    ),
    element(
      "details",
      { class: "exchange" },
      element("summary", {}, `The answer as it came, ${exchange.status} in ${exchange.milliseconds} ms`),
      element("pre", { tabindex: "0", role: "region", "aria-label": "Answer" }, pretty(answer)),
    ),
  ];
}

function fact(term, description) {
  return element("div", {}, element("dt", {}, term), element("dd", {}, description));
}

/** JSON with one line for each key and each move; numbers stay together. */
function pretty(answer) {
  const line = ([key, value]) => {
    if (typeof value?.[0] !== "object") return `  "${key}": ${JSON.stringify(value)}`;
    const items = value.map((item) => `    ${JSON.stringify(item)}`).join(",\n");
    return `  "${key}": [\n${items}\n  ]`;
  };
  return `{\n${Object.entries(answer).map(line).join(",\n")}\n}`;
}
