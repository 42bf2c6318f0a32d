// What the program that wrote a file said of a decision.
/** @import {AnalysisStep, Stored} from "../../shared/pages.js" */

import { make, scrolling } from "../../shared/dom.js";
import { sense, w } from "../../shared/translations.js";
import { equity, loss } from "../numbers.js";
import { playText } from "../step-text.js";

const MAX_PLAYS = 8;

/**
 * @param {AnalysisStep} step
 * @param {Stored} said
 */
export function storedAnalysis(step, said) {
  const number = (/** @type {number | null} */ value) => (value === null ? "–" : equity(value));
  const row = (/** @type {string} */ text, /** @type {string} */ value, /** @type {string} */ more) =>
    make("tr", {}, [
      make("th", { scope: "row" }, [text]),
      make("td", { class: "equity" }, [value]),
      make("td", {}, [more]),
    ]);
  const rows = said.plays.length
    ? said.plays
        .slice(0, MAX_PLAYS)
        .map((play) =>
          row(
            `${playText(step, play.moves)}${play.played ? ` (${w("played")})` : ""}`,
            number(play.equity),
            play.depth,
          ),
        )
    : [
        row(w("No double"), number(said.no_double), said.depth),
        row(w("Double, take"), number(said.double_take), ""),
        row(w("Double, drop"), number(said.double_drop), ""),
      ];
  return make("details", { class: "stored" }, [
    make("summary", {}, [
      said.program ? w("What {program} said", { program: said.program }) : w("What the file says"),
      said.error !== null
        ? make("span", { class: "tag" }, [said.error > 0 ? `−${loss(said.error)}` : w("best")])
        : null,
    ]),
    scrolling(
      w("What the file says"),
      make("table", { class: "candidates" }, [
        make("thead", {}, [
          make("tr", {}, [
            make("th", { scope: "col" }, [said.plays.length ? sense("column", "Play") : w("Cube")]),
            make("th", { scope: "col" }, [said.unit === "mwc" ? w("Match chances") : w("Equity")]),
            make("th", { scope: "col" }, [w("Depth")]),
          ]),
        ]),
        make("tbody", {}, rows),
      ]),
    ),
  ]);
}
