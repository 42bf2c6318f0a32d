// A case beside the room: facts, statements, clause, ruling, appeal, committee, votes (T5).
/** @import {Case, TournamentAction} from "../../shared/messages.js" */
/** @import {Context} from "../context.js" */

import { clockTime } from "../../shared/dates-and-numbers.js";
import { button, clauseLink, make } from "../../shared/dom.js";
import { w } from "../../shared/translations.js";
import { CaseEffects, effectsSet } from "./case-effects.js";
import { area, choice, field, folded, form, text } from "../../shared/form.js";
import { previewed } from "../preview.js";
import { phoneCode } from "../personal-codes.js";
import { people, roundName } from "../labels.js";
import { Tournament } from "../tournament.js";

/** @param {string} state */
function stateText(state) {
  const texts = /** @type {Record<string, string>} */ ({
    open: w("open"),
    ruled: w("ruled"),
    appealed: w("appealed"),
    decided: w("decided by the committee"),
    dropped: w("dropped"),
  });
  return texts[state] ?? state;
}

/** @param {Context} context @param {Case} found @returns {HTMLElement[]} */
export function casePane(context, found) {
  const { t, go } = context;
  const match = found.match ? t.match(found.match) : null;
  const parts = [
    make("h2", {}, [people(t, found.parties)]),
    make("p", { class: "sub" }, [
      clauseLink(found.rule),
      ` · ${stateText(found.state)} · ${clockTime(found.opened_at)}`,
      match && " · ",
      match && button(tableOrRound(t, match), () => go(`match/${match.id}`), "subject"),
    ]),
    make("section", {}, [
      make("h3", {}, [w("Statements")]),
      make(
        "ul",
        { class: "lines" },
        found.statements.map((each) =>
          make("li", {}, [make("span", {}, [make("b", {}, [t.person(each.person)]), ` ${each.text}`])]),
        ),
      ),
    ]),
    found.decision
      ? make("section", {}, [
          make("h3", {}, [w("Ruling"), " ", found.ruled_under ? clauseLink(found.ruled_under) : ""]),
          make("p", {}, [found.decision]),
          effectsSet(t, match, found.effects),
          make("p", { class: "sub" }, [`${t.person(found.ruled_by)}: ${found.reason}`]),
        ])
      : null,
    earlier(context, found),
    found.state === "open" ? ruling(context, found) : null,
    found.state === "appealed" ? committee(context, found) : null,
    ["ruled", "decided"].includes(found.state) && !(found.state === "decided" ? found.committee_reason : found.reason)
      ? reasons(context, found)
      : null,
    found.state === "ruled" ? appeal(context, found) : null,
    found.state === "open"
      ? folded(
          w("Settled or withdrawn"),
          form(w("Drop the case"), [area(w("Reason"), "reason")], (values) =>
            context.act({ type: "drop_case", case: found.id, reason: text(values, "reason") }),
          ),
        )
      : null,
  ];
  return parts.filter((part) => part instanceof HTMLElement);
}

/** @param {Tournament} t @param {import("../tournament.js").Match} match */
function tableOrRound(t, match) {
  return match.place ? w("Table {place}", { place: match.place }) : roundName(t, match);
}

/** Rulings under the same clause, here. @param {Context} context @param {Case} found */
function earlier(context, found) {
  const same = context.t.view.cases.filter(
    (each) => each.id !== found.id && each.decision && (each.ruled_under || each.rule) === found.rule,
  );
  if (!same.length) return null;
  const rows = same.map((each) =>
    make("li", {}, [
      button(people(context.t, each.parties), () => context.go(`case/${each.id}`), "subject"),
      make("span", { class: "sub" }, [each.decision]),
    ]),
  );
  return make("section", {}, [
    make("h3", {}, [w("Earlier rulings under this clause")]),
    make("ul", { class: "lines" }, rows),
  ]);
}

/** What a ruling is to set, as somebody has begun to fill it in. @type {{id: string, effects: CaseEffects} | null} */
let begun = null;

/** @param {Context} context @param {string} id of the case @param {import("../tournament.js").Match} match */
function effectsOf(context, id, match) {
  if (begun?.id !== id || !begun.effects.element.isConnected)
    begun = { id, effects: new CaseEffects(context.t, match) };
  return begun.effects;
}

/** @param {Context} context @param {Case} found */
function ruling(context, found) {
  const match = found.match ? context.t.match(found.match) : null;
  const effects = match ? effectsOf(context, found.id, match) : null;
  const fields = [
    field(w("Clause"), "rule", { value: found.rule, required: true }),
    area(w("Decision"), "decision"),
    area(w("Reason"), "reason"),
    ...(effects ? [effects.element] : []),
  ];
  const follows = make("div", { class: "follows" });
  const entry = form(w("Give the ruling"), fields, (values) => {
    const sets = effects?.from(values) ?? null;
    /** @type {TournamentAction} */
    const action = {
      type: "rule_case",
      case: found.id,
      rule: text(values, "rule"),
      decision: text(values, "decision"),
      reason: text(values, "reason"),
      seen: found.version,
      ...(sets ? { effects: sets } : {}),
    };
    if (!sets) return context.act(action);
    const holds = previewed(context, action, w("It holds: give the ruling"), { done: () => {}, form: entry });
    return void follows.replaceChildren(holds);
  });
  const statement = form(
    w("Add"),
    [choice(w("Who says so"), "person", parties(context, found)), area(w("Statement"), "statement")],
    (values) =>
      context.act({
        type: "give_statement",
        case: found.id,
        statement: text(values, "statement"),
        person: text(values, "person"),
      }),
    "",
  );
  return make("section", {}, [make("h3", {}, [w("Ruling")]), entry, follows, folded(w("Add a statement"), statement)]);
}

/** @param {Context} context @param {Case} found */
function reasons(context, found) {
  return form(w("Give the reason"), [area(w("Reason, for the report"), "reason")], (values) =>
    context.act({ type: "give_reasons", case: found.id, reason: text(values, "reason") }),
  );
}

/** Of a player without a phone the staff write down what they say. @param {Context} context @param {Case} found */
function parties({ t }, found) {
  return found.parties.map((person) => /** @type {[string, string]} */ ([person, t.person(person)]));
}

/** @param {Context} context @param {Case} found */
function appeal(context, found) {
  return folded(
    w("Appeal"),
    form(
      w("Appeal"),
      [choice(w("Who appeals"), "person", parties(context, found)), area(w("Reason"), "reason", false)],
      (values) =>
        context.act({
          type: "appeal",
          case: found.id,
          reason: text(values, "reason"),
          person: text(values, "person"),
        }),
    ),
  );
}

/** @param {Context} context @param {Case} found */
function committee(context, found) {
  const { t } = context;
  if (found.committee.length) {
    const rows = found.committee.map((person) =>
      make("li", {}, [
        make("span", {}, [t.person(person)]),
        make("span", { class: "sub" }, [found.votes[person] ? w("has voted") : w("has not voted")]),
        found.votes[person] ? "" : phoneCode(context, person),
      ]),
    );
    return make("section", {}, [
      make("h3", {}, [w("Committee"), " ", clauseLink("T1.3.ii")]),
      make("ul", { class: "lines" }, rows),
    ]);
  }
  const box = make("div");
  const entry = form(
    w("Look"),
    [
      field(w("Three people, by the first letters of their names"), "members", {
        required: true,
        placeholder: "ann, bo, car",
      }),
    ],
    async (values) => {
      const wanted = text(values, "members")
        .split(/[,;]+/)
        .map((part) => part.trim())
        .filter(Boolean);
      /** @type {string[]} */
      const members = [];
      for (const letters of wanted) members.push(await memberOf(t, letters));
      box.replaceChildren(
        previewed(context, { type: "name_committee", case: found.id, members }, w("Name the committee"), {
          done: () => {},
          form: entry,
        }),
      );
      return false; // it was only a preview
    },
    "primary",
    { looks: true },
  );
  const refuse = form(
    w("Refuse the appeal"),
    [area(w("Reason"), "reason")],
    (values) => context.act({ type: "refuse_appeal", case: found.id, reason: text(values, "reason") }),
    "",
  );
  return make("section", {}, [
    make("h3", {}, [w("Name a committee"), " ", clauseLink("T5.2")]),
    entry,
    box,
    folded(w("The appeal came too late"), refuse),
  ]);
}

/** Somebody here, by the letters their name begins with; else somebody from outside, by their whole name. @param {Tournament} t @param {string} letters */
async function memberOf(t, letters) {
  const fits = Object.entries(t.state.names).filter(([, name]) => Tournament.fits(letters, name));
  const exact = fits.filter(([, name]) => name.toLowerCase() === letters.toLowerCase());
  const [found, another] = exact.length ? exact : fits;
  if (another)
    throw new Error(
      w("{name} is not clear: {n} names begin like that.", { name: letters, n: (exact.length ? exact : fits).length }),
    );
  return found ? found[0] : t.personCalled(letters);
}
