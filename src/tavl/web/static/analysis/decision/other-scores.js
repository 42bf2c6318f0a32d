// The same decision over other scores, as a map: what the play that was made loses there, or what to do with the cube.
/** @import {AnalysisStep, AskScores, Moves, ScoreCell, Scores} from "../../shared/pages.js" */

import { ask } from "../../shared/api.js";
import { make } from "../../shared/dom.js";
import { w } from "../../shared/translations.js";
import { loss } from "../numbers.js";

const AWAY = [1, 2, 3, 4, 5, 6, 7];

/**
 * Requested when somebody opens it.
 * @param {AnalysisStep} step
 * @param {(moves: Moves | null) => void} show
 */
export function otherScores(step, show) {
  const id = step.ids?.xgid;
  if (!id) return null;
  const place = make("div", {}, []);
  const details = make("details", { class: "other-scores" }, [make("summary", {}, [w("Over other scores")]), place]);
  let asked = false;
  details.addEventListener("toggle", async () => {
    if (!details.open || asked) return;
    asked = true;
    const moves = step.made ?? step.plays?.[step.played ?? 0]?.moves ?? null;
    try {
      /** @type {AskScores} */
      const wanted = { id, moves: step.illegal ? null : moves };
      /** @type {Scores} */
      const found = await ask("POST", "/scores.json", wanted, "/analysis");
      place.replaceChildren(scoreMap(found.cells, show));
    } catch (error) {
      place.replaceChildren(make("p", { class: "problem" }, [error instanceof Error ? error.message : String(error)]));
    }
  });
  return details;
}

/** What to do, in a letter or two, and in words. @param {string | null} verdict @returns {[string, string]} */
function cubeText(verdict) {
  switch (verdict) {
    case "no_double":
      return [w("N"), w("No double")];
    case "double_take":
      return [w("D/T"), w("Double, take")];
    case "double_drop":
      return [w("D/P"), w("Double, drop")];
    case "too_good":
      return [w("TG"), w("Too good to double")];
    case "double_beaver":
    case "no_double_beaver":
      return [w("B"), w("Beaver")];
    default:
      return ["–", w("No cube")];
  }
}

/**
 * @param {ScoreCell[]} cells
 * @param {(moves: Moves | null) => void} show
 */
function scoreMap(cells, show) {
  const shown = (/** @type {ScoreCell | undefined} */ cell) => {
    if (!cell) return make("td", {}, []);
    if (cell.best === null) {
      const [short, long] = cubeText(cell.verdict);
      return make("td", { class: cell.verdict ?? "none", title: long }, [short]);
    }
    const text = cell.loss === null ? "–" : cell.loss > 0 ? loss(cell.loss) : "✓";
    const best = cell.best;
    const button = make("button", { type: "button", press: () => show(best) }, [text]);
    button.className = (cell.loss ?? 0) > 0 ? "bad" : "good";
    button.style.setProperty("--away", `${Math.round(Math.min(1, (cell.loss ?? 0) / 0.12) * 90) || 30}%`);
    return make("td", {}, [button]);
  };
  const at = (/** @type {number} */ own, /** @type {number} */ other) =>
    cells.find((cell) => cell.own === own && cell.other === other);
  return make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": w("Over other scores") }, [
    make("table", { class: "score-map" }, [
      make("caption", {}, [w("Rows: the points that the player who decides needs. Columns: those that the other needs.")]),
      make("thead", {}, [
        make("tr", {}, [
          make("td", {}, []),
          ...AWAY.map((other) => make("th", { scope: "col" }, [w("{n} away", { n: other })])),
        ]),
      ]),
      make(
        "tbody",
        {},
        AWAY.map((own) =>
          make("tr", {}, [
            make("th", { scope: "row" }, [w("{n} away", { n: own })]),
            ...AWAY.map((other) => shown(at(own, other))),
          ]),
        ),
      ),
      make("tfoot", {}, [make("tr", {}, [make("th", { scope: "row" }, [w("Money")]), shown(at(0, 0))])]),
    ]),
    make("p", { class: "hint" }, [
      w("Without looking ahead: what the play loses, or what to do with the cube. 1 away is the Crawford game."),
    ]),
  ]);
}
