// One match beside the room: who, where, since when, what was reported, what it hangs on, and all that can be done with it.
/** @import {TournamentAction} from "../../shared/messages.js" */
/** @import {Context} from "../context.js" */
/** @import {Match} from "../tournament.js" */

import { clockTime } from "../../shared/dates-and-numbers.js";
import { button, clauseLink, make } from "../../shared/dom.js";
import { plural, w } from "../../shared/translations.js";
import { equipmentPart } from "./equipment-part.js";
import { area, choice, field, folded, form, text } from "../../shared/form.js";
import { phonesPart } from "./phones-part.js";
import { previewed } from "../preview.js";
import { requestParts } from "./request-part.js";
import { roundName, scoreText, whereText } from "../labels.js";
import { itemText } from "../now-list-text.js";

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
    reports(context, match),
    lateness(context, match),
    ...requestParts(context, match),
    ...proposals(context, match),
    known && !["done", "walkover", "no_match"].includes(match.where) ? quick(context, match) : null,
    known && match.where === "done" ? correction(context, match) : null,
    known && !["done", "walkover", "no_match"].includes(match.where) ? result(context, match) : null,
    known && !["done", "walkover", "no_match"].includes(match.where) ? equipmentPart(context, match) : null,
    known && !["done", "walkover", "no_match"].includes(match.where) ? phonesPart(context, match) : null,
    connections(context, match),
    known ? rarely(context, match) : null,
  ];
  return parts.filter((part) => part instanceof HTMLElement);
}

/** A name that leads to all about the entrant. @param {Context} context @param {string | null | undefined} entry */
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

/** What was said of its result, each with a button that lets it hold. @param {Context} context @param {Match} match */
function reports(context, match) {
  const { t, act } = context;
  const details = t.details(match.id);
  if (!details?.reports.length || match.where === "done") return null;
  const rows = details.reports.map((report, n) => {
    const [one, two] = report.result.players;
    const said = `${t.name(one)} ${report.result.score[0]}–${report.result.score[1]} ${t.name(two)}`;
    /** @type {TournamentAction} */
    const confirm = { type: "confirm_result", match: match.id, report: n + 1, seen: match.version };
    return make("li", {}, [
      make("span", {}, [said, make("span", { class: "sub" }, [` ${t.person(report.by)} ${clockTime(report.at)}`])]),
      button(w("This holds"), () => void act(confirm), match.where === "differs" ? "" : "primary"),
    ]);
  });
  return make("section", {}, [make("h3", {}, [w("Reported")]), make("ul", { class: "lines" }, rows)]);
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
function lateness(context, match) {
  const { t, act } = context;
  const details = t.details(match.id);
  const absent = Object.entries(details?.absences ?? {});
  if (!absent.length || match.where === "done") return null;
  const rows = absent.map(([entry, absence]) => {
    const given = details?.points[entry] ?? 0;
    const said = absence.until
      ? w("came at {time}", { time: clockTime(absence.until) })
      : w("not there since {time}", { time: clockTime(absence.since) });
    return make("li", {}, [
      make("span", {}, [
        `${t.name(entry)}: ${said}`,
        given ? ` · ${plural("{n} point given", "{n} points given", given)}` : "",
      ]),
      !absence.until && button(w("Is here"), () => void act({ type: "arrive", match: match.id, entry })),
      !absence.waived && button(w("Give"), () => void act({ type: "apply_late_penalty", match: match.id, entry })),
      !absence.waived &&
        folded(
          w("Waive"),
          form(
            w("Waive"),
            [area(w("Reason"), "reason")],
            (values) => act({ type: "waive_late_penalty", match: match.id, entry, reason: text(values, "reason") }),
            "primary",
            { about: entry },
          ),
          entry,
        ),
    ]);
  });
  return make("section", {}, [
    make("h3", {}, [w("Late"), " ", clauseLink("T2.2.iv")]),
    make("ul", { class: "lines" }, rows),
  ]);
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

/** @param {Context} context @param {Match} match */
function scoreFields(context, match) {
  const { t } = context;
  const most = String(match.length);
  return make(
    "div",
    { class: "score-fields" },
    [0, 1].map((n) =>
      field(t.name(match.players[n]), `score-${n}`, {
        type: "number",
        inputmode: "numeric",
        min: "0",
        max: most,
        required: true,
      }),
    ),
  );
}

const HOW = () =>
  /** @type {[string, string][]} */ ([
    ["played", w("played")],
    ["short", w("short of the length")],
    ["forfeit", w("given up")],
    ["penalty", w("by penalty points")],
    ["walkover", w("walkover")],
    ["nobody", w("nobody wins")],
  ]);

/** @param {FormData} values @returns {[number, number]} */
function scoreOf(values) {
  return [Number(values.get("score-0")), Number(values.get("score-1"))];
}

/** @param {Context} context @param {Match} match */
function result(context, match) {
  const [one, two] = match.players;
  if (!one || !two) return null;
  const unusual = folded(
    w("Not played to the end"),
    make("div", { class: "small-form" }, [choice(w("How it ended"), "how", HOW()), area(w("Reason"), "reason", false)]),
  );
  const close = context.closer();
  const entry = form(w("Take the result"), [scoreFields(context, match), unusual], async (values) => {
    const how = /** @type {"played"} */ (text(values, "how") || "played");
    /** @type {TournamentAction} */
    const action = {
      type: "report_result",
      match: match.id,
      players: [one, two],
      score: scoreOf(values),
      how,
      reason: text(values, "reason"),
      confirms: true,
      seen: match.version,
    };
    const done = await context.act(action);
    if (done) close();
    return done;
  });
  return make("section", {}, [make("h3", {}, [w("Result")]), entry]);
}

/** @param {Context} context @param {Match} match */
function correction(context, match) {
  const fields = [scoreFields(context, match), area(w("Reason"), "reason")];
  const what = form(
    w("What follows?"),
    fields,
    (values) => {
      what.parentElement?.querySelector(".preview")?.remove();
      const action = correctionOf(match, scoreOf(values), text(values, "reason"));
      what.after(previewed(context, action, w("Correct it"), { form: what }));
    },
    "primary",
    { looks: true },
  );
  return folded(w("Correct the result"), make("div", {}, [what]));
}

/** @param {Match} match @param {[number, number]} score @param {string} reason @returns {TournamentAction} */
export function correctionOf(match, score, reason) {
  const [one, two] = match.players;
  return {
    type: "correct_result",
    match: match.id,
    players: [one ?? "", two ?? ""],
    score,
    reason,
    seen: match.version,
  };
}

/** What led here, and what follows. @param {Context} context @param {Match} match */
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
  const people = match.players.flatMap((entry) => (entry ? (t.entry(entry)?.members ?? []) : []));
  const named = /** @type {[string, string][]} */ (people.map((person) => [person, t.person(person)]));
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
  const penalty = form(
    w("Penalise"),
    [
      choice(w("Who"), "person", named),
      choice(w("Penalty"), "kind", [
        ["warning", w("Warning")],
        ["points", w("Penalty points")],
        ["lose_game", w("Loss of the game")],
        ["lose_match", w("Loss of the match")],
        ["disqualify", w("Disqualification")],
      ]),
      field(w("Points"), "points", { type: "number", min: "0", max: "25", value: "0" }),
      field(w("Score, if a match ends by it"), "score", { placeholder: "2-4" }),
      field(w("Clause"), "rule", { value: "T1.7", required: true }),
      choice(w("For"), "scope", [
        ["match", w("this match")],
        ["division", w("this division")],
        ["tournament", w("the whole tournament")],
      ]),
      area(w("Reason"), "reason"),
    ],
    (values) => {
      const [, one, two] = /^(\d+)\s*[-–]\s*(\d+)$/.exec(text(values, "score")) ?? [];
      /** @type {TournamentAction} */
      const action = {
        type: "penalise",
        score: one === undefined ? null : [Number(one), Number(two)],
        person: text(values, "person"),
        kind: /** @type {"warning"} */ (text(values, "kind")),
        points: Number(values.get("points")),
        rule: text(values, "rule"),
        scope: /** @type {"match"} */ (text(values, "scope")),
        reason: text(values, "reason"),
        match: match.id,
        seen: match.version,
      };
      penalty.parentElement?.querySelector(".preview")?.remove();
      penalty.after(previewed(context, action, w("Penalise"), { form: penalty }));
    },
    "primary",
    { looks: true },
  );
  const length = form(
    w("Set the length"),
    [
      field(w("Points"), "length", {
        type: "number",
        min: "1",
        max: "99",
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
    folded(w("Penalty"), make("div", {}, [penalty])),
    folded(w("Observer"), observer),
    !["done", "walkover"].includes(match.where) && folded(w("Length"), length),
  ]);
}
