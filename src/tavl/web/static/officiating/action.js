// An action around the game besides playing it, and what all of them share.
/** @import {View} from "../shared/types.js" */
/** @import {Seen} from "./card.js" */

import { nameOf, other } from "../table/board-state.js";
import { w } from "../shared/translations.js";

/**
 * A field of a form. `of`: choices by value.
 * @typedef {{name: string, kind: "text" | "choice" | "number" | "clause", label: string, of?: Record<string, string>,
 *   value?: string, optional?: boolean, least?: number, most?: number, among?: string[]}} Field
 */
/**
 * `type` is the server's name of what it does at the table, empty where nothing is done there; `listed` says whether it
 * belongs on this person's list at all.
 * @typedef {object} Deed
 * @property {string} type
 * @property {(seen: Seen) => string} title
 * @property {(seen: Seen) => string} hint one line of what happens then
 * @property {(seen: Seen) => boolean} [listed] without it, it is only reached from a card
 * @property {(seen: Seen, values: any) => Field[]} [fields]
 * @property {(seen: Seen, values: any) => object} [action]
 */

/** @param {Seen} seen */
export const plays = ({ view }) => view.role === "player";
/** @param {Seen} seen */
export const directs = ({ view }) => view.role === "director";
/** @param {Seen} seen */
export const kept = ({ view }) => view.around != null;
/** @param {Seen} seen */
export const ruled = ({ terms }) => (terms?.ruler ?? "nobody") !== "nobody";
/** @param {Seen} seen */
export const opponent = ({ view, people }) => nameOf(view, people, other(view.viewer));
/** @param {Seen} seen */
export const bothSeats = ({ view, people }) => ({ 0: nameOf(view, people, 0), 1: nameOf(view, people, 1) });

/** @param {Record<string, string>} names @param {string[]} among */
export const only = (names, among) => Object.fromEntries(among.map((name) => [name, names[name]]));
/** @param {string} label @param {Partial<Field>} [more] @returns {Field} */
export const words = (label, more = {}) => ({ name: "reason", kind: "text", label, ...more });
/** @param {Seen} seen @returns {Field} */
export const player = (seen) => ({ name: "against", kind: "choice", label: w("Player"), of: bothSeats(seen) });

/** @param {View} view */
export function breaksLeft(view) {
  return view.around?.conduct.breaks_left[view.viewer] ?? 0;
}

/** People who are known at the table and do not play. @param {Seen} seen @returns {Record<string, string>} */
export function peopleAround({ view, people }) {
  return Object.fromEntries(
    Object.entries(people)
      .filter(([id]) => !view.seats.includes(id))
      .map(([id, { name }]) => [id, name || w("Somebody")]),
  );
}
