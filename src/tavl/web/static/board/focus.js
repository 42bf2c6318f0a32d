// Where the keyboard's focus goes when what had it is gone after a drawing.
/** @import {Places} from "./places.js" */

/** What has the focus within the element's shadow. @param {HTMLElement} stage */
export function focusedIn(stage) {
  const root = stage.getRootNode();
  return root instanceof ShadowRoot ? root.activeElement : null;
}

/**
 * A button that was pressed and is gone hands the focus on to the board.
 * @param {Element | null} focused before the drawing
 * @param {Places} places
 */
export function handFocusOn(focused, places) {
  if (focused instanceof HTMLElement && (!focused.isConnected || focused.hidden || focused.matches(":disabled")))
    places.focus();
}
