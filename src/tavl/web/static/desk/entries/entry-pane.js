// One entrant beside the room.
/** @import {EntryView} from "../../shared/messages.js" */
/** @import {Context} from "../context.js" */

import { money } from "../../shared/dates-and-numbers.js";
import { button, cited, make } from "../../shared/dom.js";
import { w } from "../../shared/translations.js";
import { area, choice, folded, form, text } from "../../shared/form.js";
import { previewed } from "../preview.js";
import { preferencesPart } from "./equipment-preferences.js";
import { lateEntryPart } from "./late-entries.js";
import { phoneCode } from "../personal-codes.js";
import { divisionName, roundName, scoreText, whereText } from "../labels.js";

/** @param {string} status */
export function statusText(status) {
  const texts = /** @type {Record<string, string>} */ ({
    pending: w("waits for approval"),
    waiting: w("on the waiting list"),
    offered: w("offered a higher division"),
    approved: w("approved"),
    refused: w("refused"),
    declined: w("declined"),
    withdrawn: w("withdrawn"),
  });
  return texts[status] ?? status;
}

/** @param {Context} context @param {EntryView} entry @returns {HTMLElement[]} */
export function entryPane(context, entry) {
  const { t, act, go } = context;
  const row = make("div", { class: "row" });
  if (entry.status === "pending")
    row.append(
      button(w("Approve"), () => void act({ type: "approve_entry", entry: entry.id, seen: entry.version }), "primary"),
    );
  if (entry.status === "waiting")
    row.append(
      button(w("Admit"), () => void act({ type: "admit_entry", entry: entry.id, seen: entry.version }), "primary"),
    );
  if (!entry.checked_in && ["pending", "approved"].includes(entry.status)) {
    row.append(button(w("Is here"), () => void act({ type: "check_in", entry: entry.id, seen: entry.version })));
  }
  const lines = entry.members.flatMap((person) => t.balances(person).map((line) => ({ person, line })));
  for (const { person, line } of lines) {
    const owes = line.amount.minor > 0;
    const amount = { ...line.amount, minor: Math.abs(line.amount.minor) };
    const label = owes
      ? w("Has paid {amount}", { amount: money(amount) })
      : w("Pay out {amount}", { amount: money(amount) });
    row.append(
      button(label, () => void act(owes ? { type: "take_payment", person, amount } : t.payoutOf(person, amount))),
    );
  }
  const matches = t.matches.filter((match) => match.players.includes(entry.id));
  const listed = matches.map((match) =>
    make("li", {}, [
      button(t.pair(match), () => go(`match/${match.id}`), "subject"),
      make("span", { class: "sub" }, [`${roundName(t, match)} · ${whereText(t, match)} ${scoreText(match)}`]),
    ]),
  );
  return [
    make("h2", {}, [t.name(entry.id)]),
    make("p", { class: "sub" }, [
      [divisionName(entry.division), statusText(entry.status), entry.checked_in ? w("is here") : ""]
        .filter(Boolean)
        .join(" · "),
    ]),
    ...(t.suspended(entry.id)
      ? [make("p", { class: "warning" }, [cited(w("{who} is suspended", { who: t.name(entry.id) }), "T1.2")])]
      : []),
    row,
    ...(listed.length
      ? [make("section", {}, [make("h3", {}, [w("Matches")]), make("ul", { class: "lines" }, listed)])]
      : []),
    make("section", { class: "rarely" }, [
      ...rarely(context, entry),
      ...entry.members.map((person) => preferencesPart(t, person, act)),
      ...entry.members.map((person) => phoneCode(context, person)),
    ]),
  ];
}

/** @param {Context} context @param {EntryView} entry */
function rarely(context, entry) {
  const { t, act } = context;
  const parts = [];
  if (entry.status === "approved" || entry.status === "pending") {
    const withdraw = folded(w("Withdraw"), make("div"));
    withdraw.addEventListener("toggle", () => {
      if (withdraw.open)
        withdraw.lastElementChild?.replaceChildren(
          previewed(context, { type: "withdraw_entry", entry: entry.id, seen: entry.version }, w("Withdraw")),
        );
    });
    parts.push(withdraw);
  }
  if (entry.status === "pending") {
    parts.push(
      folded(
        w("Refuse"),
        form(
          w("Refuse"),
          [area(w("Explanation for the player"), "explanation"), area(w("Reason for the federation"), "reason", false)],
          (values) =>
            act({
              type: "refuse_entry",
              entry: entry.id,
              explanation: text(values, "explanation"),
              reason: text(values, "reason"),
              seen: entry.version,
            }),
        ),
      ),
    );
    const higher = t.state.invitation.divisions.filter(
      (each) => each.level > (t.state.invitation.divisions.find((own) => own.id === entry.division)?.level ?? 0),
    );
    if (higher.length) {
      const options = /** @type {[string, string][]} */ (higher.map((each) => [each.id, divisionName(each.id)]));
      parts.push(
        folded(
          w("Offer a higher division"),
          form(w("Offer"), [choice(w("Division"), "division", options), area(w("Reason"), "reason")], (values) =>
            act({
              type: "offer_higher",
              entry: entry.id,
              division: text(values, "division"),
              reason: text(values, "reason"),
              seen: entry.version,
            }),
          ),
        ),
      );
    }
  }
  const late = lateEntryPart(context, entry);
  if (late) parts.push(late);
  return parts;
}
