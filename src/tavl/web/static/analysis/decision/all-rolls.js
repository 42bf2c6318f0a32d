// All 21 rolls of a position as a map: the best play with each, and what it is worth.
/** @import {ErrorAnswer} from "../../shared/messages.js" */
/** @import {AnalysisStep, Rolls} from "../../shared/pages.js" */
/** @import {Show} from "./decision-view.js" */

import { make } from "../../shared/dom.js";
import { w } from "../../shared/translations.js";
import { equity } from "../numbers.js";
import { playText } from "../step-text.js";

/**
 * The map of all rolls, requested when somebody opens it.
 * @param {AnalysisStep} step
 * @param {Show} show
 */
export function allRolls(step, show) {
  const id = step.ids?.xgid;
  if (!id) return null;
  const place = make("div", { class: "rolls-place" }, []);
  const details = make("details", {}, [make("summary", {}, [w("All 21 rolls")]), place]);
  let asked = false;
  details.addEventListener("toggle", async () => {
    if (!details.open || asked) return;
    asked = true;
    const response = await fetch(`/analysis/rolls.json?id=${encodeURIComponent(id)}`);
    const found = await response.json();
    if (!response.ok) {
      const { error } = /** @type {ErrorAnswer} */ (found);
      place.replaceChildren(make("p", { class: "problem" }, [error.message]));
      return;
    }
    place.replaceChildren(rollMap(step, /** @type {Rolls} */ (found), show));
  });
  return details;
}

/**
 * @param {AnalysisStep} step
 * @param {Rolls} found
 * @param {Show} show
 */
function rollMap(step, { rolls, mean }, show) {
  const faces = [1, 2, 3, 4, 5, 6];
  const most = Math.max(0.01, ...rolls.map((roll) => Math.abs(roll.equity - mean)));
  const rolled = step.board.dice ? [...step.board.dice].sort().join("") : "";
  const cell = (/** @type {number} */ high, /** @type {number} */ low) => {
    const roll = rolls.find(({ dice: [a, b] }) => Math.max(a, b) === high && Math.min(a, b) === low);
    if (!roll) return make("td", {}, []);
    const play = playText(step, roll.moves);
    const button = make("button", { type: "button", title: play, press: () => show(roll.moves) }, [
      make("b", {}, [`${high}${low}`]),
      make("span", {}, [equity(roll.equity)]),
      make("span", { class: "hidden" }, [play]),
    ]);
    const away = (roll.equity - mean) / most;
    button.style.setProperty("--away", `${Math.round(Math.abs(away) * 70)}%`);
    button.className = away >= 0 ? "good" : "bad";
    if (rolled === `${low}${high}`) button.classList.add("rolled");
    return make("td", {}, [button]);
  };
  return make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": w("All 21 rolls") }, [
    make("table", { class: "roll-map" }, [
      make(
        "tbody",
        {},
        faces.map((high) =>
          make(
            "tr",
            {},
            faces.filter((low) => low <= high).map((low) => cell(high, low)),
          ),
        ),
      ),
    ]),
    make("p", { class: "hint" }, [w("On average {mean}. Press a roll to see its best play.", { mean: equity(mean) })]),
  ]);
}
