// What the board does automatically if the player has chosen so.
/** @import {ReadState} from "./state.js" */
/** @import {Draft, Step} from "./play-draft.js" */
/** @import {FreeDraft} from "./unenforced-play.js" */
/** @import {Settings} from "./attributes.js" */

const PAUSE_MS = 700; // before and after something is done automatically, so that it can be seen

/** @typedef {{type: "roll"} | {type: "pass"} | {type: "steps", steps: Step[]}} Automatic */

/**
 * @param {ReadState} state
 * @param {Draft | FreeDraft | null} draft
 * @param {Settings} settings
 * @returns {Automatic | null}
 */
export function automatic(state, draft, settings) {
  if (state.manual) return null;
  if (settings.autoRoll && state.actions.includes("roll") && !state.actions.includes("double")) return { type: "roll" };
  if (!draft || draft.touched || draft.steps.length || !state.actions.includes("play")) return null;
  if (draft.dances) return settings.autoPass ? { type: "pass" } : null;
  const steps = (settings.autoPlay && draft.forced) || (settings.autoBearOff && past(draft) && draft.allOff);
  return steps ? { type: "steps", steps } : null;
}

/**
 * No checker of the opponent still has to pass the viewer's last one.
 * @param {Draft | FreeDraft} draft
 */
function past(draft) {
  const { own, opponent } = draft.start;
  const rearmost = own.findLastIndex((count, place) => place > 0 && count > 0);
  return opponent.every((count, place) => count === 0 || 25 - place > rearmost || place === 0);
}

/** @param {Automatic} wish */
export function pauseBefore(wish) {
  return wish.type === "roll" ? PAUSE_MS / 2 : PAUSE_MS * 2;
}

/**
 * Until the turn is ended, when the checkers have been moved.
 * @param {{type: "steps", steps: Step[]}} wish
 * @param {Settings} settings
 */
export function pauseAfter(wish, settings) {
  return PAUSE_MS + settings.speed * wish.steps.length;
}
