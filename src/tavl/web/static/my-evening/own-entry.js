// One's own entry: somebody who has no code gives a name and a division, as long as entries are open; then what became of
// it, and the answer to a place that is offered (T1.4).
/** @import {EntryView} from "../shared/messages.js" */
/** @import {Tournament} from "../desk/tournament.js" */
/** @import {DoAction} from "./cases.js" */

import { divisionName } from "../desk/labels.js";
import { ask } from "../shared/api.js";
import { button, clauseLink, make } from "../shared/dom.js";
import { choice, field, folded, form, text } from "../shared/form.js";
import { limits } from "../shared/limits.js";
import { w } from "../shared/translations.js";

/** Nothing once entries are closed or drawn. @param {Tournament} t @returns {HTMLElement[]} */
export function entryForm(t) {
  const open = t.view.divisions.filter((each) => !each.draws.length).map((each) => each.id);
  const divisions = t.state.invitation.divisions.filter((each) => open.includes(each.id) && (each.members ?? 1) === 1);
  if (t.view.phase !== "open" || !divisions.length || t.state.desk) return [];
  const fields = [
    field(w("Your name"), "name", { required: true, maxlength: String(limits.max_name), autocomplete: "name" }),
    choice(
      w("Division"),
      "division",
      divisions.map((each) => /** @type {[string, string]} */ ([each.id, divisionName(each.id)])),
    ),
  ];
  const entry = form(w("Enter"), fields, async (values) => {
    await ask("POST", "/session", { tournament: t.state.id });
    /** @type {{id: string}} */
    const me = await ask("PATCH", "/me", { name: text(values, "name") });
    const action = { type: "enter", division: text(values, "division"), members: [me.id] };
    await ask("POST", `/tournaments/${t.state.id}/actions`, { action });
    /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
    await t.load();
    return true;
  });
  return [make("section", { class: "card" }, [folded(w("Not entered yet?"), entry)])];
}

/** What is to be answered or known before any match. @param {EntryView} entry @param {DoAction} act */
export function entryCard(entry, act) {
  const card = (/** @type {string} */ title, /** @type {(Node | string)[]} */ parts) =>
    make("section", { class: "card matter" }, [make("h2", {}, [title]), ...parts]);
  const division = divisionName(entry.division);
  const answer = (/** @type {boolean} */ accepts) =>
    void act({ type: "answer_offer", entry: entry.id, accepts }, accepts ? w("You are in.") : w("You are not in it."));
  switch (entry.status) {
    case "pending":
      return card(w("You have entered {division}.", { division }), [
        make("p", {}, [w("The director has not approved it yet.")]),
      ]);
    case "waiting":
      return card(w("You are on the waiting list of {division}.", { division }), []);
    case "offered":
      return card(w("You are offered a place in {division}.", { division: divisionName(entry.offered ?? "") }), [
        make("p", {}, [
          entry.explanation || w("You are in no division until you accept it."),
          " (",
          clauseLink("T1.4.ii"),
          ")",
        ]),
        make("div", { class: "row" }, [
          button(w("Accept"), () => answer(true), "primary"),
          button(w("Decline"), () => answer(false)),
        ]),
      ]);
    case "refused":
      return card(w("Your entry to {division} was refused.", { division }), [
        make("p", {}, [entry.explanation, " (", clauseLink("T1.4.i"), ")"]),
      ]);
    default:
      return null;
  }
}
