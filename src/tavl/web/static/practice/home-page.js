// What is due, by the reader's own calendar; decks that are shared, removed and taken over.
/** @import {PracticeOverview} from "../shared/messages.js" */

import { ask, showProblem } from "../shared/api.js";
import { copy } from "../shared/clipboard.js";
import { plural, w } from "../shared/translations.js";

const place = document.getElementById("problem");

/**
 * @param {Element} list
 * @param {string} name
 * @param {(id: string) => Promise<void>} act
 */
function on(list, name, act) {
  const button = list.querySelector(name);
  if (!(button instanceof HTMLButtonElement) || !(list instanceof HTMLElement)) return;
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await act(list.dataset.deck ?? list.dataset.ships ?? "");
    } catch (error) {
      showProblem(place, error);
    }
    button.disabled = false;
  });
}

for (const deck of document.querySelectorAll(".decks li")) {
  on(deck, ".take", async (id) => {
    await ask("POST", `/practice/decks/${id}/import`);
    location.reload();
  });
  on(deck, ".share", async (id) => {
    await ask("PATCH", `/practice/decks/${id}`, { shared: true });
    await copy(
      `${location.origin}/practice/decks/${id}`,
      w("The link is copied. Anybody who has it can add the deck."),
    );
  });
  on(deck, ".unshare", async (id) => {
    await ask("PATCH", `/practice/decks/${id}`, { shared: false });
    location.reload();
  });
  on(deck, ".remove", async (id) => {
    await ask("DELETE", `/practice/decks/${id}`);
    location.reload();
  });
}
const due = document.getElementById("due-count");
if (due) {
  /** @type {PracticeOverview} */
  const found = await ask("GET", `/practice?offset=${-new Date().getTimezoneOffset()}`);
  due.textContent = String(found.due);
  const streak = document.getElementById("streak");
  const words = document.getElementById("streak-words");
  if (streak) streak.textContent = String(found.streak);
  if (words) words.textContent = plural("day in a row", "days in a row", found.streak);
}
document.documentElement.dataset.ready = "true";
