// The cube as a table: what each action is worth; take points and gammon values.
/** @import {JudgedCube} from "../../shared/messages.js" */
/** @import {AnalysedMatch, AnalysisStep} from "../../shared/pages.js" */

import { make, scrolling } from "../../shared/dom.js";
import { sense, w } from "../../shared/translations.js";
import { bar, lookText } from "./candidates.js";
import { equity, loss, percent, percentSign, share } from "../numbers.js";
import { playerName, verdictText } from "../step-text.js";

/**
 * Equities are those of the player who may double; losses those of the player who decides.
 * @param {AnalysedMatch} match
 * @param {AnalysisStep} step
 * @param {JudgedCube} cube
 */
export function cubeTable(match, step, cube) {
  const answering = step.kind === "take";
  const doubler = answering ? (step.seat === 0 ? 1 : 0) : step.seat;
  const doubling = Math.min(cube.double_take, cube.double_drop);
  const best = Math.max(cube.no_double, doubling);
  const rows = answering
    ? [
        {
          text: w("Take"),
          value: cube.double_take,
          lost: Math.max(0, cube.double_take - cube.double_drop),
          done: step.cube_action === "take" || step.cube_action === "beaver",
        },
        {
          text: w("Drop"),
          value: cube.double_drop,
          lost: Math.max(0, cube.double_drop - cube.double_take),
          done: step.cube_action === "drop",
        },
      ]
    : [
        {
          text: w("No double"),
          value: cube.no_double,
          lost: Math.max(0, best - cube.no_double),
          done: step.cube_action == null,
        },
        {
          text: w("Double, take"),
          value: cube.double_take,
          lost: cube.double_take <= cube.double_drop ? Math.max(0, best - doubling) : null,
          done: step.cube_action === "double" && cube.double_take <= cube.double_drop,
        },
        {
          text: w("Double, drop"),
          value: cube.double_drop,
          lost: cube.double_drop < cube.double_take ? Math.max(0, best - doubling) : null,
          done: step.cube_action === "double" && cube.double_drop < cube.double_take,
        },
      ];
  return make("div", {}, [
    make("p", { class: "right-cube" }, [make("strong", {}, [verdictText(cube.verdict)])]),
    make("table", { class: "candidates" }, [
      make("caption", { class: "hidden" }, [w("The cube, seen by {name}", { name: playerName(match, doubler) })]),
      make("thead", {}, [
        make("tr", {}, [
          make("th", { scope: "col" }, [w("Cube")]),
          make("th", { scope: "col" }, [w("Equity")]),
          make("th", { scope: "col" }, [w("Lost")]),
        ]),
      ]),
      make(
        "tbody",
        {},
        rows.map(({ text, value, lost, done }) =>
          make("tr", { class: lost === 0 ? "best" : done ? "made" : "" }, [
            make("th", { scope: "row" }, [
              make("span", { class: "play" }, [text]),
              lost === 0 ? make("span", { class: "tag best" }, [w("best")]) : null,
              done && step.decided !== false ? make("span", { class: "tag made" }, [sense("deed", "done")]) : null,
            ]),
            make("td", { class: "equity" }, [equity(value)]),
            make("td", {}, [lost === null ? "" : lost === 0 ? "–" : `−${loss(lost)}`]),
          ]),
        ),
      ),
    ]),
    bar(cube.chances),
    make("p", { class: "hint" }, [
      w("{name} wins {win} %, {gammon} % with a gammon, and loses {lost} % with a gammon.", {
        name: playerName(match, doubler),
        win: percent(cube.chances.win),
        gammon: percent(cube.chances.win_gammon),
        lost: percent(cube.chances.lose_gammon),
      }),
      ` ${lookText(cube.look)}.`,
    ]),
  ]);
}

/**
 * Take points and gammon values, where the cube is the question.
 * @param {AnalysedMatch} match
 * @param {AnalysisStep} step
 */
export function stakes(match, step) {
  if (!step.stakes || !step.cube) return null;
  const heading = (/** @type {string} */ text) => make("th", { scope: "col" }, [text]);
  return make("details", {}, [
    make("summary", {}, [w("Take points and gammon values")]),
    scrolling(
      w("Take points and gammon values"),
      make("table", { class: "candidates" }, [
        make("thead", {}, [
          make("tr", {}, [
            heading(w("Player")),
            heading(w("Take point, dead cube")),
            heading(w("Live cube")),
            heading(w("Gammon value")),
            heading(w("After a double")),
          ]),
        ]),
        make(
          "tbody",
          {},
          step.stakes.map((each, seat) =>
            make("tr", {}, [
              make("th", { scope: "row" }, [playerName(match, seat)]),
              make("td", {}, [percentSign(each.take_point)]),
              make("td", {}, [percentSign(each.live_take_point)]),
              make("td", {}, [share(each.gammon_value)]),
              make("td", {}, [share(each.gammon_value_doubled)]),
            ]),
          ),
        ),
      ]),
    ),
  ]);
}
