// The only place for everything besides playing: a list of what can be done, and a form if something has to be filled in.
// Entries that are not possible now are grey, and say why when pressed.
/** @import {ApiProblem} from "../../shared/api.js" */
/** @import {SheetAction, Unsigned, Values} from "./action.js" */
/** @import {Moment} from "../../table/texts/event-text.js" */
/** @import {Seen} from "../cards/card.js" */

import { showProblem } from "../../shared/api.js";
import { w } from "../../shared/translations.js";
import { SHEET_ACTIONS, sheetActionsFor } from "./actions.js";
import { button, cited, make } from "../../shared/dom.js";
import { fieldElement, valuesOf } from "../forms/form.js";
import { recordOf } from "../record.js";
import { linkFor } from "../role-links.js";
import { rulingFields, rulingFrom } from "../forms/ruling-form.js";

/**
 * @typedef {object} Doer
 * @property {() => Seen | null} seen
 * @property {() => Moment[]} moments
 * @property {string} table
 * @property {(wanted: boolean) => void} breakAfterGame
 * @property {(action: Unsigned) => Promise<ApiProblem | null>} send null: it is done
 * @property {(action: Unsigned) => Promise<ApiProblem | null>} why null: it may be done
 */

export class Sheet {
  #dialog = /** @type {HTMLDialogElement} */ (document.getElementById("around"));
  #title = /** @type {HTMLElement} */ (document.getElementById("around-title"));
  #body = /** @type {HTMLElement} */ (document.getElementById("around-body"));
  #doer;

  /** @param {Doer} doer */
  constructor(doer) {
    this.#doer = doer;
    document.getElementById("close-around")?.addEventListener("click", () => this.#dialog.close());
    this.#dialog.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.#dialog.close();
    });
  }

  /** @param {string} title @param {HTMLElement[]} body */
  #show(title, body) {
    this.#title.textContent = title;
    this.#body.replaceChildren(...body);
    this.#dialog.scrollTop = 0;
    if (this.#dialog.open) return;
    // A ruler must see the position: the form is beside the board, not over it.
    const beside = this.#doer.seen()?.view.role === "director";
    this.#dialog.classList.toggle("beside", beside);
    if (!beside) return this.#dialog.showModal();
    document.querySelector("aside.side")?.prepend(this.#dialog);
    this.#dialog.show();
    this.#dialog.scrollIntoView({ block: "nearest" });
  }

  /** Everything there is. */
  list() {
    const seen = this.#doer.seen();
    if (!seen) return;
    const rows = sheetActionsFor(seen).map(([name, entry]) => this.#row(name, entry, seen));
    const record = recordOf(seen, (action) => this.#at(action));
    this.#show(w("At the table"), [
      make("ul", { class: "deeds" }, rows),
      ...(record.length ? [make("div", { class: "record" }, record)] : []),
    ]);
  }

  /** @param {string} name @param {SheetAction} entry @param {Seen} seen */
  #row(name, entry, seen) {
    const open = entry.type === "" || seen.view.actions.includes(entry.type);
    const answer = make("p", { class: "why", role: "status" });
    const press = make(
      "button",
      {
        type: "button",
        class: "deed",
        "data-deed": name,
        "aria-disabled": String(!open),
        press: () => (open ? this.open(name) : this.#why(entry, seen, answer)),
      },
      [make("b", {}, [entry.title(seen)]), make("span", {}, [entry.hint(seen)])],
    );
    return make("li", {}, [press, answer]);
  }

  /** @param {SheetAction} entry @param {Seen} seen @param {HTMLElement} answer */
  async #why(entry, seen, answer) {
    const problem = await this.#doer.why(trial(entry, seen));
    answer.replaceChildren(
      problem ? cited(problem.message, problem.rule) : w("It can be done now; please try once more."),
    );
    if (problem?.code !== "break_between_games_only") return;
    const later = button(w("Take it after this game"), () => this.#later(), "small");
    answer.append(" ", later);
  }

  /**
   * Do it, or ask first what has to be filled in.
   * @param {string} name
   * @param {Values} [given]
   */
  open(name, given = {}) {
    const seen = this.#doer.seen();
    const entry = SHEET_ACTIONS[name];
    if (!seen || !entry) return;
    const fields =
      name === "rule" ? rulingFields(seen, this.#doer.moments()) : (entry.fields?.(seen, given) ?? []).map(fieldElement);
    if (!fields.length && entry.listed) {
      this.#at(actionOf(entry, seen, given));
      return;
    }
    const problem = make("p", { class: "problem", role: "alert", hidden: true });
    const form = make("form", { class: "deed-form" }, [
      make("p", { class: "hint" }, [entry.hint(seen)]),
      ...fields,
      problem,
      make("div", { class: "row" }, [
        make("button", { type: "submit", class: "primary" }, [entry.title(seen)]),
        button(w("Back"), () => (entry.listed ? this.list() : this.#dialog.close()), "quiet"),
      ]),
    ]);
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const now = this.#doer.seen() ?? seen;
      const values = /** @type {Record<string, string>} */ ({ ...given, ...valuesOf(form) });
      if (name === "invite") return void this.#invite(values.role, problem);
      const refused = await this.#doer.send(name === "rule" ? rulingFrom(now, values) : actionOf(entry, now, values));
      if (!refused) return this.#dialog.close();
      problem.replaceChildren(cited(refused.message, refused.rule));
      problem.hidden = false;
    });
    this.#show(entry.title(seen), [form]);
  }

  #later() {
    this.#doer.breakAfterGame(true);
    this.#dialog.close();
  }

  /** @param {string} role @param {HTMLElement} problem */
  async #invite(role, problem) {
    try {
      this.#show(w("A link to the table"), [await linkFor(this.#doer.table, role)]);
    } catch (error) {
      showProblem(problem, error);
    }
  }

  /** At once; what is refused is said where it was pressed. @param {Unsigned} action */
  async #at(action) {
    const refused = await this.#doer.send(action);
    if (!refused) return this.#dialog.close();
    this.#show(w("Not now"), [
      make("p", {}, [cited(refused.message, refused.rule)]),
      make("div", { class: "row" }, [button(w("Back"), () => this.list(), "quiet")]),
    ]);
  }
}

/** @param {SheetAction} entry @param {Seen} seen @param {Values} values @returns {Unsigned} */
function actionOf(entry, seen, values) {
  return entry.action?.(seen, values) ?? /** @type {Unsigned} */ ({ type: entry.type });
}

/** As it would be sent, with placeholders for everything that has to be filled in. @param {SheetAction} entry @param {Seen} seen @returns {Unsigned} */
function trial(entry, seen) {
  if (entry.type === "rule") return { type: "rule", rule: "T5.1", reason: "…" };
  const values = Object.fromEntries(
    (entry.fields?.(seen, {}) ?? []).map(({ name, kind, value, of }) => [
      name,
      value ?? (kind === "choice" ? (Object.keys(of ?? {})[0] ?? "") : "…"),
    ]),
  );
  return actionOf(entry, seen, values);
}
