// Dates, times of day, amounts and numbers as the page's language writes them; i18n/dates_and_numbers.py does the same for what
// the server renders.

import { language } from "./translations.js";

const CLOCK_TIME = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const DAY = new Intl.DateTimeFormat(language, { dateStyle: "medium" });
const LONG_DAY = new Intl.DateTimeFormat(language, { dateStyle: "long" });
const WEEKDAY = new Intl.DateTimeFormat(language, { weekday: "long", day: "numeric", month: "long" });
const FROM_NOW = new Intl.RelativeTimeFormat(language, { numeric: "auto" });

/** "15 Nov 2026". @param {number} at */
export function dayText(at) {
  return DAY.format(at);
}

/** "15 November 2026". @param {number} at */
export function longDayText(at) {
  return LONG_DAY.format(at);
}

/** "Sunday 15 November". @param {number} at */
export function weekdayText(at) {
  return WEEKDAY.format(at);
}

/** "19:05". @param {number} at */
export function clockTime(at) {
  return CLOCK_TIME.format(at);
}

/** "in 3 days". @param {number} at */
export function fromNow(at) {
  const minutes = Math.max(1, Math.round((at - Date.now()) / 60_000));
  if (minutes < 90) return FROM_NOW.format(minutes, "minute");
  if (minutes < 36 * 60) return FROM_NOW.format(Math.round(minutes / 60), "hour");
  const days = Math.round(minutes / 1440);
  return days < 60 ? FROM_NOW.format(days, "day") : FROM_NOW.format(Math.round(days / 30.4), "month");
}

/** @param {{minor: number, currency: string}} amount */
export function money(amount) {
  const text = new Intl.NumberFormat(language, { minimumFractionDigits: 2 }).format(amount.minor / 100);
  return `${text}\u00a0${amount.currency}`;
}

/** @param {number} value @param {Intl.NumberFormatOptions} [how] */
export function numberText(value, how) {
  return new Intl.NumberFormat(language, how).format(value);
}
