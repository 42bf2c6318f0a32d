// What a player's phone says of cases: a statement, a ruling, an appeal, a vote (T5).
/** @import {Case, MyCase, TournamentAction} from "../shared/messages.js" */
/** @import {Context} from "../desk/context.js" */
/** @import {Tournament} from "../desk/tournament.js" */

import { clauseLink, make } from "../shared/dom.js";
import { w } from "../shared/translations.js";
import { CaseEffects, effectsSet } from "../desk/cases/case-effects.js";
import { area, choice, folded, form, text } from "../shared/form.js";
import { previewed } from "../desk/preview.js";

/** @typedef {(action: TournamentAction, said: string) => Promise<boolean>} DoAction */

/** A case of one's own. @param {Tournament} t @param {MyCase} found @param {DoAction} act */
export function myCase(t, found, act) {
  const match = found.match ? t.match(found.match) : null;
  const titles = /** @type {Record<string, string>} */ ({
    open: w("The director is called. Leave everything as it is."),
    ruled: w("The director has ruled."),
    appealed: w("There is an appeal. A committee decides."),
    decided: w("The committee has decided."),
    dropped: w("The case is dropped."),
  });
  if (found.state === "dropped") return null;
  const state = form(
    w("Send"),
    [area(w("What happened, in your words"), "statement")],
    (values) =>
      act({ type: "give_statement", case: found.id, statement: text(values, "statement") }, w("The director has it.")),
    "",
    { about: found.id },
  );
  const appeal = form(
    w("Appeal"),
    [area(w("Reason"), "reason", false)],
    (values) =>
      act({ type: "appeal", case: found.id, reason: text(values, "reason") }, w("A committee will be named.")),
    "primary",
    { about: found.id },
  );
  const parts = [
    make("h2", {}, [titles[found.state] ?? found.state]),
    match && make("p", { class: "sub" }, [t.pair(match)]),
    ...found.said.map((each) => make("p", { class: "said-of" }, [each])),
    found.decision &&
      make("p", { class: "lead" }, [found.decision, " ", found.ruled_under ? clauseLink(found.ruled_under) : ""]),
    found.reason && make("p", { class: "sub" }, [found.reason]),
    ["open", "appealed"].includes(found.state) && folded(w("Say what happened"), state, found.id),
    found.may_appeal && folded(w("Appeal to a committee"), appeal, found.id),
  ];
  return make("section", { class: "card matter", "data-draft": found.id }, parts.filter(Boolean));
}

/**
 * For whoever sits on a committee: what was said and ruled, and a vote.
 * @param {Tournament} t
 * @param {Case} found
 * @param {string} me
 * @param {DoAction} act
 * @param {() => void} show
 */
export function committeeCard(t, found, me, act, show) {
  const mine = found.votes[me];
  const statements = found.statements.map((each) =>
    make("li", {}, [make("span", {}, [make("b", {}, [t.person(each.person)]), ` ${each.text}`])]),
  );
  const match = found.match ? t.match(found.match) : null;
  const vote = voteForm(t, found, act, show);
  const reasons = form(
    w("Send"),
    [area(w("Reason, for the report"), "reason")],
    (values) => act({ type: "give_reasons", case: found.id, reason: text(values, "reason") }, w("Thank you.")),
    "primary",
    { about: found.id },
  );
  const open = found.state === "appealed" || found.state === "open"; // a director's own case comes here first (T5.1)
  return make("section", { class: "card matter", "data-draft": found.id }, [
    make("h2", {}, [w("You sit on the committee."), " ", clauseLink("T1.3.ii")]),
    make("p", { class: "sub" }, [found.parties.map((person) => t.person(person)).join(" – ")]),
    make("ul", { class: "lines" }, statements),
    found.decision ? make("p", { class: "lead" }, [found.decision]) : "",
    effectsSet(t, match, found.effects),
    found.reason ? make("p", { class: "sub" }, [found.reason]) : "",
    open && mine ? make("p", { class: "saved", role: "status" }, [w("You have voted.")]) : "",
    open && !mine ? vote : "",
    found.state === "decided" && !found.committee_reason ? reasons : "",
  ]);
}

/** @param {Tournament} t @param {Case} found @param {DoAction} act @param {() => void} show */
function voteForm(t, found, act, show) {
  const match = found.match ? t.match(found.match) : null;
  const effects = match ? new CaseEffects(t, match) : null;
  /** @type {[string, string][]} */
  const verdicts = [
    ["uphold", w("The ruling stands")],
    ["reverse", w("The ruling is reversed")],
    ["replace", w("Another decision, as below")],
  ];
  const follows = make("div", { class: "follows" });
  const send = (/** @type {TournamentAction} */ action) => act(action, w("Your vote is in."));
  /** @type {Context} */
  const context = { t, act: send, go: () => {}, close: () => {}, closer: () => () => {} };
  const entry = form(
    w("Vote"),
    [
      choice(w("Your vote"), "verdict", found.state === "open" ? verdicts.slice(2) : verdicts),
      area(w("Decision"), "decision", found.state === "open"),
      area(w("Reason"), "reason", false),
      ...(effects ? [effects.element] : []),
    ],
    (values) => {
      const verdict = /** @type {"uphold"} */ (text(values, "verdict"));
      const sets = verdict === "uphold" ? null : (effects?.from(values) ?? null);
      /** @type {TournamentAction} */
      const action = {
        type: "vote",
        case: found.id,
        verdict,
        decision: text(values, "decision"),
        reason: text(values, "reason"),
        ...(sets ? { effects: sets } : {}),
      };
      if (!sets) return send(action);
      const done = () => {
        entry.reset();
        show();
      };
      const parts = [
        make("p", { class: "hint" }, [w("It is set if most of the committee decide so.")]),
        effectsSet(t, match, sets),
        previewed(context, action, w("It holds: vote"), { done, form: entry }),
      ];
      return void follows.replaceChildren(...parts.filter((part) => part !== null));
    },
    "primary",
    { about: found.id },
  );
  return make("div", {}, [entry, follows]);
}
