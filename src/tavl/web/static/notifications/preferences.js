// Settings of the "your move" notifications: an address for mail, and this browser for push.
/** @import {NoticesChosen} from "../shared/messages.js" */

import { ask, showProblem } from "../shared/api.js";
import { plural, w } from "../shared/translations.js";

const WORKER = "/push-worker.js";
const SCOPE = "/notices/";
const element = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const tick = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (document.getElementById(id));
const canPush = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** @returns {Promise<PushSubscription | null>} */
async function subscription() {
  if (!canPush) return null;
  const registration = await navigator.serviceWorker.getRegistration(SCOPE);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** @param {NoticesChosen} chosen */
async function show(chosen) {
  element("notice-mail").hidden = !chosen.mail_possible;
  element("notice-push").hidden = !chosen.push_possible || !canPush;
  element("notices").hidden = element("notice-mail").hidden && element("notice-push").hidden;
  const mail = tick("notice-mail-on");
  mail.checked = chosen.mail;
  mail.disabled = chosen.address === null;
  const address = tick("notice-address");
  if (document.activeElement !== address) address.value = chosen.unconfirmed ?? chosen.address ?? "";
  element("notice-address-state").textContent = chosen.unconfirmed
    ? w("A link was sent to {address}. Open it to get mail there.", { address: chosen.unconfirmed })
    : chosen.address
      ? w("Confirmed.")
      : w("You get a link to confirm that it is yours.");
  tick("notice-push-on").checked = chosen.push && (await subscription()) !== null;
  element("notice-push-state").textContent = chosen.browsers
    ? plural("{n} of your browsers is notified.", "{n} of your browsers are notified.", chosen.browsers)
    : "";
}

/** @param {string} key base64url */
function bytes(key) {
  const text = atob(key.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** @param {string} key @returns {Promise<NoticesChosen>} */
async function subscribe(key) {
  if ((await Notification.requestPermission()) !== "granted")
    throw new Error(w("The browser does not allow notifications."));
  const registration = await navigator.serviceWorker.register(WORKER, { scope: SCOPE });
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
  const { endpoint, keys } = made.toJSON();
  return ask("POST", "/me/push", { endpoint, p256dh: keys?.p256dh, auth: keys?.auth });
}

/** @returns {Promise<NoticesChosen>} */
async function unsubscribe() {
  const made = await subscription();
  if (!made) return ask("PATCH", "/me/notices", { push: false });
  await made.unsubscribe();
  return ask("DELETE", "/me/push", { endpoint: made.endpoint });
}

async function begin() {
  if (!document.getElementById("notices")) return;
  /** @type {NoticesChosen} */
  let chosen;
  try {
    chosen = await ask("GET", "/me/notices");
  } catch {
    return; // no identity yet, or the server is down: nothing to choose
  }
  await show(chosen);
  const problem = element("notices").querySelector(".problem");
  /** @param {() => Promise<NoticesChosen>} change */
  const attempt = async (change) => {
    if (problem instanceof HTMLElement) problem.hidden = true;
    try {
      chosen = await change();
    } catch (error) {
      showProblem(problem, error);
    }
    await show(chosen);
  };
  const mail = tick("notice-mail-on");
  mail.addEventListener("change", () => attempt(() => ask("PATCH", "/me/notices", { mail: mail.checked })));
  const push = tick("notice-push-on");
  push.addEventListener("change", () =>
    attempt(() => (push.checked ? subscribe(chosen.push_key ?? "") : unsubscribe())),
  );
  element("notice-address-form").addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(() => ask("PATCH", "/me/notices", { address: tick("notice-address").value.trim() }));
  });
}

await begin();
