// The pages of an organisation: search in a list, and the desk's forms, each of which is one action.
/** @import {Charter, ErrorAnswer, ImportDone, OrganisationMade} from "../shared/messages.js" */

import { ask, newId, Refused, showProblem } from "../shared/api.js";
import { plural, w } from "../shared/translations.js";

const DAY = 86_400_000;

/** Only lines of a list that contain the typed text stay visible. */
function find() {
  const typed = /** @type {HTMLInputElement} */ (document.getElementById("find"));
  const wanted = typed.value.trim().toLocaleLowerCase();
  let left = 0;
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#rating-list tbody tr"))) {
    row.hidden = !(row.textContent ?? "").toLocaleLowerCase().includes(wanted);
    if (!row.hidden) left += 1;
  }
  const nobody = document.getElementById("nobody-found");
  if (nobody) nobody.hidden = left > 0;
}

/**
 * The person in a field: somebody on the list, else an id or the address of a player's page.
 * @param {string} text
 */
function personOf(text) {
  const options = /** @type {NodeListOf<HTMLOptionElement>} */ (document.querySelectorAll("#people option"));
  const found = [...options].find((option) => option.value === text.trim());
  return found?.dataset.id ?? text.trim().replace(/\/+$/, "").split("/").pop() ?? "";
}

/**
 * @param {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} field
 * @returns {unknown} undefined: leave it out
 */
function valueOf(field) {
  const text = field.value.trim();
  switch (field.dataset.as) {
    case "person":
      return personOf(text);
    case "day":
      return text ? Date.parse(text) : undefined;
    case "last_day": // the day on which something ends still belongs to it
      return text ? Date.parse(text) + DAY : undefined;
    case "hundredths":
      return Math.round(Number(text.replace(",", ".")) * 100);
    case "tick":
      return /** @type {HTMLInputElement} */ (field).checked;
    default:
      return text;
  }
}

/** @param {HTMLFormElement} form */
function fieldsOf(form) {
  const fields = /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[name]"));
  return [...fields];
}

/** @param {HTMLFormElement} form @returns {Record<string, unknown>} */
function actionOf(form) {
  const found = Object.fromEntries(fieldsOf(form).map((field) => [field.name, valueOf(field)]));
  if (form.dataset.type === "correct_match") return { ...found, ...corrected(form) };
  return found;
}

/** The players of the chosen match, in reverse order. @param {HTMLFormElement} form */
function corrected(form) {
  const match = /** @type {HTMLSelectElement} */ (form.elements.namedItem("match")).selectedOptions[0];
  const isVoid = /** @type {HTMLSelectElement} */ (form.elements.namedItem("void")).value === "1";
  const [winners, losers] = [match.dataset.losers ?? "", match.dataset.winners ?? ""].map((text) => text.split(","));
  return isVoid ? { void: true } : { void: false, winners, losers };
}

/** @param {HTMLFormElement} form */
function seriesOf(form) {
  const given = new FormData(form);
  const name = String(given.get("name"));
  const number = (/** @type {string} */ field) => Number(given.get(field));
  const places = String(given.get("places") ?? "");
  const { since, until } = actionOf(form);
  return {
    type: "open_series",
    series: idOf(name),
    name,
    points: {
      coming: number("coming"),
      win: number("win"),
      places: places
        .split(/[\s,;]+/)
        .filter(Boolean)
        .map(Number),
      best: given.get("best") ? number("best") : null,
    },
    classes: given.getAll("classes"),
    since,
    until,
  };
}

/** An id that a program can use, from a name. @param {string} name */
function idOf(name) {
  const plain = name.normalize("NFKD").toLowerCase().replace(/ø/g, "o").replace(/æ/g, "ae");
  const id = plain
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 40);
  return id || `s${newId().slice(0, 6)}`;
}

/** @returns {Charter} */
function charter() {
  return /** @type {Charter} */ (JSON.parse(document.getElementById("charter-data")?.textContent ?? "{}"));
}

/** @param {HTMLFormElement} form */
function withClass(form) {
  const given = new FormData(form);
  const name = String(given.get("name"));
  const more = { id: idOf(name), name, shortest: Number(given.get("shortest")), rated: given.has("rated") };
  return { type: "change_charter", charter: { ...charter(), classes: [...charter().classes, more] } };
}

/** @param {object} action */
async function send(action) {
  await ask("POST", `/organisations/${desk()?.dataset.id}/actions`, { action, key: newId() });
  return w("Done.");
}

function desk() {
  return /** @type {HTMLElement | null} */ (document.querySelector(".organisation-desk"));
}

/** A list or a report, as it is. @param {HTMLFormElement} form @param {string} where */
async function upload(form, where) {
  const file = /** @type {HTMLInputElement} */ (form.elements.namedItem("file")).files?.[0];
  const response = await fetch(`/api/v1/organisations/${desk()?.dataset.id}/${where}`, {
    method: "POST",
    headers: { "X-Tavl": "1", "Content-Type": "application/octet-stream" },
    body: file,
  });
  const answer = await response.json();
  if (!response.ok) throw new Refused(/** @type {ErrorAnswer} */ (answer).error);
  if (where === "reports") return w("The report is in the inbox.");
  const done = /** @type {ImportDone} */ (answer);
  return plural("{n} line read, {changed} changed.", "{n} lines read, {changed} changed.", done.lines, {
    changed: done.changed,
  });
}

/** @param {HTMLFormElement} form */
async function admit(form) {
  const { name, since } = actionOf(form);
  /** @type {{people: string[]}} */
  const added = await ask("POST", `/organisations/${desk()?.dataset.id}/people`, { names: [name] });
  return send({ type: "admit_members", members: [{ person: added.people[0], since }] });
}

/** @param {HTMLFormElement} form */
async function found(form) {
  const given = new FormData(form);
  const federation = given.get("kind") === "federation";
  const terms = { name: given.get("name"), kind: given.get("kind"), sanctioned_only: federation };
  /** @type {OrganisationMade} */
  const made = await ask("POST", "/organisations", { charter: terms, about: given.get("about"), key: newId() });
  location.assign(`/organisations/${made.id}/desk`);
  return "";
}

/** @param {HTMLFormElement} form */
function carryOut(form) {
  if (form.id === "new-organisation") return found(form);
  if (form.dataset.upload) return upload(form, form.dataset.upload);
  if ("admit" in form.dataset) return admit(form);
  if ("class" in form.dataset) return send(withClass(form));
  if ("series" in form.dataset) return send(seriesOf(form));
  return send({ type: form.dataset.type, ...actionOf(form) });
}

/** Reloads the desk; whatever was open stays open. @param {string | undefined} part */
async function showAgain(part) {
  const text = await (await fetch(location.pathname)).text();
  const fresh = new DOMParser().parseFromString(text, "text/html").querySelector(".organisation-desk");
  if (fresh) desk()?.replaceWith(fresh);
  bind();
  const section = part ? document.getElementById(part)?.closest("section") : null;
  if (section instanceof HTMLElement) section.focus({ preventScroll: true });
}

/** @param {SubmitEvent} event */
async function submitted(event) {
  const form = /** @type {HTMLFormElement} */ (event.currentTarget);
  const problem = form.querySelector(".problem");
  event.preventDefault();
  if (problem instanceof HTMLElement) problem.hidden = true;
  try {
    const said = await carryOut(form);
    if (form.id === "new-organisation") return;
    await showAgain(form.closest("section")?.getAttribute("aria-labelledby") ?? undefined);
    const status = document.getElementById("said");
    if (status) status.textContent = said;
  } catch (error) {
    showProblem(problem, error);
  }
}

function bind() {
  document.getElementById("find")?.addEventListener("input", find);
  for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form.act-form")))
    form.addEventListener("submit", submitted);
}

bind();
document.documentElement.dataset.ready = "true";
