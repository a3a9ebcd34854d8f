// Prints the positions with which the tasks of all lessons begin, as requests have them: a list in JSON.

import { newGame, position } from "../../../service/web/static/core/game.js";
import { LESSONS, loadSteps } from "../../../service/web/static/lessons/index.js";

const steps = (await Promise.all(LESSONS.map(loadSteps))).flat();
const tasks = steps.filter(({ question, judge }) => !question && !judge);
console.log(JSON.stringify(tasks.map((task) => position(newGame(task)))));
