// The games so far, a line each.
/** @import {Keeper} from "../match/current-match.js" */

import { w } from "../../shared/translations.js";
import { gameLines } from "../match/summary.js";

/** @param {HTMLElement} list @param {Keeper} keeper */
export function listGames(list, keeper) {
  const lines = keeper.state ? gameLines(keeper.sheet, keeper.state) : [];
  list.replaceChildren(
    ...(lines.length ? lines : [w("No game is over yet.")]).map((line) => {
      const item = document.createElement("li");
      item.textContent = line;
      return item;
    }),
  );
}
