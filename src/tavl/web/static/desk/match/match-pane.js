// One match beside the room: who, where, since when, what was reported, what it hangs on, and all that can be done with it.
/** @import {TournamentAction} from "../../shared/messages.js" */
/** @import {Context} from "../context.js" */
/** @import {Match} from "../tournament.js" */

import { clockTime } from "../../shared/dates-and-numbers.js";
import { button, clauseLink, make } from "../../shared/dom.js";
import { plural, w } from "../../shared/translations.js";
import { equipmentPart } from "./equipment.js";
import { area, choice, field, folded, form, text } from "../../shared/form.js";
import { limits } from "../../shared/limits.js";
import { latenessPart } from "./lateness.js";
import { penaltyForm } from "./penalty-form.js";
import { phonesPart } from "./phones.js";
import { previewed } from "../preview.js";
import { requestParts } from "./requests.js";
import { correctionForm, reportedResults, resultForm } from "./result-form.js";
import { roundName, scoreText, whereText } from "../labels.js";
import { itemText } from "../now-list/now-list-text.js";

/** @param {Context} context @param {Match} match @returns {HTMLElement[]} */
export function matchPane(context, match) {
  const { t } = context;
  const known = match.players.every(Boolean);
  const parts = [
    make("h2", { class: "pair" }, [who(context, match.players[0]), " – ", who(context, match.players[1])]),
    make("p", { class: "sub" }, [
      [
        match.place ? w("Table {place}", { place: match.place }) : "",
        roundName(t, match),
        plural("to {n} point", "to {n} points", match.length),
      ]
        .filter(Boolean)
        .join(" · "),
    ]),
    make("p", { class: `state-line ${match.where}` }, [
      make("i", { class: "shape", "aria-hidden": "true" }),
      `${whereText(t, match)} ${match.winner !== null && match.winner !== undefined && match.where === "done" ? scoreText(match) : ""}`,
    ]),
    times(match),
    reportedResults(context, match),
    latenessPart(context, match),
    ...requestParts(context, match),
    ...proposals(context, match),
    known && !["done", "walkover", "no_match"].includes(match.where) ? quick(context, match) : null,
    known && match.where === "done" ? correctionForm(context, match) : null,
    known && !["done", "walkover", "no_match"].includes(match.where) ? resultForm(context, match) : null,
    known && !["done", "walkover", "no_match"].includes(match.where) ? equipmentPart(context, match) : null,
    known && !["done", "walkover", "no_match"].includes(match.where) ? phonesPart(context, match) : null,
    connections(context, match),
    known ? rarely(context, match) : null,
  ];
  return parts.filter((part) => part instanceof HTMLElement);
}

/** A name that links to all about the entrant. @param {Context} context @param {string | null | undefined} entry */
function who({ t, go }, entry) {
  return entry ? button(t.name(entry), () => go(`entry/${entry}`), "subject") : t.name(entry);
}

/** @param {Match} match */
function times(match) {
  const lines = [
    [w("Start"), match.starts_at],
    [w("Called"), match.called_at],
    [w("Begun"), match.begun_at],
    [w("Ended"), match.ended_at],
    [w("Expected"), match.where === "waits" || match.where === "ready" ? match.expected : null],
  ].filter(([, at]) => typeof at === "number");
  if (!lines.length) return null;
  return make(
    "dl",
    { class: "facts" },
    lines.flatMap(([label, at]) => [make("dt", {}, [String(label)]), make("dd", {}, [clockTime(Number(at))])]),
  );
}

const PROPOSED = ["slow", "repeated", "postpone", "deadline", "correction"];

/** @param {import("../tournament.js").Tournament} t @param {string} id of a match */
export function proposalsOf(t, id) {
  const about = (/** @type {import("../../shared/messages.js").Item} */ item) =>
    item.id === id || (item.action !== null && "match" in item.action && item.action.match === id);
  return t.desk.now.filter((item) => PROPOSED.includes(item.kind) && item.action && about(item));
}

/** What is on the list about this match and has to be looked at first, each with its reason and what follows. @param {Context} context @param {Match} match */
function proposals(context, match) {
  const { t } = context;
  return proposalsOf(t, match.id).map((item) => {
    const action = /** @type {TournamentAction} */ (item.action);
    const slow = action.type === "answer_pace";
    const people = match.players.flatMap((entry) => (entry ? (t.entry(entry)?.members ?? []) : []));
    const fields = slow
      ? [
          ...people.map((person) => tick(w("Warn {who}", { who: t.person(person) }), person)),
          tick(w("A clock for the rest"), "clock", action.clock),
        ]
      : [];
    if ("reason" in action) fields.push(area(w("Reason"), "reason", !slow));
    const place = make("div");
    const look = form(
      w("Look"),
      fields,
      (values) => {
        const said = { ...action, ...("reason" in action ? { reason: text(values, "reason") } : {}) };
        const filled = slow
          ? { ...said, warned: people.filter((person) => values.has(person)), clock: values.has("clock") }
          : said;
        place.replaceChildren(
          previewed(context, /** @type {TournamentAction} */ (filled), itemText(t, item).verb, { form: look }),
        );
      },
      "primary",
      { about: `${item.kind} ${item.id}`, looks: true },
    );
    return make("section", {}, [make("h3", {}, [itemText(t, item).text, " ", clauseLink(item.rule)]), look, place]);
  });
}

/** @param {string} label @param {string} name @param {boolean} [on] */
function tick(label, name, on = false) {
  return make("label", { class: "row" }, [make("input", { type: "checkbox", name, checked: on }), label]);
}

/** @param {Context} context @param {Match} match */
function quick(context, match) {
  const { t, act } = context;
  const row = make("div", { class: "row" });
  if (match.where === "ready") {
    const free = t.desk.places.filter((place) => !t.at(place.id));
    if (free.length) {
      const where = choice(
        w("Table"),
        "place",
        free.map((place) => [place.id, place.id]),
      );
      return form(w("Call"), [where], (values) =>
        act({ type: "call_match", match: match.id, place: text(values, "place"), seen: match.version }),
      );
    }
  }
  if (match.where === "called") {
    row.append(
      button(w("Has begun"), () => void act({ type: "begin_match", match: match.id, seen: match.version }), "primary"),
    );
    row.append(
      button(
        w("Withdraw the call"),
        () => void act({ type: "withdraw_call", match: match.id, seen: match.version }),
        "quiet",
      ),
    );
  }
  if (match.where === "called" || match.where === "ready") {
    for (const entry of match.players) {
      if (entry && !t.details(match.id)?.absences[entry]) {
        row.append(
          button(
            w("{who} is not there", { who: t.name(entry) }),
            () => void act({ type: "report_absence", match: match.id, entry }),
            "",
          ),
        );
      }
    }
  }
  return row.children.length ? row : null;
}

/** Which matches led here, and which follow. @param {Context} context @param {Match} match */
function connections(context, match) {
  const { t, go } = context;
  const before = sourcesOf(match).map((id) => t.match(`${match.division}/${id}`) ?? t.match(id));
  const after = t.matches.filter(
    (each) =>
      each.division === match.division &&
      sourcesOf(each).some((id) => match.id === id || match.id === `${match.division}/${id}`),
  );
  const line = (/** @type {string} */ label, /** @type {Match} */ each) =>
    make("li", {}, [
      make("span", { class: "sub" }, [label]),
      button(t.pair(each), () => go(`match/${each.id}`), "subject"),
    ]);
  const rows = [
    ...before.flatMap((each) => (each ? [line(w("from"), each)] : [])),
    ...after.map((each) => line(w("leads to"), each)),
  ];
  return rows.length
    ? make("section", {}, [make("h3", {}, [w("Before and after")]), make("ul", { class: "lines" }, rows)])
    : null;
}

/** @param {Match} match @returns {string[]} */
function sourcesOf(match) {
  return (match.sources ?? []).flatMap((source) => ("match" in source ? [source.match] : []));
}

/** @param {Context} context @param {Match} match */
function rarely(context, match) {
  const { t, act } = context;
  const dispute = form(
    w("Open a case"),
    [field(w("Clause"), "rule", { value: "T5.1", required: true }), area(w("What it is about"), "statement")],
    (values) =>
      act({
        type: "open_case",
        rule: text(values, "rule"),
        statement: text(values, "statement"),
        match: match.id,
      }),
  );
  const length = form(
    w("Set the length"),
    [
      field(w("Points"), "length", {
        type: "number",
        min: "1",
        max: String(limits.max_length),
        value: String(match.length),
        required: true,
      }),
      area(w("Reason"), "reason"),
    ],
    (values) =>
      act({
        type: "set_length",
        match: match.id,
        length: Number(values.get("length")),
        reason: text(values, "reason"),
        seen: match.version,
      }),
  );
  const observer = form(w("Appoint"), [field(w("Name"), "name", { required: true })], async (values) => {
    const person = await t.personCalled(text(values, "name"));
    const pays = t.details(match.id)?.observer_asked.slice(0, 1) ?? [];
    return act({ type: "appoint_observer", match: match.id, person, pays });
  });
  return make("section", { class: "rarely" }, [
    folded(w("Dispute or conduct"), dispute),
    folded(w("Penalty"), make("div", {}, [penaltyForm(context, match)])),
    folded(w("Observer"), observer),
    !["done", "walkover"].includes(match.where) && folded(w("Length"), length),
  ]);
}
