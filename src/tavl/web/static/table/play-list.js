// The list of plays: a heading a game, the first seat's plays on the left, the second's on the right.
/** @import {StoryEntry} from "./texts/event-text.js" */

import { button, cited } from "../shared/dom.js";
import { w } from "../shared/translations.js";

const NEAR_END = 40; // pixels from its end: whoever has scrolled further up is reading

export class PlayList {
  #list;
  #empty;
  #atEnd = true;
  #games = 0;
  /** Games whose result is in the list. @type {Set<number>} */
  #results = new Set();

  constructor() {
    this.#list = /** @type {HTMLOListElement} */ (document.getElementById("moves"));
    this.#empty = /** @type {HTMLElement} */ (document.getElementById("moves-empty"));
    this.#list.addEventListener("scroll", () => {
      const { scrollHeight, scrollTop, clientHeight } = this.#list;
      this.#atEnd = scrollHeight - scrollTop - clientHeight < NEAR_END;
    });
    // What comes above or below it changes its height, and must not leave its end out of sight.
    new ResizeObserver(() => this.#atEnd && this.toEnd()).observe(this.#list);
  }

  /**
   * @param {StoryEntry} entry
   * @param {[string, string]} names over the two columns
   * @param {(() => void) | null} [choose] for a list that can be walked
   * @returns {HTMLLIElement}
   */
  add(entry, names, choose = null) {
    const item = document.createElement("li");
    const text =
      entry.kind === "game"
        ? w("Game {n}", { n: entry.game }) + (entry.crawford ? ` · ${w("Crawford")}` : "")
        : entry.text;
    item.className = entry.kind === "game" ? "game" : `turn seat-${entry.seat}`;
    if (choose) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = text;
      button.addEventListener("click", choose);
      item.append(button);
    } else item.textContent = text;
    this.#list.append(item);
    this.#empty.hidden = true;
    if (entry.kind === "game") this.#games = entry.game;
    if (entry.kind === "game") this.#list.append(...names.map((name, seat) => this.#column(name, seat)));
    return item;
  }

  /**
   * @param {string} name
   * @param {number} seat
   */
  #column(name, seat) {
    const item = document.createElement("li");
    item.className = `name seat-${seat}`;
    item.textContent = name;
    return item;
  }

  /**
   * Somebody's name has changed.
   * @param {[string, string]} names
   */
  rename(names) {
    names.forEach((name, seat) => {
      for (const item of this.#list.querySelectorAll(`.name.seat-${seat}`)) item.textContent = name;
    });
  }

  /** How the game that was last begun ended; said once. @param {string} text */
  result(text) {
    if (this.#results.has(this.#games)) return;
    this.#results.add(this.#games);
    this.note(text);
  }

  /**
   * @param {string} text
   * @returns {HTMLLIElement}
   */
  note(text) {
    const item = document.createElement("li");
    item.className = "note";
    item.append(text);
    this.#list.append(item);
    return item;
  }

  /**
   * What happened around the game, with the clause it goes by.
   * @param {string} text
   * @param {string | null} rule
   * @param {(() => void) | null} [choose] for a list that can be walked
   * @returns {HTMLLIElement}
   */
  around(text, rule, choose = null) {
    const item = document.createElement("li");
    item.className = "note around";
    item.append(choose ? button(text, choose) : rule ? cited(text, rule) : text);
    this.#empty.hidden = true;
    this.#list.append(item);
    return item;
  }

  /** Scrolls the list, and never the page: the board stays where it is. @param {HTMLElement} item */
  reveal(item) {
    const [list, line] = [this.#list.getBoundingClientRect(), item.getBoundingClientRect()];
    if (line.top < list.top) this.#list.scrollTop -= list.top - line.top;
    else if (line.bottom > list.bottom) this.#list.scrollTop += line.bottom - list.bottom;
  }

  toEnd() {
    this.#list.scrollTop = this.#list.scrollHeight;
  }
}
