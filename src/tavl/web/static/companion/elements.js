// Shortcuts to the parts of the page.
/** @import {CompanionFacts} from "../shared/pages.js" */

/**
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @returns {T}
 */
export function part(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no #${id} on this page`);
  return /** @type {T} */ (found);
}

/**
 * @template {HTMLElement} [T=HTMLElement]
 * @param {ParentNode} place
 * @param {string} selector
 * @returns {T}
 */
export function within(place, selector) {
  const found = place.querySelector(selector);
  if (!found) throw new Error(`no ${selector} on this page`);
  return /** @type {T} */ (found);
}

/**
 * @template {HTMLElement} [T=HTMLElement]
 * @param {ParentNode} place
 * @param {string} selector
 * @returns {T[]}
 */
export const all = (place, selector) => /** @type {T[]} */ ([...place.querySelectorAll(selector)]);

/** Changes an element only if the text is new: the clock is drawn ten times a second. @param {Element} element @param {string} text */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export const facts = /** @type {CompanionFacts} */ (JSON.parse(part("companion").textContent || "{}"));

/** 1:05 or 1:02:05, rounded up to a whole second. @param {number} ms */
export function minutes(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [hours, rest] = [Math.floor(seconds / 3600), seconds % 3600];
  const [minute, second] = [Math.floor(rest / 60), String(rest % 60).padStart(2, "0")];
  return hours ? `${hours}:${String(minute).padStart(2, "0")}:${second}` : `${minute}:${second}`;
}
