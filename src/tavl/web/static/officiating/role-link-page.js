// Following a link to a role at a table.

import { ask, showProblem } from "../shared/api.js";

const place = /** @type {HTMLElement} */ (document.getElementById("invited"));
const accept = /** @type {HTMLButtonElement} */ (document.getElementById("accept-role"));

accept.addEventListener("click", async () => {
  accept.disabled = true;
  try {
    const code = new URLSearchParams(location.search).get("role");
    await ask("POST", `/tables/${place.dataset.table}/role`, { code });
    location.replace(`/t/${place.dataset.table}`);
  } catch (error) {
    accept.disabled = false;
    showProblem(document.querySelector(".problem"), error);
  }
});
document.documentElement.dataset.ready = "true";
