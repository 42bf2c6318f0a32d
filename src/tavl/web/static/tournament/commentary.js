// The commentator's page: the matches in progress, and both players' way there.
import { w } from "../shared/translations.js";
import { fetchParts, follow, localTimes } from "./live-updates.js";
import { patch } from "./page-patch.js";

const root = /** @type {HTMLElement} */ (document.querySelector("#tournament"));
const live = /** @type {HTMLElement} */ (document.querySelector("#live"));

async function refresh() {
  try {
    const fresh = await fetchParts(location.pathname);
    const [old, next] = [document.getElementById("live-parts"), fresh.getElementById("live-parts")];
    if (!old || !next) return;
    localTimes(next);
    patch(old, next);
  } catch {
    // It is asked again with the next change.
  }
}

localTimes(root);
follow(
  root.dataset.id ?? "",
  (version, news) => (news || version !== Number(root.dataset.version)) && refresh(),
  (online) => (live.textContent = online ? "" : `· ${w("not connected")}`),
);
document.documentElement.dataset.ready = "true";
