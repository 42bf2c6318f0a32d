// The page's words. English texts are the keys; a page in another language brings its catalogue along as data.

/** @typedef {Record<string, string | number>} Values */

const catalogue = /** @type {Record<string, string | string[]>} */ (
  JSON.parse(document.getElementById("words")?.textContent || "{}")
);
export const language = document.documentElement.lang || "en";

/**
 * @param {string} text
 * @param {Values} values
 */
function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, /** @type {string} */ name) => String(values[name] ?? whole));
}

/**
 * A text in the page's language, its {values} put in.
 * @param {string} text
 * @param {Values} [values]
 */
export function w(text, values = {}) {
  const found = catalogue[text];
  return fill(typeof found === "string" ? found : text, values);
}

/**
 * A text that depends on a number, which is put in as {n}.
 * @param {string} one
 * @param {string} many
 * @param {number} n
 * @param {Values} [values]
 */
export function plural(one, many, n, values = {}) {
  const found = catalogue[one];
  const [first, other] = Array.isArray(found) ? found : [one, many];
  return fill(n === 1 ? first : other, { n, ...values });
}

/**
 * A text whose English words mean several things.
 * @param {string} meaning
 * @param {string} text
 * @param {Values} [values]
 */
export function sense(meaning, text, values = {}) {
  const found = catalogue[`${meaning}\u0004${text}`];
  return fill(typeof found === "string" ? found : text, values);
}

/**
 * "a, b and c" as the language has it.
 * @param {string[]} things
 */
export function listed(things) {
  return new Intl.ListFormat(language, { type: "unit", style: "long" }).format(things);
}

const ERASED = '"[erased]"';

/**
 * What the server sent, with a text in the page's language where somebody's text was erased.
 * @template [Message=unknown]
 * @param {string} text JSON
 * @returns {Message} one of the server's messages: whoever hears it names the type
 */
export function heard(text) {
  const sign = () => JSON.stringify(w("(text that was erased)"));
  return /** @type {Message} */ (JSON.parse(text.includes(ERASED) ? text.replaceAll(ERASED, sign) : text));
}
