// A list on the page that changes as little as possible: what stays the same keeps its element, its place and the focus.

/**
 * @typedef {object} Row
 * @property {string} key the same as long as it is about the same thing
 * @property {unknown} shows all that its element shows; equal: the element stays
 * @property {() => HTMLElement} draw
 */

/** @type {WeakMap<Element, string>} */
const drawn = new WeakMap();

/**
 * @param {Element} parent
 * @param {Row[]} rows
 */
export function showRows(parent, rows) {
  /** @type {Map<string, HTMLElement>} */
  const kept = new Map();
  for (const child of /** @type {Iterable<HTMLElement>} */ (parent.children)) kept.set(child.dataset.key ?? "", child);
  const focus = focusWithin(parent);
  /** @type {HTMLElement[]} */
  const elements = rows.map((row) => {
    const sign = JSON.stringify(row.shows);
    const old = kept.get(row.key);
    if (old && drawn.get(old) === sign) return old;
    const made = row.draw();
    made.dataset.key = row.key;
    drawn.set(made, sign);
    return made;
  });
  const wanted = new Set(elements);
  for (const child of [...parent.children]) if (!wanted.has(/** @type {HTMLElement} */ (child))) child.remove();
  elements.forEach((element, n) => {
    if (parent.children[n] !== element) parent.insertBefore(element, parent.children[n] ?? null);
  });
  if (focus && document.activeElement !== focus.element) refocus(parent, focus);
}

/** @param {Element} parent */
function focusWithin(parent) {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || !parent.contains(element)) return null;
  const row = /** @type {HTMLElement | null} */ (element.closest("[data-key]"));
  return { element, key: row?.dataset.key ?? "", name: element.dataset.name ?? "" };
}

/** @param {Element} parent @param {{key: string, name: string}} focus */
function refocus(parent, { key, name }) {
  const row = [.../** @type {Iterable<HTMLElement>} */ (parent.children)].find((child) => child.dataset.key === key);
  const within = row?.querySelectorAll("button, input, select, a[href]") ?? [];
  const same = [...within].find((each) => each instanceof HTMLElement && each.dataset.name === name) ?? within[0];
  if (same instanceof HTMLElement) same.focus({ preventScroll: true });
}
