// The form of a penalty in a match's pane: for whom, which, under which clause, and how far it reaches.
/** @import {TournamentAction} from "../../shared/messages.js" */
/** @import {Context} from "../context.js" */
/** @import {Match} from "../tournament.js" */

import { area, choice, field, form, text } from "../../shared/form.js";
import { w } from "../../shared/translations.js";
import { previewed } from "../preview.js";

/** @param {Context} context @param {Match} match */
export function penaltyForm(context, match) {
  const { t } = context;
  const people = match.players.flatMap((entry) => (entry ? (t.entry(entry)?.members ?? []) : []));
  const named = /** @type {[string, string][]} */ (people.map((person) => [person, t.person(person)]));
  const penalty = form(
    w("Penalise"),
    [
      choice(w("Who"), "person", named),
      choice(w("Penalty"), "kind", [
        ["warning", w("Warning")],
        ["points", w("Penalty points")],
        ["lose_game", w("Loss of the game")],
        ["lose_match", w("Loss of the match")],
        ["disqualify", w("Disqualification")],
      ]),
      field(w("Points"), "points", { type: "number", min: "0", max: "25", value: "0" }),
      field(w("Score, if it ends the match"), "score", { placeholder: "2-4" }),
      field(w("Clause"), "rule", { value: "T1.7", required: true }),
      choice(w("For"), "scope", [
        ["match", w("this match")],
        ["division", w("this division")],
        ["tournament", w("the whole tournament")],
      ]),
      area(w("Reason"), "reason"),
    ],
    (values) => {
      const [, one, two] = /^(\d+)\s*[-–]\s*(\d+)$/.exec(text(values, "score")) ?? [];
      /** @type {TournamentAction} */
      const action = {
        type: "penalise",
        score: one === undefined ? null : [Number(one), Number(two)],
        person: text(values, "person"),
        kind: /** @type {"warning"} */ (text(values, "kind")),
        points: Number(values.get("points")),
        rule: text(values, "rule"),
        scope: /** @type {"match"} */ (text(values, "scope")),
        reason: text(values, "reason"),
        match: match.id,
        seen: match.version,
      };
      penalty.parentElement?.querySelector(".preview")?.remove();
      penalty.after(previewed(context, action, w("Penalise"), { form: penalty }));
    },
    "primary",
    { looks: true },
  );
  return penalty;
}
