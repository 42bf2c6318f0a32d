// The account page: ways to log in, logins, bots, blocked players, own data.
/** @import {Passkey, RecoveryCode, TokenMade} from "../shared/messages.js" */

import { ask } from "../shared/api.js";
import { forgetAllWords } from "../dice/fair-dice.js";
import { bindCopying, onPress, onSubmit, onTick, place, showOnce } from "./forms.js";
import { canUsePasskeys, makePasskey } from "./passkeys.js";
import { bindProof, proved } from "./recent-login.js";

/** @param {string} selector @param {(button: HTMLElement) => Promise<unknown>} then */
function onEach(selector, then) {
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(selector)))
    onPress(button, () => then(button));
}

/** Remove the item whose button was pressed. @param {HTMLElement} button */
const gone = (button) => button.closest("li")?.remove();

// ways to log in

const adding = place("passkey-form");
if (adding) adding.hidden = !canUsePasskeys();
onSubmit(adding, async ({ name }) => {
  await proved(() => makePasskey(name));
  location.reload();
});
onEach("[data-remove-passkey]", async (button) => {
  await proved(() => ask("DELETE", `/passkeys/${button.dataset.removePasskey}`));
  gone(button);
});
for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("[data-rename-passkey]"))) {
  onSubmit(form, async ({ name }) => {
    /** @type {Passkey} */
    const { name: shown } = await ask("PATCH", `/passkeys/${form.dataset.renamePasskey}`, { name });
    const main = form.closest("li")?.querySelector(".main");
    if (main) main.textContent = shown;
    form.hidden = true;
  });
}
onEach("[data-rename]", async (button) => {
  const form = /** @type {HTMLFormElement} */ (button.closest("li")?.querySelector("form"));
  form.hidden = !form.hidden;
  if (!form.hidden) form.querySelector("input")?.focus();
});
onSubmit(place("password-form"), async ({ old, password, end_others }, form) => {
  const wanted = { password, ...(old ? { old } : {}), end_others: Boolean(end_others) };
  await proved(() => ask("POST", "/account/password", wanted));
  form.reset();
  /** @type {HTMLElement} */ (form.querySelector(".saved")).hidden = false;
});
onPress(place("new-code"), async () => {
  /** @type {RecoveryCode} */
  const { recovery_code } = await proved(() => ask("POST", "/account/recovery-code"));
  showOnce("code-made", { "code-text": recovery_code });
});

// logins

onEach("[data-end-login]", async (button) => {
  await ask("DELETE", `/logins/${button.dataset.endLogin}`);
  gone(button);
});
onPress(place("end-others"), async () => {
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-end-login]"))) {
    await ask("DELETE", `/logins/${button.dataset.endLogin}`);
    gone(button);
  }
  place("end-others")?.remove();
});

// bots

onSubmit(place("token-form"), async ({ name }, form) => {
  /** @type {TokenMade} */
  const { token } = await proved(() => ask("POST", "/tokens", { name }));
  form.reset();
  showOnce("token-made", { "token-text": token, "token-command": `python bot.py ${location.origin} ${token}` });
});
onEach("[data-end-token]", async (button) => {
  await ask("DELETE", `/tokens/${button.dataset.endToken}`);
  gone(button);
});

// other players, and your data

onEach("[data-unblock]", async (button) => {
  await ask("DELETE", `/blocks/${button.dataset.unblock}`);
  gone(button);
});
onTick(place("dumps-allowed"), (allowed) => ask("PATCH", "/me/dumps", { allowed }));
onSubmit(place("erase-form"), async ({ confirm }) => {
  await proved(() => ask("DELETE", "/me", { confirm }));
  forgetAllWords();
  location.assign("/settings");
});

bindProof();
bindCopying();
document.documentElement.dataset.ready = "true";
