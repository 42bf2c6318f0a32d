// The dice: which lie where, which are used, how they look, and how a new roll falls.
/** @import {Controls} from "./buttons.js" */
/** @import {Geometry, Spot} from "./geometry.js" */
/** @import {Session} from "./play-entry.js" */
/** @import {Settings} from "./attributes.js" */
/** @import {Seat} from "./tavl-board.js" */

import { animate } from "./animation.js";
import { other } from "./checkers.js";
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
const TUMBLE = 1.8; // as long as a checker travels

/** @typedef {{value: number, spot: Spot, size: number, colour: string, used: boolean, old?: boolean}} Lying one die */

export class DiceView {
  #layer;
  #session;
  #settings;
  #controls;
  #shown = "";
  /** @type {string | null} */
  #rolled = null;

  /**
   * @param {SVGGElement} layer
   * @param {Session} session
   * @param {() => Settings} settings
   * @param {Controls} controls which leave room for dice, or none
   */
  constructor(layer, session, settings, controls) {
    this.#layer = layer;
    this.#session = session;
    this.#settings = settings;
    this.#controls = controls;
  }

  /**
   * @param {Geometry} geometry
   * @param {number} duration
   */
  show(geometry, duration) {
    const { state, draft } = this.#session;
    if (!state) return;
    const old = !state.dice && state.last?.dice ? state.last : null;
    const dice = draft?.order ?? state.dice ?? old?.dice ?? null;
    const owner = old ? old.seat : state.dice_owner;
    if (!dice || owner === null) {
      this.#rolled = "";
      return this.#draw([], geometry, 0);
    }
    const double = dice[0] === dice[1];
    // As at a physical board, two dice are two dice if the board does not count.
    const values = double && !old && !state.free ? [dice[0], dice[0], dice[0], dice[0]] : [...dice];
    const spent = (draft?.steps ?? []).map((step) => step.die).filter(Boolean);
    const used = values.map((value, i) => (double ? i < spent.length : spent.includes(value)));
    const rolled = old ? "" : JSON.stringify([owner, [...dice].sort()]);
    const fresh = rolled !== "" && this.#rolled === "";
    this.#rolled = rolled;
    if (state.opening && !draft?.steps.length && !draft?.swapped && !double) {
      return this.#draw(this.#oneEach(dice, owner, geometry), geometry, fresh ? duration * TUMBLE : 0);
    }
    const colour = this.#colourOf(owner);
    const { half, aside } = old ? this.#restingPlace(owner) : { half: this.#halfOf(owner), aside: false };
    const { spots, size } = geometry.dice(half, values.length, aside);
    const lying = values.map((value, i) => ({ value, used: used[i], old: Boolean(old), spot: spots[i], size, colour }));
    this.#draw(lying, geometry, fresh ? duration * TUMBLE : 0);
  }

  /**
   * The opening roll: the higher die is that of the one who begins.
   * @param {number[]} dice
   * @param {Seat} beginner
   * @param {Geometry} geometry
   */
  #oneEach(dice, beginner, geometry) {
    const seats = /** @type {Seat[]} */ ([beginner, beginner === 0 ? 1 : 0]);
    return seats.map((seat, i) => {
      const { spots, size } = geometry.dice(this.#halfOf(seat), 1);
      const value = i === 0 ? Math.max(...dice) : Math.min(...dice);
      return { value, used: false, spot: spots[0], size, colour: this.#colourOf(seat) };
    });
  }

  /** @param {Seat} seat @returns {"home" | "away"} */
  #halfOf(seat) {
    return seat === this.#session.state?.viewer ? "home" : "away";
  }

  /** @param {Seat} seat */
  #colourOf(seat) {
    const { colour } = this.#settings();
    return seat === this.#session.state?.viewer ? colour : other(colour);
  }

  /**
   * The last roll stays in sight until the next: on its own side, and where buttons or a sentence fill that, on the
   * other; the colour tells whose it was.
   * @param {Seat} seat
   */
  #restingPlace(seat) {
    const own = this.#halfOf(seat);
    const half = this.#controls.room(own) === "none" ? (own === "home" ? "away" : "home") : own;
    return { half, aside: this.#controls.room(half) !== "middle" };
  }

  /**
   * @param {Lying[]} lying
   * @param {Geometry} geometry
   * @param {number} tumble milliseconds that a new roll takes to come to rest; 0 when it is not new
   */
  #draw(lying, geometry, tumble) {
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
