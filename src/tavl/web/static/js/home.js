// The home page: choose, press, sit down. Lists look again now and then.
/** @import {TavlBoard} from "../board/tavl-board.js" */

import "../board/tavl-board.js";
import { ask, newId, showProblem } from "./api.js";
import { promiseAWord } from "./fair-dice.js";
import { applyPreferences } from "./preferences.js";
import { language } from "./words.js";

const LOOK_AGAIN = 10_000;
const KEPT = "tavl.choice";
const form = /** @type {HTMLFormElement} */ (document.getElementById("play"));
const picture = /** @type {TavlBoard} */ (document.getElementById("picture"));

applyPreferences();
picture.setAttribute("speed", "off");
picture.state = /** @type {import("../board/tavl-board.js").BoardState} */ ({
  position: "24:2 13:3 11:1 8:4 6:4 5:1 | 24:1 18:1 13:4 8:3 6:6",
  turn: 0,
  dice: [3, 1],
  cube: { value: 2, owner: 1 },
  score: [3, 2],
  length: 7,
  names: ["Freja", "Nils"],
});

/** @param {string} name */
function chosen(name) {
  return String(new FormData(form).get(name) ?? "");
}

function show() {
  const opponent = chosen("with");
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll(".with"))) {
    part.hidden = part.dataset.with !== opponent;
  }
  const level = /** @type {HTMLInputElement | null} */ (form.querySelector("input[name=level]:checked"));
  const words = document.getElementById("level-words");
  if (words && level) words.textContent = level.dataset.words ?? "";
  const money = /** @type {HTMLFieldSetElement} */ (form.querySelector(".money-only"));
  money.disabled = chosen("length") !== "";
}

function request() {
  const length = chosen("length");
  const clock = /** @type {HTMLSelectElement} */ (form.elements.namedItem("clock")).selectedOptions[0].dataset;
  const opponent = chosen("with");
  const vary = Object.fromEntries(
    ["jacoby", "beavers", "automatic_doubles"].filter((name) => !length && chosen(name)).map((name) => [name, true]),
  );
  return {
    opponent: opponent === "bot" ? `bot:${chosen("level")}` : opponent,
    length: length ? Number(length) : null,
    profile: chosen("profile") || null,
    vary,
    clock: clock.minutes ? { minutes_per_point: Number(clock.minutes), delay_seconds: Number(clock.delay) } : null,
    aids: chosen("aids") === "on",
  };
}

/** What was chosen last is what is offered next time. */
function remember() {
  const choice = Object.fromEntries(["with", "level", "length"].map((name) => [name, chosen(name)]));
  try {
    localStorage.setItem(KEPT, JSON.stringify(choice));
  } catch {
    // next time it is the usual again
  }
}

function recall() {
  const choice = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
  for (const [name, value] of Object.entries(choice)) {
    const field = form.querySelector(`input[name="${name}"][value="${CSS.escape(String(value))}"]`);
    if (field instanceof HTMLInputElement) field.checked = true;
  }
}

form.addEventListener("change", show);
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button[type=submit]"));
  button.disabled = true;
  remember();
  try {
    const promised = await promiseAWord(chosen("word"));
    const { id } = await ask("POST", "/tables", { ...request(), ...promised, id: newId() });
    location.assign(`/t/${id}`);
  } catch (error) {
    showProblem(form.querySelector(".problem"), error);
    button.disabled = false;
  }
});
// Coming back with the browser's button finds the form as it was left, pressed.
addEventListener("pageshow", () => {
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button[type=submit]"));
  button.disabled = false;
  show();
});

async function lookAgain() {
  if (document.visibilityState !== "visible") return;
  const response = await fetch("/lists", { headers: { "Accept-Language": language } }).catch(() => null);
  if (!response?.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html").body;
  const lists = document.getElementById("lists");
  const focused =
    document.activeElement instanceof HTMLAnchorElement ? document.activeElement.getAttribute("href") : null;
  if (lists && lists.innerHTML.trim() !== fresh.innerHTML.trim()) {
    lists.replaceChildren(...fresh.childNodes);
    if (focused) /** @type {HTMLElement | null} */ (lists.querySelector(`a[href="${CSS.escape(focused)}"]`))?.focus();
  }
}

recall();
show();
setInterval(lookAgain, LOOK_AGAIN);
document.documentElement.dataset.ready = "true";
