// Undo: the last step is removed from the sheet, and the clocks go on as they were before it.
/** @import {Sheet} from "./match-sheet.js" */

import { timeOf } from "./match-sheet.js";

/** Not the first step, which sets up the match, and nothing once it is on the server. @param {Sheet | null} sheet */
export const canUndo = (sheet) => sheet !== null && sheet.steps.length > 1 && !sheet.table;

/**
 * Without the last step. The clocks are as they were the moment before it, and go on from now: what ran since then ran
 * by mistake and counts for nobody.
 * @param {Sheet} sheet
 * @param {number} instant
 * @returns {Sheet}
 */
export function undone(sheet, instant) {
  const last = sheet.steps.at(-1);
  if (!last) return sheet;
  const skipped = sheet.skipped + timeOf(sheet, instant) - last.at;
  return { ...sheet, skipped, steps: sheet.steps.slice(0, -1) };
}
