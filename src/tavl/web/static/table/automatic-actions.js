// What a browser does automatically: words for the dice, the first game, the end of a session that was to end.
/** @import {TableState} from "../shared/messages.js" */
/** @import {Line} from "./socket.js" */

import { forgetWord, keptWord, promiseAWord } from "../dice/fair-dice.js";
import { toast } from "../shared/toast.js";
import { w } from "../shared/translations.js";

export class AutomaticActions {
  #line;
  #done = new Set();

  /** @param {Line} line */
  constructor(line) {
    this.#line = line;
  }

  /** @param {TableState} at */
  async follow({ view, dice, present }) {
    const mine = dice.words[view.viewer];
    if (view.actions.includes("tell_word") && mine && this.#once(`tell ${mine.promise}`)) {
      const word = keptWord(mine.promise);
      if (!word)
        return toast(w("Your word for the dice is kept by the browser you sat down with. Please open the table there."));
      const answer = await this.#line.act({ type: "tell_word", seat: view.viewer, word });
      if (answer.done) forgetWord(mine.promise);
    } else if (view.actions.includes("promise_word") && this.#once(`promise ${this.#line.version}`)) {
      const { promise } = await promiseAWord();
      if (promise) await this.#line.act({ type: "promise_word", seat: view.viewer, promise });
    } else if (
      view.actions.includes("start_game") &&
      view.game_number === 0 &&
      present[0] &&
      present[1] &&
      this.#once("start")
    ) {
      await this.#line.act({ type: "start_game", seat: view.viewer });
    } else if (
      view.actions.includes("end_session") &&
      /** @type {HTMLInputElement} */ (document.getElementById("stop-after")).checked &&
      this.#once(`end ${view.game_number}`)
    ) {
      await this.#line.act({ type: "end_session", seat: view.viewer });
    }
  }

  /** @param {string} what */
  #once(what) {
    if (this.#done.has(what)) return false;
    this.#done.add(what);
    return true;
  }
}
