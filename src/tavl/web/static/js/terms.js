// What a table is played under, in words.

import { duration } from "./clock.js";
import { w } from "./words.js";

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
  if (!clock) return;
  if (!terms.clock) clock.textContent = w("No clock");
  else if (!terms.clock.minutes_per_point)
    clock.textContent = w("{time} a move", { time: duration(terms.clock.delay_seconds * 1000) });
  else
    clock.textContent = w("{minutes} minutes a point, {seconds} seconds a turn", {
      minutes: terms.clock.minutes_per_point,
      seconds: terms.clock.delay_seconds,
    });
}

/**
 * A table on the same terms, as it is asked for.
 * @param {any} terms
 * @param {string} opponent
 */
export function sameTerms(terms, opponent) {
  const { match, clock, aids, spectator_delay_ms } = terms;
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
    spectator_delay_ms,
  };
}
