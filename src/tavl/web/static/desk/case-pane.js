// A case beside the room: facts, statements, clause, ruling, appeal, committee, votes (T5).
/** @import {Case, TournamentAction} from "../shared/messages.js" */
/** @import {Context} from "./context.js" */

import { button, clauseLink, make } from "../shared/dom.js";
import { w } from "../shared/translations.js";
import { CaseEffects, effectsSet } from "./case-effects.js";
import { area, field, folded, form, text } from "./form.js";
import { previewed } from "./preview.js";
import { phoneCode } from "./staff-pane.js";
import { people } from "./texts.js";
import { clockTime, Tournament } from "./tournament.js";

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
    ]),
    match && make("p", {}, [button(t.pair(match), () => go(`match/${match.id}`), "subject")]),
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

/** @param {Context} context @param {Case} found */
function ruling(context, found) {
  const match = found.match ? context.t.match(found.match) : null;
  const effects = match ? new CaseEffects(context.t, match) : null;
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
    return void follows.replaceChildren(previewed(context, action, w("It holds: give the ruling"), () => {}));
  });
  const statement = form(
    w("Add"),
    [area(w("Statement"), "statement")],
    (values) => context.act({ type: "give_statement", case: found.id, statement: text(values, "statement") }),
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

/** @param {Context} context @param {Case} found */
function appeal(context, found) {
  return folded(
    w("Appeal"),
    form(w("Appeal"), [area(w("Reason"), "reason", false)], (values) =>
      context.act({ type: "appeal", case: found.id, reason: text(values, "reason") }),
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
      field(w("Three people, by the letters their names begin with"), "members", {
        required: true,
        placeholder: "ann, bo, car",
      }),
    ],
    async (values) => {
      const wanted = text(values, "members")
        .split(/[,;]+/)
        .map((part) => part.trim())
        .filter(Boolean);
      const members = wanted.map(
        (letters) => Object.entries(t.state.names).find(([, name]) => Tournament.fits(letters, name))?.[0] ?? "",
      );
      const missing = wanted.filter((_, n) => !members[n]);
      const added = missing.length ? await t.addPeople(missing) : []; // from outside the tournament
      for (const person of added) members[members.indexOf("")] = person.id;
      box.replaceChildren(
        previewed(context, { type: "name_committee", case: found.id, members }, w("Name the committee")),
      );
    },
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
