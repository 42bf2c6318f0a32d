// A match in a few lines, for the list of earlier ones and to share.
/** @import {Seat} from "../../shared/messages.js" */
/** @import {Pair} from "./clock.js" */
/** @import {State} from "./match.js" */
/** @import {Sheet} from "./match-sheet.js" */

import { longDayText } from "../../shared/dates-and-numbers.js";
import { plural, w } from "../../shared/translations.js";
import { result } from "./match.js";
import { games } from "./match-sheet.js";
import { nameOf } from "./player-names.js";
import { settlementText } from "./settlement-text.js";

/**
 * @typedef {object} Summary
 * @property {string} id
 * @property {number} began
 * @property {[string, string]} names
 * @property {number | null} length
 * @property {Pair} score
 * @property {number} games
 * @property {Seat | null} winner
 * @property {string} text
 * @property {string} [table] on the server
 */

/** How a game ended, in a word. @param {{ size: number, reason: string, note: string }} game */
export function endText({ size, reason, note }) {
  if (reason === "dropped" || note === "dropped") return w("double dropped");
  const word = [w("single game"), w("gammon"), w("backgammon")][size - 1];
  return note === "resigned" ? w("{result}, resigned", { result: word }) : word;
}

/** One line a game: "1. Anna +2, gammon (2–0)". @param {Sheet} sheet @param {State} state */
export function gameLines(sheet, state) {
  return games(sheet, state).map((game, index) => {
    const score = `${game.after[0]}–${game.after[1]}`;
    const crawford = game.crawford ? ` · ${w("Crawford game")}` : "";
    return `${index + 1}. ${nameOf(sheet, game.winner)} +${game.points}, ${endText(game)}${crawford} (${score})`;
  });
}

/** Who won, in a sentence. @param {Sheet} sheet @param {State} state */
export function verdict(sheet, state) {
  const ended = result(state);
  const score = `${state.score[0]}–${state.score[1]}`;
  if (state.terms.length === null) return settlementText(sheet, state);
  if (!ended || ended.winner === null)
    return w("To {length}, not finished: {score}", { length: state.terms.length, score });
  const name = nameOf(sheet, ended.winner);
  if (ended.reason === "time") return w("{name} wins the match on time ({score}).", { name, score });
  const own = ended.winner === 0 ? score : `${state.score[1]}–${state.score[0]}`;
  return w("{name} wins the match {score}.", { name, score: own });
}

/** The whole of it as a text to send. @param {Sheet} sheet @param {State} state */
export function shareText(sheet, state) {
  const day = longDayText(sheet.began);
  const kind =
    state.terms.length === null
      ? w("Money game")
      : plural("Match to {n} point", "Match to {n} points", state.terms.length);
  const title = `${nameOf(sheet, 0)} – ${nameOf(sheet, 1)}, ${kind}, ${day}`;
  return [title, verdict(sheet, state), "", ...gameLines(sheet, state)].join("\n");
}

/** @param {Sheet} sheet @param {State} state @returns {Summary} */
export function summary(sheet, state) {
  return {
    id: sheet.id,
    began: sheet.began,
    names: [nameOf(sheet, 0), nameOf(sheet, 1)],
    length: state.terms.length,
    score: state.score,
    games: state.finished.length,
    winner: result(state)?.winner ?? null,
    text: shareText(sheet, state),
    ...(sheet.table ? { table: sheet.table } : {}),
  };
}
