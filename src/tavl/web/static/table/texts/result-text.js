// How games and matches end, in words.
/** @import {Outcome, Person, Seat, TableView} from "../../shared/messages.js" */

import { isOver, other } from "../board-state.js";
import { nameOf } from "../../shared/names.js";
import { plural, w } from "../../shared/translations.js";

/** @param {number} size */
export function sizeName(size) {
  return size === 3 ? w("a backgammon") : size === 2 ? w("a gammon") : w("a single game");
}

/**
 * How a game that is over ended; null while it goes on.
 * @param {TableView} view
 * @param {Record<string, Person>} people
 */
export function gameEnd(view, people) {
  return view.outcome && outcomeText(view.outcome, view, people);
}

/**
 * @param {Outcome} outcome
 * @param {TableView} view
 * @param {Record<string, Person>} people
 */
export function outcomeText(outcome, view, people) {
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
 * What dropping a double costs: the cube as it was before, and perhaps the match.
 * @param {TableView} view
 * @param {Seat} doubler
 * @param {number} cube before the double
 */
export function dropCost(view, doubler, cube) {
  const points = cube * view.stake;
  if (view.length !== null && view.score[doubler] + points >= view.length) return w("Dropping loses the match.");
  return plural("Dropping costs {n} point.", "Dropping costs {n} points.", points);
}

/**
 * What lies on the board as a sentence while a double is answered: to how much, and what dropping costs.
 * @param {TableView} view
 * @param {Record<string, Person>} people
 */
export function offerNotice(view, people) {
  const asked = view.role === "player" && view.actions.includes("drop");
  if (!asked || view.offered === null || view.turn === null) return null;
  const beaver = view.phase === "beavered";
  const from = beaver ? other(view.turn) : view.turn;
  const words = { name: nameOf(view, people, from), value: view.offered };
  const said = beaver ? w("{name} beavers to {value}.", words) : w("{name} doubles to {value}.", words);
  return `${said} ${dropCost(view, from, view.offered / 2)}`;
}

/**
 * How a match that is over ended; null while it goes on.
 * @param {TableView} view
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
    abandoned: w("{name} has left the game.", { name }),
    certain_to_win: w("Both were out of time; this win was certain."),
  });
  return words[reason] ?? null;
}

/**
 * "3 – 1", the viewer's points first.
 * @param {TableView} view
 */
export function scoreText(view) {
  return `${view.score[view.viewer]} – ${view.score[other(view.viewer)]}`;
}
