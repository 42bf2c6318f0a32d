// What a player may demand at the board, as far as there is any (T3.1 to T3.5), and ask of the director (T1.6.iv, T2.4.ii, T3.4.iii, T3.5.iii).
/** @import {MyNext, Request} from "../shared/messages.js" */
/** @import {Match, Tournament} from "../desk/tournament.js" */
/** @import {DoAction} from "./cases.js" */

import { area, choice } from "../shared/form.js";
import { EQUIPMENT_CLAUSES, equipmentName, LENT, requestName } from "../desk/labels.js";
import { button, cited, make } from "../shared/dom.js";
import { w } from "../shared/translations.js";

const CLAUSES = /** @type {Record<string, string>} */ ({
  ...EQUIPMENT_CLAUSES,
  expel_spectators: "T1.6.iv",
  approve_baffle_box: "T3.4.iii",
  approve_clock: "T3.5.iii",
});

/**
 * @param {Tournament} t
 * @param {Match} match
 * @param {MyNext} next
 * @param {DoAction} act
 * @returns {HTMLElement}
 */
export function equipmentCard(t, match, next, act) {
  /** @type {HTMLElement[]} */
  const parts = [make("h2", {}, [w("Equipment and requests")])];
  const line = (/** @type {string} */ said, /** @type {string} */ rule) =>
    parts.push(make("p", {}, [cited(said, rule)]));
  for (const kind of match.equipment) line(w("At your board: {what}", { what: equipmentName(kind) }), CLAUSES[kind]);
  for (const kind of match.equipment_asked)
    line(w("Asked for: {what}. You are next in line.", { what: equipmentName(kind) }), CLAUSES[kind]);
  if (match.clock === "given") line(w("At your board: {what}", { what: equipmentName("clock") }), "T3.5.i");
  if (match.clock === "asked")
    line(w("Asked for: {what}. You are next in line.", { what: equipmentName("clock") }), "T3.5.i");
  for (const { what, granted, answer } of next.requests) {
    const asked = requestName(what);
    const rule = what === "baffle_box" ? "T2.4.ii" : (CLAUSES[what] ?? "");
    if (granted === null) line(w("The director has your request: {what}", { what: asked }), rule);
    else if (granted) line(w("Granted: {what}. {reason}", { what: asked, reason: answer }), rule);
    else line(w("Not granted: {what}. {reason}", { what: asked, reason: answer }), rule);
  }
  if (t.state.invitation.score_boards) line(w("A score board is used in every match."), "T4.7");
  parts.push(demands(t, match, act), requests(match, next, act));
  return make("section", { class: "card matter" }, parts);
}

/** @param {Tournament} t @param {Match} match @param {DoAction} act */
function demands(t, match, act) {
  const profile = t.state.invitation.profile;
  const open = LENT.filter((kind) => !match.equipment.includes(kind) && (kind !== "baffle_box" || profile.baffle_box !== "none"));
  const row = make("div", { class: "row" });
  for (const kind of open) {
    const demand = /** @type {const} */ ({ type: "demand_equipment", match: match.id, kind });
    row.append(button(equipmentName(kind), () => void act(demand, w("The desk knows."))));
  }
  if (!match.clock && profile.clock_use !== "none") {
    const demand = /** @type {const} */ ({ type: "demand_clock", match: match.id });
    row.append(button(equipmentName("clock"), () => void act(demand, w("The desk knows."))));
  }
  return make("details", {}, [
    make("summary", {}, [w("Demand equipment")]),
    make("p", { class: "hint" }, [w("You get it if there is one, or the next one that becomes free.")]),
    row,
  ]);
}

/** @param {Match} match @param {MyNext} next @param {DoAction} act */
function requests(match, next, act) {
  const playing = next.where === "playing";
  const kinds = /** @type {Request[]} */ (
    ["expel_spectators", playing ? "baffle_box" : "approve_clock", "approve_baffle_box"].filter(
      (what) => !next.requests.some((asked) => asked.what === what && asked.granted === null),
    )
  );
  const what = choice(
    w("What it is about"),
    "what",
    kinds.map((kind) => [kind, requestName(kind)]),
  );
  const why = area(w("Reason"), "reason", kinds[0] === "expel_spectators");
  const [select, reason] = [what.querySelector("select"), why.querySelector("textarea")];
  if (!select || !reason) return make("div");
  select.addEventListener("change", () => {
    reason.required = select.value === "expel_spectators"; // with a reason (T1.6.iv)
  });
  const form = make("form", { class: "small-form", "data-draft": `request ${match.id}` }, [
    what,
    why,
    make("div", { class: "row" }, [make("button", { type: "submit" }, [w("Ask the director")])]),
  ]);
  const write = (/** @type {string} */ text) => {
    reason.value = text;
    reason.dispatchEvent(new Event("input", { bubbles: true }));
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const said = reason.value;
    write(""); // the page may be drawn again before the answer is here
    void act(
      { type: "ask_director", match: match.id, what: /** @type {Request} */ (select.value), reason: said },
      w("The desk knows."),
    ).then((done) => done || write(said));
  });
  return make("details", {}, [make("summary", {}, [w("Ask the director for something")]), form]);
}
