// What the lesson answers: praise, why something is not allowed, a hint. Shown, and said once through the board.
/** @import {TavlBoard} from "../board/tavl-board.js" */
/** @import {ExerciseReply} from "../shared/pages.js" */

import { w } from "../shared/translations.js";

export class Reply {
  #board;
  #place = /** @type {HTMLElement} */ (document.getElementById("reply"));
  #text = /** @type {HTMLElement} */ (document.getElementById("reply-text"));
  #hint = /** @type {HTMLElement} */ (document.getElementById("reply-hint"));
  #tries = 0;

  /** @param {TavlBoard} board */
  constructor(board) {
    this.#board = board;
  }

  clear() {
    this.#tries = 0;
    this.#place.hidden = true;
  }

  /** The pupil has gone on: where there is room for one of them only, the exercise is shown again. */
  stale() {
    this.#place.classList.add("stale");
  }

  /** @param {string} text */
  praise(text) {
    this.#show("good", text, "");
  }

  /** @param {string} text */
  hint(text) {
    this.#show("plain", "", text);
  }

  /**
   * Refused by a clause, or legal and not what was asked for.
   * @param {ExerciseReply} answer
   * @param {string} hint
   */
  wrong({ say, rule }, hint) {
    const kind = [w("Not quite."), w("Nearly."), w("Have another look.")][this.#tries++ % 3];
    this.#show("wrong", `${kind} ${say}`, hint, rule);
  }

  /** @param {unknown} error */
  trouble(error) {
    this.#show("wrong", error instanceof Error ? error.message : String(error), "");
  }

  /**
   * @param {"good" | "wrong" | "plain"} kind
   * @param {string} text
   * @param {string} hint
   * @param {string | null} [rule]
   */
  #show(kind, text, hint, rule = null) {
    this.#place.className = `reply ${kind}`;
    this.#place.hidden = false;
    this.#text.replaceChildren(text);
    this.#text.hidden = !text;
    if (rule) {
      const link = document.createElement("a");
      link.href = `/rules/${rule}`;
      link.textContent = rule;
      this.#text.append(" (", link, ")");
    }
    this.#hint.textContent = hint;
    this.#hint.hidden = !hint;
    this.#board.announce([text, rule && `(${rule})`, hint].filter(Boolean).join(" "));
  }
}
