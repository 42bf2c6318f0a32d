// What the pages about accounts share: forms that ask the server, buttons that do one thing, secrets shown once.

import { showProblem } from "../shared/api.js";
import { w } from "../shared/translations.js";

/**
 * @param {string} id
 * @returns {HTMLElement | null}
 */
export const place = (id) => document.getElementById(id);

/**
 * A form that does something instead of going somewhere. Errors are shown in its place for them.
 * @param {HTMLElement | null} form
 * @param {(fields: Record<string, string>, form: HTMLFormElement) => Promise<void>} then
 */
export function onSubmit(form, then) {
  if (!(form instanceof HTMLFormElement)) return;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const fields = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    await attempt(form, () => then(fields, form));
  });
}

/**
 * A button of a section, tried once at a time.
 * @param {Element | null} button
 * @param {() => Promise<unknown>} then
 */
export function onPress(button, then) {
  if (!(button instanceof HTMLButtonElement)) return;
  button.addEventListener("click", () => attempt(/** @type {HTMLElement} */ (button.closest("form, .part, .card, dialog")), then));
}

/**
 * A checkbox that is saved at once; it changes back if that fails.
 * @param {Element | null} box
 * @param {(ticked: boolean) => Promise<unknown>} then
 */
export function onTick(box, then) {
  if (!(box instanceof HTMLInputElement)) return;
  const around = /** @type {HTMLElement} */ (box.closest("form, .part, .card"));
  const saved = /** @type {HTMLElement | null} */ (around.querySelector(".saved"));
  let last = Promise.resolve(); // one after another, so that the last change is the one that is saved
  box.addEventListener("change", () => {
    const wanted = box.checked;
    if (saved) saved.hidden = true;
    last = last.then(() =>
      attempt(around, async () => {
        try {
          await then(wanted);
        } catch (error) {
          box.checked = !wanted;
          throw error;
        }
        if (saved) saved.hidden = false;
      }),
    );
  });
}

/**
 * @param {HTMLElement} around
 * @param {() => Promise<unknown>} then
 */
async function attempt(around, then) {
  const problem = /** @type {HTMLElement | null} */ (
    around.querySelector(":scope > .problem") ?? around.querySelector(".problem")
  );
  const buttons = [...around.querySelectorAll("button")];
  if (problem) problem.hidden = true;
  for (const button of buttons) button.disabled = true;
  try {
    await then();
  } catch (error) {
    if (!isCancelled(error)) showProblem(problem, error);
  } finally {
    for (const button of buttons) button.disabled = false;
  }
}

/** Somebody closed the browser's own dialog, or ours: not an error. @param {unknown} error */
export function isCancelled(error) {
  return error instanceof Error && (error.name === "NotAllowedError" || error.name === "AbortError");
}

/**
 * Texts that the server shows only once.
 * @param {string} id
 * @param {Record<string, string>} texts by the id of their place
 */
export function showOnce(id, texts) {
  for (const [name, text] of Object.entries(texts)) {
    const target = place(name);
    if (target) target.textContent = text;
  }
  const shown = place(id);
  if (!shown) return;
  shown.hidden = false;
  /** @type {HTMLElement | null} */ (shown.querySelector("h3"))?.focus();
}

/** Buttons that put a text of the page on the clipboard, and say so themselves. */
export function bindCopying() {
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-copy]"))) {
    const before = button.textContent;
    button.addEventListener("click", async () => {
      await navigator.clipboard?.writeText(place(button.dataset.copy ?? "")?.textContent ?? "");
      button.textContent = w("Copied");
      setTimeout(() => (button.textContent = before), 2000);
    });
  }
}
