// What a table is played under, in words.

import { duration } from "./clock.js";
import { sittings } from "../officiating/labels.js";
import { plural, w } from "../shared/translations.js";

/** @param {any} terms as the table's first event has them */
export function showTerms(terms) {
  if (!terms) return;
  const profile = document.getElementById("profile");
  const clock = document.getElementById("clock-terms");
  const names = /** @type {Record<string, string>} */ ({
    "dbf-tournament": w("Danish tournament rules"),
    "dbf-basic": w("Danish basic rules"),
    "sv-grund": w("Swedish basic rules"),
    "no-hjemme": w("Norwegian home rules"),
  });
  if (profile) profile.textContent = names[terms.match.profile.name] ?? terms.match.profile.name;
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

/** @param {any} terms */
function showHouse(terms) {
  const delay = terms.spectator_delay_ms;
  put("sitting-terms", sittings()[terms.sitting ?? "enforced"]);
  put(
    "ruler-terms",
    { director: w("a director"), named: w("a person both name") }[/** @type {string} */ (terms.ruler)] ?? w("nobody"),
  );
  put("spectator-terms", delay ? w("see it {time} later", { time: duration(delay) }) : w("see it at once"));
}

/**
 * The request for a table on the same terms.
 * @param {any} terms
 * @param {string} opponent
 * @param {any} [house]
 */
export function sameTerms(terms, opponent, house = {}) {
  const { match, clock, aids, rated, spectator_delay_ms, sitting, ruler, conduct } = terms;
  const { profile } = match;
  const vary = Object.fromEntries(
    ["jacoby", "beavers", "automatic_doubles"].filter((name) => profile[name]).map((name) => [name, true]),
  );
  return {
    opponent,
    length: match.length,
    stake: match.stake,
    profile: profile.name,
    vary,
    clock,
    aids,
    rated: Boolean(rated),
    spectator_delay_ms,
    sitting: sitting ?? "enforced",
    ruled_by: ruler ?? "nobody",
    conduct: Boolean(conduct),
    breaks: profile.breaks ?? null,
    spectators: house.spectators ?? true,
    lost_line: house.lost_line ?? "runs",
  };
}
