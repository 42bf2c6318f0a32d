// Closing: what is in the way, each a link, and the report.
/** @import {OpenItem, ReportState} from "../../shared/messages.js" */
/** @import {Context} from "../context.js" */
/** @import {Page} from "../entries/entries-page.js" */
/** @import {Match, Tournament} from "../tournament.js" */

import { ask } from "../../shared/api.js";
import { button, clauseLink, make } from "../../shared/dom.js";
import { w } from "../../shared/translations.js";
import { previewed } from "../preview.js";
import { showRows } from "../../shared/keyed-list.js";
import { accountName, divisionName, roundName, subjectText } from "../labels.js";

/** @param {Context} context @returns {Page} */
export function reportPage(context) {
  const { t } = context;
  const list = make("ul", { class: "lines" });
  const lead = make("p", { class: "lead" });
  const close = make("div");
  const sanction = make("div", { class: "card", hidden: true }, [
    make("p", {}, [w("This tournament is not sanctioned: no result counts in the federation's rating.")]),
    button(w("Make it a sanctioned one"), () => {
      const invitation = { ...t.state.invitation, sanctioned: true };
      void context.act({ type: "change_invitation", invitation, reason: w("Sanctioned before the first match") });
    }),
  ]);
  const files = make("p", { class: "row" }, [
    make("a", { class: "button", href: `/api/v1/tournaments/${t.state.id}/report` }, [w("Report")]),
    make("a", { class: "button", href: `/tournaments/${t.state.id}/paper` }, [w("Paper")]),
  ]);
  let shown = -1;
  /** @type {OpenItem[]} */
  let items = [];
  const show = () => {
    if (shown === t.state.version) return;
    shown = t.state.version;
    void ask("GET", `/tournaments/${t.state.id}/report`).then(
      (answer) => {
        items = /** @type {ReportState} */ (answer).open;
        draw();
      },
      (/** @type {unknown} */ error) => (lead.textContent = error instanceof Error ? error.message : String(error)),
    );
  };
  const draw = () => {
    const open = items.map((item) => shownItem(context, item));
    lead.textContent =
      t.view.phase === "closed"
        ? w("The tournament is closed.")
        : open.length
          ? w("These have to be settled before it can be closed.")
          : w("Nothing stands in the way of closing.");
    showRows(
      list,
      open.map((each) => ({
        key: `${each.kind} ${each.where} ${each.text}`,
        shows: each,
        draw: () =>
          make("li", {}, [
            make(
              "button",
              { type: "button", class: "subject", "data-name": "open", press: () => context.go(each.where) },
              [each.text],
            ),
            make("span", { class: "sub" }, [each.kind, " ", clauseLink(each.rule)]),
          ]),
      })),
    );
    const begun = t.matches.some((match) => match.begun_at || match.score);
    sanction.hidden = t.view.sanctioned || !t.state.invitation.attended || begun || t.view.phase === "closed";
    close.replaceChildren(
      ...(t.view.phase === "open" && !open.length
        ? [previewed(context, { type: "close_tournament" }, w("Close the tournament"), { done: () => {} })]
        : []),
    );
  };
  return {
    title: w("Report"),
    element: make("div", { class: "page" }, [make("h2", {}, [w("Closing")]), lead, list, close, sanction, files]),
    show,
  };
}

/** Who plays; where nobody is known yet, which one it is. @param {Tournament} t @param {Match} match */
function matchText(t, match) {
  return match.players.some(Boolean) ? t.pair(match) : `${roundName(t, match)} · ${match.number}`;
}

/** What prevents closing, as the server has it. @param {Context} context @param {OpenItem} item */
function shownItem({ t }, { kind, id, rule }) {
  const kinds = /** @type {Record<string, string>} */ ({
    result: w("result"),
    match: w("match"),
    correction: w("correction asked for"),
    reason: w("reason missing"),
    entry: w("entry"),
    case: w("case"),
    prizes: w("prizes"),
    money: w("money"),
  });
  const match = t.match(id);
  const entry = t.entry(id);
  const found = t.view.cases.find((each) => each.id === id);
  const where = match ? `match/${id}` : entry ? `entry/${id}` : found ? `case/${id}` : "money";
  const text = match ? matchText(t, match) : entry ? t.name(id) : found ? subjectText(t, `cases ${id}`) : "";
  const person = t.state.names[id];
  return {
    kind: kinds[kind] ?? kind,
    where,
    rule,
    text: text || person || (kind === "money" ? accountName(id) : divisionName(id)),
  };
}
