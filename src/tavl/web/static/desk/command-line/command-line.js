// The desk's one line: it finds, takes results, checks in and reports who is late. Letters and digits, Enter, and the next.
/** @import {Context} from "../context.js" */

import { make } from "../../shared/dom.js";
import { w } from "../../shared/translations.js";
import { CheckIn } from "../entries/check-in.js";
import { Lateness } from "../match/lateness.js";
import { ResultEntry } from "../match/result-entry.js";
import { Search } from "./search.js";

/** @typedef {"find" | "result" | "check-in" | "late"} Mode */

/**
 * A choice that Enter would take.
 * @typedef {object} Choice
 * @property {string} text
 * @property {string} sub
 * @property {() => void | Promise<void>} press
 * @property {boolean} [wrong] it differs from the stored result: Enter stops there first
 */

/**
 * What the line is used for.
 * @typedef {object} CommandUse
 * @property {string} hint what to type
 * @property {(text: string) => Choice[]} found
 * @property {(on: boolean) => void} [opened] this use, or another one instead of it
 * @property {() => Promise<void> | undefined} [enter] on an empty line
 * @property {() => void} [done] something was done, in whatever use
 */

const MAX_CHOICES = 7;

export class Line {
  #form = /** @type {HTMLFormElement} */ (document.getElementById("line"));
  #input = /** @type {HTMLInputElement} */ (document.getElementById("line-text"));
  #list = /** @type {HTMLElement} */ (document.getElementById("line-choices"));
  #said = /** @type {HTMLElement} */ (document.getElementById("line-said"));
  /** @type {Mode} */
  #mode = "find";
  /** @type {Choice[]} */
  #choices = [];
  #chosen = 0;
  /** @type {Record<Mode, CommandUse>} */
  #uses;

  /** @param {Context} context */
  constructor(context) {
    this.#uses = {
      find: new Search(this, context),
      result: new ResultEntry(this, context),
      "check-in": new CheckIn(this, context),
      late: new Lateness(this, context),
    };
    this.#input.addEventListener("input", () => this.show());
    this.#input.addEventListener("keydown", (event) => this.#key(event));
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#enter();
    });
    for (const tab of /** @type {NodeListOf<HTMLInputElement>} */ (this.#form.querySelectorAll("input[name=mode]"))) {
      tab.addEventListener("change", () => this.open(/** @type {Mode} */ (tab.value)));
    }
    this.#input.addEventListener("blur", () => setTimeout(() => this.#fold(), 150));
    this.#input.addEventListener("focus", () => this.show());
  }

  /** @param {Mode} mode */
  open(mode) {
    this.#mode = mode;
    const tab = /** @type {HTMLInputElement | null} */ (this.#form.querySelector(`input[name=mode][value=${mode}]`));
    if (tab) tab.checked = true;
    this.#input.placeholder = this.#uses[mode].hint;
    this.#input.value = "";
    this.say("");
    for (const use of Object.values(this.#uses)) use.opened?.(use === this.#uses[mode]);
    this.#input.focus();
    this.show();
  }

  #fold() {
    if (this.#form.contains(document.activeElement)) return;
    this.#list.hidden = true;
    this.#input.setAttribute("aria-expanded", "false");
  }

  /** @param {string} text @param {boolean} [bad] */
  say(text, bad = false) {
    this.#said.textContent = text;
    this.#said.classList.toggle("problem", bad);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const step = event.key === "ArrowDown" ? 1 : -1;
      if (!this.#choices.length) return;
      this.#chosen = (this.#chosen + step + this.#choices.length) % this.#choices.length;
      this.#mark();
      event.preventDefault();
    } else if (event.key === "Escape") {
      if (this.#input.value) this.#input.value = "";
      else this.#input.blur();
      this.show();
      event.stopPropagation();
    }
  }

  async #enter() {
    const done = this.#input.value.trim() ? undefined : this.#uses[this.#mode].enter?.();
    if (done) return done;
    const choice = this.#choices[this.#chosen];
    if (!choice) {
      if (this.#input.value.trim()) this.say(w("Nothing found."), true);
      return undefined;
    }
    return choice.press();
  }

  /** What the typed letters mean, as it is typed. */
  show() {
    if (document.activeElement !== this.#input) return;
    const text = this.#input.value.trim();
    this.#choices = text ? this.#uses[this.#mode].found(text).slice(0, MAX_CHOICES) : [];
    this.#chosen = 0;
    this.#list.replaceChildren(
      ...this.#choices.map((choice, n) => {
        const row = make("li", { role: "option", id: `choice-${n}`, class: choice.wrong ? "wrong" : "" }, [
          make("span", { class: "main" }, [choice.text]),
          make("span", { class: "sub" }, [choice.sub]),
        ]);
        row.addEventListener("pointerdown", (event) => {
          event.preventDefault();
          void choice.press();
        });
        return row;
      }),
    );
    this.#list.hidden = !this.#choices.length;
    this.#input.setAttribute("aria-expanded", String(this.#choices.length > 0));
    this.#mark();
  }

  #mark() {
    [...this.#list.children].forEach((row, n) => row.setAttribute("aria-selected", String(n === this.#chosen)));
    if (this.#choices.length) this.#input.setAttribute("aria-activedescendant", `choice-${this.#chosen}`);
    else this.#input.removeAttribute("aria-activedescendant");
  }

  /** Done, and ready for the next. @param {string} said */
  next(said) {
    for (const use of Object.values(this.#uses)) use.done?.();
    this.#input.value = "";
    this.say(said);
    this.#input.focus();
    this.show();
  }

  /** The cursor stays, for what is typed to be looked at again. */
  select() {
    this.#input.select();
  }

  /** The page goes somewhere else. */
  leave() {
    this.#input.value = "";
    this.#input.blur();
  }
}
