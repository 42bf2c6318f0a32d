// What a table is played under, in words.
/** @import {TableTerms} from "../../shared/messages.js" */

import { duration } from "../clock.js";
import { sittings } from "../../officiating/labels.js";
import { plural, w } from "../../shared/translations.js";

/** @param {TableTerms | null} terms as the table's first event has them */
export function showTerms(terms) {
  if (!terms) return;
  const clock = document.getElementById("clock-terms");
  showHouse(terms);
  if (!clock) return;
  if (!terms.clock) clock.textContent = w("No clock");
  else if (!terms.clock.minutes_per_point) clock.textContent = pace(terms.clock.delay_seconds);
  else
    clock.textContent = w("{minutes} minutes a point, {seconds} seconds a turn", {
      minutes: terms.clock.minutes_per_point,
      seconds: terms.clock.delay_seconds,
    });
}

/** @param {number} seconds a move, by correspondence */
function pace(seconds) {
  const days = seconds / 86_400;
  return Number.isInteger(days)
    ? plural("{n} day a move", "{n} days a move", days)
    : w("{time} a move", { time: duration(seconds * 1000) });
}

/** @param {string} id @param {string} text */
function put(id, text) {
  const place = document.getElementById(id);
  if (place) place.textContent = text;
}

/** Whether the match counts for the ratings, which depends on who sits there. @param {boolean} rated */
export const showRated = (rated) => put("rated-terms", rated ? w("this match counts") : w("this match does not count"));

/** @param {TableTerms} terms */
function showHouse(terms) {
  const delay = terms.spectator_delay_ms;
  put("sitting-terms", sittings()[terms.sitting]);
  put("ruler-terms", { director: w("a director"), named: w("somebody both players name"), nobody: w("nobody") }[terms.ruler]);
  put("spectator-terms", delay ? w("see it {time} later", { time: duration(delay) }) : w("see it at once"));
}
