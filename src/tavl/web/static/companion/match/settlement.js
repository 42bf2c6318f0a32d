// Money play: who owes whom when the session ends. In words: settlement-text.js.
/** @import {Seat} from "../../shared/messages.js" */
/** @import {State} from "./match.js" */
/** @import {Sheet} from "./match-sheet.js" */

/**
 * Who owes whom: points times the stake. Nobody, at an even score.
 * @param {Sheet} sheet
 * @param {State} state
 * @returns {{ debtor: Seat, creditor: Seat, points: number, amount: number } | null}
 */
export function settlement(sheet, state) {
  const points = state.score[0] - state.score[1];
  if (!points) return null;
  const stake = Math.round((sheet.money?.stake ?? 0) * 100); // in hundredths: 0.1 + 0.2 is not exact
  /** @type {Seat} */
  const debtor = points > 0 ? 1 : 0;
  const apart = Math.abs(points);
  return { debtor, creditor: debtor === 1 ? 0 : 1, points: apart, amount: (apart * stake) / 100 };
}
