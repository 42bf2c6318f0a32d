// Small forms in a pane: a few fields, a button, and what was wrong with it.

import { showProblem } from "./api.js";
import { make } from "./dom.js";
import { limits } from "./limits.js";
import { whileSending } from "./unsent-input.js";

/**
 * @param {string} verb
 * @param {HTMLElement[]} fields
 * @param {(values: FormData) => Promise<boolean> | void} send answers true when it is done
 * @param {string} [kind]
 * @param {{about?: string, looks?: boolean}} [more] what it is about, where there are several alike; that it only looks
 */
export function form(verb, fields, send, kind = "primary", { about = "", looks = false } = {}) {
  const problem = make("p", { class: "problem", role: "alert", hidden: true });
  const element = make("form", { class: "small-form", "data-form": `${verb} ${about}`, "data-looks": looks }, [
    ...fields,
    problem,
    make("div", { class: "row" }, [make("button", { type: "submit", class: kind }, [verb])]),
  ]);
  element.addEventListener("submit", (event) => {
    event.preventDefault();
    problem.hidden = true;
    whileSending(element, () => send(new FormData(element))).catch((error) => showProblem(problem, error));
  });
  return element;
}

/** @param {string} label @param {string} name @param {Record<string, string | boolean>} [given] */
export function field(label, name, given = {}) {
  return make("label", { class: "field" }, [label, make("input", { name, autocomplete: "off", ...given })]);
}

/** @param {string} label @param {string} name @param {boolean} [required] */
export function area(label, name, required = true) {
  return make("label", { class: "field" }, [
    label,
    make("textarea", { name, rows: "2", required, maxlength: String(limits.max_text) }),
  ]);
}

/** @param {string} label @param {string} name @param {[string, string][]} options @param {string} [chosen] */
export function choice(label, name, options, chosen = "") {
  const rows = options.map(([value, text]) => make("option", { value, selected: value === chosen }, [text]));
  return make("label", { class: "field" }, [label, make("select", { name }, rows)]);
}

/** @param {string} title @param {HTMLElement} content @param {string} [about] where there are several alike */
export function folded(title, content, about = "") {
  return make("details", { class: "more", "data-fold": `${title} ${about}` }, [make("summary", {}, [title]), content]);
}

/** @param {FormData} values @param {string} name */
export function text(values, name) {
  return String(values.get(name) ?? "").trim();
}
