// The bar above the board: the match in a line; where the board has no room for the players' strips, their names and clocks
// too. And the title of the page's tab.
/** @import {Person, Seat, TableState, TableTerms, TableView} from "../shared/messages.js" */
/** @import {TavlBoard} from "../board/tavl-board.js" */

import { isOver, other } from "./board-state.js";
import { duration } from "./clock.js";
import { nameOf } from "../shared/names.js";
import { plural, w } from "../shared/translations.js";

/**
 * @param {TableState} at
 * @param {TableTerms | null} terms
 */
export function showHeader({ view, people }, terms) {
  const match = document.getElementById("match-title");
  if (match) match.textContent = matchTitle(view, terms);
  showSmallNames(view, people);
  showTabTitle(view, people);
}

/**
 * @param {TableView} view
 * @param {TableTerms | null} terms
 */
function matchTitle(view, terms) {
  const playing = view.role === "player";
  const over = isOver(view);
  const waiting = view.seats.includes(null) && !over;
  const title =
    view.length === null ? w("Money play") : plural("Match to {n} point", "Match to {n} points", view.length);
  const parts = [title];
  if (view.game_number && !over) parts.push(w("Game {n}", { n: view.game_number }));
  if (view.crawford && view.length !== 1 && view.phase) parts.push(w("Crawford"));
  // Somebody invited to an empty seat is not told that they are watching. With a delay, a seat may look empty when it is not.
  const delay = terms?.spectator_delay_ms ?? 0;
  if (!playing && (!waiting || delay)) parts.push(roleHere(view.role, delay));
  return parts.join(" · ");
}

/**
 * The names that stand in the bar instead of the strips.
 * @param {TableView} view
 * @param {Record<string, Person>} people
 */
function showSmallNames(view, people) {
  for (const [who, seat] of /** @type {[string, Seat][]} */ ([
    ["own", view.viewer],
    ["opponent", other(view.viewer)],
  ])) {
    const name = document.querySelector(`.mini .${who} b`);
    if (name) name.textContent = nameOf(view, people, seat);
    document.querySelector(`.mini .${who}`)?.classList.toggle("turn", view.turn === seat && !isOver(view));
  }
  document.body.classList.toggle("with-clock", view.clock !== null);
}

/**
 * Names and clocks go into the bar while the board hides its strips.
 * @param {TavlBoard} board
 */
export function watchStrips(board) {
  const look = () =>
    document.body.classList.toggle("no-strips", board.shadowRoot?.querySelector(".strip")?.hasAttribute("hidden"));
  new ResizeObserver(look).observe(board);
  look();
}

/**
 * The page is called after whoever sits there by now; on a tab in the background it says whose turn it is.
 * @param {TableView} view
 * @param {Record<string, Person>} people
 */
function showTabTitle(view, people) {
  const names = `${nameOf(view, people, 0)} – ${nameOf(view, people, 1)}`;
  const mine =
    view.role === "player" && !isOver(view) && view.to_act.includes(view.viewer) && view.to_act.length === 1;
  document.title = mine ? `● ${w("Your turn")} · ${names} · tavl` : `${names} · tavl`;
  const heading = document.querySelector("h1");
  if (heading) heading.textContent = names;
}

/**
 * What somebody who does not play is here.
 * @param {string} role
 * @param {number} delay how much later spectators see it
 */
function roleHere(role, delay) {
  if (role === "director") return w("You rule here");
  if (role === "observer") return w("You observe");
  if (role === "reader") return w("You read and move");
  return delay ? w("You are watching, {time} later", { time: duration(delay) }) : w("You are watching");
}
