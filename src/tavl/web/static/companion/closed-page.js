// The page was closed while a clock ran: does that time count?
/** @import {Keeper} from "./match/current-match.js" */

import { w } from "../shared/translations.js";
import { minutes, part, write } from "./elements.js";

const AWAY = 60_000; // after a longer absence the page asks whether that time counts
const SEEN = "tavl.wood.seen"; // by the page's original name, as in storage.js

/** The page is open again. @param {Keeper} keeper */
export function noticeAway(keeper) {
  const seen = lastSeen(keeper);
  if (clockRuns(keeper) && keeper.clock.now() - seen > AWAY) keeper.awaySince = seen;
}

/** The page is alive. Cheap, because it is called every few seconds. @param {Keeper} keeper */
export function noteAlive(keeper) {
  if (keeper.awaySince === null && clockRuns(keeper)) writeText(SEEN, String(keeper.clock.now()));
}

/** @param {Keeper} keeper */
const clockRuns = ({ state }) => state?.clock?.running != null;

/** @param {Keeper} keeper */
function lastSeen({ kept, clock }) {
  const noted = Number(readText(SEEN));
  return Math.max(kept.seen, Number.isFinite(noted) && noted <= clock.now() ? noted : 0);
}

/** @param {Keeper} keeper */
export function drawAway(keeper) {
  const gone = minutes(keeper.clock.now() - (keeper.awaySince ?? 0));
  write(
    part("away-words"),
    w("This page was closed for {time} while a clock ran. Does that time count?", { time: gone }),
  );
}

/** @param {Keeper} keeper */
export function bindClosedPage(keeper) {
  part("away-skip").addEventListener("click", () => keeper.settleAway(false));
  part("away-count").addEventListener("click", () => keeper.settleAway(true));
}

/** @param {string} name */
function readText(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** @param {string} name @param {string} text */
function writeText(name, text) {
  try {
    localStorage.setItem(name, text);
  } catch {
    // not allowed here: the last step's instant is used
  }
}
