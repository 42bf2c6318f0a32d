// What lies beside the board: the match in a line, who plays, who may still sit down.
/** @import {Person, Seat, TableState, TableTerms, TableView} from "../shared/messages.js" */
/** @import {Chat} from "./chat.js" */

import { isOver, nameOf, other } from "./board-state.js";
import { duration } from "./clock.js";
import { plural, w } from "../shared/translations.js";

const element = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * @param {TableState} at
 * @param {TableTerms | null} terms
 * @param {Chat} chat
 */
export function showSide({ view, people }, terms, chat) {
  const playing = view.role === "player";
  const over = isOver(view);
  const waiting = view.seats.includes(null) && !over;
  element("invite").hidden = !(playing && waiting);
  const join = document.getElementById("join-card");
  if (join) join.hidden = playing || !waiting;
  chat.show(playing && !waiting, people[view.seats[other(view.viewer)] ?? ""]?.bot ?? false);
  element("abort").hidden = !view.actions.includes("abort");
  element("last-game").hidden = !playing || view.length !== null || over;
  const title =
    view.length === null ? w("Money play") : plural("Match to {n} point", "Match to {n} points", view.length);
  const parts = [title];
  if (view.game_number && !over) parts.push(w("Game {n}", { n: view.game_number }));
  if (view.crawford && view.length !== 1 && view.phase) parts.push(w("Crawford"));
  // Somebody invited to an empty seat is not told that they are watching. With a delay, a seat may look empty when it is not.
  const delay = terms?.spectator_delay_ms ?? 0;
  if (!playing && (!waiting || delay)) parts.push(roleHere(view.role, delay));
  element("match-title").textContent = parts.join(" · ");
  for (const [who, seat] of /** @type {[string, Seat][]} */ ([
    ["own", view.viewer],
    ["opponent", other(view.viewer)],
  ])) {
    const name = document.querySelector(`.mini .${who} b`);
    if (name) name.textContent = nameOf(view, people, seat);
    document.querySelector(`.mini .${who}`)?.classList.toggle("turn", view.turn === seat && !over);
  }
  const links = view.seats.map((who, seat) => {
    const link = document.createElement("a");
    link.href = who ? `/p/${who}` : "#";
    link.textContent = nameOf(view, people, /** @type {Seat} */ (seat));
    return link;
  });
  element("players").replaceChildren(links[0], " – ", links[1]);
  showTitle(view, people, over);
  document.body.classList.toggle("with-clock", view.clock !== null);
}

/**
 * The page is called after whoever sits there by now; on a tab in the background it says whose turn it is.
 * @param {TableView} view
 * @param {Record<string, Person>} people
 * @param {boolean} over
 */
function showTitle(view, people, over) {
  const names = `${nameOf(view, people, 0)} – ${nameOf(view, people, 1)}`;
  const mine = view.role === "player" && !over && view.to_act.includes(view.viewer) && view.to_act.length === 1;
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
