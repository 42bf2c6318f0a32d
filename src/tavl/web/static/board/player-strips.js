// The players' strips above and below the board: colour, name, pips, score. The page can put more into their slots.
/** @import {ReadState} from "./state.js" */
/** @import {Say} from "./labels.js" */

import { other } from "./checkers.js";
import { nameOf } from "./announcements.js";
import { html } from "./svg.js";

const HEIGHT = 44;

export class Strips {
  opponent = strip("opponent");
  own = strip("own");

  /** Of both together, in CSS pixels. */
  get height() {
    return 2 * HEIGHT;
  }

  /** @param {boolean} shown */
  show(shown) {
    this.own.hidden = !shown;
    this.opponent.hidden = !shown;
  }

  /** @param {number} width */
  width(width) {
    this.own.style.width = `${width}px`;
    this.opponent.style.width = `${width}px`;
  }

  /**
   * @param {ReadState} state
   * @param {{own: number, opponent: number} | null} counts
   * @param {"light" | "dark"} colour
   * @param {Say} say
   */
  fill(state, counts, colour, say) {
    const { viewer, score, length, crawford } = state;
    for (const who of /** @type {const} */ (["own", "opponent"])) {
      const seat = who === "own" ? viewer : viewer === 0 ? 1 : 0;
      const element = this[who];
      const put = (/** @type {string} */ part, /** @type {string} */ text) => {
        const target = element.querySelector(`.${part}`);
        if (target && target.textContent !== text) target.textContent = text;
      };
      put("name", nameOf(state, seat, say));
      put("pips", counts ? say("pips", { n: counts[who] }) : "");
      put("score", say(length === null ? "score_money" : "score", { n: score[seat], length: length ?? "" }));
      put("tag", crawford && who === "own" ? say("crawford") : "");
      element.classList.toggle("turn", state.turn === seat);
      element.querySelector(".dot")?.setAttribute("class", `dot ${who === "own" ? colour : other(colour)}`);
    }
  }
}

/** @param {"own" | "opponent"} who */
function strip(who) {
  const part = (/** @type {string} */ name) => html("span", { class: name });
  return html("div", { class: `strip ${who}` }, [
    part("dot"),
    part("name"),
    part("tag"),
    part("pips"),
    part("score"),
    html("slot", { name: who }),
  ]);
}
