// Prints how the pages say moves: a line for each in the argument, a list in JSON of a rule, piles and a move.

import { newGame, say } from "../../../service/web/static/core/game.js";

for (const { rule, piles, move } of JSON.parse(process.argv[2])) {
  console.log(say(move, newGame({ piles, rule })));
}
