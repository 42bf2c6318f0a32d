// Keeps typed text when the page is redrawn, and when the phone has discarded the page and opens it again.

/** @typedef {HTMLInputElement | HTMLTextAreaElement} Field */
const FIELDS = "[data-draft] textarea[name], [data-draft] input[name]:not([type])"; // of a case or a match; no codes

export class Drafts {
  #box;
  #name;
  /** @type {string[]} */
  #sent = [];

  /** @param {HTMLElement} box @param {string} id of the tournament */
  constructor(box, id) {
    this.#box = box;
    this.#name = `tavl.draft.${id}`;
    box.addEventListener("input", ({ target }) => {
      if (target instanceof Element && target.matches(FIELDS)) this.#note(/** @type {Field} */ (target));
    });
    box.addEventListener("submit", ({ target }) => {
      this.#sent = target instanceof Element ? fieldsOf(target).map(keyOf) : [];
    });
  }

  /** @returns {Record<string, string>} */
  get #all() {
    try {
      return /** @type {Record<string, string>} */ (JSON.parse(sessionStorage.getItem(this.#name) ?? "{}"));
    } catch {
      return {};
    }
  }

  /** @param {Field} field */
  #note(field) {
    sessionStorage.setItem(this.#name, JSON.stringify({ ...this.#all, [keyOf(field)]: field.value }));
  }

  /** Restores the fields of a redrawn page, and opens what they are in. */
  restore() {
    const all = this.#all;
    for (const field of fieldsOf(this.#box)) {
      const kept = all[keyOf(field)];
      if (!kept) continue;
      field.value = kept;
      field.closest("details")?.setAttribute("open", "");
    }
  }

  /** What was sent last is no longer a draft. */
  done() {
    const left = Object.entries(this.#all).filter(([key]) => !this.#sent.includes(key));
    sessionStorage.setItem(this.#name, JSON.stringify(Object.fromEntries(left)));
  }
}

/** @param {Element} part @returns {Field[]} */
const fieldsOf = (part) => [.../** @type {NodeListOf<Field>} */ (part.querySelectorAll(FIELDS))];

/** @param {Field} field */
const keyOf = (field) => `${field.closest("[data-draft]")?.getAttribute("data-draft")} ${field.name}`;
