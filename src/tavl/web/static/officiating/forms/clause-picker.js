// The rulebook beside a form: which clause, and what it says.
/** @import {ClauseChoice} from "../../shared/pages.js" */

import { make } from "../../shared/dom.js";
import { w } from "../../shared/translations.js";

/** @type {Promise<ClauseChoice[]> | null} */
let asked = null;

/** @returns {Promise<ClauseChoice[]>} */
export function clauses() {
  asked ??= fetch("/rules.json").then(async (response) => /** @type {ClauseChoice[]} */ (await response.json()));
  return asked;
}

/**
 * A picker for clauses, with the text of the chosen one below it.
 * @param {string} chosen
 * @param {string[] | null} [among]
 */
export function clauseField(chosen, among = null) {
  // The clause that is meant stands there at once: a form can be sent before the rulebook has come.
  const select = make("select", { name: "rule", required: true }, [make("option", { value: chosen }, [chosen])]);
  const words = make("p", { class: "clause-words", tabindex: "0" });
  const field = make("div", { class: "clause-field" }, [
    make("label", { class: "field" }, [w("Clause"), select]),
    words,
  ]);
  clauses().then((all) => {
    const open = among ? all.filter(({ id }) => among.includes(id)) : all;
    const chapters = new Map(open.map(({ chapter }) => [chapter, make("optgroup", { label: chapter })]));
    for (const { id, title, chapter } of open) {
      chapters.get(chapter)?.append(make("option", { value: id, selected: id === chosen }, [`${id} · ${title}`]));
    }
    select.replaceChildren(...chapters.values());
    const show = () => (words.textContent = open.find(({ id }) => id === select.value)?.rule ?? "");
    select.addEventListener("change", show);
    show();
  });
  return field;
}
