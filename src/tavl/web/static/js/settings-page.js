// The settings page: name, colours, board, account, logins.

import { ask, showProblem } from "./api.js";
import { applyPreferences, bindPreferences } from "./preferences.js";
import { forgetAllWords } from "./fair-dice.js";

const YEAR = 365 * 24 * 3600;

/**
 * @param {string} id
 * @param {(fields: Record<string, string>) => Promise<void>} then
 */
function onSubmit(id, then) {
  const form = document.getElementById(id);
  if (!(form instanceof HTMLFormElement)) return;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const problem = /** @type {HTMLElement | null} */ (form.querySelector(".problem"));
    if (problem) problem.hidden = true;
    const fields = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    try {
      await then(fields);
    } catch (error) {
      showProblem(problem, error);
    }
  });
}

/** @param {{login: string, recovery_code: string}} made */
function showMade(made) {
  const place = /** @type {HTMLElement} */ (document.getElementById("account-made"));
  const put = (/** @type {string} */ id, /** @type {string} */ text) => {
    const target = document.getElementById(id);
    if (target) target.textContent = text;
  };
  put("made-login", made.login);
  put("made-code", made.recovery_code);
  place.hidden = false;
  /** @type {HTMLElement | null} */ (place.querySelector("h3"))?.focus();
}

onSubmit("name-form", async ({ name }) => {
  await ask("PATCH", "/me", { name });
  const saved = /** @type {HTMLElement | null} */ (document.querySelector("#name-form .saved"));
  if (saved) saved.hidden = false;
});
onSubmit("account-form", async ({ password }) => showMade(await ask("POST", "/account", { password })));
onSubmit("login-form", async ({ login, password }) => {
  await ask("POST", "/login", { login, password });
  location.reload();
});
onSubmit("recover-form", async ({ code, password }) => showMade(await ask("POST", "/recover", { code, password })));

document.getElementById("log-out")?.addEventListener("click", async () => {
  await ask("DELETE", "/session");
  forgetAllWords();
  location.reload();
});
for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-end-login]"))) {
  button.addEventListener("click", async () => {
    await ask("DELETE", `/logins/${button.dataset.endLogin}`);
    button.closest("li")?.remove();
  });
}
document.getElementById("page-theme")?.addEventListener("change", (event) => {
  const { value } = /** @type {HTMLInputElement} */ (event.target);
  document.cookie = `tavl_theme=${value}; path=/; max-age=${YEAR}; samesite=lax`;
  document.documentElement.dataset.theme = value;
  applyPreferences();
});
bindPreferences();
document.documentElement.dataset.ready = "true";
