// Beside the board: whether there is a chat, who plays, IDs of the position to copy, and how the table is closed.
/** @import {Seat, TableState} from "../shared/messages.js" */
/** @import {ActionType} from "../officiating/actions/action.js" */
/** @import {Ids} from "../shared/pages.js" */
/** @import {Chat} from "./chat.js" */

import { nameOf } from "../shared/names.js";
import { copy } from "../shared/clipboard.js";
import { toast } from "../shared/toast.js";
import { w } from "../shared/translations.js";
import { isOver, other } from "./board-state.js";

const element = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * @param {TableState} at
 * @param {Chat} chat
 */
export function showSide({ view, people }, chat) {
  const playing = view.role === "player";
  const over = isOver(view);
  const waiting = view.seats.includes(null) && !over;
  chat.show(playing && !waiting, people[view.seats[other(view.viewer)] ?? ""]?.bot ?? false);
  element("abort").hidden = !view.actions.includes("abort");
  element("last-game").hidden = !playing || view.length !== null || over;
  const links = view.seats.map((who, seat) => {
    const link = document.createElement("a");
    link.href = who ? `/p/${who}` : "#";
    link.textContent = nameOf(view, people, /** @type {Seat} */ (seat));
    return link;
  });
  element("players").replaceChildren(links[0], " – ", links[1]);
}

/**
 * @param {string} table
 * @param {(type: ActionType) => Promise<void>} act
 */
export function bindSide(table, act) {
  element("abort").addEventListener("click", () => act("abort"));
  for (const [id, field] of /** @type {const} */ ([
    ["copy-xgid", "xgid"],
    ["copy-gnu", "gnu_id"],
  ])) {
    element(id).addEventListener("click", async () => {
      const ids = /** @type {Ids} */ (await (await fetch(`/t/${table}/position.json`)).json());
      const text = ids[field];
      if (text) copy(text, w("Copied: {text}", { text }));
      else toast(w("This moment has no such ID."));
    });
  }
}
