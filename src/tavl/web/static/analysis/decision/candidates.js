// The candidates of a play: how many are shown, what each is worth, its chances as numbers and as a bar.
/** @import {Chances, Look} from "../../shared/messages.js" */
/** @import {AnalysisStep} from "../../shared/pages.js" */
/** @import {Show} from "./decision-view.js" */

import { make } from "../../shared/dom.js";
import { sense, w } from "../../shared/translations.js";
import { equity, loss, percent } from "../numbers.js";
import { playText } from "../step-text.js";

const SHOWN = 5; // until somebody asks for more

/** A decision; in a quiz also which of its plays was answered. @typedef {AnalysisStep & {answered?: number | null}} ShownStep */

/**
 * @param {ShownStep} step
 * @param {Show} show
 */
export function candidates(step, show) {
  const plays = step.plays ?? [];
  const rows = plays.map((play, number) => {
    const made = number === step.played;
    const button = make("button", { type: "button", class: "play", press: () => show(play.moves) }, [
      playText(step, play.moves),
    ]);
    const first = number < SHOWN || made || number === step.answered;
    return make("tr", { class: number === 0 ? "best" : made ? "made" : "", hidden: !first }, [
      make("th", { scope: "row" }, [
        button,
        number === 0 ? make("span", { class: "tag best" }, [w("best")]) : null,
        made && step.decided !== false ? make("span", { class: "tag made" }, [w("played")]) : null,
        number === step.answered ? make("span", { class: "tag answered" }, [w("your answer")]) : null,
        bar(play.chances),
      ]),
      make("td", { class: "absolute" }, [equity(play.equity)]),
      make("td", { class: "equity" }, [number === 0 ? "–" : `−${loss(play.loss)}`]),
      ...chanceCells(play.chances),
    ]);
  });
  const all = step.legal_plays ?? 0;
  const more = make("button", { type: "button", class: "quiet more" }, [w("More plays")]);
  more.addEventListener("click", () => {
    for (const row of rows) row.hidden = false;
    more.remove();
  });
  return make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": w("Candidates") }, [
    make("table", { class: "candidates" }, [
      make("thead", {}, [
        make("tr", {}, [
          make("th", { scope: "col" }, [sense("column", "Play")]),
          make("th", { scope: "col", class: "absolute" }, [w("Equity")]),
          make("th", { scope: "col" }, [w("Lost")]),
          ...chanceHeadings(),
        ]),
      ]),
      make("tbody", {}, rows),
    ]),
    make("p", { class: "hint" }, [
      ...(rows.some((row) => row.hidden) ? [more, " "] : []),
      `${lookText(plays[0].look)}${all > plays.length ? ` · ${w("{shown} of {all} plays", { shown: plays.length, all })}` : ""}`,
    ]),
  ]);
}

/** @param {Look} look */
export function lookText(look) {
  if (look.book) return w("From the book, rolled out, {games} games", { games: look.games ?? 0 });
  if (look.games) return w("Rolled out, {games} games", { games: look.games });
  const ply = look.ply ?? 0;
  return [w("At a glance"), w("One roll ahead"), w("Two rolls ahead"), w("Three rolls ahead")][ply] ?? "";
}

function chanceHeadings() {
  const heading = (/** @type {string} */ short, /** @type {string} */ long) =>
    make("th", { scope: "col", title: long }, [
      make("span", { "aria-hidden": "true" }, [short]),
      make("span", { class: "hidden" }, [long]),
    ]);
  return [
    heading(sense("column", "Win"), w("Games won, percent")),
    heading(sense("column", "G"), w("Gammons won, percent")),
    heading(sense("column", "BG"), w("Backgammons won, percent")),
    heading(sense("column", "−G"), w("Gammons lost, percent")),
    heading(sense("column", "−BG"), w("Backgammons lost, percent")),
  ];
}

/** @param {Chances} chances */
function chanceCells(chances) {
  const { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon } = chances;
  return [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon].map((chance) =>
    make("td", {}, [percent(chance)]),
  );
}

/** Won and lost as a bar, gammons darker. @param {Chances} chances */
export function bar({ win, win_gammon, lose_gammon }) {
  const part = (/** @type {string} */ name, /** @type {number} */ width) => {
    const piece = make("i", { class: name });
    piece.style.width = `${100 * width}%`;
    return piece;
  };
  return make("span", { class: "bar", "aria-hidden": "true" }, [
    part("gammon", win_gammon),
    part("win", win - win_gammon),
    part("lose", 1 - win - lose_gammon),
    part("lost-gammon", lose_gammon),
  ]);
}
