// The cube: where it lies, what it shows, and how it gets there.
/** @import {Session} from "./play-entry.js" */
/** @import {Geometry} from "./geometry.js" */

import { animate } from "./animation.js";
import { svg } from "./svg.js";

export class CubeView {
  #group;
  #value = svg("text", { class: "cube-value" });
  #place = "";

  constructor() {
    this.#group = svg("g", { class: "cube" }, [
      svg("rect", { class: "die-shadow", x: -36, y: -31, width: 74, height: 74, rx: 13 }),
      svg("rect", { class: "cube-body", x: -37, y: -37, width: 74, height: 74, rx: 13, fill: "url(#cube-face)" }),
      svg("rect", { class: "cube-line", x: -30, y: -30, width: 60, height: 60, rx: 9 }),
      this.#value,
    ]);
  }

  get element() {
    return this.#group;
  }

  /**
   * @param {Session} session
   * @param {Geometry} geometry
   * @param {number} duration
   */
  show(session, geometry, duration) {
    const { state, armed } = session;
    this.#group.classList.toggle("none", !state?.cube);
    if (!state?.cube) return;
    const where = cubePlace(session);
    const value = state.offered ?? state.cube.value;
    const { x, y } = geometry.cube(where);
    const large = where === "offered" || armed;
    const place = `translate(${x}px, ${y}px) scale(${large ? 1.15 : 1})`;
    this.#value.textContent = String(value === 1 ? 64 : value); // at rest 64 is up
    this.#group.classList.toggle("long", value > 99);
    this.#group.classList.toggle("armed", armed);
    this.#group.classList.toggle("open", session.may("double"));
    if (place === this.#place) return;
    const frames = [{ transform: this.#place || place }, { transform: place }];
    this.#place = place;
    this.#group.style.transform = place;
    if (duration) animate(this.#group, frames, { duration: duration * 1.6, easing: "ease-in-out" });
  }
}

/** @param {Session} session @returns {"middle" | "own" | "opponent" | "offered"} */
export function cubePlace({ state }) {
  if (!state?.cube) return "middle";
  if (state.offered !== null) return "offered";
  return state.cube.owner === null ? "middle" : state.cube.owner === state.viewer ? "own" : "opponent";
}
