// What a ruling or a committee's vote sets on the board of the match, beside its words.
/** @import {Effects, TableState, TableView} from "../../shared/messages.js" */
/** @import {Match, Tournament} from "../tournament.js" */

import { ask } from "../../shared/api.js";
import { make } from "../../shared/dom.js";
import { w } from "../../shared/translations.js";
import { effectFields, effectLines, effectsFrom } from "../../officiating/forms/effect-fields.js";

const ENDS = ["lose_match", "disqualify", "expel", "exclude"];

/** By seat: the players of a match sit in the order of the draw. @param {Tournament} t @param {Match} match */
const namesOf = (t, match) => ({ 0: t.name(match.players[0]), 1: t.name(match.players[1]) });

/** Fields for what is to be set, filled in as the board stands. */
export class CaseEffects {
  /** @type {TableView | null} */
  #view = null;
  element = make("details", { class: "more-to-set" }, [make("summary", {}, [w("Set something")])]);

  /** @param {Tournament} t @param {Match} match */
  constructor(t, match) {
    const table = t.state.tables[match.id];
    this.element.addEventListener("toggle", () => void this.#fill(t, match, table), { once: true });
  }

  /** Only when somebody wants to set something. @param {Tournament} t @param {Match} match @param {string | undefined} table */
  async #fill(t, match, table) {
    if (table)
      try {
        /** @type {TableState} */
        const state = await ask("GET", `/tables/${table}`);
        this.#view = state.view;
      } catch {
        this.#view = null; // not shown to whoever asks: then it is as if it were on paper
      }
    const where = table
      ? make("p", { class: "hint" }, [
          w("It is set on the board as soon as the ruling takes effect."),
          " ",
          make("a", { href: `/t/${table}`, target: "_blank", rel: "noopener" }, [w("Look at the board")]),
        ])
      : make("p", { class: "hint" }, [w("This match is kept on paper: tell the players what to set on their board.")]);
    this.element.append(where, ...effectFields(this.#view, namesOf(t, match)));
  }

  /** What was ticked; none: everything stays as it stands. @param {FormData} values @returns {Effects | null} */
  from(values) {
    const filled = Object.fromEntries([...values].map(([name, value]) => [name, String(value).trim()]));
    const effects = effectsFrom(this.#view, filled);
    // The tournament does not see the board: a match that ends by a ruling ends at the score on the board.
    const ends = effects?.penalties?.some(({ kind }) => ENDS.includes(kind)) || effects?.winner !== undefined;
    if (effects && ends && this.#view) effects.score ??= this.#view.score;
    return /** @type {Effects | null} */ (effects); // anything not named stays as it is
  }
}

/** What was set, in words. @param {Tournament} t @param {Match | null} match @param {Partial<Effects> | null | undefined} effects */
export function effectsSet(t, match, effects) {
  const lines = match && effects ? effectLines(effects, namesOf(t, match)) : [];
  if (!lines.length) return null;
  return make(
    "ul",
    { class: "effects" },
    lines.map((line) => make("li", {}, [line])),
  );
}
