// Closing: what stands in the way, each a link, and the report.
/** @import {Context} from "./context.js" */
/** @import {Page} from "./entries-page.js" */

import { make } from "../shared/dom.js";
import { w } from "../shared/translations.js";
import { previewed } from "./preview.js";
import { showRows } from "./keyed.js";
import { subjectText } from "./texts.js";

/** @param {Context} context @returns {Page} */
export function reportPage(context) {
  const { t } = context;
  const list = make("ul", { class: "lines" });
  const lead = make("p", { class: "lead" });
  const close = make("div");
  const files = make("p", { class: "row" }, [
    make("a", { class: "button", href: `/api/v1/tournaments/${t.state.id}/report` }, [w("Report")]),
    make("a", { class: "button", href: `/tournaments/${t.state.id}/paper` }, [w("Paper")]),
  ]);
  let shown = -1;
  const show = () => {
    const open = openItems(context);
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
            make("span", { class: "sub" }, [each.kind]),
          ]),
      })),
    );
    if (shown === t.state.version) return;
    shown = t.state.version;
    close.replaceChildren(
      ...(t.view.phase === "open" && !open.length
        ? [previewed(context, { type: "close_tournament" }, w("Close the tournament"), () => {})]
        : []),
    );
  };
  return {
    title: w("Report"),
    element: make("div", { class: "page" }, [make("h2", {}, [w("Closing")]), lead, list, close, files]),
    show,
  };
}

/** As report.open_items has them; the server is asked once more when it is closed. @param {Context} context */
function openItems(context) {
  const { t } = context;
  const over = ["done", "walkover", "no_match"];
  return [
    ...t.matches
      .filter((match) => !over.includes(match.where))
      .map((match) => ({
        kind: ["reported", "differs"].includes(match.where) ? w("result") : w("match"),
        where: `match/${match.id}`,
        text: t.pair(match),
      })),
    ...t.entries
      .filter((entry) => ["pending", "offered"].includes(entry.status))
      .map((entry) => ({ kind: w("entry"), where: `entry/${entry.id}`, text: t.name(entry.id) })),
    ...t.view.cases
      .filter((each) => ["open", "appealed"].includes(each.state))
      .map((each) => ({ kind: w("case"), where: `case/${each.id}`, text: subjectText(t, `cases ${each.id}`) })),
    ...t.desk.balances
      .filter((line) => line.account !== "till")
      .map((line) => ({ kind: w("money"), where: "money", text: line.person ? t.person(line.person) : line.account })),
    ...t.desk.now
      .filter((item) => item.kind === "prizes")
      .map((item) => ({ kind: w("prizes"), where: "money", text: item.id })),
  ];
}
