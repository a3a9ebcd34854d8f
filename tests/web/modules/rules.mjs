// Prints what the boards say of games: a line for each rule in the argument, a list in JSON.

import { describeRule } from "../../../service/web/static/core/game.js";

for (const { rule, start } of JSON.parse(process.argv[2])) {
  console.log(describeRule({ rule, misere: false, start }).replaceAll("\n", " "));
}
