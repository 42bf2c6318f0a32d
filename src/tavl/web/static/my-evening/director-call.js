// Calling the director to the board: a few words on what it is about open a case.
/** @import {Match} from "../desk/tournament.js" */
/** @import {Evening} from "./context.js" */

import { button, make } from "../shared/dom.js";
import { w } from "../shared/translations.js";

/** Of which match the director is being called. */
let calling = "";

/** @param {Evening} evening @param {Match} match */
export function directorCall({ act, redraw }, match) {
  const open = (/** @type {string} */ id) => {
    calling = id;
    redraw();
  };
  if (calling !== match.id) {
    return button(w("Call the director"), () => {
      open(match.id);
      /** @type {HTMLElement | null} */ (document.querySelector("#evening .calling textarea"))?.focus();
    });
  }
  const said = make("textarea", {
    name: "statement",
    rows: "2",
    required: true,
    "aria-label": w("What it is about"),
    placeholder: w("What it is about"),
  });
  const form = make("form", { class: "small-form calling", "data-draft": match.id }, [
    said,
    make("button", { type: "submit", class: "primary" }, [w("Call the director")]),
  ]);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void act(
      { type: "open_case", rule: "T5.1", statement: said.value, match: match.id },
      w("The director is called. Leave everything as it is."),
    ).then((done) => done && open(""));
  });
  return form;
}
