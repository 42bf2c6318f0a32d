// About another player: block, and report to the administrators. On a player's page and at a table.
/** @import {TableState} from "../shared/messages.js" */

import { ask } from "../shared/api.js";
import { isBot, personName } from "../shared/names.js";
import { onPress, onSubmit, place } from "./forms.js";

const around = /** @type {HTMLElement | null} */ (document.querySelector(".other-player"));

/** At a table the other player is known once somebody has sat down; the server's own bots cannot be blocked. @param {TableState} at */
export function aboutOpponent({ view, people }) {
  if (!around || view.role !== "player") return;
  const other = view.seats[1 - view.viewer];
  around.hidden = !other || isBot(other);
  if (around.hidden || around.dataset.person === other) return;
  around.dataset.person = other ?? "";
  const name = place("report-name");
  if (name) name.textContent = personName(people, other);
}

/** @param {boolean} blocked */
function showBlocked(blocked) {
  if (!around) return;
  /** @type {HTMLElement} */ (around.querySelector("[data-block]")).hidden = blocked;
  /** @type {HTMLElement} */ (around.querySelector(".blocked")).hidden = !blocked;
}

export function bindBlockingAndReporting() {
  if (!around) return;
  const dialog = /** @type {HTMLDialogElement} */ (place("report"));
  onPress(around.querySelector("[data-block]"), async () => {
    await ask("POST", "/blocks", { person: around.dataset.person });
    showBlocked(true);
  });
  onPress(around.querySelector("[data-unblock]"), async () => {
    await ask("DELETE", `/blocks/${around.dataset.person}`);
    showBlocked(false);
  });
  around.querySelector("[data-report]")?.addEventListener("click", () => {
    /** @type {HTMLElement} */ (around.querySelector(".reported")).hidden = true;
    dialog.showModal();
  });
  place("report-cancel")?.addEventListener("click", () => dialog.close());
  onSubmit(place("report-form"), async ({ reason, text }, form) => {
    const { person, table } = around.dataset;
    await ask("POST", "/reports", { person, reason, text, ...(table ? { table } : {}) });
    form.reset();
    dialog.close();
    /** @type {HTMLElement} */ (around.querySelector(".reported")).hidden = false;
  });
}
