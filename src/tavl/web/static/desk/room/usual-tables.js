// The tables of a tournament as they usually are: how many are numbered, and what each has.
/** @import {RunningPlace} from "../../shared/messages.js" */

/** A table with nothing special. */
export const USUAL_TABLE = {
  smoke_free: true,
  clock: false,
  featured: false,
  board: null,
  cups: false,
  dice: false,
  box: false,
};

/** This many tables, numbered from 1, set up as usual. @param {number} count @returns {RunningPlace[]} */
export function numberedTables(count) {
  return Array.from({ length: count }, (_, n) => ({ id: String(n + 1), room: "", ...USUAL_TABLE }));
}
