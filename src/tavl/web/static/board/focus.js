// Where the keyboard's focus goes when the focused element is gone after a redraw.
/** @import {Places} from "./places.js" */

/** The focused element within the shadow root. @param {HTMLElement} stage */
export function focusedIn(stage) {
  const root = stage.getRootNode();
  return root instanceof ShadowRoot ? root.activeElement : null;
}

/**
 * A pressed button that has disappeared passes the focus to the board.
 * @param {Element | null} focused before the drawing
 * @param {Places} places
 */
export function handFocusOn(focused, places) {
  if (focused instanceof HTMLElement && (!focused.isConnected || focused.hidden || focused.matches(":disabled")))
    places.focus();
}
