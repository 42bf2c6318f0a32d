// Your connection and the opponent's, in words and as dots.
/** @import {TableState} from "../shared/messages.js" */

import { other } from "./board-state.js";
import { nameOf } from "../shared/names.js";
import { w } from "../shared/translations.js";

/** @typedef {(sentence: string) => void} Announce */

const RELOAD_MS = 1500;

export class Standing {
  #status = /** @type {HTMLElement} */ (document.getElementById("line-status"));
  #announce;
  #up = true;
  #opponentHere = true;
  #toldGone = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #leaving;

  /** @param {Announce} announce */
  constructor(announce) {
    this.#announce = announce;
  }

  /**
   * Your own connection.
   * @param {boolean} up
   * @param {boolean} underWay something was done that is not answered
   */
  line(up, underWay) {
    if (up && this.#up) return;
    if (up) {
      this.#status.hidden = true;
      this.#announce(w("The connection is back."));
      this.#opponentHere = true;
    } else {
      clearTimeout(this.#leaving);
      this.#toldGone = false;
      const kept = underWay
        ? w("What you did is kept and will be sent when the connection is back.")
        : w("Your play stays as it is.");
      this.#show(`${w("The connection is lost. Trying again …")} ${kept}`, "lost");
      if (this.#up) this.#announce(w("The connection is lost."));
    }
    this.#up = up;
  }

  /** Stop waiting for a connection that will not come back. @param {string} reason */
  suspended(reason) {
    const account = document.createElement("a");
    account.href = "/account";
    account.textContent = w("Your account");
    this.#show(w("You have been suspended: {reason}", { reason }), "lost");
    this.#status.append(" ", account);
    this.#announce(w("You have been suspended: {reason}", { reason }));
  }

  /**
   * The opponent's connection.
   * @param {[boolean, boolean]} present
   * @param {TableState} state
   */
  presence(present, { view, people }) {
    const seat = other(view.viewer);
    const here = present[seat];
    for (const dot of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".presence"))) {
      const of = dot.classList.contains("of-own") ? view.viewer : seat; // spectators see both
      dot.classList.toggle("here", present[of]);
      dot.classList.toggle("away", !present[of]);
      dot.title = present[of] ? w("Connected") : w("Connection lost");
      if (of === view.viewer) dot.hidden = view.role === "player" || view.seats[of] === null;
    }
    const waitsForNobody = view.role !== "player" || view.seats[seat] === null || view.result || view.aborted;
    if (!this.#up || waitsForNobody || here === this.#opponentHere) return;
    this.#opponentHere = here;
    const name = nameOf(view, people, seat);
    clearTimeout(this.#leaving);
    if (!here) {
      // Sitting down or reloading disconnects for a moment: not worth a sentence.
      this.#leaving = setTimeout(() => this.#tellGone(w("{name} has lost the connection.", { name })), RELOAD_MS);
    } else if (this.#toldGone) {
      this.#toldGone = false;
      this.#status.hidden = true;
      this.#announce(w("{name} is back.", { name }));
    }
  }

  /** @param {string} text */
  #tellGone(text) {
    if (!this.#up) return;
    this.#toldGone = true;
    this.#show(text, "away");
    this.#announce(text);
  }

  /**
   * @param {string} text
   * @param {"lost" | "away"} kind
   */
  #show(text, kind) {
    this.#status.textContent = text;
    this.#status.className = `line-status ${kind}`;
    this.#status.hidden = false;
  }
}
