// The players' strips above and below the board: colour, name, pips, score, and whether there is room for them; without them
// pips and score are printed on the board. The page can put more into their slots.
/** @import {ReadState} from "./state.js" */
/** @import {Settings} from "./attributes.js" */
/** @import {Position} from "./position.js" */
/** @import {Spot} from "./geometry.js" */
/** @import {Say} from "./labels.js" */

import { other } from "./checkers.js";
import { fit, Geometry } from "./geometry.js";
import { nameOf } from "./labels.js";
import { pips } from "./position.js";
import { html, svg } from "./svg.js";

const HEIGHT = 44;
const FINGER = 44; // CSS pixels that a checker has at least, where there are strips

export class Strips {
  opponent = strip("opponent");
  own = strip("own");
  /** What is printed on the board instead. */
  print = svg("g", { class: "print" });

  /**
   * The board's measure in a room of this size, with the strips or without: they are hidden when they would make the points too
   * small or too short for a finger.
   * @param {number} width
   * @param {number} height
   * @param {Settings} settings
   */
  fit(width, height, { layout, direction }) {
    const left = height - 2 * HEIGHT;
    const beside = fit(width, left, layout);
    const whole = fit(width, height, layout);
    const roomFor = new Geometry(beside, direction).height * (beside.unit / 100) <= left + 1;
    const shown = roomFor && (beside.unit >= FINGER || beside.unit === whole.unit);
    this.own.hidden = !shown;
    this.opponent.hidden = !shown;
    this.print.classList.toggle("none", shown);
    return shown ? beside : whole;
  }

  /** @param {number} width */
  width(width) {
    this.own.style.width = `${width}px`;
    this.opponent.style.width = `${width}px`;
  }

  /**
   * @param {ReadState} state
   * @param {Position} position
   * @param {"light" | "dark"} colour
   * @param {Say} say
   * @param {Geometry} geometry
   */
  fill(state, position, colour, say, geometry) {
    const { viewer, score, length, crawford } = state;
    const counts = state.pips ? { own: pips(position.own), opponent: pips(position.opponent) } : null;
    this.#showPrint(state, counts, geometry);
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

  /**
   * @param {ReadState} state
   * @param {{own: number, opponent: number} | null} counts
   * @param {Geometry} geometry
   */
  #showPrint({ viewer, score }, counts, { print }) {
    const text = (/** @type {Spot} */ { x, y }, /** @type {string | number} */ words) =>
      svg("text", { class: "number", x, y }, [String(words)]);
    this.print.replaceChildren(
      ...(counts ? [text(print.pips[0], counts.own), text(print.pips[1], counts.opponent)] : []),
      text(print.score[0], score[viewer]),
      text(print.score[1], score[viewer === 0 ? 1 : 0]),
    );
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
