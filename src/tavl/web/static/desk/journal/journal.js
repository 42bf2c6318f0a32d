// The last acts, each with who did it and a way back where there is one.
/** @import {Context} from "../context.js" */

import { clockTime } from "../../shared/dates-and-numbers.js";
import { button, make } from "../../shared/dom.js";
import { w } from "../../shared/translations.js";
import { showRows } from "../../shared/keyed-list.js";
import { actSubject, actText } from "./journal-text.js";

const SHOWN = 40;

export class Journal {
  #list = /** @type {HTMLElement} */ (document.getElementById("journal-acts"));
  #context;

  /** @param {Context} context */
  constructor(context) {
    this.#context = context;
  }

  show() {
    const { t } = this.#context;
    const rows = t.desk.journal.slice(0, SHOWN).map((act) => {
      const about = actSubject(t, act);
      const shown = [actText(act), about, act.person ? t.person(act.person) : w("automatically"), clockTime(act.at)];
      return {
        key: act.act || String(act.at),
        shows: [shown, act.undone, act.undo],
        draw: () =>
          make("li", { class: act.undone ? "undone" : "" }, [
            make("div", { class: "said" }, [
              make("p", {}, [make("b", {}, [shown[0]]), about ? ` ${about}` : ""]),
              make("p", { class: "sub" }, [`${shown[3]} · ${shown[2]}${act.undone ? ` · ${w("taken back")}` : ""}`]),
            ]),
            act.undo && undoButton(() => this.#context.go(`undo/${act.act}`), `${shown[0]} ${about}`),
          ]),
      };
    });
    showRows(this.#list, rows);
  }

  /** One's own last act that can be taken back: the key Z. */
  undoLast() {
    const act = this.#context.t.desk.journal.find((each) => each.undo);
    if (act) this.#context.go(`undo/${act.act}`);
  }
}

/** @param {() => void} press @param {string} what */
function undoButton(press, what) {
  const made = button(w("Undo"), press, "quiet");
  made.dataset.name = "undo";
  made.setAttribute("aria-label", w("Undo: {what}", { what }));
  return made;
}
