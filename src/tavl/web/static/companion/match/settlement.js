// Money play: who owes whom when the session ends, and how that is said.
/** @import {Seat} from "./clock.js" */
/** @import {State} from "./match.js" */
/** @import {Sheet} from "./match-sheet.js" */

import { numberText } from "../../shared/dates-and-numbers.js";
import { plural, w } from "../../shared/translations.js";
import { nameOf } from "./player-names.js";

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

/** @param {number} amount @param {string} currency */
function moneyText(amount, currency) {
  const figures = numberText(amount, {
    minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
    maximumFractionDigits: 2,
  });
  return currency ? `${figures}\u00a0${currency}` : figures;
}

/** "Anna owes Bo 14 × 10 kr = 140 kr". @param {Sheet} sheet @param {State} state */
export function settlementText(sheet, state) {
  const owed = settlement(sheet, state);
  if (!owed) return w("Nobody owes anybody anything.");
  const names = { debtor: nameOf(sheet, owed.debtor), creditor: nameOf(sheet, owed.creditor) };
  if (!sheet.money?.stake) {
    return plural(
      "{creditor} is {n} point ahead of {debtor}.",
      "{creditor} is {n} points ahead of {debtor}.",
      owed.points,
      names,
    );
  }
  return w("{debtor} owes {creditor} {points} × {stake} = {amount}", {
    ...names,
    points: owed.points,
    stake: moneyText(sheet.money.stake, sheet.money.currency),
    amount: moneyText(owed.amount, sheet.money.currency),
  });
}
