// What the two players are called on the companion's pages.
/** @import {Seat} from "../../shared/messages.js" */
/** @import {Sheet} from "./match-sheet.js" */

import { w } from "../../shared/translations.js";

/** @param {Sheet} sheet @param {Seat} seat */
export function nameOf(sheet, seat) {
  return sheet.names[seat] || (seat === 0 ? w("Player 1") : w("Player 2"));
}
