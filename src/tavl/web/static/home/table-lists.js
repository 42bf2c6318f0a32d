// The home page's lists of tables, one's own and others', are reloaded periodically.

import { language } from "../shared/translations.js";

const EVERY_MS = 10_000;

async function refresh() {
  if (document.visibilityState !== "visible") return;
  const response = await fetch("/lists", { headers: { "Accept-Language": language } }).catch(() => null);
  if (!response?.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html").body;
  const focused =
    document.activeElement instanceof HTMLAnchorElement ? document.activeElement.getAttribute("href") : null;
  for (const id of ["mine", "lists"]) {
    const [shown, now] = [document.getElementById(id), fresh.querySelector(`#${id}`)];
    if (!shown || !now || shown.innerHTML.trim() === now.innerHTML.trim()) continue;
    shown.replaceChildren(...now.childNodes);
    if (focused) /** @type {HTMLElement | null} */ (shown.querySelector(`a[href="${CSS.escape(focused)}"]`))?.focus();
  }
}

setInterval(refresh, EVERY_MS);
