// What lies at the board of a match besides the board itself, for the desk: demanded, brought, taken away (T3.1 to T3.5).
/** @import {Equipment} from "../../shared/messages.js" */
/** @import {Context} from "../context.js" */
/** @import {Match} from "../tournament.js" */

import { button, clauseLink, make } from "../../shared/dom.js";
import { w } from "../../shared/translations.js";
import { area, choice, folded, form, text as typed } from "../../shared/form.js";
import { equipmentName, LENT } from "../labels.js";

/** @param {Context} context @param {Match} match */
export function equipmentPart(context, match) {
  const { t, act } = context;
  const rows = [
    ...match.equipment.map((kind) =>
      make("li", {}, [make("span", {}, [w("At the board: {what}", { what: equipmentName(kind) })]), taking(kind)]),
    ),
    ...match.equipment_asked.map((kind) =>
      make("li", {}, [
        make("span", {}, [w("Asked for: {what}", { what: equipmentName(kind) })]),
        ["called", "playing"].includes(match.where) && giving(kind),
        taking(kind),
      ]),
    ),
  ];

  /** @param {Equipment} kind */
  function giving(kind) {
    const between = kind === "board" && match.where === "playing";
    return button(between ? w("Give between two games") : w("Give"), () => {
      void act({ type: "give_equipment", match: match.id, kind, between_games: between });
    });
  }

  /** @param {Equipment} kind */
  function taking(kind) {
    return folded(
      w("Take it away"),
      form(w("Take it away"), [area(w("Reason"), "reason")], (values) =>
        act({ type: "take_equipment", match: match.id, kind, reason: typed(values, "reason") }),
      ),
    );
  }

  const people = match.players.flatMap((entry) => (entry ? (t.entry(entry)?.members ?? []) : []));
  const demand = form(
    w("Note the demand"),
    [
      choice(
        w("Who"),
        "person",
        people.map((person) => [person, t.person(person)]),
      ),
      choice(
        w("What"),
        "kind",
        LENT.map((kind) => [kind, equipmentName(kind)]),
      ),
    ],
    (values) =>
      act({
        type: "demand_equipment",
        match: match.id,
        kind: /** @type {Equipment} */ (typed(values, "kind")),
        person: typed(values, "person"),
      }),
    "",
  );
  const box = form(
    w("Order a baffle box"),
    [
      make("p", { class: "hint" }, [w("For the rest of the match, because of how somebody rolls."), " ", clauseLink("T2.4.i")]),
      area(w("Reason"), "reason"),
    ],
    (values) => act({ type: "order_box", match: match.id, reason: typed(values, "reason") }),
    "",
  );
  const orders = match.where === "playing" && !match.equipment.includes("baffle_box");
  const forms = make("div", {}, [folded(w("A player demands something"), demand)]);
  if (orders) forms.append(folded(w("Doubtful rolls"), box));
  if (!rows.length) return folded(w("Equipment at the board"), forms);
  return make("section", {}, [
    make("h3", {}, [w("Equipment at the board"), " ", clauseLink("T3.1")]),
    make("ul", { class: "lines" }, rows),
    forms,
  ]);
}
