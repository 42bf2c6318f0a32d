// What a sentence about an event depends on: who did it, who reads it, and how brief it should be.
/** @import {Person, Seat, TableEvent, TableView} from "../../shared/messages.js" */

import { nameOf, personName as nameOfPerson } from "../../shared/names.js";

/**
 * @typedef {object} EventContext
 * @property {TableView} view
 * @property {Record<string, Person>} people
 * @property {boolean} terse
 * @property {number} at when it happened
 */
/**
 * Each event in words, by its type.
 * @typedef {{[Type in TableEvent["type"]]?:
 *   (event: Extract<TableEvent, {type: Type}>, context: EventContext) => string | null}} EventTexts
 */

export const minute = 60_000;

/** @param {EventContext} context @param {Seat} seat */
export const isMine = ({ view }, seat) => view.role === "player" && seat === view.viewer;
/** @param {EventContext} context @param {Seat} seat */
export const named = ({ view, people }, seat) => nameOf(view, people, seat);
/** @param {EventContext} context @param {string | null | undefined} person */
export const personName = ({ people }, person) => nameOfPerson(people, person);
/** @param {EventContext} context @param {string} sentence */
export const more = ({ terse }, sentence) => (terse || !sentence ? "" : ` ${sentence}`);
/** @param {string} reason a text of somebody's, or the clause that a proposal took it from */
export const because = (reason) =>
  !reason || reason === "…" || /^[GT]\d/.test(reason) || reason === "late" ? "" : ` ${reason}`;

/**
 * You or somebody else, each with its own sentence.
 * @param {EventContext} context
 * @param {Seat} seat
 * @param {string} own
 * @param {string} others
 */
export const by = (context, seat, own, others) => (isMine(context, seat) ? own : others);
