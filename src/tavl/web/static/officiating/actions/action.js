// An entry of the action sheet: something to do around the game besides playing it; and the little that all entries share.
/** @import {ClientAction, Seat, TableView} from "../../shared/messages.js" */
/** @import {Seen} from "../cards/card.js" */

import { other } from "../../table/board-state.js";
import { nameOf } from "../../shared/names.js";
import { w } from "../../shared/translations.js";

/** @typedef {ClientAction["type"]} ActionType */
/**
 * @template Each
 * @typedef {Each extends {seat: Seat} ? Omit<Each, "seat"> & {seat?: Seat} : Each} WithoutSeat
 */
/** An action before it is signed: a player's own seat is added to it. @typedef {WithoutSeat<ClientAction>} Unsigned */
/**
 * A field of a form. `of`: choices by value.
 * @typedef {{name: string, kind: "text" | "choice" | "number" | "clause", label: string, of?: Record<string, string>,
 *   value?: string, optional?: boolean, least?: number, most?: number, among?: string[]}} Field
 */
/**
 * What was filled in, or is known before, as a form has it: all of it text.
 * @typedef {Record<string, string>} Values
 */
/**
 * `type` is the server's name of what it does at the table, empty where nothing is done there; `listed` says whether it
 * belongs on this person's list at all.
 * @typedef {object} SheetAction
 * @property {ActionType | ""} type
 * @property {(seen: Seen) => string} title
 * @property {(seen: Seen) => string} hint one line of what happens then
 * @property {(seen: Seen) => boolean} [listed] without it, it is only reached from a card
 * @property {(seen: Seen, values: Values) => Field[]} [fields]
 * @property {(seen: Seen, values: Values) => Unsigned} [action]
 */

/** @param {Seen} seen */
export const plays = ({ view }) => view.role === "player";
/** @param {Seen} seen */
export const directs = ({ view }) => view.role === "director";
/** @param {Seen} seen */
export const kept = ({ view }) => view.around != null;
/** @param {Seen} seen */
export const ruled = ({ terms }) => terms !== null && terms.ruler !== "nobody";
/** @param {Seen} seen */
export const opponent = ({ view, people }) => nameOf(view, people, other(view.viewer));
/** @param {Seen} seen */
const bothSeats = ({ view, people }) => ({ 0: nameOf(view, people, 0), 1: nameOf(view, people, 1) });

/** A seat that was chosen in a form. @param {string} text @returns {Seat} */
export const seatFrom = (text) => (Number(text) === 1 ? 1 : 0);
/** @param {Record<string, string>} names @param {string[]} among */
export const only = (names, among) => Object.fromEntries(among.map((name) => [name, names[name]]));
/** @param {string} label @param {Partial<Field>} [more] @returns {Field} */
export const words = (label, more = {}) => ({ name: "reason", kind: "text", label, ...more });
/** @param {Seen} seen @returns {Field} */
export const player = (seen) => ({ name: "against", kind: "choice", label: w("Player"), of: bothSeats(seen) });

/** @param {TableView} view */
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
