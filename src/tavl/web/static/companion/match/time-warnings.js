// Warnings when time is low, once at each of a few marks.
/** @import {Keeper} from "./current-match.js" */
/** @import {Habits} from "../device/settings.js" */

import { w } from "../../shared/translations.js";
import { reads } from "./clock.js";
import { say, signal } from "../device/signals.js";
import { nameOf } from "./player-names.js";

const LOW_MS = 60_000;
const MARKS_MS = [LOW_MS, 30_000, 10_000];

/** Shown in another colour. @param {number} left */
export const isLow = (left) => left < LOW_MS;

/** The last mark that each player has passed. @type {[number, number]} */
let warned = [Infinity, Infinity];

/** @param {Keeper} keeper @param {Habits} habits */
export function warnOfTime(keeper, habits) {
  const clock = keeper.state?.clock;
  const seat = clock?.running;
  if (!clock || seat == null) return;
  const left = reads(clock, keeper.at).times[seat];
  const passed = MARKS_MS.filter((mark) => left <= mark).at(-1) ?? Infinity;
  if (passed < warned[seat]) {
    signal(habits, "warning");
    say(
      w("{name}: {seconds} seconds left", {
        name: nameOf(keeper.sheet, seat),
        seconds: Math.max(0, Math.ceil(left / 1000)),
      }),
    );
  }
  warned[seat] = passed;
}
