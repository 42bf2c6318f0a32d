// The desk's keys, and what each of them does; Escape closes what stands open. Single keys work as long as nobody is typing,
// and can be switched off (WCAG 2.1.4). The dialog that explains them is in templates/desk/desk.html.
/** @import {Context} from "./context.js" */
/** @import {Journal} from "./journal/journal.js" */
/** @import {Line} from "./command-line/command-line.js" */
/** @import {NowList} from "./now-list/now-list.js" */

const KEPT = "tavl.desk.keys";

/** @typedef {Record<string, () => void>} Keys */

/** @param {{ context: Context, nowList: NowList, line: Line, journal: Journal }} desk */
export function bindKeys({ context, nowList, line, journal }) {
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("keys"));
  document.getElementById("keys-open")?.addEventListener("click", () => dialog.showModal());
  document.getElementById("keys-close")?.addEventListener("click", () => dialog.close());
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !dialog.open) context.close();
  });
  listenToKeys({
    " ": () => nowList.doFirst(),
    "/": () => line.open("find"),
    r: () => line.open("result"),
    c: () => line.open("check-in"),
    l: () => line.open("late"),
    d: () => void drawNext(context),
    z: () => journal.undoLast(),
    p: () => void window.open(`/tournaments/${context.t.state.id}/paper`, "_blank", "noopener"),
    "?": () => dialog.showModal(),
  });
}

/**
 * The next round is drawn at once, for the staff alone until it is announced; before the first there is more to decide.
 * @param {Context} context
 */
async function drawNext({ t, act, go }) {
  const [next, ...more] = t.desk.now.filter((item) => item.kind === "draw" || item.kind === "announce");
  const known = next?.kind === "draw" && !more.length && Boolean(t.division(next.id)?.draws.length);
  if (known && next.action) await act(next.action);
  go("draw");
}

/** @param {Keys} keys by the key: " ", "/", "r" */
function listenToKeys(keys) {
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
