// One decision: the verdict, the candidates or the cube, the reasons, luck, what the file says, and all 21 rolls.
/** @import {AnalysedMatch, AnalysisStep, Moves} from "../../shared/pages.js" */
/** @import {ShownStep} from "./candidates.js" */

import { make } from "../../shared/dom.js";
import { allRolls } from "./all-rolls.js";
import { candidates } from "./candidates.js";
import { cubeTable, stakes } from "./cube-table.js";
import { savePicture } from "./picture-download.js";
import { otherScores } from "./other-scores.js";
import { storedAnalysis } from "./stored-analysis.js";
import { w } from "../../shared/translations.js";
import { equity, loss, percent, signedPoints } from "../numbers.js";
import { deedText, endText, gradeOf, gradeText, mistakeText, playerName } from "../step-text.js";

/** Shows a play on the board; without one, the play made and the best one. @typedef {(moves: Moves | null) => void} Show */

/**
 * @param {AnalysedMatch} match
 * @param {ShownStep} step
 * @param {Show} show
 * @returns {HTMLElement[]}
 */
export function decisionView(match, step, show) {
  if (step.kind === "end")
    return [make("p", { class: "verdict-text" }, [`${endText(match, step)}.`]), ending(match, step)];
  return [
    headline(match, step),
    reasons(step),
    step.plays?.length ? candidates(step, show) : null,
    step.cube ? cubeTable(match, step, step.cube) : null,
    stakes(match, step),
    luck(step),
    step.comment ? make("blockquote", {}, [step.comment]) : null,
    step.stored ? storedAnalysis(step, step.stored) : null,
    allRolls(step, show),
    otherScores(step, show),
    tools(step),
  ].filter((part) => part !== null);
}

/**
 * @param {AnalysedMatch} match
 * @param {AnalysisStep} step
 */
function ending(match, step) {
  const [first, second] = step.board.score;
  return make("p", { class: "sub" }, [`${playerName(match, 0)} ${first} – ${second} ${playerName(match, 1)}`]);
}

/**
 * @param {AnalysedMatch} match
 * @param {AnalysisStep} step
 */
function headline(match, step) {
  const error = step.error ?? 0;
  const dice = step.board.dice;
  const cost = step.cost ?? 0;
  return make("header", { class: `verdict ${gradeOf(step)}` }, [
    make("p", { class: "verdict-line" }, [
      make("span", { class: "grade" }, [gradeText(step)]),
      error > 0 && make("span", { class: "lost" }, [`−${loss(error)}`]),
      cost >= 0.0005 &&
        make("span", { class: "sub" }, [
          match.length
            ? w("{percent} % of the match", { percent: percent(cost) })
            : w("{points} points", { points: signedPoints(cost).replace("+", "") }),
        ]),
    ]),
    make("p", { class: "verdict-text" }, [
      make("strong", {}, [playerName(match, step.seat)]),
      ` ${dice ? `${dice.join("-")} ` : ""}`,
      step.decided === false ? "" : deedText(step),
    ]),
    step.illegal ? make("p", { class: "problem" }, [step.illegal]) : null,
    step.mistake ? make("p", { class: "better" }, [mistakeText(step)]) : null,
  ]);
}

/** @param {AnalysisStep} step */
function reasons(step) {
  if (!step.reasons?.length) return null;
  return make("div", { class: "reasons" }, [
    make("h3", {}, [step.kind === "play" ? w("Why") : w("What counts here")]),
    make(
      "ul",
      {},
      step.reasons.map((reason) => make("li", {}, [reason])),
    ),
  ]);
}

/** @param {AnalysisStep} step */
function luck(step) {
  if (step.luck == null) return null;
  const name = step.luck >= 0.2 ? w("A lucky roll") : step.luck <= -0.2 ? w("An unlucky roll") : w("An ordinary roll");
  return make("p", { class: "luck" }, [`${name}: `, make("strong", {}, [equity(step.luck)])]);
}

/** @param {AnalysisStep} step */
function tools(step) {
  const id = step.ids?.xgid;
  if (!id) return null;
  const query = `?id=${encodeURIComponent(id)}`;
  return make("div", { class: "row tools-row" }, [
    make("a", { class: "button quiet change", href: `/analysis/position${query}` }, [w("Change this position")]),
    make("a", { class: "button quiet", href: `/analysis/position.svg${query}`, download: "position.svg" }, [
      w("Picture"),
    ]),
    make("button", { type: "button", class: "quiet", press: () => savePicture(`/analysis/position.svg${query}`) }, [
      "PNG",
    ]),
    make("button", { type: "button", class: "quiet copy-id", "data-id": id }, [w("Copy XGID")]),
    make("button", { type: "button", class: "quiet play-on", "data-id": id }, [w("Play on from here")]),
  ]);
}
