// The thirty checkers: how large they are, how many of a stack lie apart before a number on it says how many there are,
// where each lies, and how it gets there.
/** @import {Position} from "./position.js" */
/** @import {Geometry, Spot} from "./geometry.js" */

import { animate } from "./animation.js";
import { BAR, OFF, OPPONENT_BAR, OPPONENT_OFF, total } from "./position.js";
import { svg } from "./svg.js";

/** @typedef {"own" | "opponent"} Who */
/** @typedef {{who: Who, from: number, to: number, after?: boolean}} Hint `after`: when the one before has arrived */
/**
 * @typedef {object} Checker
 * @property {Who} who
 * @property {number} place in the viewer's numbers
 * @property {Spot} spot
 * @property {SVGGElement} group
 * @property {SVGRectElement} edge
 * @property {SVGTextElement} count
 */
/** @typedef {{spot: Spot, start: number, end: number}} Leg */
/** @typedef {{from: Spot, running: Animation[]}} Now */

export const CHECKER = 92; // across; a column is 100
/** Checkers of a stack that lie apart. A larger stack carries a number on its top checker. */
export const SHOWN = 5;
export const SHOWN_ON_BAR = 3;
const RADIUS = CHECKER / 2;

export class Checkers {
  #layer;
  /** @type {Map<string, Checker[]>} */
  #stacks = new Map();
  /** @type {Geometry | null} */
  #geometry = null;
  /** @type {Checker | null} */
  #held = null;
  #colour = "light";

  /** @param {SVGGElement} layer */
  constructor(layer) {
    this.#layer = layer;
  }

  /**
   * @param {Who} who
   * @param {number} place
   */
  #stack(who, place) {
    const key = `${who} ${place}`;
    const stack = this.#stacks.get(key) ?? [];
    this.#stacks.set(key, stack);
    return stack;
  }

  get #all() {
    return [...this.#stacks.values()].flat();
  }

  /**
   * A new shape or colour of the board: everything is placed at once.
   * @param {Geometry} geometry
   * @param {"light" | "dark"} colour the viewer's
   */
  shape(geometry, colour) {
    this.#geometry = geometry;
    if (colour !== this.#colour) {
      this.#colour = colour;
      this.#stacks.clear();
      this.#layer.replaceChildren();
    }
    this.#settle(new Map(), 0);
  }

  /**
   * Bring the checkers to a position. The hints say which went where, in order; the others are worked out.
   * @param {Position} position
   * @param {Hint[]} hints
   * @param {number} duration of one step, 0 for at once
   */
  show(position, hints, duration) {
    this.#supply("own", total(position.own));
    this.#supply("opponent", total(position.opponent));
    /** @type {Map<Checker, Leg[]>} */
    const legs = new Map();
    let clock = 0;
    for (const hint of hints) {
      const checker = this.#stack(hint.who, hint.from).at(-1);
      if (!checker) continue;
      const spot = this.#shift(checker, hint.to);
      addLeg(legs, checker, spot, hint.after ? clock - duration * 0.15 : clock, duration);
      if (!hint.after) clock += duration;
    }
    for (const who of /** @type {const} */ (["own", "opponent"]))
      this.#reconcile(who, wanted(position, who), legs, duration);
    this.#settle(legs, duration);
  }

  /**
   * As many checkers as there are, new ones beginning borne off.
   * @param {Who} who
   * @param {number} count
   */
  #supply(who, count) {
    const mine = this.#all.filter((checker) => checker.who === who);
    const off = who === "own" ? OFF : OPPONENT_OFF;
    for (let i = mine.length; i < count; i++) {
      const checker = makeChecker(who, who === "own" ? this.#colour : other(this.#colour));
      checker.place = off;
      this.#stack(who, off).push(checker);
      this.#layer.append(checker.group);
    }
    for (const surplus of mine.slice(count)) {
      const stack = this.#stack(who, surplus.place);
      stack.splice(stack.indexOf(surplus), 1);
      surplus.group.remove();
    }
  }

  /**
   * @param {Checker} checker the top one of its stack
   * @param {number} place
   */
  #shift(checker, place) {
    this.#stack(checker.who, checker.place).pop();
    const stack = this.#stack(checker.who, place);
    checker.place = place;
    stack.push(checker);
    return this.#slot(checker, stack.length - 1);
  }

  /**
   * @param {Checker} checker
   * @param {number} index
   */
  #slot(checker, index) {
    return this.#geometry ? this.#geometry.slot(checker.place, index) : checker.spot;
  }

  /**
   * @param {Who} who
   * @param {Map<number, number>} counts
   * @param {Map<Checker, Leg[]>} legs
   * @param {number} duration
   */
  #reconcile(who, counts, legs, duration) {
    const places = new Set([...counts.keys(), ...this.#all.filter((c) => c.who === who).map((c) => c.place)]);
    const missing = [...places].flatMap((place) => {
      const length = Math.max(0, (counts.get(place) ?? 0) - this.#stack(who, place).length);
      return Array.from({ length }, () => place);
    });
    for (const place of places) {
      const stack = this.#stack(who, place);
      while (stack.length > (counts.get(place) ?? 0) && missing.length) {
        const checker = stack[stack.length - 1];
        const spot = this.#shift(checker, /** @type {number} */ (missing.shift()));
        addLeg(legs, checker, spot, 0, duration);
      }
    }
  }

  /**
   * Puts every checker into its slot; those that move are drawn on top of the others.
   * @param {Map<Checker, Leg[]>} legs
   * @param {number} duration
   */
  #settle(legs, duration) {
    const geometry = this.#geometry;
    if (!geometry) return;
    /** @type {SVGGElement[]} */
    const order = [];
    // Read everything before changing anything: otherwise the browser would recompute the styles in between.
    const now = new Map(this.#all.map((checker) => [checker, whereNow(checker)]));
    for (const stack of this.#stacks.values()) {
      stack.forEach((checker, index) => {
        const top = index === stack.length - 1;
        checker.count.textContent = top && stack.length > shown(checker.place) ? String(stack.length) : "";
        order.push(checker.group);
        if (checker === this.#held) return;
        const spot = geometry.slot(checker.place, index);
        const own = legs.get(checker) ?? [{ spot, start: 0, end: duration }];
        own[own.length - 1].spot = spot;
        this.#travel(checker, own, geometry, /** @type {Now} */ (now.get(checker)));
      });
    }
    this.#layer.append(...order, ...[...legs.keys()].map((checker) => checker.group));
    if (this.#held) this.#layer.append(this.#held.group);
  }

  /**
   * @param {Checker} checker
   * @param {Leg[]} legs
   * @param {Geometry} geometry
   * @param {Now} now
   */
  #travel(checker, legs, geometry, { from, running }) {
    const { group } = checker;
    const spot = legs[legs.length - 1].spot;
    const end = legs[legs.length - 1].end;
    const still = Math.hypot(from.x - spot.x, from.y - spot.y) < 0.5 && legs.length === 1;
    checker.spot = spot;
    group.style.transform = translate(spot);
    const off = checker.place === OFF || checker.place === OPPONENT_OFF;
    if (off) lieOnEdge(checker, geometry);
    for (const animation of running) animation.cancel();
    if (still || end <= 0) return void group.classList.toggle("on-edge", off);
    group.classList.remove("on-edge");
    const frames = [{ transform: translate(from), offset: 0, easing: "ease-in-out" }];
    let at = from;
    for (const leg of legs) {
      frames.push({ transform: translate(at), offset: leg.start / end, easing: "ease-in-out" });
      frames.push({ transform: translate(leg.spot), offset: leg.end / end, easing: "linear" });
      at = leg.spot;
    }
    animate(group, frames, { duration: end }, () =>
      group.classList.toggle("on-edge", checker.place === OFF || checker.place === OPPONENT_OFF),
    );
  }

  /**
   * Take the viewer's top checker of a place into the hand.
   * @param {number} place
   */
  hold(place) {
    this.#held = this.#stack("own", place).at(-1) ?? null;
    if (!this.#held) return;
    for (const running of this.#held.group.getAnimations()) running.cancel();
    this.#held.group.classList.add("held");
    this.#held.group.classList.remove("on-edge");
    this.#layer.append(this.#held.group);
  }

  /** @param {Spot} spot */
  carry(spot) {
    if (!this.#held) return;
    this.#held.spot = spot;
    this.#held.group.style.transform = translate(spot);
  }

  /** Open the hand; the next `show` brings the checker to where it belongs, from where it was let go. */
  release() {
    this.#held?.group.classList.remove("held");
    this.#held = null;
  }

  /**
   * Mark the top checkers of places: the ones that can be moved, or the last that were.
   * @param {string} mark a class
   * @param {Who} who
   * @param {Iterable<number>} places one for each checker
   */
  mark(mark, who, places) {
    for (const checker of this.#all) checker.group.classList.remove(mark);
    /** @type {Map<number, number>} */
    const marked = new Map();
    for (const place of places) {
      const count = (marked.get(place) ?? 0) + 1;
      marked.set(place, count);
      this.#stack(who, place).at(-count)?.group.classList.add(mark);
    }
  }
}

/**
 * The size of a stack above which its top checker carries a number.
 * @param {number} place
 */
function shown(place) {
  if (place === OFF || place === OPPONENT_OFF) return Infinity;
  return place === BAR || place === OPPONENT_BAR ? SHOWN_ON_BAR : SHOWN;
}

/**
 * A checker moves on only when it has arrived.
 * @param {Map<Checker, Leg[]>} legs
 * @param {Checker} checker
 * @param {Spot} spot
 * @param {number} wanted when it would begin
 * @param {number} duration
 */
function addLeg(legs, checker, spot, wanted, duration) {
  const before = legs.get(checker) ?? [];
  const start = Math.max(wanted, before.at(-1)?.end ?? 0);
  legs.set(checker, [...before, { spot, start, end: start + duration }]);
}

/**
 * @param {Position} position
 * @param {Who} who
 * @returns {Map<number, number>} checkers by the viewer's places
 */
function wanted(position, who) {
  const counts = new Map();
  position[who].forEach((count, place) => {
    if (count) counts.set(who === "own" ? place : seenFrom(place), count);
  });
  return counts;
}

/**
 * A place of the opponent's in the viewer's numbers.
 * @param {number} place
 */
export function seenFrom(place) {
  return place === OFF ? OPPONENT_OFF : place === BAR ? OPPONENT_BAR : 25 - place;
}

/** @param {string} colour */
export const other = (colour) => (colour === "light" ? "dark" : "light");

/**
 * @param {Who} who
 * @param {string} colour
 * @returns {Checker}
 */
function makeChecker(who, colour) {
  const edge = svg("rect", { class: "edge", rx: 4 });
  const count = svg("text", { class: "count" });
  const disc = svg("g", { class: "disc" }, [
    svg("circle", { class: "shadow", r: RADIUS * 1.14, cx: 3, cy: 6, fill: "url(#shadow)" }),
    svg("circle", { class: "body", r: RADIUS, fill: `url(#${colour}-body)` }),
    svg("circle", { class: "groove", r: RADIUS * 0.74 }),
    svg("circle", { class: "face", r: RADIUS * 0.7, fill: `url(#${colour}-face)` }),
    svg("circle", { class: "ring", r: RADIUS * 0.98 }),
    count,
  ]);
  const group = svg("g", { class: `checker ${who} ${colour}` }, [disc, edge]);
  return { who, place: OFF, spot: { x: 0, y: 0 }, group, edge, count };
}

/**
 * @param {Checker} checker
 * @param {Geometry} geometry
 */
function lieOnEdge({ edge, group }, geometry) {
  const [long, thin] = [82, Math.max(4, geometry.edge - 1.5)];
  const [width, height] = geometry.tall ? [thin, long] : [long, thin];
  const colour = group.classList.contains("light") ? "light" : "dark";
  const shape = {
    x: -width / 2,
    y: -height / 2,
    width,
    height,
    fill: `url(#${colour}-${geometry.tall ? "side" : "edge"})`,
  };
  for (const [name, value] of Object.entries(shape)) edge.setAttribute(name, String(value));
}

/**
 * Where a checker is on the screen right now, in the middle of a flight too.
 * @param {Checker} checker
 * @returns {Now}
 */
function whereNow({ group, spot }) {
  const running = group.getAnimations();
  if (!running.length) return { from: spot, running };
  const { e, f } = new DOMMatrix(getComputedStyle(group).transform);
  return { from: { x: e, y: f }, running };
}

/** @param {Spot} spot */
const translate = ({ x, y }) => `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px)`;
