// The settings page: name, colours, board, the way to an account and into it.
/** @import {AccountMade, Me} from "../shared/messages.js" */

import { onSubmit, place, showOnce } from "./forms.js";
import { canUsePasskeys, logInByPasskey, makePasskey } from "./passkeys.js";
import { ask } from "../shared/api.js";
import { applyPreferences, bindPreferences } from "../shared/board-preferences.js";
import { forgetAllWords } from "../dice/fair-dice.js";

/** @param {AccountMade} made */
const showMade = (made) => showOnce("account-made", { "made-login": made.login, "made-code": made.recovery_code });

onSubmit(place("name-form"), async ({ name }) => {
  /** @type {Me} */
  const me = await ask("PATCH", "/me", { name });
  const header = document.querySelector("header .who");
  if (header) header.textContent = me.name;
  const saved = /** @type {HTMLElement | null} */ (document.querySelector("#name-form .saved"));
  if (saved) saved.hidden = false;
});
onSubmit(place("account-form"), async ({ login, password }) =>
  showMade(await ask("POST", "/account", { login, password })),
);
onSubmit(place("login-form"), async ({ login, password }) => {
  await ask("POST", "/login", { login, password });
  location.reload();
});
onSubmit(place("recover-form"), async ({ code, password }) =>
  showMade(await ask("POST", "/recover", { code, password })),
);
for (const id of ["passkey-form", "passkey-login-form"]) {
  const form = place(id);
  if (form) form.hidden = !canUsePasskeys();
}
onSubmit(place("passkey-form"), async () => {
  await ask("POST", "/session"); // somebody new is a guest first
  const { account } = await makePasskey("");
  if (account) showMade(account);
  else location.reload(); // there is one already, made elsewhere in the meantime
});
onSubmit(place("passkey-login-form"), async () => {
  await logInByPasskey();
  location.reload();
});

document.getElementById("log-out")?.addEventListener("click", async () => {
  await ask("DELETE", "/session");
  forgetAllWords();
  location.reload();
});
const themes = document.getElementById("page-theme");
themes?.addEventListener("change", (event) => {
  const { value } = /** @type {HTMLInputElement} */ (event.target);
  document.cookie = `${themes.dataset.cookie}=${value}; path=/; max-age=${themes.dataset.kept}; samesite=lax`;
  document.documentElement.dataset.theme = value;
  applyPreferences();
});
/** "Log in" in the header leads here. */
function openLogIn() {
  const part = place("log-in");
  if (location.hash !== "#log-in" || !(part instanceof HTMLDetailsElement)) return;
  part.open = true;
  place("login")?.focus();
}
addEventListener("hashchange", openLogIn);
if (document.readyState === "complete") openLogIn();
else addEventListener("load", openLogIn); // before that the browser still scrolls to the place itself
bindPreferences();
document.documentElement.dataset.ready = "true";
