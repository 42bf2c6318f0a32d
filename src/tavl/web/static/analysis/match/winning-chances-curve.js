// The match as a curve of winning chances: a few lines of SVG of our own, as wide as the page allows.
/** @import {AnalysedMatch, AnalysisStep} from "../../shared/pages.js" */

import { svg, round } from "../../board/svg.js";
import { percent } from "../numbers.js";

const HEIGHT = 120;
const [LEFT, RIGHT, TOP, BOTTOM] = [34, 10, 12, 18];
const SWING = 0.08; // of the match that a roll gives or takes; for money, of a game

/**
 * @param {AnalysedMatch} match
 * @param {number} width
 * @param {number} viewer whose chances go up
 * @returns {{drawing: SVGSVGElement, move: (step: number) => void}} `move` puts the cursor on a step
 */
export function drawCurve(match, width, viewer) {
  const { steps } = match;
  const room = Math.max(1, width - LEFT - RIGHT);
  const x = (/** @type {number} */ number) =>
    round(LEFT + (steps.length > 1 ? (room * number) / (steps.length - 1) : 0));
  const y = (/** @type {number} */ chance) => round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - chance));
  const chance = (/** @type {AnalysisStep} */ step) => (viewer === 0 ? step.chance : 1 - step.chance);
  const spots = steps.map((step, number) => ({ x: x(number), y: y(chance(step)) }));
  const line = `M${spots.map((spot) => `${spot.x} ${spot.y}`).join("L")}`;
  const middle = y(0.5);
  const area = `${line}L${x(steps.length - 1)} ${middle}L${x(0)} ${middle}Z`;
  const cursor = svg("g", { class: "cursor" }, [
    svg("line", { x1: 0, x2: 0, y1: TOP - 6, y2: HEIGHT - BOTTOM + 4 }),
    svg("circle", { r: 6 }),
  ]);
  const drawing = svg("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT, "aria-hidden": "true" }, [
    svg("defs", {}, [
      svg("clipPath", { id: "above" }, [svg("rect", { x: 0, y: 0, width, height: middle })]),
      svg("clipPath", { id: "below" }, [svg("rect", { x: 0, y: middle, width, height: HEIGHT - middle })]),
    ]),
    ...[0, 0.25, 0.5, 0.75, 1].map((level) =>
      svg("line", {
        class: level === 0.5 ? "level half" : "level",
        x1: LEFT,
        x2: LEFT + room,
        y1: y(level),
        y2: y(level),
      }),
    ),
    ...[0, 0.5, 1].map((level) =>
      svg("text", { class: "number", x: LEFT - 6, y: y(level) + 4, "text-anchor": "end" }, [
        percent(level).replace(/[.,]0$/, ""),
      ]),
    ),
    ...borders(match, x),
    svg("path", { class: "area own", d: area, "clip-path": "url(#above)" }),
    svg("path", { class: "area other", d: area, "clip-path": "url(#below)" }),
    svg("path", { class: "line", d: line }),
    ...steps.flatMap((step, number) => marks(step, spots[number])),
    cursor,
  ]);
  const move = (/** @type {number} */ number) =>
    cursor.setAttribute("transform", `translate(${spots[number].x} 0)`) ??
    cursor.lastElementChild?.setAttribute("cy", String(spots[number].y));
  return { drawing, move };
}

/**
 * Where a game begins, with the score.
 * @param {AnalysedMatch} match
 * @param {(number: number) => number} x
 */
function borders({ steps, games }, x) {
  let free = -Infinity; // two scores never overlap
  return games.flatMap((game, number) => {
    const first = steps.findIndex((step) => step.game === number);
    if (first < 0) return [];
    const at = first ? (x(first) + x(first - 1)) / 2 : x(first);
    const shown = at >= free;
    if (shown) free = at + 34;
    return [
      ...(first ? [svg("line", { class: "border", x1: at, x2: at, y1: TOP, y2: HEIGHT - BOTTOM })] : []),
      ...(shown
        ? [svg("text", { class: "number", x: at + (first ? 4 : 0), y: HEIGHT - 4 }, [game.score.join("–")])]
        : []),
    ];
  });
}

/** @param {AnalysisStep} step */
export const isSwing = (step) => Math.abs(step.luck_cost ?? 0) >= SWING;

/**
 * Errors on the curve; lucky and unlucky rolls as dice beside it.
 * @param {AnalysisStep} step
 * @param {{x: number, y: number}} spot
 * @returns {SVGElement[]}
 */
function marks(step, { x, y }) {
  /** @type {SVGElement[]} */
  const found = [];
  if (isSwing(step)) {
    const lucky = (step.luck_cost ?? 0) > 0;
    found.push(svg("rect", { class: lucky ? "swing lucky" : "swing", x: x - 4, y: y - 4, width: 8, height: 8, rx: 2 }));
  }
  if (step.error_class === "mistake") found.push(svg("circle", { class: "mistake", cx: x, cy: y, r: 3.6 }));
  if (step.error_class === "blunder")
    found.push(svg("path", { class: "blunder", d: `M${x} ${y - 7}L${x + 7} ${y}L${x} ${y + 7}L${x - 7} ${y}Z` }));
  return found;
}
