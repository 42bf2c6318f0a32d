// Arrows over the board: plays that the page wants to show, such as the one that was made and the one that was better.
/** @import {Arrow, Seat} from "./tavl-board.js" */
/** @import {Geometry, Spot} from "./geometry.js" */
/** @import {Position} from "./position.js" */

import { seenFrom } from "./checkers.js";
import { BAR, OFF, OPPONENT_BAR, OPPONENT_OFF } from "./position.js";
import { round, svg } from "./svg.js";

const HEAD = 40; // how long a head is
const BEND = 0.13; // how far an arrow bends aside, as a part of its length: two plays of one checker lie apart

/**
 * @param {Arrow[]} arrows
 * @param {{viewer: Seat, position: Position}} seen
 * @param {Geometry} geometry
 * @returns {SVGElement[]}
 */
export function arrowShapes(arrows, { viewer, position }, geometry) {
  return arrows.flatMap(({ seat, moves, kind }, number) => {
    const own = seat === viewer;
    const seenPlace = (/** @type {number} */ place) => (own ? place : seenFrom(place));
    /** @type {Map<number, number>} */
    const left = new Map();
    /** @type {Map<number, number>} */
    const reached = new Map();
    return ways(moves).flatMap(([from, to]) => {
      const [source, target] = [seenPlace(from), seenPlace(to)];
      const gone = left.get(source) ?? 0;
      const landed = reached.get(target) ?? 0;
      left.set(source, gone + 1);
      reached.set(target, landed + 1);
      const start = geometry.slot(source, Math.max(0, stack(position, own, source) - 1 - gone));
      const end = geometry.slot(target, stack(position, own, target) + landed);
      return draw(start, end, kind, number % 2 ? -BEND : BEND);
    });
  });
}

/**
 * Each checker's whole path: a move that continues where another ended is part of it.
 * @param {[number, number][]} moves
 */
function ways(moves) {
  /** @type {[number, number][]} */
  const found = [];
  for (const [from, to] of [...moves].sort((a, b) => b[0] - a[0])) {
    const before = found.find((way) => way[1] === from);
    if (before) before[1] = to;
    else found.push([from, to]);
  }
  return found;
}

/**
 * @param {Position} position
 * @param {boolean} own
 * @param {number} place in the viewer's numbers
 */
function stack({ own: mine, opponent }, own, place) {
  if (own) return mine[place];
  return opponent[place === OPPONENT_BAR ? BAR : place === OPPONENT_OFF ? OFF : 25 - place];
}

/**
 * @param {Spot} start
 * @param {Spot} end
 * @param {string} kind
 * @param {number} bend
 */
function draw(start, end, kind, bend) {
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const length = Math.hypot(dx, dy) || 1;
  const middle = { x: start.x + dx / 2 - dy * bend, y: start.y + dy / 2 + dx * bend };
  const [tx, ty] = [end.x - middle.x, end.y - middle.y];
  const way = Math.hypot(tx, ty) || 1;
  const [ux, uy] = [tx / way, ty / way];
  const head = Math.min(HEAD, length * 0.45);
  const neck = { x: end.x - ux * head, y: end.y - uy * head };
  const corner = (/** @type {1 | -1} */ side) =>
    `${round(neck.x - uy * head * 0.5 * side)} ${round(neck.y + ux * head * 0.5 * side)}`;
  const shaft = `M${round(start.x)} ${round(start.y)}Q${round(middle.x)} ${round(middle.y)} ${round(neck.x)} ${round(neck.y)}`;
  const tip = `M${corner(1)}L${round(end.x)} ${round(end.y)}L${corner(-1)}Z`;
  return [
    svg("path", { class: "arrow-halo", d: `${shaft}${tip}` }),
    svg("path", { class: `arrow ${kind}`, d: shaft }),
    svg("path", { class: `arrow-head ${kind}`, d: tip }),
  ];
}
