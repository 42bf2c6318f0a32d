// The rulebook's search: clauses without all of the typed words are hidden. The server answers ?q= the same way.

import { fold } from "../shared/search-text.js";
import { plural } from "../shared/translations.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector(".rule-search"));
const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("q"));
const told = /** @type {HTMLElement} */ (document.getElementById("found"));
const contents = /** @type {HTMLElement} */ (document.querySelector(".contents"));
const chapters = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".chapter")]);

/** @type {Map<HTMLElement, string>} */
const texts = new Map();
for (const clause of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".clause"))) {
  texts.set(clause, fold(clause.textContent ?? ""));
}

function search() {
  const wanted = fold(field.value).split(/\s+/).filter(Boolean);
  let found = 0;
  for (const [clause, text] of texts) {
    clause.hidden = !wanted.every((word) => text.includes(word));
    if (!clause.hidden) found++;
  }
  for (const chapter of chapters) chapter.hidden = !chapter.querySelector(".clause:not([hidden])");
  contents.hidden = wanted.length > 0;
  told.textContent = wanted.length ? plural("{n} clause", "{n} clauses", found) : "";
  const query = field.value.trim() ? `?${new URLSearchParams({ q: field.value.trim() })}` : "";
  history.replaceState(history.state, "", `${location.pathname}${query}${location.hash}`);
}

field.addEventListener("input", search);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  search();
});
if (field.value) search(); // typed before this script was loaded, or restored by the browser
document.documentElement.dataset.ready = "true";
