// A search with a name becomes a deck. Empty fields of the form are left out of the address.
/** @import {SaveDeck, Search} from "../shared/messages.js" */

import { ask, showProblem } from "../shared/api.js";

const search = /** @type {HTMLFormElement} */ (document.getElementById("search"));
const save = document.getElementById("save");

search.addEventListener("submit", () => {
  for (const field of search.elements) {
    const empty = field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? !field.value : false;
    if (empty && (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) field.disabled = true;
  }
});
addEventListener("pageshow", () => {
  for (const field of search.elements)
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.disabled = false;
});
save?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const name = /** @type {HTMLInputElement} */ (document.getElementById("deck-name")).value;
  try {
    /** @type {SaveDeck} */
    const saved = { name, search: /** @type {Search} */ (JSON.parse(search.dataset.search ?? "{}")) };
    await ask("POST", "/practice/decks", saved);
    location.assign("/practice");
  } catch (error) {
    showProblem(document.getElementById("problem"), error);
  }
});
document.documentElement.dataset.ready = "true";
