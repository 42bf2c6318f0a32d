// A player's rating behind their name, and how a provisional one is marked.
/** @import {Person, Seat, TableView} from "./messages.js" */

import { nameOf } from "./names.js";

const PROVISIONAL = "?";

/**
 * @param {TableView} view
 * @param {Record<string, Person>} people
 * @param {Seat} seat
 */
export function ratedNameOf(view, people, seat) {
  const person = people[view.seats[seat] ?? ""];
  const name = nameOf(view, people, seat);
  return person?.rating === undefined ? name : `${name} (${person.rating}${person.provisional ? PROVISIONAL : ""})`;
}
