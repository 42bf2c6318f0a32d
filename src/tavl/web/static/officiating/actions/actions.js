// What can be done around the game besides playing it: for whom it is listed, how it is asked for, what is sent.
// There are no rules here: the server says whether something is possible now, and why not.
/** @import {SheetAction} from "./action.js" */
/** @import {Seen} from "../cards/card.js" */

import { ANSWERS } from "./actions-on-cards.js";
import { OFFICIALS } from "./actions-of-officials.js";
import { PLAYERS } from "./actions-of-players.js";

/** @type {Record<string, SheetAction>} */
export const SHEET_ACTIONS = { ...PLAYERS, ...OFFICIALS, ...ANSWERS };

/** What is on this person's list, in order. @param {Seen} seen @returns {[string, SheetAction][]} */
export function sheetActionsFor(seen) {
  return Object.entries(SHEET_ACTIONS).filter(([, entry]) => entry.listed?.(seen));
}
