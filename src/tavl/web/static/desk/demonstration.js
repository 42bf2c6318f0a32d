// A demonstration to play director in: begun by a press, or at once where `tavl tournament demo` has opened the page.
/** @import {TournamentMade} from "../shared/messages.js" */

import { ask, showProblem } from "../shared/api.js";

const press = /** @type {HTMLButtonElement} */ (document.querySelector("[data-demonstration]"));

async function begin() {
  press.disabled = true;
  try {
    /** @type {TournamentMade} */
    const made = await ask("POST", "/tournaments/demonstration");
    location.replace(`/tournaments/${made.id}/desk`);
  } catch (error) {
    press.disabled = false;
    const problem = document.getElementById("problem");
    if (problem) showProblem(problem, error);
  }
}

press.addEventListener("click", () => void begin());
if (location.hash === "#start") {
  history.replaceState(null, "", location.pathname); // a reload must not start another one
  void begin();
}
