// Space and Enter roll and end the turn, when nothing else has the focus. Keys on the board itself: board/keyboard.js.
/** @import {TavlBoard} from "../board/tavl-board.js" */

/** @param {TavlBoard} board */
export function bindKeys(board) {
  document.addEventListener("keydown", (event) => {
    if (event.key !== " " && event.key !== "Enter") return;
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const focused = document.activeElement;
    const free = !focused || focused === document.body || focused === document.documentElement || focused.id === "main";
    const rolls = board.state?.actions?.includes("roll");
    if (!free || document.querySelector("dialog[open]") || !(board.complete || rolls)) return;
    event.preventDefault(); // space would scroll
    if (rolls) board.roll();
    else board.done();
  });
}
