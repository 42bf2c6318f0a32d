// Is that allowed? The answers are in the page; this searches them, and shows those for the rules of the match.
import { fold } from "../../shared/search-text.js";
import { all, facts, part } from "../elements.js";

const dialog = /** @type {HTMLDialogElement} */ (part("asking-dialog"));
const search = /** @type {HTMLInputElement} */ (part("asking-search"));
const profile = /** @type {HTMLSelectElement} */ (part("asking-profile"));

function show() {
  const wanted = fold(search.value).split(/\s+/).filter(Boolean);
  let found = 0;
  for (const topic of all(dialog, ".topic")) {
    let here = 0;
    for (const question of /** @type {HTMLDetailsElement[]} */ (all(topic, ".question"))) {
      for (const given of all(question, ".given")) {
        given.hidden = !given.dataset.profiles?.split(" ").includes(profile.value);
      }
      const shown = all(question, "summary, .given:not([hidden]) p:first-child");
      const text = fold(shown.map((each) => each.textContent).join(" "));
      question.hidden = !wanted.every((word) => text.includes(word));
      if (!question.hidden) here += 1;
    }
    topic.hidden = !here;
    found += here;
  }
  part("asking-none").hidden = found > 0;
}

/** @param {string | null} playedBy */
export function ask(playedBy) {
  if (playedBy) profile.value = playedBy;
  show();
  dialog.showModal();
}

/** Offline the clause itself is shown here instead of in the rulebook. @param {MouseEvent} event */
function clauseHere(event) {
  const link = event.target instanceof Element ? event.target.closest("a[href^='/rules/']") : null;
  const text = link && facts.clauses[link.textContent ?? ""];
  if (navigator.onLine || !link || !text) return;
  event.preventDefault();
  const place = link.closest("p");
  const next = place?.nextElementSibling;
  const had = next?.classList.contains("clause-text") ? next : null;
  had?.remove();
  if (had?.getAttribute("data-clause") === link.textContent) return;
  const clause = document.createElement("p");
  clause.className = "clause-text";
  clause.dataset.clause = link.textContent ?? "";
  clause.textContent = text;
  place?.after(clause);
}

export function setUpAsking() {
  search.addEventListener("input", show);
  profile.addEventListener("change", show);
  document.addEventListener("click", clauseHere);
}
