// Elements, made in one line each.

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | boolean | (() => void)>} [given] attributes; `press` is what a click does
 * @param {(Node | string | null | false)[]} [children]
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, given = {}, children = []) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (typeof value === "function") element.addEventListener("click", value);
    else if (typeof value === "boolean") element.toggleAttribute(name, value);
    else element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== false));
  return element;
}

/**
 * @param {string} text
 * @param {() => void} press
 * @param {string} [kind] primary, quiet
 */
export function button(text, press, kind = "") {
  return make("button", { type: "button", class: kind, press }, [text]);
}

/** A clause as a link to its words. @param {string} id */
export function clauseLink(id) {
  return make("a", { href: `/rules/${id}`, target: "_blank", rel: "noopener" }, [id]);
}

/**
 * A sentence with its clause behind it, in brackets and linked. A refusal has it there already.
 * @param {string} sentence
 * @param {string | null | undefined} rule
 */
export function cited(sentence, rule) {
  if (!rule) return make("span", {}, [sentence]);
  const named = sentence.includes(`(${rule})`);
  const [before, after] = named ? sentence.split(`(${rule})`) : [sentence.replace(/[.]$/, " "), "."];
  return make("span", {}, [before.trimEnd(), " (", clauseLink(rule), ")", after]);
}

/**
 * The time left until an instant on the server's clock; the caller updates it.
 * @param {number} until
 */
export function countdown(until) {
  return make("time", { class: "countdown", "data-until": String(until) }, ["…"]);
}

/**
 * A table that may be wider than a phone.
 * @param {string} label
 * @param {HTMLElement} table
 */
export function scrolling(label, table) {
  return make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": label }, [table]);
}
