// The list of moves, and in a finished game what was wrong with them.

import { element } from "./dom.js";
import { isOver } from "./game.js";
import { name, oneOf, take } from "./words.js";

export function drawMoves(list, { game, review }) {
  list.replaceChildren(
    ...game.moves.map((move, i) => row(move, review?.plies[i], review?.decisive_mistake)),
  );
  list.parentElement.toggleAttribute("data-over", isOver(game));
  list.parentElement.scrollTop = list.scrollHeight;
}

function row({ by, pile, remove }, ply, decisive) {
  const mistake = ply?.mistake;
  return element(
    "li",
    { class: mistake ? "mistake" : null },
    element("span", { class: "who" }, name(by)),
    element("span", { class: "what" }, `${remove} from pile ${pile + 1}`),
    mistake ? judgement(ply, decisive) : null,
  );
}

function judgement({ ply, winning_moves: moves }, decisive) {
  const better = oneOf(moves.map(take));
  return element(
    "p",
    { class: "judgement" },
    element("strong", {}, ply === decisive ? "The mistake that decided it." : "A mistake."),
    ` To win: ${better}.`,
  );
}
