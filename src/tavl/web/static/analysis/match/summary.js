// The match in numbers, above the curve; and what the curve's marks mean.
/** @import {Totals} from "../../shared/messages.js" */
/** @import {AnalysedMatch} from "../../shared/pages.js" */

import { make } from "../../shared/dom.js";
import { plural, w } from "../../shared/translations.js";
import { percentSign, rate, signedPoints } from "../numbers.js";
import { isSwing } from "./winning-chances-curve.js";
import { playerName } from "../step-text.js";

/** @param {AnalysedMatch} match */
export function summary(match) {
  const heading = (/** @type {string} */ text, /** @type {string} */ long) =>
    make("th", { scope: "col", title: long }, [text]);
  return make("div", { class: "numbers" }, [
    make("table", { class: "players" }, [
      make("thead", {}, [
        make("tr", {}, [
          make("th", { scope: "col" }, [w("Player")]),
          heading(w("PR"), w("Performance rating, as eXtreme Gammon counts it: lower is better")),
          heading(w("Snowie"), w("Snowie's error rate: lower is better")),
          heading(w("Errors"), w("Blunders and mistakes")),
          heading(w("Luck"), match.length ? w("In chances of winning the match") : w("In points")),
        ]),
      ]),
      make(
        "tbody",
        {},
        match.totals.map((totals, seat) => playerRow(match, totals, seat)),
      ),
    ]),
    make("p", { class: "result" }, [resultText(match)]),
  ]);
}

/**
 * @param {AnalysedMatch} match
 * @param {Totals} totals
 * @param {number} seat
 */
function playerRow(match, totals, seat) {
  const { blunders, mistakes } = totals.errors;
  const better = (totals.performance_rating ?? Infinity) < (match.totals[1 - seat].performance_rating ?? Infinity);
  const luck = match.length ? percentPoints(totals.luck_cost) : signedPoints(totals.luck_cost);
  return make("tr", {}, [
    make("th", { scope: "row" }, [
      make("span", { class: "name" }, [playerName(match, seat)]),
      make("span", { class: "score" }, [String(scoreOf(match, seat))]),
    ]),
    make("td", { class: better ? "pr better" : "pr" }, [rate(totals.performance_rating)]),
    make("td", {}, [rate(totals.snowie_error_rate)]),
    make("td", { class: "counts" }, [
      make("span", { class: "count blunder" }, [plural("{n} blunder", "{n} blunders", blunders)]),
      " ",
      make("span", { class: "count mistake" }, [plural("{n} mistake", "{n} mistakes", mistakes)]),
    ]),
    make("td", {}, [luck]),
  ]);
}

/**
 * As it is written on a score card: no more than the match was for.
 * @param {AnalysedMatch} match
 * @param {number} seat
 */
const scoreOf = ({ score, length }, seat) => Math.min(score[seat], length ?? Infinity);

/** @param {number} value */
function percentPoints(value) {
  return `${value > 0 ? "+" : value < 0 ? "−" : ""}${percentSign(Math.abs(value))}`;
}

/** @param {AnalysedMatch} match */
function resultText(match) {
  const { length, winner, score } = match;
  const name = playerName(match, 0);
  if (!length) {
    return w("{name}: {points} points; without luck it would have been {fair}.", {
      name,
      points: signedPoints(match.result),
      fair: signedPoints(match.result_without_luck),
    });
  }
  const fair = percentSign(Math.min(1, Math.max(0, match.result_without_luck)));
  if (winner === null) {
    return w("It stands {own} – {other}. Without luck, {name} would stand at {fair}.", {
      own: score[0],
      other: score[1],
      name,
      fair,
    });
  }
  return w("{winner} won {own} – {other}. By play alone, {name}'s chances were {fair}.", {
    winner: playerName(match, winner),
    own: scoreOf(match, winner),
    other: scoreOf(match, 1 - winner),
    name,
    fair,
  });
}

/**
 * @param {AnalysedMatch} match
 * @param {number} viewer
 */
export function legend(match, viewer) {
  const item = (/** @type {string} */ name, /** @type {string} */ text) =>
    make("li", {}, [make("i", { class: name, "aria-hidden": "true" }), text]);
  const has = (/** @type {string} */ grade) => match.steps.some((step) => step.error_class === grade);
  return [
    item("up", playerName(match, viewer)),
    item("down", playerName(match, 1 - viewer)),
    ...(has("blunder") ? [item("blunder", w("Blunder"))] : []),
    ...(has("mistake") ? [item("mistake", w("Mistake"))] : []),
    ...(match.steps.some(isSwing) ? [item("swing", w("A roll that swings the match"))] : []),
  ];
}

/** How the analysis was made. @param {AnalysedMatch} match */
export function aboutText(match) {
  const depths = /** @type {Record<string, string>} */ ({
    instant: w("At a glance"),
    "1-ply": w("One roll ahead"),
    "2-ply": w("Two rolls ahead"),
    rollout: w("Rolled out"),
  });
  const parts = [
    depths[match.depth] ?? match.depth,
    match.length ? plural("Match to {n} point", "Match to {n} points", match.length) : w("Money play"),
    match.event,
    match.program && w("File written by {program}", { program: match.program }),
    match.skipped ? plural("{n} decision could not be judged", "{n} decisions could not be judged", match.skipped) : "",
  ];
  return parts.filter(Boolean).join(" · ");
}
