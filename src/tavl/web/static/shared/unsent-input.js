// Keeps unsent input when the part of the page that it is in is redrawn.

import { button, make } from "./dom.js";
import { w } from "./translations.js";

/** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Field */
/** @typedef {{form: string, key: string, label: string, value: string, on: boolean, text: string}} Typed */

/** Forms that are being sent, each with its content if it was removed in the meantime. @type {Map<string, {part: HTMLElement, lost: Typed[]}[]>} */
const sending = new Map();

/**
 * Draw the part again. Fields that somebody has filled in keep what stands in them; what is folded out stays so; the
 * focus stays where it was. What was typed into a field that is gone is shown above, to be copied or discarded.
 * @param {HTMLElement} part
 * @param {() => void} draw
 */
export function redraw(part, draw) {
  const typed = unsentIn(part);
  const open = [...part.querySelectorAll("details")].filter((each) => each.open).map(foldKey);
  const looked = looksIn(part)
    .filter((form) => form.parentElement?.querySelector(".preview"))
    .map(formKey);
  const focus = focusIn(part);
  const notes = [...part.querySelectorAll(".not-sent")];
  draw();
  part.prepend(...notes);
  for (const each of part.querySelectorAll("details")) if (open.includes(foldKey(each))) each.open = true;
  restore(part, typed);
  for (const form of looksIn(part)) if (looked.includes(formKey(form)) && form.checkValidity()) form.requestSubmit(); // a preview does nothing else
  focus?.(part);
}

/** What was filled in and not sent. @param {HTMLElement} part @returns {Typed[]} */
export function unsentIn(part) {
  return fieldsOf(part)
    .filter((field) => field === document.activeElement || changed(field))
    .map(noted);
}

/** @param {HTMLElement} part @param {Typed[]} typed */
export function restore(part, typed) {
  const lost = typed.filter((each) => !restored(part, each) && each.text);
  for (const form of new Set(lost.map((each) => each.form))) {
    const theirs = lost.filter((each) => each.form === form);
    const underWay = sending.get(form);
    if (underWay) underWay.push({ part, lost: theirs });
    else part.prepend(leftover(theirs));
  }
}

/**
 * As long as a form is being sent, what stands in it is neither lost nor done with. `send` answers true when it is done.
 * @param {HTMLFormElement} form
 * @param {() => Promise<unknown> | unknown} send
 */
export async function whileSending(form, send) {
  const key = formKey(form);
  /** @type {{part: HTMLElement, lost: Typed[]}[]} */
  const away = [];
  sending.set(key, away);
  let done;
  try {
    done = await send();
  } finally {
    sending.delete(key);
    if (done !== true) for (const { part, lost } of away) part.prepend(leftover(lost));
  }
  if (done === true) (form.isConnected ? form : [...document.forms].find((each) => formKey(each) === key))?.reset();
  return done;
}

/** @param {HTMLElement} part */
function looksIn(part) {
  return [.../** @type {NodeListOf<HTMLFormElement>} */ (part.querySelectorAll("form[data-looks]"))];
}

/** @param {HTMLElement} part @returns {Field[]} */
function fieldsOf(part) {
  return [
    .../** @type {NodeListOf<Field>} */ (part.querySelectorAll("input[name], textarea[name], select[name]")),
  ].filter((field) => !field.closest(".preview"));
}

/** Whether its value differs from the one it was drawn with. @param {Field} field */
function changed(field) {
  if (field instanceof HTMLSelectElement) {
    const first = [...field.options].findIndex((option) => option.defaultSelected);
    return field.selectedIndex !== Math.max(0, first);
  }
  if (field instanceof HTMLInputElement && ticks(field)) return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
}

/** @param {Field} field */
function ticks(field) {
  return field instanceof HTMLInputElement && ["checkbox", "radio"].includes(field.type);
}

/** @param {Field} field @returns {Typed} */
function noted(field) {
  const label = field.labels?.[0]?.firstChild?.textContent?.trim() || field.getAttribute("aria-label") || field.name;
  const chosen = field instanceof HTMLSelectElement ? field.selectedOptions[0]?.text : field.value;
  return {
    form: field.form ? formKey(field.form) : "",
    key: fieldKey(field),
    label,
    value: field.value,
    on: field instanceof HTMLInputElement && field.checked,
    text: ticks(field) || !changed(field) ? "" : (chosen ?? ""),
  };
}

/** @param {HTMLElement} part @param {Typed} typed */
function restored(part, typed) {
  const field = fieldsOf(part).find((each) => fieldKey(each) === typed.key);
  if (!field) return false;
  if (typed.text) field.closest("details")?.setAttribute("open", "");
  if (field instanceof HTMLInputElement && ticks(field)) field.checked = typed.on;
  else if (field instanceof HTMLSelectElement) {
    const n = [...field.options].findIndex((option) => option.value === typed.value);
    if (n < 0) return false;
    field.selectedIndex = n;
  } else field.value = typed.value;
  return true;
}

/** Similar forms are distinguished by what they are about. @param {HTMLFormElement} form */
function formKey(form) {
  return form.dataset.form ?? "";
}

/** @param {Field} field */
function fieldKey(field) {
  const choice = ticks(field) ? ` ${field.value}` : "";
  return `${field.form ? formKey(field.form) : ""} ${field.name}${choice}`;
}

/** @param {HTMLDetailsElement} details */
function foldKey(details) {
  return details.dataset.fold ?? details.querySelector("summary")?.textContent ?? "";
}

/** Where the focus is, to put it there again: a field with its cursor, or a button by what it says. @param {HTMLElement} part */
function focusIn(part) {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === part || !part.contains(element)) return null;
  const [start, end] =
    element instanceof HTMLTextAreaElement ||
    (element instanceof HTMLInputElement && /^(text|search)$/.test(element.type))
      ? [element.selectionStart, element.selectionEnd]
      : [null, null];
  const key = isField(element) ? fieldKey(element) : "";
  const said = element.textContent;
  return (/** @type {HTMLElement} */ drawn) => {
    const same = key
      ? fieldsOf(drawn).find((each) => fieldKey(each) === key)
      : [.../** @type {NodeListOf<HTMLElement>} */ (drawn.querySelectorAll("button, summary, a[href]"))].find(
          (each) => each.textContent === said,
        );
    // The page's single keys work only outside of fields: focus in this part stays in it.
    (same ?? drawn).focus({ preventScroll: true });
    if (start !== null && (same instanceof HTMLTextAreaElement || same instanceof HTMLInputElement))
      same.setSelectionRange(start, end);
  };
}

/** @param {Element} element @returns {element is Field} */
function isField(element) {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  );
}

/** @param {Typed[]} lost */
function leftover(lost) {
  const box = make("section", { class: "not-sent", role: "status" }, [
    make("h3", {}, [w("This has changed. What you had filled in was not sent:")]),
    make(
      "dl",
      { class: "facts" },
      lost.flatMap(({ label, text }) => [make("dt", {}, [label]), make("dd", {}, [text])]),
    ),
  ]);
  const discard = button(w("Discard it"), () => box.remove());
  box.append(make("div", { class: "row" }, [discard]));
  return box;
}

/** Half-filled forms of a place that is left: they are restored when somebody comes back. */
export class Unsent {
  /** By where it was left. @type {Map<string, Typed[]>} */
  #left = new Map();

  /** @param {string} where @param {HTMLElement} part */
  keep(where, part) {
    const typed = unsentIn(part).filter((each) => each.text || each.on);
    if (typed.length) this.#left.set(where, typed);
  }

  /** @param {string} where @param {HTMLElement} part */
  bringBack(where, part) {
    restore(part, this.#left.get(where) ?? []);
    this.#left.delete(where);
  }
}
