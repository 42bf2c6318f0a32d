// A form from its description, and what was filled in.
/** @import {Field} from "../actions/action.js" */

import { make } from "../../shared/dom.js";
import { limits } from "../../shared/limits.js";
import { clauseField } from "./clause-picker.js";

/** @param {Field} field @returns {HTMLElement} */
export function fieldElement({
  name,
  kind,
  label,
  of = {},
  value = "",
  optional = false,
  least = 0,
  most = 999,
  among,
}) {
  if (kind === "clause") return clauseField(value, among ?? null);
  /** @type {HTMLElement} */
  let input;
  if (kind === "choice")
    input = make(
      "select",
      { name, required: !optional },
      Object.entries(of).map(([each, text]) => make("option", { value: each, selected: each === value }, [text])),
    );
  else if (kind === "number")
    input = make("input", { name, type: "number", min: String(least), max: String(most), value, required: !optional });
  else input = make("textarea", { name, rows: "3", maxlength: String(limits.max_text), required: !optional }, [value]);
  return make("label", { class: "field" }, [label, input]);
}

/** @param {HTMLFormElement} form @returns {Record<string, string>} */
export function valuesOf(form) {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]));
}
