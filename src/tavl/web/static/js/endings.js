// How games and matches end, in words.
/** @import {Person, View} from "./types.js" */

import { isOver, nameOf, other } from "./board-state.js";
import { plural, w } from "./words.js";

/** @param {number} size */
export function sizeName(size) {
  return size === 3 ? w("a backgammon") : size === 2 ? w("a gammon") : w("a single game");
}

/**
 * How a game that is over ended; null while it goes on.
 * @param {View} view
 * @param {Record<string, Person>} people
 */
export function gameEnd(view, people) {
  const { outcome } = view;
  if (!outcome) return null;
  const { winner, size, points, reason } = outcome;
  const mine = view.role === "player" && winner === view.viewer;
  const name = nameOf(view, people, winner);
  if (reason === "dropped") {
    return mine
      ? plural("You win {n} point.", "You win {n} points.", points)
      : plural("{name} wins {n} point.", "{name} wins {n} points.", points, { name });
  }
  const words = { name, size: sizeName(size) };
  return mine
    ? plural("You win {size}: {n} point.", "You win {size}: {n} points.", points, words)
    : plural("{name} wins {size}: {n} point.", "{name} wins {size}: {n} points.", points, words);
}

/**
 * How a match that is over ended; null while it goes on.
 * @param {View} view
 * @param {Record<string, Person>} people
 * @returns {{title: string, how: string} | null}
 */
export function matchEnd(view, people) {
  if (view.aborted) return { title: w("The table is closed"), how: w("Nothing counts.") };
  const { result } = view;
  if (!result || !isOver(view)) return null;
  if (result.winner === null) return { title: w("The session is over"), how: gameEnd(view, people) ?? "" };
  const mine = view.role === "player" && result.winner === view.viewer;
  const name = nameOf(view, people, result.winner);
  const title = mine ? w("You win the match!") : w("{name} wins the match", { name });
  if (result.reason === "time") {
    const loser = nameOf(view, people, other(result.winner));
    const yours = view.role === "player" && !mine;
    return { title, how: yours ? w("Your time is out.") : w("{name} has no time left.", { name: loser }) };
  }
  const how = decided(result.reason, nameOf(view, people, other(result.winner)));
  return { title, how: how ?? gameEnd(view, people) ?? "" };
}

/**
 * A match that was not won on the board.
 * @param {string} reason
 * @param {string} name of the loser
 */
function decided(reason, name) {
  const words = /** @type {Record<string, string>} */ ({
    ruling: w("By ruling."),
    penalty_points: w("{name} has too many penalty points.", { name }),
    disqualified: w("{name} is disqualified.", { name }),
    expelled: w("{name} is expelled.", { name }),
    excluded: w("{name} is excluded.", { name }),
    certain_to_win: w("Both were out of time; this win was certain."),
  });
  return words[reason] ?? null;
}

/**
 * "3 – 1", the viewer's points first.
 * @param {View} view
 */
export function scoreText(view) {
  return `${view.score[view.viewer]} – ${view.score[other(view.viewer)]}`;
}
