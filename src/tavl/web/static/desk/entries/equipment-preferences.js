// What somebody demands in all their matches, as far as there is any (T3.1 to T3.5): at the desk and on their own page.
/** @import {Equipment, TournamentAction} from "../../shared/messages.js" */
/** @import {Tournament} from "../tournament.js" */

import { clauseLink, make } from "../../shared/dom.js";
import { w } from "../../shared/translations.js";
import { EQUIPMENT_CLAUSES, equipmentName, LENT } from "../labels.js";

/**
 * @param {Tournament} t
 * @param {string} person
 * @param {(action: TournamentAction) => Promise<unknown>} act
 */
export function preferencesPart(t, person, act) {
  const { profile } = t.state.invitation;
  const has = t.state.prefers[person] ?? [];
  const kinds = /** @type {Equipment[]} */ ([
    ...LENT.filter((kind) => kind !== "baffle_box" || profile.baffle_box !== "none"),
    ...(profile.clock_use === "none" ? [] : ["clock"]),
  ]);
  const boxes = kinds.map((kind) => {
    const tick = make("input", { type: "checkbox", name: `prefers-${kind}`, checked: has.includes(kind) });
    tick.addEventListener("change", () => {
      const on = tick.checked;
      void act(
        kind === "clock" ? { type: "prefer_clock", person, on } : { type: "prefer_equipment", person, kind, on },
      ).then((done) => {
        if (!done) tick.checked = !on;
      });
    });
    return make("p", {}, [
      make("label", { class: "tick" }, [tick, make("span", {}, [equipmentName(kind)])]),
      " ",
      clauseLink(EQUIPMENT_CLAUSES[kind]),
    ]);
  });
  return make("details", { class: "more", "data-fold": `preferences ${person}` }, [
    make("summary", {}, [w("Equipment in all matches")]),
    make("p", { class: "hint" }, [w("You get it if there is one, or the next one that becomes free.")]),
    ...boxes,
  ]);
}
