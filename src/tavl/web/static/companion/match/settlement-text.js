// Money play: who owes whom, in words.
/** @import {State} from "./match.js" */
/** @import {Sheet} from "./match-sheet.js" */

import { numberText } from "../../shared/dates-and-numbers.js";
import { plural, w } from "../../shared/translations.js";
import { nameOf } from "./player-names.js";
import { settlement } from "./settlement.js";

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
