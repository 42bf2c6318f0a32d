// A deck of somebody else's, or one that ships, is taken over.

import { ask, showProblem } from "../shared/api.js";

const button = /** @type {HTMLButtonElement | null} */ (document.getElementById("take"));
button?.addEventListener("click", async () => {
  button.disabled = true;
  try {
    await ask("POST", `/practice/decks/${button.dataset.deck}/import`);
    location.assign("/practice");
  } catch (error) {
    showProblem(document.getElementById("problem"), error);
    button.disabled = false;
  }
});
document.documentElement.dataset.ready = "true";
