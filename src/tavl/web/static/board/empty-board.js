// The empty board: frame, fields, points, bar, trays and numbers. Drawn again only when its shape changes.
/** @import {Geometry, Box} from "./geometry.js" */

import { round, svg } from "./svg.js";

/**
 * @param {Geometry} geometry
 * @param {{numbers: boolean}} settings
 * @returns {SVGElement[]}
 */
export function scene(geometry, settings) {
  const { width, height } = geometry;
  const board = { x: 0, y: 0, width, height };
  /** @type {SVGElement[]} */
  const art = [
    rect(board, { class: "frame", rx: 16 }),
    ...grain(board, geometry.tall, 11, "frame-grain"),
    rect({ x: 2, y: 2, width: width - 4, height: height - 4 }, { class: "frame-shine", rx: 15 }),
    rect({ x: 7, y: 7, width: width - 14, height: height - 14 }, { class: "inlay", rx: 11 }),
  ];
  for (const half of /** @type {const} */ (["away", "home"])) {
    const field = geometry.field(half);
    art.push(
      rect(field, { class: "field", rx: 5 }),
      ...grain(field, geometry.tall, half === "home" ? 23 : 37, "field-grain"),
      rect(field, { fill: "url(#vignette)", rx: 5 }),
    );
  }
  for (let point = 1; point <= 24; point++) art.push(...drawPoint(geometry, point, settings.numbers));
  for (const half of /** @type {const} */ (["away", "home"])) art.push(...inset(geometry.field(half)));
  art.push(...drawBar(geometry));
  for (const whose of /** @type {const} */ (["opponent", "own"])) {
    const tray = geometry.tray(whose);
    art.push(rect(tray, { class: "tray", rx: 7 }), ...inset(tray, 7));
  }
  return art;
}

/**
 * @param {Geometry} geometry
 * @param {number} point
 * @param {boolean} numbered
 */
function drawPoint(geometry, point, numbered) {
  const { corners, number } = geometry.triangle(point);
  const kind = point % 2 ? "odd" : "even";
  /** @type {SVGElement[]} */
  const art = [svg("polygon", { class: `point ${kind}`, points: corners.map(({ x, y }) => `${x},${y}`).join(" ") })];
  if (numbered) art.push(svg("text", { class: "number", x: number.x, y: number.y }, [String(point)]));
  return art;
}

/** @param {Geometry} geometry */
function drawBar(geometry) {
  const bar = geometry.bar;
  const middle = geometry.tall
    ? { x: 0, y: bar.y + bar.height / 2 - 1.5, width: bar.width, height: 3 }
    : { x: bar.x + bar.width / 2 - 1.5, y: 0, width: 3, height: bar.height };
  return [
    rect(bar, { class: "bar" }),
    ...grain(bar, !geometry.tall, 51, "frame-grain"),
    rect(bar, { fill: geometry.tall ? "url(#bar-tall)" : "url(#bar-wide)" }),
    rect(middle, { class: "hinge" }),
  ];
}

/**
 * The shadow that a raised edge throws on what lies within it.
 * @param {Box} box
 * @param {number} rx
 */
function inset(box, rx = 5) {
  return [
    rect({ ...box, height: 22 }, { fill: "url(#inset-top)", rx }),
    rect({ ...box, width: 16 }, { fill: "url(#inset-side)", rx }),
    rect(box, { class: "lip", rx }),
  ];
}

/**
 * @param {Box} box
 * @param {Record<string, string | number>} attributes
 */
function rect({ x, y, width, height }, attributes) {
  return svg("rect", { x: round(x), y: round(y), width: round(width), height: round(height), ...attributes });
}

/**
 * Wood grain, the same for the same seed.
 * @param {Box} box
 * @param {boolean} upright
 * @param {number} seed
 * @param {string} kind
 */
function grain(box, upright, seed, kind) {
  let value = seed;
  const chance = () => (value = (value * 16807) % 2147483647) / 2147483647;
  for (let i = 0; i < 5; i++) chance();
  const [length, depth] = upright ? [box.height, box.width] : [box.width, box.height];
  let light = "";
  let dark = "";
  for (let across = 3; across < depth - 2; across += 2.5 + chance() * 8) {
    const bend = () => round(Math.min(depth - 1, Math.max(1, across + (chance() - 0.5) * 9)));
    const start = chance() > 0.5 ? 0 : round(chance() * length * 0.5);
    const end = chance() > 0.5 ? length : round(length - chance() * length * 0.4);
    const third = (end - start) / 3;
    const spots = [
      [start, bend()],
      [start + third, bend()],
      [start + 2 * third, bend()],
      [end, bend()],
    ].map(([a, b]) =>
      upright ? `${round(box.x + b)} ${round(box.y + a)}` : `${round(box.x + a)} ${round(box.y + b)}`,
    );
    const line = `M${spots[0]}C${spots[1]} ${spots[2]} ${spots[3]}`;
    if (chance() > 0.4) dark += line;
    else light += line;
  }
  return [
    svg("path", { class: `grain ${kind} dark`, d: dark }),
    svg("path", { class: `grain ${kind} light`, d: light }),
  ];
}

/** Gradients; their colours come from the theme by class. */
export function defs() {
  const stops = (/** @type {string[]} */ classes, /** @type {number[]} */ at) =>
    classes.map((name, i) => svg("stop", { class: name, offset: at[i] }));
  const radial = (/** @type {string} */ id, /** @type {SVGStopElement[]} */ children, cx = 0.36, cy = 0.3, r = 0.78) =>
    svg("radialGradient", { id, cx, cy, r }, children);
  const linear = (/** @type {string} */ id, /** @type {boolean} */ down, /** @type {SVGStopElement[]} */ children) =>
    svg("linearGradient", { id, x1: 0, y1: 0, x2: down ? 0 : 1, y2: down ? 1 : 0 }, children);
  const shade = (/** @type {number} */ offset, /** @type {number} */ opacity, colour = "#000") =>
    svg("stop", { offset, "stop-color": colour, "stop-opacity": opacity });
  /** @type {SVGElement[]} */
  const all = [
    radial("shadow", [shade(0.6, 0.5), shade(0.82, 0.22), shade(1, 0)], 0.5, 0.5, 0.5),
    radial("vignette", [shade(0.4, 0), shade(1, 0.16)], 0.5, 0.5, 0.75),
    linear("inset-top", true, [shade(0, 0.32), shade(1, 0)]),
    linear("inset-side", false, [shade(0, 0.22), shade(1, 0)]),
    linear("bar-wide", false, [shade(0, 0.3), shade(0.12, 0), shade(0.5, 0.12), shade(0.88, 0), shade(1, 0.34)]),
    linear("bar-tall", true, [shade(0, 0.3), shade(0.12, 0), shade(0.5, 0.12), shade(0.88, 0), shade(1, 0.34)]),
    linear("cube-face", true, stops(["cube-high", "cube-low"], [0, 1])),
  ];
  for (const colour of ["light", "dark"]) {
    const three = [`${colour}-high`, `${colour}-mid`, `${colour}-low`];
    all.push(
      radial(`${colour}-body`, stops(three, [0, 0.55, 1])),
      radial(`${colour}-face`, stops(three.toReversed(), [0, 0.6, 1]), 0.4, 0.34, 0.9),
      linear(`${colour}-edge`, true, stops([`${colour}-high`, `${colour}-mid`, `${colour}-low`], [0, 0.45, 1])),
      linear(`${colour}-side`, false, stops([`${colour}-high`, `${colour}-mid`, `${colour}-low`], [0, 0.45, 1])),
      linear(`${colour}-die`, true, stops([`${colour}-high`, `${colour}-mid`], [0, 1])),
    );
  }
  return svg("defs", {}, all);
}
