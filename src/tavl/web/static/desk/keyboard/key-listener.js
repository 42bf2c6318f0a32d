// Single keys, as long as nobody is typing. They can be switched off (WCAG 2.1.4).

const KEPT = "tavl.desk.keys";

/** @typedef {Record<string, () => void>} Keys */

/** @param {Keys} keys by the key: " ", "/", "r" */
export function listenToKeys(keys) {
  const toggle = /** @type {HTMLInputElement} */ (document.getElementById("keys-on"));
  toggle.checked = localStorage.getItem(KEPT) !== "off";
  toggle.addEventListener("change", () => localStorage.setItem(KEPT, toggle.checked ? "on" : "off"));
  document.addEventListener("keydown", (event) => {
    if (!toggle.checked || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (typing(event.target)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const press = keys[key];
    if (!press) return;
    // Space and Enter on a button press that button.
    if (
      (key === " " || key === "Enter") &&
      event.target instanceof Element &&
      event.target.closest("button, a, summary, select")
    )
      return;
    event.preventDefault();
    press();
  });
}

/** @param {EventTarget | null} target */
function typing(target) {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !["checkbox", "radio", "button"].includes(target.type);
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    target.isContentEditable ||
    Boolean(target.closest("dialog[open]"))
  );
}
