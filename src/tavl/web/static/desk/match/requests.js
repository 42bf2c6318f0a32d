// What players have asked of the director in a match, each with a form for the answer and its reason (T1.6.iv, T2.4.ii, T3.4.iii, T3.5.iii).
/** @import {Context} from "../context.js" */
/** @import {Match} from "../tournament.js" */

import { clauseLink, make } from "../../shared/dom.js";
import { w } from "../../shared/translations.js";
import { area, choice, field, form, text as typed } from "../../shared/form.js";
import { requestText } from "../now-list/now-list-text.js";

/** @param {Context} context @param {Match} match */
export function requestParts(context, match) {
  const { t } = context;
  return t.desk.now
    .filter((item) => item.kind === "request" && item.id === match.id)
    .flatMap((item) => {
      const { action } = item;
      if (action?.type !== "answer_request" || !("spectators" in action)) return [];
      const expels = action.what === "expel_spectators";
      const table = item.facts.request ? t.state.tables[match.id] : undefined;
      const plain = !table || ["come", "approve_baffle_box", "approve_clock"].includes(action.what);
      const fields = [
        choice(w("Answer"), "granted", [
          ...(plain ? [/** @type {[string, string]} */ (["yes", w("Granted")])] : []),
          ["no", w("Not granted")],
        ]),
        ...(expels && !table
          ? [field(w("Who may no longer watch this match; commas between several"), "spectators")]
          : []),
        area(w("Reason"), "reason", action.what !== "come"),
      ];
      const answer = form(w("Answer"), fields, async (values) => {
        const granted = values.get("granted") === "yes";
        const names = typed(values, "spectators")
          .split(",")
          .map((name) => name.trim())
          .filter(Boolean);
        const added = expels && granted && names.length ? await t.addPeople(names) : [];
        const spectators = added.map((person) => person.id);
        return context.act({ ...action, granted, spectators, reason: typed(values, "reason") });
      });
      const reason = String(item.facts.reason ?? "");
      return [
        make("section", {}, [
          make("h3", {}, [requestText(t, item), " ", clauseLink(item.rule)]),
          ...(reason ? [make("p", {}, [`“${reason}”`])] : []),
          ...(table ? [make("p", {}, [make("a", { href: `/t/${table}` }, [w("Open the table")])])] : []),
          answer,
        ]),
      ];
    });
}
