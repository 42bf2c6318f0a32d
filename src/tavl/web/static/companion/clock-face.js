// How a player's time and delay look.
/** @import {Seat} from "../shared/messages.js" */
/** @import {Clock} from "./match/clock.js" */

import { minutes, within, write } from "./elements.js";

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
