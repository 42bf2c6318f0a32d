// Where the checkers stand. No rules: only counting, and moving a checker from one place to another.

/**
 * Checkers of one side by place in its own numbers: 1 to 24 the points, 25 the bar, 0 borne off.
 * @typedef {number[]} Side
 */
/** @typedef {{own: Side, opponent: Side}} Position */

export const OFF = 0;
export const BAR = 25;
/** The opponent's bar and tray where places are in the viewer's numbers. */
export const OPPONENT_BAR = 26;
export const OPPONENT_OFF = 27;
/** How a game begins, for either side. */
export const START = "24:2 13:5 8:3 6:5 | 24:2 13:5 8:3 6:5";
const CHECKERS = 15;

/** An invalid field of a state. */
export class StateError extends TypeError {
  /**
   * @param {string} field
   * @param {string} problem
   */
  constructor(field, problem) {
    super(`${field}: ${problem}`);
    this.name = "StateError";
    this.field = field;
  }
}

/**
 * "24:2 13:5 8:3 6:5 | bar:1 6:5", the viewer's side first. What is not placed is off, of 15.
 * @param {string} text
 * @returns {Position}
 */
export function parsePosition(text) {
  const sides = text.split("|");
  if (sides.length !== 2) throw new StateError("position", "two sides with | between them are expected");
  const [own, opponent] = sides.map(parseSide);
  return { own, opponent };
}

/**
 * @param {string} text
 * @returns {Side}
 */
function parseSide(text) {
  const side = /** @type {Side} */ (new Array(26).fill(0));
  let offGiven = false;
  for (const word of text.trim().split(/\s+/).filter(Boolean)) {
    const parts = /^(bar|off|\d{1,2}):(\d{1,2})$/.exec(word);
    const place = parts && (parts[1] === "bar" ? BAR : parts[1] === "off" ? OFF : Number(parts[1]));
    if (!parts || place === null || place > BAR) throw new StateError("position", `"${word}" is no place:count`);
    if (place === OFF) offGiven = true;
    side[place] += Number(parts[2]);
  }
  if (!offGiven) side[OFF] = Math.max(0, CHECKERS - total(side));
  return side;
}

/** @param {Side} side */
export function total(side) {
  return side.reduce((sum, count) => sum + count, 0);
}

/** @param {Side} side */
export function pips(side) {
  return side.reduce((sum, count, place) => sum + place * count, 0);
}

/**
 * The position after the viewer's checker went from one place to another.
 * @param {Position} position
 * @param {{from: number, to: number, hit: boolean}} step
 * @returns {Position}
 */
export function moved(position, { from, to, hit }) {
  const own = position.own.slice();
  const opponent = position.opponent.slice();
  own[from] -= 1;
  own[to] += 1;
  if (hit) {
    opponent[25 - to] -= 1;
    opponent[BAR] += 1;
  }
  return { own, opponent };
}
