// Before the match: what is played for, with which clock, by which rules. The last choice is remembered;
// what the first one is: `web/companion/match_setup.py`.
/** @import {Terms} from "./match.js" */
/** @import {Keeper} from "./current-match.js" */

import { plural, w } from "../../shared/translations.js";
import { all, facts, part, within } from "../elements.js";
import { begun, handed } from "../tournament-match.js";

const form = /** @type {HTMLFormElement} */ (part("choice"));
const OPTIONS = /** @type {const} */ (["crawford", "jacoby", "beavers", "automatic_doubles"]);
const MONEY_OPTIONS = ["jacoby", "beavers", "automatic_doubles"];

/** @param {string} name */
const chosen = (name) => String(new FormData(form).get(name) ?? "");

/** @param {string} name */
const field = (name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));

/** Within what the field takes. @param {string} name */
function number(name) {
  const [least, most] = [Number(field(name).min), Number(field(name).max)];
  const value = Number.parseFloat(chosen(name).replace(",", "."));
  return Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : least;
}

const isMoney = () => chosen("length") === "money";

/** @returns {number | null} */
function length() {
  if (isMoney()) return null;
  return chosen("length") === "own" ? Math.round(number("own_length")) : Number(chosen("length"));
}

/** @returns {Terms["clock"]} */
function clock() {
  const input = /** @type {HTMLInputElement | null} */ (form.querySelector("input[name=clock]:checked"));
  if (!input || input.value === "none") return null;
  if (input.value === "own") {
    return { minutes_per_point: number("minutes"), delay_seconds: number("delay") };
  }
  return { minutes_per_point: Number(input.dataset.minutes), delay_seconds: Number(input.dataset.delay) };
}

/** Whether the match is long enough for a Crawford game. @param {string} profile */
const knowsCrawford = (profile) => (length() ?? 0) >= facts.profiles[profile].crawford_from;

/** Which options the rules leave open here. @param {string} profile @param {string} option */
function isOpen(profile, option) {
  if (MONEY_OPTIONS.includes(option)) return isMoney() && (option !== "jacoby" || facts.profiles[profile].gammons);
  return knowsCrawford(profile) && facts.profiles[profile].choices.includes(option);
}

/** @returns {Terms} */
function terms() {
  const profile = facts.profiles[chosen("profile")];
  /** @type {Record<string, boolean>} */
  const options = {};
  for (const option of OPTIONS) {
    const given = field(option).checked;
    options[option] = isOpen(chosen("profile"), option)
      ? given
      : profile[option] && (option !== "crawford" || knowsCrawford(chosen("profile")));
  }
  const { gammons, dead_cube_barred, breaks } = profile;
  // Somebody can always be called: the director, or the two of them agree.
  return /** @type {Terms} */ ({
    length: length(),
    clock: clock(),
    gammons,
    dead_cube_barred,
    breaks,
    director: true,
    ...options,
  });
}

/** Terms in a line. @param {Terms} given @param {{ stake: number, currency: string } | null} money */
export function termsText(given, money) {
  const parts = [
    given.length === null ? w("For money") : plural("Match to {n} point", "Match to {n} points", given.length),
  ];
  if (money?.stake) parts.push(w("{stake} a point", { stake: `${money.stake} ${money.currency}`.trim() }));
  parts.push(given.clock ? clockText(given) : w("no clock"));
  return parts.join(" · ");
}

/** @param {Terms} given */
function clockText({ clock: setting, length: points }) {
  if (!setting) return w("no clock");
  const minutes = Math.round(setting.minutes_per_point * (points ?? 1) * 10) / 10;
  return w("{minutes} min each, {seconds} s a turn", { minutes, seconds: setting.delay_seconds });
}

const money = () => (isMoney() ? { stake: number("stake"), currency: chosen("currency").trim() } : null);

function show() {
  part("own-length").hidden = chosen("length") !== "own";
  part("money-stake").hidden = !isMoney();
  for (const label of all(form, "[data-clock]")) {
    label.hidden = isMoney() && ["tournament", "fast"].includes(label.dataset.clock ?? "");
  }
  const clockInput = /** @type {HTMLInputElement | null} */ (form.querySelector("input[name=clock]:checked"));
  if (clockInput?.closest("label")?.hidden) within(form, "input[name=clock][value=none]").click();
  part("own-clock").hidden = chosen("clock") !== "own";
  const label = part("minutes-label");
  label.textContent = (isMoney() ? label.dataset.money : label.dataset.match) ?? "";
  const select = /** @type {HTMLSelectElement} */ (form.elements.namedItem("profile"));
  for (const option of select.options)
    option.disabled = option.hidden = isMoney() && facts.profiles[option.value].play === "match";
  if (select.selectedOptions[0]?.disabled)
    select.value = [...select.options].find((option) => !option.disabled)?.value ?? select.value;
  for (const option of all(form, "[data-option]"))
    option.hidden = !isOpen(chosen("profile"), option.dataset.option ?? "");
  const given = terms();
  part("terms-line").textContent = termsText(given, money());
  part("clock-words").textContent =
    given.clock && given.length !== null
      ? w("{minutes} a point; the first {seconds} s of every turn are free.", {
          minutes: `${given.clock.minutes_per_point} min`,
          seconds: given.clock.delay_seconds,
        })
      : "";
}

/** @param {Record<string, unknown>} choice */
function restore(choice) {
  for (const [name, value] of Object.entries(choice)) {
    const found = form.elements.namedItem(name);
    if (found instanceof RadioNodeList) found.value = String(value);
    else if (found instanceof HTMLInputElement && found.type === "checkbox") found.checked = Boolean(value);
    else if (found instanceof HTMLInputElement || found instanceof HTMLSelectElement) found.value = String(value);
  }
}

/** @returns {Record<string, unknown>} */
function remembered() {
  const checks = Object.fromEntries(OPTIONS.map((name) => [name, field(name).checked]));
  return { ...Object.fromEntries(new FormData(form)), ...checks };
}

/** A tournament's match as the form has it. @param {import("../tournament-match.js").Handed} given */
function asHanded({ names, length: points, profile = "", clock: setting }) {
  const timed = setting
    ? { clock: "own", minutes: setting.minutes_per_point, delay: setting.delay_seconds }
    : { clock: "none" };
  const rules = profile in facts.profiles ? { profile } : {};
  return { length: "own", own_length: points, name_0: names[0], name_1: names[1], ...rules, ...timed };
}

/** @param {Keeper} keeper */
export function setUp(keeper) {
  const kept = /** @type {Record<string, unknown>} */ (keeper.kept.choice.form ?? {});
  const given = handed();
  restore(given ? { ...kept, ...asHanded(given) } : kept);
  part("of-tournament").hidden = !given;
  const lead = given?.lead?.some(Boolean) ? given.lead : undefined;
  part("lead").hidden = !lead;
  if (lead)
    part("lead-words").textContent = w("The match starts at {score}: penalty points.", { score: lead.join("–") });
  show();
  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    /** @type {[string, string]} */
    const names = [chosen("name_0").trim(), chosen("name_1").trim()];
    const choice = { ...keeper.kept.choice, form: remembered() };
    keeper.begin({ names, profile: chosen("profile"), terms: terms(), money: money(), lead }, choice);
    if (given) begun(keeper, given);
    void navigator.storage?.persist?.();
  });
}
