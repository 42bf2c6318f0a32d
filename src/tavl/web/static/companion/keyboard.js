// By keyboard: the space bar ends the turn whoever's it is, Ctrl+Z takes the last step back.
/** @import {Keeper} from "./match/current-match.js" */

import { tapped } from "./clock-and-score.js";

/** @param {Keeper} keeper */
export function bindKeys(keeper) {
  document.addEventListener("keydown", (event) => {
    const busy = !keeper.playing || document.querySelector("dialog[open]");
    if (busy || !(event.target instanceof Element)) return;
    const running = keeper.state?.clock?.running ?? null;
    if (event.code === "Space" && running !== null && !event.repeat && !event.target.closest("button, input, a")) {
      event.preventDefault();
      tapped(keeper, running);
    }
    if (event.key === "z" && (event.ctrlKey || event.metaKey)) keeper.undo();
  });
}
