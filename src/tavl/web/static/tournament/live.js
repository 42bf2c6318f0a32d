// Hears of a new version of a tournament, and asks for what is new.
import { w } from "../shared/translations.js";

const AGAIN_MS = 5_000;

/**
 * Calls `changed` with each new version; `state` is told whether there is a connection.
 * @param {string} id
 * @param {(version: number) => void} changed
 * @param {(online: boolean) => void} state
 */
export function follow(id, changed, state) {
  const source = new EventSource(`/api/v1/tournaments/${id}/changes`);
  source.addEventListener("open", () => state(true));
  source.addEventListener("message", (event) => changed(Number(JSON.parse(event.data).version)));
  source.addEventListener("error", () => {
    state(false);
    // A browser gives up on an answer that is no stream; a server that is restarted gives one again.
    if (source.readyState === EventSource.CLOSED) setTimeout(() => follow(id, changed, state), AGAIN_MS);
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
