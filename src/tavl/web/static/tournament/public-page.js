// The public page of a tournament: follows what happens, finds people, shows one part at a time.
import { w } from "../shared/translations.js";
import { Finder } from "./player-finder.js";
import { fetchParts, follow, localTimes } from "./live-updates.js";
import { choose, showPanels } from "./page-tabs.js";
import { patch } from "./page-patch.js";
import { checkProofs } from "./draw-proof.js";

const root = /** @type {HTMLElement} */ (document.querySelector("#tournament"));
const finder = new Finder(root);
let version = Number(root.dataset.version);
let busy = false;
let again = false;

async function refresh() {
  if (busy) {
    again = true;
    return;
  }
  busy = true;
  try {
    const fresh = await fetchParts(`/tournaments/${root.dataset.id}/live${location.search}`);
    for (const id of ["mine", "live-parts"]) {
      const [old, next] = [document.getElementById(id), fresh.getElementById(id)];
      if (!old || !next) continue;
      localTimes(next);
      patch(old, next);
    }
    version = Number(fresh.getElementById("live-parts")?.dataset.version ?? version);
    root.dataset.version = String(version);
    choose(root);
    finder.mark();
    await checkProofs(root);
  } catch {
    // The stream says when the server is back; then it is asked again.
  } finally {
    busy = false;
    if (again) {
      again = false;
      refresh();
    }
  }
}

/** Brackets can be dragged, like a map. */
function dragToScroll() {
  root.addEventListener("pointerdown", (event) => {
    const area = event.target instanceof Element ? event.target.closest(".bracket-scroll") : null;
    if (!(area instanceof HTMLElement) || event.pointerType !== "mouse" || event.button !== 0) return;
    let [x, y] = [event.clientX, event.clientY];
    const move = (/** @type {PointerEvent} */ at) => {
      area.scrollBy(x - at.clientX, y - at.clientY);
      [x, y] = [at.clientX, at.clientY];
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", () => removeEventListener("pointermove", move), { once: true });
  });
}

localTimes(root);
showPanels(root);
finder.start();
dragToScroll();
checkProofs(root);
root.addEventListener("panel", () => finder.entry && finder.scrollTo());
const live = /** @type {HTMLElement} */ (document.querySelector("#live"));
follow(
  root.dataset.id ?? "",
  (heard, news) => (news || heard !== version) && refresh(),
  (online) => {
    live.textContent = online ? "" : `· ${w("not connected")}`;
  },
);
document.documentElement.dataset.ready = "true";
