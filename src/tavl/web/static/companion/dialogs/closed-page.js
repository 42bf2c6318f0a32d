// The page was closed while a clock ran: does that time count?
/** @import {Keeper} from "../match/current-match.js" */

import { w } from "../../shared/translations.js";
import { minutes, part, write } from "../elements.js";

/** @param {Keeper} keeper */
export function drawAway(keeper) {
  const gone = minutes(keeper.clock.now() - (keeper.awaySince ?? 0));
  write(
    part("away-words"),
    w("This page was closed for {time} while a clock ran. Does that time count?", { time: gone }),
  );
}

/** @param {Keeper} keeper */
export function bindClosedPage(keeper) {
  part("away-skip").addEventListener("click", () => keeper.settleAway(false));
  part("away-count").addEventListener("click", () => keeper.settleAway(true));
}
