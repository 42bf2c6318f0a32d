// A new tournament in three decisions: what is played, how, and who is here. "Like last time" brings all three along.
/** @import {DivisionTerms, Format, Invitation, PeopleList, TournamentList, TournamentMade, TournamentState} from "../shared/messages.js" */

import { ask, newId, showProblem } from "../shared/api.js";
import { weekdayText } from "../shared/dates-and-numbers.js";
import { make } from "../shared/dom.js";
import { enterPeople } from "./entries/enter-people.js";
import { numberedTables } from "./room/usual-tables.js";
import { send } from "./tournament.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("new-tournament"));
const known = /** @type {HTMLElement} */ (document.getElementById("known"));
const problem = /** @type {HTMLElement} */ (document.getElementById("problem"));
const progress = /** @type {HTMLProgressElement} */ (document.getElementById("progress"));
const HOUR = 3_600_000;
const MIN_EVENING = 1.5 * HOUR;
const USUAL_EVENING = 3 * HOUR;
const MAX_EVENING = 18 * HOUR;
const titled = /** @type {HTMLInputElement} */ (form.elements.namedItem("title"));
/** @type {Invitation | null} */
let copied = null;

/** @param {string} name */
function value(name) {
  return String(new FormData(form).get(name) ?? "").trim();
}

/** What a choice starts from. @returns {Record<string, {format: Format, length: number, rounds?: number, groups?: number}>} */
function kinds() {
  return {
    club_night: { format: "club_night", length: 5 },
    consolation: { format: "consolation", length: 7 },
    elimination: { format: "elimination", length: 7 },
    swiss: { format: "swiss", length: 5, rounds: 5 },
    round_robin: { format: "round_robin", length: 5 },
    double: { format: "double", length: 7 },
    groups: { format: "groups", length: 5, groups: 4 },
    jackpot: { format: "jackpot", length: 5 },
  };
}

function title() {
  const kind = /** @type {HTMLInputElement | null} */ (form.querySelector("input[name=kind]:checked"));
  return `${kind?.dataset.title ?? ""}, ${weekdayText(Date.now())}`;
}

/** @returns {DivisionTerms} */
function division() {
  const kind = kinds()[value("kind")];
  const length = Number(value("length"));
  const fee = Math.round(Number(value("fee").replace(",", ".")) * 100);
  /** @type {{id: string, length: number}[]} */
  const stages = [{ id: "main", length }];
  if (kind.format === "consolation") {
    stages.push({ id: "consolation", length: Math.max(1, length - 2) });
    stages.push({ id: "last_chance", length: Math.max(1, length - 4) });
  }
  const currency = value("currency") || "DKK";
  /** @type {Partial<DivisionTerms>} */
  const terms = {
    id: "open",
    format: kind.format,
    stages: /** @type {DivisionTerms["stages"]} */ (stages),
    rounds: kind.format === "swiss" ? Number(value("rounds")) : null,
    groups: kind.groups ?? null,
    fees: fee > 0 ? [{ price: { minor: fee, currency }, registration: { minor: 0, currency } }] : [],
    ends_at: kind.format === "club_night" ? endOfEvening() : null,
  };
  return /** @type {DivisionTerms} */ (terms);
}

/** A club night ends at the time given, or four hours from now. */
function endOfEvening() {
  const [hours, minutes] = (value("until") || "").split(":").map(Number);
  if (Number.isNaN(hours) || minutes === undefined) return Date.now() + 4 * HOUR;
  return nextTime(hours, minutes);
}

/** The next instant with this time of day. @param {number} hours @param {number} minutes */
function nextTime(hours, minutes) {
  const date = new Date();
  date.setHours(hours, minutes, 0, 0);
  if (date.getTime() < Date.now()) date.setDate(date.getDate() + 1);
  return date.getTime();
}

/**
 * When an evening ends that usually ends at this time. Where that is too soon or has just been, in three hours, on the half hour.
 * @param {number} hours @param {number} minutes
 */
function usualEnd(hours, minutes) {
  const end = nextTime(hours, minutes);
  const left = end - Date.now();
  if (left >= MIN_EVENING && left <= MAX_EVENING) return end;
  return Math.ceil((Date.now() + USUAL_EVENING) / (HOUR / 2)) * (HOUR / 2);
}

function proposeEnd() {
  const until = /** @type {HTMLInputElement} */ (form.elements.namedItem("until"));
  const [hours = 0, minutes = 0] = until.value.split(":").map(Number);
  const end = new Date(usualEnd(hours, minutes));
  until.value = [end.getHours(), end.getMinutes()].map((part) => String(part).padStart(2, "0")).join(":");
}

/** The terms of an earlier evening, ending at the same time of day. @param {DivisionTerms} terms @returns {DivisionTerms} */
function today(terms) {
  if (!terms.ends_at) return terms;
  const then = new Date(terms.ends_at);
  return { ...terms, ends_at: usualEnd(then.getHours(), then.getMinutes()) };
}

/** @returns {object} */
function invitation() {
  if (copied) return { ...copied, starts_at: Date.now(), ends_at: null, divisions: copied.divisions.map(today) };
  const [organisation, sanctionedClass] = value("organisation").split(":");
  return {
    profile: undefined,
    sanctioned: sanctionedClass !== undefined,
    organisation,
    sanctioned_class: sanctionedClass ?? "",
    starts_at: Date.now(),
    languages: ["en", "da"],
    analysed: value("analysed") === "on",
    score_boards: value("score_boards") === "on",
    divisions: [division()],
  };
}

function show() {
  const kind = value("kind");
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-for]"))) {
    part.hidden = !(part.dataset.for ?? "").split(" ").includes(kind) || copied !== null;
  }
  const length = /** @type {HTMLInputElement} */ (form.elements.namedItem("length"));
  if (!length.dataset.typed) length.value = String(kinds()[kind].length);
  if (!titled.dataset.typed) titled.value = title();
  /** @type {HTMLElement} */ (document.getElementById("own-terms")).hidden = copied !== null;
}

/** Everything of an earlier tournament: its terms, and its people to be ticked. @param {string} id */
async function likeLast(id) {
  copied = null;
  known.replaceChildren();
  if (id) {
    /** @type {TournamentState} */
    const state = await ask("GET", `/tournaments/${id}`);
    copied = state.invitation;
    const people = new Set(state.view.entries.flatMap((entry) => entry.members));
    /** @type {PeopleList} */
    const all = await ask("GET", `/tournaments/${id}/people`);
    const rows = all.people
      .filter((person) => people.has(person.id))
      .sort((one, two) => one.name.localeCompare(two.name))
      .map((person) =>
        make("label", {}, [
          make("input", { type: "checkbox", name: "known", value: person.id }),
          make("span", {}, [person.name]),
        ]),
      );
    known.replaceChildren(...rows);
  }
  count();
  show();
}

function count() {
  const ticked = new FormData(form).getAll("known").length;
  const typed = names().length;
  const total = ticked + typed;
  /** @type {HTMLElement} */ (document.getElementById("count")).textContent = total ? String(total) : "";
}

function names() {
  return value("names")
    .split(/[,;\n]+/)
    .map((name) => name.trim())
    .filter(Boolean);
}

async function start() {
  problem.hidden = true;
  const ticked = new FormData(form).getAll("known").map(String);
  const typed = names();
  progress.hidden = false;
  if (value("me")) {
    await ask("POST", "/session"); // a guest, unless there is an identity already
    await ask("PATCH", "/me", { name: value("me") });
  }
  /** @type {TournamentMade} */
  const made = await ask("POST", "/tournaments", {
    title: value("title") || title(),
    invitation: invitation(),
    key: newId(),
  });
  const terms = /** @type {Invitation} */ (invitation());
  const first = terms.divisions[0];
  const tables = Number(value("tables"));
  if (tables)
    await send(made.id, {
      type: "set_places",
      places: numberedTables(tables),
    });
  await send(made.id, { type: "open_entries" });
  if (ticked.length + typed.length && first) {
    await enterPeople(made.id, {
      division: first.id,
      members: first.members ?? 1,
      names: typed,
      known: ticked,
      here: true,
    });
    if (first.format === "club_night" && ticked.length + typed.length > 1) {
      await send(made.id, { type: "promise_seed", division: first.id });
      await send(made.id, { type: "make_draw", division: first.id }); // which a club night announces at once
    }
  }
  location.href = `/tournaments/${made.id}/desk`;
}

form.addEventListener("change", show);
form.addEventListener("input", (event) => {
  if (event.target instanceof HTMLInputElement) event.target.dataset.typed = "yes";
  count();
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const press = /** @type {HTMLButtonElement} */ (form.querySelector("button[type=submit]"));
  press.disabled = true;
  start().catch((error) => {
    press.disabled = false;
    progress.hidden = true;
    showProblem(problem, error);
  });
});

async function earlier() {
  /** @type {TournamentList} */
  const list = await ask("GET", "/tournaments");
  const own = list.mine.filter((each) => each.roles.some((role) => ["organiser", "director", "helper"].includes(role)));
  const box = /** @type {HTMLElement} */ (document.getElementById("like"));
  const select = /** @type {HTMLSelectElement} */ (form.elements.namedItem("like"));
  select.append(...own.map((each) => make("option", { value: each.id }, [each.title])));
  box.hidden = !own.length;
  select.addEventListener("change", () => void likeLast(select.value).catch((error) => showProblem(problem, error)));
}

show();
proposeEnd();
void earlier().catch((error) => showProblem(problem, error));
