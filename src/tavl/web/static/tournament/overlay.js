// A stream's overlay: the match at a table with its score.
import { fetchParts, follow } from "./live-updates.js";
import { patch } from "./page-patch.js";

const overlay = /** @type {HTMLElement} */ (document.querySelector("#overlay"));

async function refresh() {
  try {
    const fresh = await fetchParts(location.pathname + location.search);
    const [old, next] = [document.getElementById("overlay-parts"), fresh.getElementById("overlay-parts")];
    if (old && next) patch(old, next);
  } catch {
    // It is asked again with the next change.
  }
}

follow(
  overlay.dataset.id ?? "",
  (_, news) => news && refresh(),
  () => {},
);
document.documentElement.dataset.ready = "true";
