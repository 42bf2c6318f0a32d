// Marks on the board: where a picked checker can go, how the last play went, and arrows of plays.
/** @import {Session} from "./play-entry.js" */
/** @import {Geometry} from "./geometry.js" */
/** @import {Who} from "./checkers.js" */

import { arrowShapes } from "./arrows.js";
import { CHECKER, seenFrom } from "./checkers.js";
import { OFF } from "./position.js";
import { svg } from "./svg.js";

/** @typedef {{who: Who, left: number[], reached: number[]}} Trail */

/**
 * @param {Session} session
 * @param {Geometry} geometry
 * @returns {{shapes: SVGElement[], spots: SVGElement[], trail: Trail}} `shapes` lie under the checkers, `spots` over
 */
export function marks({ state, draft, shownTargets: targets }, geometry) {
  /** @type {Trail} */
  const nothing = { who: "own", left: [], reached: [] };
  if (!state) return { shapes: [], spots: [], trail: nothing };
  const position = draft?.position ?? state.placed;
  /** @type {SVGElement[]} */
  const shapes = [...targets.keys()].flatMap((place) => {
    if (place === OFF) {
      const tray = { ...geometry.tray("own"), rx: 7 };
      return /** @type {SVGElement[]} */ (["halo", "target"].map((name) => svg("rect", { class: name, ...tray })));
    }
    const points = geometry.triangle(place).corners.map(({ x, y }) => `${x},${y}`);
    return /** @type {SVGElement[]} */ ([svg("polygon", { class: "target-point", points: points.join(" ") })]);
  });
  const landing = [...targets.keys()]
    .filter((place) => place !== OFF)
    .flatMap((place) => {
      const { x, y } = geometry.slot(place, position.own[place]);
      const circle = { cx: x, cy: y, r: CHECKER * 0.36 };
      return [svg("circle", { class: "halo", ...circle }), svg("circle", { class: "target", ...circle })];
    });
  const { last } = state;
  const trail = last && !draft?.steps.length ? trailOf(last, last.seat === state.viewer ? "own" : "opponent") : nothing;
  const left = trail.left.map((place) => {
    const count = trail.who === "own" ? position.own[place] : position.opponent[25 - place];
    const { x, y } = geometry.beyond(place, count);
    return svg("circle", { class: "left", cx: x, cy: y, r: CHECKER * 0.13 });
  });
  const arrows = arrowShapes(state.arrows, { viewer: state.viewer, position: state.placed }, geometry);
  return { shapes, spots: [...left, ...landing, ...arrows], trail };
}

/**
 * Where the checkers of the last play came from and where they ended, in the viewer's numbers.
 * @param {{moves: [number, number][]}} last
 * @param {Who} who
 * @returns {Trail}
 */
function trailOf(last, who) {
  const seen = (/** @type {number} */ place) => (who === "own" ? place : seenFrom(place));
  /** @type {number[]} */
  const reached = [];
  /** @type {number[]} */
  const left = [];
  for (const [from, to] of last.moves) {
    const before = reached.indexOf(seen(from));
    if (before >= 0) reached[before] = seen(to);
    else {
      left.push(seen(from));
      reached.push(seen(to));
    }
  }
  const onBoard = (/** @type {number} */ place) => place >= 1 && place <= 24;
  return { who, left: [...new Set(left)].filter(onBoard), reached: reached.filter(onBoard) };
}
