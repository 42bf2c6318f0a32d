// The administrators' page. The server records everything done here.
/** @import {IssuedCode} from "../shared/messages.js" */

import { ask } from "../shared/api.js";
import { bindCopying, onPress, onSubmit, place, showOnce } from "../account/forms.js";
import { bindProof, proved } from "../account/recent-login.js";

const person = place("person")?.dataset.person ?? "";
const about = `/admin/people/${person}`;
const again = () => location.reload();

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("[data-close-report]"))) {
  onSubmit(form, async ({ outcome }) => {
    await ask("POST", `/admin/reports/${form.dataset.closeReport}/close`, { outcome });
    again();
  });
}
for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("[data-remove-copy]"))) {
  onSubmit(form, async () => {
    await ask("DELETE", `/admin/copies/${form.dataset.removeCopy}`);
    again();
  });
}
onSubmit(place("issue-form"), async ({ hours }) => {
  /** @type {IssuedCode} */
  const { code, login } = await proved(() => ask("POST", `${about}/recovery-code`, { hours: Number(hours) }));
  showOnce("issued", { "issued-login": login, "issued-code": code });
});
onSubmit(place("suspend-form"), async ({ reason, days }) => {
  await ask("POST", `${about}/suspension`, { reason, ...(days ? { days: Number(days) } : {}) });
  again();
});
for (const [id, method, path] of [
  ["lift", "DELETE", "suspension"],
  ["grant", "POST", "administrator"],
  ["revoke", "DELETE", "administrator"],
]) {
  onPress(place(id), async () => {
    await proved(() => ask(method, `${about}/${path}`));
    again();
  });
}
bindProof();
bindCopying();
document.documentElement.dataset.ready = "true";
