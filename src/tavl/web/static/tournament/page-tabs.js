// One part of the public page at a time, chosen by its link; the address has its name, and the page does not jump to it.

/** @param {HTMLElement} root */
export function showPanels(root) {
  root.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("#panels a, .stages a") : null;
    const href = link?.getAttribute("href");
    if (!href) return;
    event.preventDefault();
    history.replaceState(null, "", href);
    choose(root);
    root.dispatchEvent(new Event("panel"));
  });
  addEventListener("hashchange", () => choose(root));
  choose(root);
}

/** @param {Element} link @param {boolean} on */
function current(link, on) {
  if (on) link.setAttribute("aria-current", "true");
  else link.removeAttribute("aria-current");
}

/** As the address says. @param {HTMLElement} root */
export function choose(root) {
  const wanted = decodeURIComponent(location.hash.slice(1));
  const panels = /** @type {HTMLElement[]} */ ([...root.querySelectorAll("#live-parts > .panel")]);
  const asked = wanted ? document.getElementById(wanted) : null;
  const first = root.querySelector("#panels a")?.getAttribute("href")?.slice(1);
  const now = panels.find((panel) => asked && panel.contains(asked)) ?? panels.find((panel) => panel.id === first);
  for (const panel of panels) {
    panel.hidden = panel !== now;
    stages(panel, wanted);
  }
  for (const link of root.querySelectorAll("#panels a")) current(link, link.getAttribute("href") === `#${now?.id}`);
}

/**
 * Main, consolation, places, ...: one at a time where there are several. The one that was looked at last stays.
 * @param {HTMLElement} panel
 * @param {string} wanted
 */
function stages(panel, wanted) {
  const links = [...panel.querySelectorAll(".stages a")];
  if (!links.length) return;
  const ids = links.map((link) => link.getAttribute("href")?.slice(1) ?? "");
  const before = links
    .find((link) => link.hasAttribute("aria-current"))
    ?.getAttribute("href")
    ?.slice(1);
  const now = ids.includes(wanted) ? wanted : (before ?? ids[0]);
  const title = document.getElementById(now ?? "")?.dataset.stage;
  for (const part of panel.querySelectorAll(":scope > .stage-part"))
    if (part instanceof HTMLElement) part.hidden = part.dataset.stage !== title;
  for (const link of links) current(link, link.getAttribute("href") === `#${now}`);
}
