// The big screen: one page at a time, the next one after ten seconds. An arrow key turns at once, Space holds it.
import { fetchParts, follow, localTimes } from "./live-updates.js";
import { patch } from "./page-patch.js";

const screen = /** @type {HTMLElement} */ (document.querySelector("#screen"));
const holder = /** @type {HTMLElement} */ (document.querySelector("#screen-pages"));
const bar = /** @type {HTMLElement} */ (document.querySelector("#turning"));
const TURN_MS = 10_000; // how long a page is shown
let key = "";
let held = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

const pages = () => /** @type {HTMLElement[]} */ ([...holder.querySelectorAll(".screen-page")]);

/** The page that was shown stays, wherever it is by now; if it is gone, the one in its place. @param {number} steps */
function turn(steps) {
  const all = pages();
  const before = all.findIndex((page) => page.dataset.key === key);
  const now = all[(Math.max(before, 0) + steps + all.length) % all.length];
  for (const page of all) page.hidden = page !== now;
  key = now?.dataset.key ?? "";
}

function wait() {
  clearTimeout(timer);
  bar.classList.remove("runs");
  if (held) return;
  bar.style.animationDuration = `${TURN_MS}ms`;
  requestAnimationFrame(() => bar.classList.add("runs"));
  timer = setTimeout(() => {
    turn(1);
    wait();
  }, TURN_MS);
}

function tick() {
  const at = new Date();
  const text = `${at.getHours()}`.padStart(2, "0") + ":" + `${at.getMinutes()}`.padStart(2, "0");
  const clock = document.querySelector("#clock");
  if (clock) clock.textContent = text;
  setTimeout(tick, 60_000 - (at.getTime() % 60_000));
}

async function refresh() {
  try {
    const fresh = await fetchParts(`/tournaments/${screen.dataset.id}/screen/pages`);
    const next = fresh.getElementById("screen-pages");
    if (!next) return;
    screen.dataset.version = next.dataset.version ?? "";
    localTimes(next);
    patch(holder, next);
    turn(0);
  } catch {
    // The stream says when the server is back; then it is asked again.
  }
}

addEventListener("keydown", (event) => {
  if (event.key === " ") held = !held;
  else if (event.key === "ArrowRight") turn(1);
  else if (event.key === "ArrowLeft") turn(-1);
  else return;
  event.preventDefault();
  wait();
});

localTimes(holder);
turn(0);
wait();
tick();
follow(
  screen.dataset.id ?? "",
  (version, news) => (news || version !== Number(screen.dataset.version)) && refresh(),
  () => {},
);
document.documentElement.dataset.ready = "true";
