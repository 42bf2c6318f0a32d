// What stages, rounds, matches, accounts and equipment are called at the desk.
/** @import {Match, Tournament} from "./tournament.js" */

import { plural, w } from "../shared/translations.js";

/** @param {string} id of a stage */
export function stageName(id) {
  const group = /^group-(.+)$/.exec(id);
  if (group) return w("Group {name}", { name: group[1] });
  const names = /** @type {Record<string, string>} */ ({
    main: w("Main"),
    consolation: w("Consolation"),
    last_chance: w("Last chance"),
    swiss: w("Swiss"),
    final: w("Final"),
  });
  return names[id] ?? id.replaceAll("_", " ");
}

/** @param {string} account */
export function accountName(account) {
  const names = /** @type {Record<string, string>} */ ({
    till: w("In the till"),
    registration: w("Registration"),
    house: w("The house's share"),
    observers: w("Observers' fees"),
  });
  const [head, division, side] = account.split(".");
  if (head === "pool" && side)
    return w("Side pool {name}, {division}", { name: side, division: divisionName(division) });
  if (head === "pool") return w("Prize pool, {division}", { division: divisionName(division) });
  return names[account] ?? account.replaceAll(/[._]/g, " ");
}

/** @param {string} id of a division, as its organiser typed it */
export function divisionName(id) {
  return id.charAt(0).toUpperCase() + id.slice(1).replaceAll("_", " ");
}

/** Only what distinguishes it from others here. @param {Tournament} t @param {Match} match */
export function roundName(t, match) {
  return [...eventName(t, match), roundText(t, match)].join(" · ");
}

/** Of which event it is, as far as there are several. @param {Tournament} t @param {Match} match */
export function eventName(t, match) {
  const division = t.division(match.division);
  const stages = new Set(division?.matches.map((each) => each.stage));
  const parts = [
    t.view.divisions.length > 1 ? divisionName(match.division) : "",
    stages.size > 1 ? stageName(match.stage) : "",
  ];
  return parts.filter(Boolean);
}

/** As on the public page: the last rounds of a bracket by their names. @param {Tournament} t @param {Match} match */
export function roundText(t, match) {
  if (match.round === 0) return w("Play-in");
  const last = t.division(match.division)?.last_rounds[match.stage];
  const fromTheEnd = [w("Final"), w("Semi-finals"), w("Quarter-finals"), w("Last 16"), w("Last 32")];
  const name = last === undefined ? undefined : fromTheEnd[last - match.round];
  return name ?? w("round {n}", { n: match.round });
}

/** The state of a match, for eye and ear. @param {Tournament} t @param {Match} match */
export function whereText(t, match) {
  const waits = match.waits_for.map((id) => t.match(id)).find((each) => each !== null);
  const texts = /** @type {Record<string, string>} */ ({
    waits: waits?.place ? w("waits for table {place}", { place: waits.place }) : w("waits"),
    ready: w("ready"),
    called: w("called"),
    playing: w("playing"),
    reported: w("to confirm"),
    differs: w("two results"),
    done: w("over"),
    walkover: w("walkover"),
    no_match: w("bye"),
  });
  return texts[match.where] ?? match.where;
}

/** @param {Match} match */
export function scoreText(match) {
  return match.score ? `${match.score[0]}–${match.score[1]}` : "";
}

/** @param {Tournament} t @param {string[]} people */
export function people(t, people) {
  return people.map((person) => t.person(person)).join(", ");
}

/** @param {number} ms */
export function minutes(ms) {
  return plural("{n} minute", "{n} minutes", Math.max(0, Math.floor(ms / 60_000)));
}

/** What can be lent to a table beside a clock. */
export const LENT = /** @type {const} */ (["board", "lipped_cups", "precision_dice", "baffle_box"]);

/** The clause that each is demanded or asked for under. */
export const EQUIPMENT_CLAUSES = /** @type {Record<string, string>} */ ({
  board: "T3.1",
  lipped_cups: "T3.2",
  precision_dice: "T3.3",
  baffle_box: "T3.4.i",
  clock: "T3.5.i",
});

/** @param {string} kind */
export function equipmentName(kind) {
  const names = /** @type {Record<string, string>} */ ({
    board: w("A board of 44 × 55 to 66 × 88 cm"),
    lipped_cups: w("Lipped cups"),
    precision_dice: w("Precision dice"),
    baffle_box: w("Baffle box"),
    clock: w("Clock"),
  });
  return names[kind] ?? kind;
}

/** @param {string} what */
export function requestName(what) {
  const names = /** @type {Record<string, string>} */ ({
    expel_spectators: w("spectators should leave the match"),
    baffle_box: w("a baffle box for the rest of the match"),
    approve_baffle_box: w("approval of the baffle box"),
    approve_clock: w("approval of the clock"),
    observer: w("an observer"),
    clock: w("a clock"),
    come: w("the director should come"),
  });
  return names[what] ?? what;
}

/** What a change is about. @param {Tournament} t @param {string} about as "matches open/main.1.1" */
export function subjectText(t, about) {
  const [part, ...rest] = about.split(" ");
  const id = rest.join(" ");
  const match = part.startsWith("match") ? t.match(id) : null;
  if (match) return t.pair(match);
  const [, stage] = /^[^/]+\/(.+)\.0\.\d+$/.exec(id) ?? [];
  if (part.startsWith("match") && stage) return `${stageName(stage)} · ${w("Play-in")}`; // one that does not exist yet
  if (part.startsWith("entr")) return t.name(id);
  if (part.startsWith("division")) return divisionName(id);
  if (part.startsWith("penalt")) return ""; // whom it is for, the match says
  const found = t.view.cases.find((each) => each.id === id);
  if (found) return people(t, found.parties);
  return t.state.names[id] ?? id;
}
