// A new table, from the home page: choose, press, sit down.
/** @import {ClockSetting, LostLine, OpenTable, Ruler, Sitting, TableLine} from "../shared/messages.js" */
/** @import {TavlBoard} from "../board/tavl-board.js" */

import "../board/tavl-board.js";
import { ask, newId, showProblem } from "../shared/api.js";
import { boardWords } from "../shared/board-labels.js";
import { promiseAWord } from "../dice/fair-dice.js";
import { applyPreferences } from "../shared/board-preferences.js";

const KEPT = "tavl.choice";
const form = /** @type {HTMLFormElement} */ (document.getElementById("play"));
/** As in a tournament, under whichever rules (T2.2.ii). */
const breaks = /** @type {OpenTable["breaks"]} */ (JSON.parse(form.dataset.breaks ?? "null"));
const picture = /** @type {TavlBoard} */ (document.getElementById("picture"));

applyPreferences();
picture.setAttribute("speed", "off");
picture.labels = boardWords();
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

const clocks = /** @type {HTMLSelectElement} */ (form.elements.namedItem("clock"));
let clockChosen = false; // until then it is the one usual with the opponent
clocks.addEventListener("change", () => (clockChosen = true));

/** @returns {number | null} points; null for money */
function length() {
  const value = chosen("length");
  if (value === "other") return Number(chosen("other_length"));
  return value ? Number(value) : null;
}

/** @returns {ClockSetting | null} */
function clock() {
  const { minutes, delay } = clocks.selectedOptions[0].dataset;
  if (clocks.value === "own")
    return { minutes_per_point: Number(chosen("own_minutes")), delay_seconds: Number(chosen("own_delay")) };
  return minutes ? { minutes_per_point: Number(minutes), delay_seconds: Number(delay) } : null;
}

/** Fields for one choice only: otherwise they are hidden and not validated. @param {string} id @param {boolean} on */
function need(id, on) {
  const part = /** @type {HTMLFieldSetElement} */ (form.querySelector(id));
  part.hidden = part.disabled = !on;
}

function show() {
  const against = /** @type {HTMLInputElement} */ (form.querySelector("input[name=with]:checked"));
  const opponent = against.value;
  if (!clockChosen) clocks.value = against.dataset.clock ?? "";
  need("#other-length", chosen("length") === "other");
  need("#own-clock", clocks.value === "own");
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll(".with"))) {
    part.hidden = part.dataset.with !== opponent;
  }
  const level = /** @type {HTMLInputElement | null} */ (form.querySelector("input[name=level]:checked"));
  const words = document.getElementById("level-words");
  if (words && level) words.textContent = level.dataset.words ?? "";
  const money = /** @type {HTMLFieldSetElement} */ (form.querySelector(".money-only"));
  money.disabled = money.hidden = chosen("length") !== "";
  showHouse(opponent);
}

/**
 * Only what makes a difference is asked: a bot needs nobody to rule, and without a clock a lost connection costs no time.
 * @param {string} opponent
 */
function showHouse(opponent) {
  const ruled = opponent === "bot" ? "nobody" : chosen("ruled_by");
  const matters = {
    ruled_by: opponent !== "bot",
    spectators: true,
    lost_line: opponent !== "bot" && chosen("clock") !== "none",
    directs: opponent === "friend" && ruled === "director",
    conduct: ruled === "nobody" && opponent !== "bot",
  };
  for (const [name, shown] of Object.entries(matters)) {
    const part = /** @type {HTMLElement | null} */ (form.querySelector(`[data-house="${name}"]`));
    if (part) part.hidden = !shown;
  }
  for (const words of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-words-of]"))) {
    const select = /** @type {HTMLSelectElement} */ (form.elements.namedItem(words.dataset.wordsOf ?? ""));
    words.textContent = select.selectedOptions[0].dataset.words ?? "";
  }
  const said = [...form.querySelectorAll("details select")]
    .filter((select) => select instanceof HTMLSelectElement && !select.closest("[hidden]") && select.selectedIndex > 0)
    .map((select) => /** @type {HTMLSelectElement} */ (select).selectedOptions[0].textContent ?? "");
  const sitting = /** @type {HTMLInputElement | null} */ (form.querySelector("input[name=sitting]:checked"));
  if (sitting && sitting.value !== "enforced") said.unshift(sitting.dataset.title ?? "");
  const place = document.getElementById("chosen-more");
  if (place) place.textContent = said.join(" · ");
}

/** The hosting options. @param {string} opponent @returns {OpenTable} */
function house(opponent) {
  const bot = opponent === "bot";
  const ruled = bot ? "nobody" : /** @type {Ruler} */ (chosen("ruled_by"));
  const spectators = chosen("spectators");
  const kept = chosen("conduct") === "on" && !bot;
  return {
    sitting: /** @type {Sitting} */ (chosen("sitting")),
    ruled_by: ruled,
    sits: !(opponent === "friend" && ruled === "director" && chosen("directs") === "on"),
    spectators: spectators !== "none",
    spectator_delay_ms: spectators === "none" ? 0 : Number(spectators) * 1000,
    lost_line: bot || chosen("clock") === "none" ? "runs" : /** @type {LostLine} */ (chosen("lost_line")),
    conduct: kept && ruled === "nobody",
    breaks: kept || ruled !== "nobody" ? breaks : null,
  };
}

/** @returns {OpenTable} */
function request() {
  const points = length();
  const opponent = chosen("with");
  const money = ["jacoby", "beavers", "automatic_doubles"].filter((name) => points === null && chosen(name));
  const vary = Object.fromEntries(money.map((name) => [name, true]));
  const tutor = opponent === "bot" && chosen("tutor") === "on";
  return {
    opponent: opponent === "bot" ? `bot:${chosen("level")}` : opponent,
    length: points,
    profile: chosen("profile") || null,
    vary,
    clock: tutor ? null : clock(),
    aids: tutor || chosen("aids") === "on",
    rated: chosen("rated") === "on" && points !== null && !tutor,
    tutor,
    ...house(opponent),
    ...(tutor ? { sitting: "enforced" } : {}),
  };
}

/** What was chosen last is what is offered next time. */
function remember() {
  const choice = Object.fromEntries(["with", "level", "length", "other_length"].map((name) => [name, chosen(name)]));
  try {
    localStorage.setItem(KEPT, JSON.stringify(choice));
  } catch {
    // next time the default is used again
  }
}

function recall() {
  const choice = /** @type {Record<string, string>} */ (JSON.parse(localStorage.getItem(KEPT) ?? "{}"));
  for (const [name, value] of Object.entries(choice)) {
    const field = form.querySelector(`input[name="${name}"][value="${CSS.escape(String(value))}"]`);
    if (field instanceof HTMLInputElement) field.checked = true;
  }
  const other = /** @type {HTMLInputElement} */ (form.elements.namedItem("other_length"));
  if (choice.other_length) other.value = String(choice.other_length);
}

form.addEventListener("change", show);
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button[type=submit]"));
  button.disabled = true;
  remember();
  try {
    const promised = await promiseAWord(chosen("word"));
    /** @type {TableLine} */
    const { id } = await ask("POST", "/tables", { ...request(), ...promised, id: newId() });
    location.assign(`/t/${id}`);
  } catch (error) {
    showProblem(form.querySelector(".problem"), error);
    button.disabled = false;
  }
});
// After the browser's back button the form is as it was left, with the button pressed.
addEventListener("pageshow", () => {
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button[type=submit]"));
  button.disabled = false;
  show();
});

recall();
show();
document.documentElement.dataset.ready = "true";
