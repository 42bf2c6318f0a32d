// A sentence at the edge of the page, with its clause if there is one.

/** @type {ReturnType<typeof setTimeout> | undefined} */
let gone;

/**
 * @param {string} text
 * @param {string | null} [rule]
 */
export function toast(text, rule = null) {
  const place = /** @type {HTMLElement} */ (document.getElementById("toast"));
  place.replaceChildren(withClause(text, rule));
  place.hidden = false;
  clearTimeout(gone);
  gone = setTimeout(() => (place.hidden = true), 9000);
}

/**
 * A refusal ends with its clause in brackets: there it becomes a link.
 * @param {string} text
 * @param {string | null} rule
 */
export function withClause(text, rule) {
  const span = document.createElement("span");
  if (!rule) {
    span.append(text);
    return span;
  }
  const link = document.createElement("a");
  link.href = `/rules/${rule}`;
  link.target = "_blank";
  link.rel = "noopener";
  link.textContent = rule;
  const [before, after] = text.includes(`(${rule})`) ? text.split(`(${rule})`) : [`${text} `, ""];
  span.append(before.trimEnd(), " (", link, ")", after);
  return span;
}
