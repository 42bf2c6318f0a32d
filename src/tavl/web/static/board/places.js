// The places as buttons over the drawing, for keyboard and screen reader: each says what lies there and what can be done
// with it (`placeLabel` in labels.js).
/** @import {Geometry} from "./geometry.js" */
/** @import {Say} from "./labels.js" */
/** @import {Session} from "./play-entry.js" */

import { lay } from "./buttons.js";
import { PLACES } from "./geometry.js";
import { placeLabel } from "./labels.js";
import { html } from "./svg.js";

export class Places {
  #session;
  #stage;
  /** @type {Map<number, HTMLButtonElement>} */
  #places = new Map();
  #current = 24;

  /**
   * @param {Session} session
   * @param {HTMLElement} stage
   */
  constructor(session, stage) {
    this.#session = session;
    this.#stage = stage;
    for (const place of PLACES)
      this.#places.set(place, html("button", { type: "button", class: "over place", "data-place": String(place) }));
    stage.addEventListener("focusin", (event) => {
      const place = placeOf(event.target);
      if (place !== null) this.#rove(place);
    });
  }

  get elements() {
    return [...this.#places.values()];
  }

  /** @param {Geometry} geometry */
  shape(geometry) {
    for (const [place, button] of this.#places) lay(button, geometry.target(place), geometry);
  }

  /** Without a place: the one where the keyboard is. @param {number} [place] */
  focus(place = this.#current) {
    this.#places.get(place)?.focus();
  }

  /** @param {number} place */
  #rove(place) {
    this.#places.get(this.#current)?.setAttribute("tabindex", "-1");
    this.#places.get(place)?.setAttribute("tabindex", "0");
    this.#current = place;
  }

  /** @param {Say} say */
  show(say) {
    const { state, draft, sources, shownTargets: targets, picked } = this.#session;
    if (!state) return;
    const position = draft?.position ?? state.placed;
    // The keyboard focus enters where there is something to do, unless it is already on the board.
    if (sources.size && !sources.has(this.#current) && !this.#stage.matches(":focus-within"))
      this.#rove(Math.max(...sources));
    for (const [place, button] of this.#places) {
      const target = picked !== null && targets.has(place);
      button.setAttribute("aria-label", placeLabel(place, position, { picked: place === picked, target }, say));
      button.setAttribute("tabindex", place === this.#current ? "0" : "-1");
      button.classList.toggle("movable", sources.has(place));
      button.classList.toggle("target", targets.has(place));
    }
  }
}

/** @param {EventTarget | null} target */
export function placeOf(target) {
  const place = target instanceof Element ? target.closest("[data-place]")?.getAttribute("data-place") : null;
  return place == null ? null : Number(place);
}
