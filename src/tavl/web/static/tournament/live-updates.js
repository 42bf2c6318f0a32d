// Gets new versions of a tournament, and requests what is new.
import { w } from "../shared/translations.js";

/** @import {Changed, StaffNow, StillHere} from "../shared/messages.js" */

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 10_000;
const PING_MS = 20_000;

/**
 * Calls `changed` with the version, and whether it is news: the first one of a connection may be known. `state` is told whether there is a connection. It comes back by itself.
 * @param {string} id
 * @param {(version: number, news: boolean) => void} changed
 * @param {(online: boolean) => void} state
 * @param {number} [wait] before the next try
 */
export function follow(id, changed, state, wait = FIRST_WAIT_MS) {
  const address = `${location.origin.replace(/^http/, "ws")}/api/v1/tournaments/${id}/changes`;
  const socket = new WebSocket(address, "tavl.v1");
  const ping = setInterval(
    () => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify({ ping: 0 })),
    PING_MS,
  );
  let first = true;
  let next = Math.min(2 * wait, MAX_WAIT_MS);
  socket.addEventListener("open", () => {
    next = FIRST_WAIT_MS;
    state(true);
  });
  socket.addEventListener("message", (event) => {
    const told = /** @type {Changed | StaffNow | StillHere} */ (JSON.parse(String(event.data)));
    if (told.type !== "changed") return;
    changed(told.version, !first);
    first = false;
  });
  socket.addEventListener("close", () => {
    clearInterval(ping);
    state(false);
    // Not all at once: a hall full of phones comes back together.
    setTimeout(() => follow(id, changed, state, next), wait * (0.5 + Math.random()));
  });
}

/** @param {string} path */
export async function fetchParts(path) {
  const response = await fetch(path, { headers: { Accept: "text/html" } });
  if (!response.ok) throw new Error(w("The server cannot be reached. Are you online?"));
  return new DOMParser().parseFromString(await response.text(), "text/html");
}

/** Times of day where the reader is. @param {ParentNode} within */
export function localTimes(within) {
  for (const each of within.querySelectorAll("[data-time]")) {
    const at = new Date(Number(each.getAttribute("data-time")));
    const text = `${at.getHours()}`.padStart(2, "0") + ":" + `${at.getMinutes()}`.padStart(2, "0");
    if (each.textContent !== text) each.textContent = text;
  }
}
