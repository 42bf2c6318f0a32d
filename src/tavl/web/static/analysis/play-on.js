// Play on from a position: a table against a bot that begins there. The dialog is in templates/analysis/_play_on.html.
/** @import {TableLine} from "../shared/messages.js" */

import { ask, newId, showProblem } from "../shared/api.js";
import { promiseAWord } from "../dice/fair-dice.js";

/**
 * Asks which seat, how strong a bot and whether with a tutor, and goes to the table.
 * @param {string} id of the position
 * @param {[string, string]} names of its two players
 */
export function askToPlayOn(id, names) {
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("play-on"));
  const form = /** @type {HTMLFormElement} */ (dialog.querySelector("form"));
  for (const [seat, name] of names.entries()) {
    const place = form.querySelector(`[data-seat="${seat}"]`);
    if (place) place.textContent = name;
  }
  const problem = /** @type {HTMLElement} */ (form.querySelector(".problem"));
  problem.hidden = true;
  form.onsubmit = async (event) => {
    event.preventDefault();
    const chosen = new FormData(form);
    const sit = /** @type {HTMLButtonElement} */ (form.querySelector("button[type=submit]"));
    sit.disabled = true;
    try {
      const asked = {
        opponent: `bot:${chosen.get("level")}`,
        start: { id, seat: Number(chosen.get("seat")) },
        tutor: chosen.get("tutor") === "on",
        aids: true,
      };
      /** @type {TableLine} */
      const { id: table } = await ask("POST", "/tables", { ...asked, ...(await promiseAWord()), id: newId() });
      location.assign(`/t/${table}`);
    } catch (error) {
      showProblem(problem, error);
    }
    sit.disabled = false;
  };
  dialog.showModal();
}

document.getElementById("close-play-on")?.addEventListener("click", () => {
  /** @type {HTMLDialogElement} */ (document.getElementById("play-on")).close();
});
