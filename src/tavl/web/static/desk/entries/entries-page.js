// Everybody who entered: three marks each (approved, here, paid), totals, the waiting list, and a line for new names.
/** @import {EntryView} from "../../shared/messages.js" */
/** @import {Context} from "../context.js" */

import { money } from "../../shared/dates-and-numbers.js";
import { make } from "../../shared/dom.js";
import { plural, w } from "../../shared/translations.js";
import { checkInAll } from "./check-in.js";
import { statusText } from "./entry-pane.js";
import { choice, form, text } from "../../shared/form.js";
import { showRows } from "../../shared/keyed-list.js";
import { memberSearch } from "./member-search.js";
import { divisionName } from "../labels.js";
import { enterPeople } from "./enter-people.js";

/** @typedef {{title: string, element: HTMLElement, show: () => void}} Page */

/** @param {Context} context @returns {Page} */
export function entriesPage(context) {
  const { t } = context;
  const totals = make("p", { class: "totals" });
  const list = make("tbody");
  const table = make("table", { class: "entries" }, [
    make("thead", {}, [
      make(
        "tr",
        {},
        [w("Name"), w("Division"), w("Approved"), w("Here"), w("Paid")].map((title) =>
          make("th", { scope: "col" }, [title]),
        ),
      ),
    ]),
    list,
  ]);
  const divisions = /** @type {[string, string][]} */ (
    t.state.invitation.divisions.map((each) => [each.id, divisionName(each.id)])
  );
  const names = make("label", { class: "field grow" }, [
    w("New names"),
    make("textarea", { name: "names", rows: "1", required: true, placeholder: w("Anna Berg, Bo Dahl") }),
  ]);
  const entry = form(w("Enter"), [names, choice(w("Division"), "division", divisions)], async (values) => {
    const typed = text(values, "names")
      .split(/[,;\n]+/)
      .map((name) => name.trim())
      .filter(Boolean);
    const division = text(values, "division");
    const members = t.state.invitation.divisions.find((each) => each.id === division)?.members ?? 1;
    try {
      await enterPeople(t.state.id, { division, members, names: typed });
    } finally {
      await t.load(); // what was entered before a refusal stays
    }
    if (entry.contains(document.activeElement)) entry.querySelector("textarea")?.focus();
    return true;
  });
  entry.classList.add("enter-names");
  const division = () => text(new FormData(entry), "division");
  const all = make("button", { type: "button", press: () => void checkInAll(context) }, [w("Everybody is here")]);
  const element = make("div", { class: "page" }, [
    make("div", { class: "page-head" }, [totals, all]),
    ...(t.state.invitation.organisation ? [memberSearch(context, division)] : []),
    entry,
    make("div", { class: "scroll" }, [table]),
  ]);
  const show = () => {
    const counted = t.entries.filter((each) => each.status === "approved" || each.status === "pending");
    const here = counted.filter((each) => each.checked_in).length;
    const owing = counted.filter((each) => owed(context, each).length).length;
    const waiting = t.entries.filter((each) => each.status === "waiting").length;
    totals.textContent = [
      plural("{n} entered", "{n} entered", counted.length),
      w("{n} here", { n: here }),
      owing ? w("{n} not paid", { n: owing }) : "",
      waiting ? w("{n} waiting", { n: waiting }) : "",
    ]
      .filter(Boolean)
      .join(" · ");
    all.hidden = here === counted.length;
    const rows = [...t.entries].sort((one, two) => t.name(one.id).localeCompare(t.name(two.id)));
    showRows(
      list,
      rows.map((each) => ({
        key: each.id,
        shows: [each, t.name(each.id), owed(context, each), t.suspended(each.id)],
        draw: () => row(context, each),
      })),
    );
  };
  return { title: w("Entries"), element, show };
}

/** @param {Context} context @param {EntryView} entry */
function owed(context, entry) {
  return entry.members.flatMap((person) => context.t.balances(person)).filter((line) => line.amount.minor > 0);
}

/** @param {Context} context @param {EntryView} entry */
function row(context, entry) {
  const { t, act, go } = context;
  const name = t.name(entry.id);
  const open = make(
    "button",
    { type: "button", class: "subject", "data-name": "open", press: () => go(`entry/${entry.id}`) },
    [name],
  );
  const lines = owed(context, entry);
  const settled = ["refused", "declined", "withdrawn"].includes(entry.status);
  const mark = (
    /** @type {string} */ label,
    /** @type {boolean} */ on,
    /** @type {() => void} */ press,
    /** @type {string} */ shown = "",
  ) =>
    settled
      ? make("span", { class: "mark off" }, ["–"])
      : make(
          "button",
          {
            type: "button",
            class: `mark${on ? " on" : ""}`,
            "data-name": label,
            "aria-pressed": String(on),
            "aria-label": shown && !on ? `${label}: ${name}, ${shown}` : `${label}: ${name}`,
            press: on ? () => go(`entry/${entry.id}`) : press,
          },
          [on ? "✓" : shown || "○"],
        );
  return make("tr", { class: entry.status }, [
    make("td", {}, [
      open,
      entry.status === "approved" ? "" : make("span", { class: "sub" }, [` ${statusText(entry.status)}`]),
      t.suspended(entry.id) ? make("strong", { class: "sub owes" }, [` ${w("suspended")}`]) : "",
    ]),
    make("td", {}, [divisionName(entry.division)]),
    make("td", {}, [
      mark(
        w("Approved"),
        entry.status === "approved",
        () =>
          void act({
            type: entry.status === "waiting" ? "admit_entry" : "approve_entry",
            entry: entry.id,
            seen: entry.version,
          }),
      ),
    ]),
    make("td", {}, [
      mark(w("Here"), entry.checked_in, () => void act({ type: "check_in", entry: entry.id, seen: entry.version })),
    ]),
    make("td", {}, [
      mark(
        w("Paid"),
        lines.length === 0,
        () => {
          for (const line of lines)
            if (line.person) void act({ type: "take_payment", person: line.person, amount: line.amount });
        },
        lines.map((line) => money(line.amount)).join(" + "),
      ),
    ]),
  ]);
}
