// How this page writes numbers.

import { language, w } from "../shared/translations.js";

const percents = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const rates = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const equities = new Intl.NumberFormat(language, {
  minimumFractionDigits: 3,
  maximumFractionDigits: 3,
  signDisplay: "exceptZero",
});
const losses = new Intl.NumberFormat(language, { minimumFractionDigits: 3, maximumFractionDigits: 3 });
const points = new Intl.NumberFormat(language, {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: "exceptZero",
});

/** Without the sign, for tables. @param {number} chance */
export const percent = (chance) => percents.format(100 * chance);
/** @param {number} chance */
export const percentSign = (chance) => w("{number} %", { number: percent(chance) });
/** @param {number | null} rate */
export const rate = (rate) => (rate === null ? "–" : rates.format(rate));
/** @param {number} value */
export const equity = (value) => equities.format(value).replace("-", "−");
/** @param {number} value */
export const loss = (value) => losses.format(value);
/** @param {number} value */
export const signedPoints = (value) => points.format(value).replace("-", "−");
/** @param {number} value of a gammon, of a win's worth */
export const share = (value) => points.format(value).replace("+", "");
