// The end of a game: who won, and how much.
/** @import {Seat} from "../../shared/messages.js" */
/** @import {Keeper} from "../match/current-match.js" */
/** @import {State} from "../match/match.js" */
/** @import {Tell} from "./dialog-display.js" */

import { plural } from "../../shared/translations.js";
import { all, part, within } from "../elements.js";
import { SEATS } from "../match/clock.js";
import { cubeValue, worth } from "../match/match.js";
import { nameOf } from "../match/player-names.js";
import { opened, openedAt } from "./dialog-display.js";

/** @param {Keeper} keeper @param {Seat | null} [winner] */
export function openEnd(keeper, winner = null) {
  const state = /** @type {State} */ (keeper.state);
  const dialog = opened(keeper, "end-dialog");
  for (const seat of SEATS) within(dialog, `[data-name="${seat}"]`).textContent = nameOf(keeper.sheet, seat);
  for (const input of /** @type {HTMLInputElement[]} */ (all(dialog, "[name=winner]")))
    input.checked = Number(input.value) === winner;
  const resigned = /** @type {HTMLInputElement} */ (part("resigned"));
  resigned.checked = false;
  for (const button of all(dialog, "[data-size]")) {
    const size = Number(button.dataset.size);
    button.hidden = size > 1 && !state.terms.gammons;
    const points = worth(state, size);
    within(button, "b").textContent = plural("{n} point", "{n} points", points);
  }
  part("jacoby-words").hidden = !(state.terms.jacoby && state.game && cubeValue(state.game) === 1);
  showWinner();
}

function showWinner() {
  const winner = document.querySelector("#end-dialog [name=winner]:checked");
  for (const button of /** @type {HTMLButtonElement[]} */ (all(part("sizes"), "button"))) button.disabled = !winner;
}

/** @param {Keeper} keeper @param {Tell} tell */
export function bindGameEnd(keeper, tell) {
  part("winner").addEventListener("change", showWinner);
  for (const button of all(part("sizes"), "button")) {
    button.addEventListener("click", () => {
      const input = /** @type {HTMLInputElement | null} */ (
        document.querySelector("#end-dialog [name=winner]:checked")
      );
      if (!input) return;
      const resigned = /** @type {HTMLInputElement} */ (part("resigned")).checked;
      const note = button.dataset.note ?? (resigned ? "resigned" : undefined);
      tell(
        keeper.gameEnded(/** @type {Seat} */ (Number(input.value)), Number(button.dataset.size), {
          at: openedAt(),
          note,
        }),
      );
    });
  }
}
