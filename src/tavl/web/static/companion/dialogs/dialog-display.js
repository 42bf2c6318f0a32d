// Dialogs: those that somebody opens and closes, and the one that the match asks for, which stays until it is answered.
/** @import {Keeper} from "../match/current-match.js" */

import { all, part } from "../elements.js";

/** @type {HTMLDialogElement | null} */
let needed = null;

/** @param {string} id */
export const dialogOf = (id) => /** @type {HTMLDialogElement} */ (part(id));

/** @param {string} id */
export function open(id) {
  const dialog = dialogOf(id);
  if (!dialog.open) dialog.showModal();
  return dialog;
}

/** Closes a dialog that somebody has opened; answers can still be read. */
export function closeOpened() {
  for (const dialog of /** @type {HTMLDialogElement[]} */ (all(document, "dialog[open]:not(#asking-dialog)"))) {
    if (dialog !== needed) dialog.close();
  }
}

/** Show the dialog that the match needs now, or none. @param {string | null} id */
export function need(id) {
  const next = id === null ? null : dialogOf(id);
  if (next !== needed) {
    const before = needed;
    needed = next;
    before?.close();
  }
  if (next && !next.open) next.showModal();
}

export function setUpShowing() {
  for (const dialog of /** @type {HTMLDialogElement[]} */ (all(document, "dialog"))) {
    dialog.addEventListener("cancel", (event) => {
      if (dialog === needed) event.preventDefault();
    });
    dialog.addEventListener("close", () => {
      if (dialog === needed) dialog.showModal(); // a second Escape closes a dialog whatever the page does
    });
  }
  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element)) return;
    if (target.closest("[data-close]")) target.closest("dialog")?.close();
    const opener = target.closest("[data-open]");
    if (opener instanceof HTMLElement && opener.dataset.open) open(opener.dataset.open);
  });
}

/** @typedef {(refused: import("../match/match.js").Refused | null) => void} Tell */

/** When the dialog was opened: that moment counts for the clock, however long somebody looks for a button. */
let opening = 0;

export const openedAt = () => opening;

/** @param {Keeper} keeper @param {string} id */
export function opened(keeper, id) {
  opening = keeper.at;
  return open(id);
}

/** A button of a dialog. @param {string} label @param {string} small @param {() => void} does */
export function choice(label, small, does) {
  const button = document.createElement("button");
  button.type = "button";
  const text = document.createElement("span");
  text.textContent = label;
  const beside = document.createElement("small");
  beside.textContent = small;
  button.append(text, beside);
  button.addEventListener("click", does);
  return button;
}
