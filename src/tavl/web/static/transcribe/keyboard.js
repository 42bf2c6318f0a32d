// The keys of a transcript, and what each of them does. Digits are dice, or the size of a resignation while that is asked for.
/** @import {NoteKind} from "../shared/pages.js" */
/** @import {Film} from "./video.js" */

import { singleKeys } from "../shared/board-preferences.js";

/**
 * @typedef {object} KeyActions
 * @property {() => unknown} enter the chosen play is made
 * @property {(by: number) => void} choose another play
 * @property {Film} film
 * @property {() => void} undo
 * @property {(kind: NoteKind) => void} cube
 * @property {() => void} hand the play is made on the board
 * @property {(face: number) => unknown} die
 * @property {() => unknown} askSize of a resignation
 * @property {(size: number) => void} resign
 * @property {HTMLDialogElement} sizes the dialog that asks for it
 */

/** @param {KeyActions} does */
export function bindKeys(does) {
  const keys = /** @type {Record<string, () => unknown>} */ ({
    Enter: does.enter,
    ArrowDown: () => does.choose(1),
    ArrowUp: () => does.choose(-1),
    ArrowLeft: () => does.film.back(),
    " ": () => does.film.pause(),
    Backspace: does.undo,
    Escape: does.undo,
    u: does.undo,
    d: () => does.cube("double"),
    t: () => does.cube("take"),
    p: () => does.cube("drop"),
    b: () => does.cube("beaver"),
    h: does.hand,
    r: does.askSize,
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { target, key } = event;
    if (target instanceof HTMLInputElement && target.type !== "file") return;
    if (/^\S$/.test(key) && !singleKeys()) return;
    if (does.sizes.open) {
      if (/^[123]$/.test(key)) does.resign(Number(key));
      return;
    }
    const pressed = target instanceof Element && target.closest("button, a, video, label");
    if (pressed && (key === "Enter" || key === " ")) return;
    const act = /^[1-6]$/.test(key) ? () => does.die(Number(key)) : (keys[key] ?? keys[key.toLowerCase()]);
    if (!act) return;
    event.preventDefault();
    act();
  });
}
