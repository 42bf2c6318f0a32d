// The keyboard: arrows walk the places, Enter and space press them (as for any button), Backspace takes back. For whoever
// plays with the mouse, Enter and space roll and end the turn: a place that was only clicked is not being walked.
/** @import {Session} from "./play-entry.js" */
/** @import {View} from "./view.js" */

import { PLACES } from "./geometry.js";
import { OFF } from "./position.js";

/** @type {Record<string, (at: number) => number>} */
const WALK = {
  ArrowRight: (at) => at + 1,
  ArrowDown: (at) => at + 1,
  ArrowLeft: (at) => at - 1,
  ArrowUp: (at) => at - 1,
  Home: () => 0,
  End: () => PLACES.indexOf(OFF),
};

/**
 * @param {Session} session
 * @param {View} view
 */
export function listenToKeys(session, view) {
  let clicked = false;
  view.stage.addEventListener("pointerdown", () => (clicked = true), true);
  view.stage.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !view.stage.contains(relatedTarget)) clicked = false;
  });
  view.stage.addEventListener("click", (event) => {
    const place = view.placeOf(event.target);
    // A click without a pointer comes from a key or a screen reader; the pointer's own were seen as they went up.
    if (place !== null && event.detail === 0) session.tap(place, "pick");
  });
  view.stage.addEventListener("keydown", (event) => {
    if (event.key in WALK || event.key === "Tab") clicked = false;
    if (handle(event, session, view, clicked)) event.preventDefault();
  });
}

/**
 * @param {KeyboardEvent} event
 * @param {Session} session
 * @param {View} view
 * @param {boolean} clicked the focus is where the mouse left it
 * @returns {boolean} it was ours
 */
function handle(event, session, view, clicked) {
  const { key } = event;
  if (key === "Backspace" || (key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey))) {
    session.undo();
    return true;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (key === "Escape") {
    session.putDown();
    session.arm(false);
    session.askSize(false);
    return true;
  }
  const place = view.placeOf(event.target);
  if (place === null) return false;
  if ((key === "Enter" || (key === " " && clicked)) && session.draft?.complete) {
    // Held down, the key that made the last move must not end the turn as well.
    if (!event.repeat) session.end();
    return true;
  }
  if ((key === "Enter" || key === " ") && clicked && session.may("roll")) {
    if (!event.repeat) session.act("roll");
    return true;
  }
  const walk = WALK[key];
  if (!walk) return false;
  view.focusPlace(PLACES[(walk(PLACES.indexOf(place)) + PLACES.length) % PLACES.length]);
  return true;
}
