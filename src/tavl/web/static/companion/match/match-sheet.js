// The sheet of one match or session: who plays, on which terms, and every step with its instant. All else follows from
// it, so a step is undone by leaving it out (undo.js).
/** @import {Pair} from "./clock.js" */
/** @import {PhoneAction, Refused, State, Terms} from "./match.js" */

import { act } from "./actions.js";
import { begin, result } from "./match.js";

/** @typedef {{ at: number, acts: PhoneAction[], note?: string }} Step */
/**
 * @typedef {object} Sheet
 * @property {1} form of this record, for a later tavl that reads it
 * @property {string} id
 * @property {[string, string]} names empty where nobody gave one
 * @property {string} profile
 * @property {Terms} terms
 * @property {{ stake: number, currency: string } | null} money for each point
 * @property {Pair} [lead] the score at which a match of a tournament starts, after penalty points
 * @property {number} began by the phone's clock; a step's `at` is in ms since then
 * @property {number} skipped ms that are charged to nobody: taken back with an undone step, or while the phone was off
 * @property {Step[]} steps
 * @property {string} [table] on the server, once it was handed in
 */

/**
 * @param {Omit<Sheet, "form" | "skipped" | "steps">} given
 * @returns {Sheet}
 */
export const newSheet = (given) => ({ form: 1, ...given, skipped: 0, steps: [] });

/** The match that a sheet records. @param {Sheet} sheet @returns {State} */
export function fold(sheet) {
  let state = begin(sheet.terms, sheet.lead);
  for (const { at, acts } of sheet.steps) {
    for (const action of acts) state = act(state, action, at).state ?? state;
  }
  return state;
}

/**
 * The sheet's own time at an instant of the phone's clock. It is never earlier than the last step.
 * @param {Sheet} sheet
 * @param {number} instant
 */
export function timeOf(sheet, instant) {
  return Math.max(sheet.steps.at(-1)?.at ?? 0, instant - sheet.began - sheet.skipped);
}

/**
 * One more step: all of its actions, or none.
 * @param {Sheet} sheet
 * @param {State} state
 * @param {PhoneAction[]} acts
 * @param {number} at in the sheet's own time
 * @param {string} [note]
 * @returns {{ sheet: Sheet, state: State, refused?: undefined } | { refused: Refused }}
 */
export function stepped(sheet, state, acts, at, note) {
  let after = state;
  for (const action of acts) {
    const answer = act(after, action, at);
    if (answer.refused) return { refused: answer.refused };
    after = answer.state;
  }
  const step = note ? { at, acts, note } : { at, acts };
  return { sheet: { ...sheet, steps: [...sheet.steps, step] }, state: after };
}

/** The time between two instants is charged to nobody. @param {Sheet} sheet @param {number} ms @returns {Sheet} */
export const skipping = (sheet, ms) => ({ ...sheet, skipped: sheet.skipped + Math.max(0, ms) });

/** Whether the match on this sheet is still going on. @param {Sheet | null} sheet */
export const goesOn = (sheet) => sheet !== null && result(fold(sheet)) === null;

/**
 * The games that are over, each with how it ended.
 * @param {Sheet} sheet
 * @param {State} state
 */
export function games(sheet, state) {
  const notes = sheet.steps.filter(({ acts }) => acts.some(({ type }) => type === "record_result" || type === "drop"));
  return state.finished.map(({ before, crawford, outcome }, index) => {
    const after = state.finished[index + 1]?.before ?? state.score;
    return { before, after, crawford, ...outcome, note: notes[index]?.note ?? "" };
  });
}
