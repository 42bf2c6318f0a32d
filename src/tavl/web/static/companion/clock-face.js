// How a player's half of the clock looks: the time, the delay, and the line that says what a tap does now.
/** @import {Seat} from "../shared/messages.js" */
/** @import {Clock} from "./match/clock.js" */

import { w } from "../shared/translations.js";
import { minutes, within, write } from "./elements.js";

/** @typedef {"begin" | "press" | "wait" | "win"} TapMeaning what a tap on a half means now */

const TENTHS_MS = 20_000; // below it tenths of a second are shown

/** @param {HTMLElement} half @param {number | null} left */
export function drawTime(half, left) {
  const place = within(half, ".time");
  place.hidden = left === null;
  if (left === null) return;
  const tenths = left > 0 && left < TENTHS_MS;
  const text = tenths ? `0:${(Math.ceil(left / 100) / 10).toFixed(1).padStart(4, "0")}` : minutes(left);
  write(place, text);
  place.classList.toggle("long", text.length > 5);
}

/**
 * @param {HTMLElement} half
 * @param {Clock | null} clock
 * @param {Seat} seat
 * @param {boolean} runs
 * @param {number} left
 */
export function drawDelay(half, clock, seat, runs, left) {
  const place = within(half, ".delay");
  place.hidden = !clock || clock.delay[seat] === 0;
  if (place.hidden || !clock) return;
  const rest = runs || (clock.running === null && clock.turnOf === seat) ? left : 0;
  const share = clock.delay[seat] ? rest / clock.delay[seat] : 0;
  within(place, ".rest").setAttribute("width", (share * 100).toFixed(1));
  write(within(place, "b"), rest > 0 ? String(Math.ceil(rest / 1000)) : "");
}

/**
 * What a half says under the time: what a tap on it does, or why there is none to do.
 * @param {TapMeaning} means
 * @param {{ isOut: boolean, held: boolean, runs: boolean, finishing: boolean, running: boolean }} now
 */
export function pressWords(means, { isOut, held, runs, finishing, running }) {
  if (!running) return "";
  if (isOut) return w("Time is out");
  if (held) return w("Wait until your delay is over");
  if (means === "begin") return w("Tap here if you begin");
  if (means === "win") return w("Tap here if you won the game");
  if (finishing) return w("Finish your move, then tap");
  return runs ? w("Tap when you have played") : "";
}
