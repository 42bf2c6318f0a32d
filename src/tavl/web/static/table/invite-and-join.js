// An empty seat: the link and code that invite somebody to it, the name a guest goes by, and sitting down.
/** @import {TableState} from "../shared/messages.js" */
/** @import {Line} from "./socket.js" */

import { promiseAWord } from "../dice/fair-dice.js";
import { ask, showProblem } from "../shared/api.js";
import { copy } from "../shared/clipboard.js";
import { toast } from "../shared/toast.js";
import { w } from "../shared/translations.js";
import { isOver } from "./board-state.js";

const element = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {TableState} at */
export function showInvitation({ view }) {
  const playing = view.role === "player";
  const waiting = view.seats.includes(null) && !isOver(view);
  element("invite").hidden = !(playing && waiting);
  const join = document.getElementById("join-card");
  if (join) join.hidden = playing || !waiting;
}

/**
 * @param {string} table
 * @param {string} link that leads to it
 * @param {Line} line
 * @param {() => Promise<void>} abort nobody is waited for any more
 */
export function bindInvitation(table, link, line, abort) {
  element("copy-link").addEventListener("click", () => copy(link, w("The link is copied.")));
  element("close-table").addEventListener("click", async () => {
    await abort();
    location.assign("/");
  });
  document.getElementById("join")?.addEventListener("click", async (event) => {
    const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
    button.disabled = true;
    try {
      await saveName(table, document.getElementById("join-name"));
      await ask("POST", `/tables/${table}/join`, await promiseAWord());
      line.reconnect();
      element("join-card").hidden = true;
    } catch (error) {
      button.disabled = false;
      showProblem(document.querySelector("#join-card .problem"), error);
    }
  });
  document.getElementById("host-name")?.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await saveName(table, /** @type {HTMLFormElement} */ (event.currentTarget).elements.namedItem("name"));
      toast(w("Saved."));
      line.look();
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
  });
}

/** A guest says what the other is to see. @param {string} table @param {unknown} field */
async function saveName(table, field) {
  if (!(field instanceof HTMLInputElement) || !field.value.trim() || field.value === field.defaultValue) return;
  await ask("POST", "/session", { table }); // somebody new is a guest first
  await ask("PATCH", "/me", { name: field.value });
  field.defaultValue = field.value;
}
