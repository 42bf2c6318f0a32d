// Dice and cube as they are drawn.
/** @import {Geometry, Spot} from "./geometry.js" */

import { animate } from "./animation.js";
import { svg } from "./svg.js";

const PIPS = /** @type {Record<number, [number, number][]>} */ ({
  1: [[0, 0]],
  2: [
    [-1, 1],
    [1, -1],
  ],
  3: [
    [-1, 1],
    [0, 0],
    [1, -1],
  ],
  4: [
    [-1, -1],
    [-1, 1],
    [1, -1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [-1, 1],
    [0, 0],
    [1, -1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [-1, 0],
    [-1, 1],
    [1, -1],
    [1, 0],
    [1, 1],
  ],
});
const TILT = [-5, 7, -3, 4];

/** @typedef {{value: number, spot: Spot, size: number, colour: string, used: boolean, old?: boolean}} Lying one die */

export class DiceView {
  #layer;
  #shown = "";

  /** @param {SVGGElement} layer */
  constructor(layer) {
    this.#layer = layer;
  }

  /**
   * @param {Lying[]} lying
   * @param {Geometry} geometry
   * @param {number} tumble milliseconds that a new roll takes to come to rest; 0 when it is not new
   */
  show(lying, geometry, tumble) {
    const shown = JSON.stringify([lying, geometry.width, geometry.height, geometry.mirrored]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const dice = lying.map(({ value, spot, size, colour, used, old = false }, i) => {
      const die = drawDie(value, size, colour);
      die.classList.toggle("used", used);
      die.classList.toggle("old", old);
      die.style.transform = `translate(${spot.x}px, ${spot.y}px) rotate(${TILT[i]}deg)`;
      if (tumble) this.#tumble(die, spot, i, tumble, geometry);
      return die;
    });
    this.#layer.replaceChildren(...dice);
  }

  /**
   * @param {SVGGElement} die
   * @param {Spot} spot
   * @param {number} index
   * @param {number} duration
   * @param {Geometry} geometry
   */
  #tumble(die, spot, index, duration, geometry) {
    const { x, y } = geometry.tall ? { x: spot.x, y: spot.y + 190 } : { x: spot.x + 190, y: spot.y };
    const turns = (index % 2 ? -1 : 1) * 300;
    const frames = [
      { transform: `translate(${x}px, ${y}px) rotate(${turns}deg) scale(0.8)`, opacity: 0 },
      {
        transform: `translate(${(x + spot.x) / 2}px, ${(y + spot.y) / 2}px) rotate(${turns / 2}deg) scale(1.12)`,
        opacity: 1,
      },
      { transform: die.style.transform, opacity: 1 },
    ];
    animate(die, frames, { duration: duration + index * 60, easing: "cubic-bezier(.2,.7,.3,1)", fill: "backwards" });
  }
}

/**
 * @param {number} value
 * @param {number} size
 * @param {string} colour
 */
function drawDie(value, size, colour) {
  const half = size / 2;
  const pips = PIPS[value].map(([x, y]) =>
    svg("circle", { class: "pip", cx: x * size * 0.26, cy: y * size * 0.26, r: size * 0.095 }),
  );
  return svg("g", { class: `die ${colour}` }, [
    svg("rect", { class: "die-shadow", x: -half + 2, y: -half + 5, width: size, height: size, rx: size * 0.2 }),
    svg("rect", {
      class: "die-body",
      x: -half,
      y: -half,
      width: size,
      height: size,
      rx: size * 0.2,
      fill: `url(#${colour}-die)`,
    }),
    ...pips,
  ]);
}

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
   * @param {{value: number, where: Parameters<Geometry["cube"]>[0], armed: boolean, open: boolean} | null} cube
   * @param {Geometry} geometry
   * @param {number} duration
   */
  show(cube, geometry, duration) {
    this.#group.classList.toggle("none", !cube);
    if (!cube) return;
    const { x, y } = geometry.cube(cube.where);
    const large = cube.where === "offered" || cube.armed;
    const place = `translate(${x}px, ${y}px) scale(${large ? 1.15 : 1})`;
    this.#value.textContent = String(cube.value === 1 ? 64 : cube.value); // at rest 64 is up
    this.#group.classList.toggle("long", cube.value > 99);
    this.#group.classList.toggle("armed", cube.armed);
    this.#group.classList.toggle("open", cube.open);
    if (place === this.#place) return;
    const frames = [{ transform: this.#place || place }, { transform: place }];
    this.#place = place;
    this.#group.style.transform = place;
    if (duration) animate(this.#group, frames, { duration: duration * 1.6, easing: "ease-in-out" });
  }
}
