// The example page: hands states to the boards, and the settings to the first of them.
/** @import {BoardState, TavlBoard} from "./tavl-board.js" */

const states = /** @type {Record<string, BoardState>} */ (
  await (await fetch(new URL("example-states.json", import.meta.url))).json()
);
const board = /** @type {TavlBoard} */ (document.querySelector("#board"));
const form = /** @type {HTMLFormElement} */ (document.querySelector("#settings"));
const heard = /** @type {HTMLOutputElement} */ (document.querySelector("#heard"));

function apply() {
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement) board.toggleAttribute(field.name, field.checked);
    if (field instanceof HTMLSelectElement && field.name !== "state") board.setAttribute(field.name, field.value);
  }
}

function show() {
  board.state = states[String(new FormData(form).get("state"))];
}

form.addEventListener("change", (event) => {
  apply();
  if (/** @type {HTMLElement} */ (event.target).getAttribute("name") === "state") show();
});
for (const type of /** @type {const} */ (["tavl-play", "tavl-action"])) {
  board.addEventListener(type, ({ detail }) => {
    heard.textContent = `${type} ${JSON.stringify(detail)}`;
  });
}
for (const small of /** @type {NodeListOf<TavlBoard>} */ (document.querySelectorAll("[data-state]"))) {
  small.state = states[small.dataset.state ?? "start"];
}
apply();
show();
document.documentElement.dataset.ready = "true";
