// More: the terms of the match, and the players' names.
/** @import {Seat} from "../../shared/messages.js" */
/** @import {Keeper} from "../match/current-match.js" */
/** @import {State} from "../match/match.js" */

import { all, part } from "../elements.js";
import { termsText } from "../match/match-setup.js";
import { drawHalves } from "../clock-and-score.js";
import { dialogOf, open } from "./dialog-display.js";

/** @param {Keeper} keeper */
export function openMore(keeper) {
  const state = /** @type {State} */ (keeper.state);
  const dialog = open("more-dialog");
  part("more-terms").textContent = termsText(state.terms, keeper.sheet.money);
  for (const input of /** @type {HTMLInputElement[]} */ (all(dialog, "[data-rename]"))) {
    input.value = keeper.sheet.names[/** @type {Seat} */ (Number(input.dataset.rename))];
  }
}

/** @param {Keeper} keeper */
export function bindMore(keeper) {
  for (const input of /** @type {HTMLInputElement[]} */ (all(dialogOf("more-dialog"), "[data-rename]"))) {
    input.addEventListener("change", () => {
      keeper.rename(/** @type {Seat} */ (Number(input.dataset.rename)), input.value.trim());
      drawHalves(keeper);
    });
  }
}
