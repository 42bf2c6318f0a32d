// The layout. The board is laid out once in (along, across): along from the outer edge to the tray, across
// from the opponent's rim to the viewer's. Wide, `along` runs to the right; tall, it runs down, so that on a phone held
// upright every point is still wide enough for a finger. One column is 100 units.

import { CHECKER, SHOWN, SHOWN_ON_BAR } from "./checkers.js";
import { BAR, OFF, OPPONENT_BAR, OPPONENT_OFF } from "./position.js";

/** All places in the viewer's numbers (the points, both bars and both trays), in the order the arrow keys walk them. */
export const PLACES = [BAR, ...Array.from({ length: 24 }, (_, i) => 24 - i), OFF, OPPONENT_BAR, OPPONENT_OFF];

const COLUMN = 100;
const RAIL = 30;
const RIM = 46; // carries the numbers
const DIVIDER = 24;
const GAP = 176; // between the tips of the points: dice and buttons
const HALF = 6 * COLUMN;
const ASIDE = 66; // from the rail to the middle of two small dice
const ALONG = RAIL + HALF + COLUMN + HALF + DIVIDER + COLUMN + RAIL;
const BAR_AT = RAIL + HALF;
const HOME_AT = BAR_AT + COLUMN;
const TRAY_AT = HOME_AT + HALF + DIVIDER;
const MIN_ACROSS = 770;
const ACROSS_BEST = 1120;

const FINGER = 44.5; // a little over the 44 CSS pixels that a finger needs
const COMFORT = 48;

/** @typedef {{x: number, y: number, width: number, height: number}} Box */
/** @typedef {{x: number, y: number}} Spot */
/** @typedef {{tall: boolean, across: number, unit: number}} Fit `unit`: CSS pixels a column */

/**
 * The best board for this space: its proportions follow the space, as long as a finger can still hit a point.
 * @param {number} width
 * @param {number} height
 * @param {"auto" | "wide" | "tall"} layout
 * @returns {Fit}
 */
export function fit(width, height, layout) {
  const tall = layout === "tall" || (layout === "auto" && height > width && width * COLUMN < ALONG * FINGER);
  const unit = tall ? tallUnit(width, height) : wideUnit(width, height);
  const room = ((tall ? width : height) / unit) * COLUMN;
  return { tall, unit, across: Math.min(ACROSS_BEST, Math.max(MIN_ACROSS, room)) };
}

/**
 * @param {number} width
 * @param {number} height
 */
function wideUnit(width, height) {
  const best = (height / ACROSS_BEST) * COLUMN;
  const least = (height / MIN_ACROSS) * COLUMN;
  return Math.min((width / ALONG) * COLUMN, Math.max(best, Math.min(COMFORT, least)));
}

/**
 * @param {number} width
 * @param {number} height
 */
function tallUnit(width, height) {
  return Math.min((width / MIN_ACROSS) * COLUMN, Math.max((height / ALONG) * COLUMN, FINGER));
}

export class Geometry {
  /**
   * @param {Fit} fit
   * @param {"left" | "right"} direction where the viewer's home is
   */
  constructor({ tall, across }, direction) {
    this.tall = tall;
    this.mirrored = direction === "left";
    this.across = across;
    this.width = tall ? across : ALONG;
    this.height = tall ? ALONG : across;
    this.reach = (across - GAP) / 2 - RIM; // from the rim to the tips
    this.pitch = Math.min(CHECKER, (this.reach - CHECKER) / (SHOWN - 1));
    this.edge = Math.min(30, (this.reach - 14) / 15); // a borne off checker seen from the side
  }

  /**
   * @param {number} along
   * @param {number} across
   * @returns {Spot}
   */
  at(along, across) {
    if (this.tall) return { x: this.mirrored ? this.across - across : across, y: along };
    return { x: this.mirrored ? ALONG - along : along, y: across };
  }

  /**
   * @param {number} along
   * @param {number} across
   * @param {number} length
   * @param {number} depth
   * @returns {Box}
   */
  box(along, across, length, depth) {
    const a = this.at(along, across);
    const b = this.at(along + length, across + depth);
    return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) };
  }

  /** @param {number} point */
  #column(point) {
    const column = point <= 12 ? 12 - point : point - 13;
    return RAIL + column * COLUMN + (column >= 6 ? COLUMN : 0);
  }

  /**
   * The area of a place for a finger.
   * @param {number} place
   * @returns {Box}
   */
  target(place) {
    const half = (this.across - GAP) / 2;
    const middle = this.across / 2;
    if (place === BAR) return this.box(BAR_AT, middle + 55, COLUMN, middle - 55);
    if (place === OPPONENT_BAR) return this.box(BAR_AT, 0, COLUMN, middle - 55);
    if (place === OFF) return this.box(TRAY_AT, this.across - half, COLUMN, half);
    if (place === OPPONENT_OFF) return this.box(TRAY_AT, 0, COLUMN, half);
    return this.box(this.#column(place), place <= 12 ? this.across - half : 0, COLUMN, half);
  }

  /**
   * The place under a spot: of those given, the nearest that is not too far away.
   * @param {Spot} spot
   * @param {Iterable<number>} places
   * @param {number} slack
   * @returns {number | null}
   */
  placeAt(spot, places, slack = 0) {
    let best = null;
    let least = slack;
    for (const place of places) {
      const { x, y, width, height } = this.target(place);
      const beyond = Math.hypot(
        Math.max(x - spot.x, 0, spot.x - x - width),
        Math.max(y - spot.y, 0, spot.y - y - height),
      );
      if (beyond === 0) return place;
      if (beyond < least) [best, least] = [place, beyond];
    }
    return best;
  }

  /**
   * The three corners of a point, and its number's spot.
   * @param {number} point
   */
  triangle(point) {
    const near = this.#column(point);
    const low = point <= 12;
    const base = low ? this.across - RIM : RIM;
    const tip = low ? base - this.reach * 0.94 : base + this.reach * 0.94;
    const middle = near + COLUMN / 2;
    const corners = [this.at(near + 4, base), this.at(middle, tip), this.at(near + COLUMN - 4, base)];
    return { corners, number: this.at(middle, low ? this.across - RIM / 2 : RIM / 2) };
  }

  /**
   * Where a checker of a stack lies.
   * @param {number} place
   * @param {number} index from the bottom of the stack
   * @returns {Spot}
   */
  slot(place, index) {
    if (place === OFF || place === OPPONENT_OFF) {
      const depth = 4 + (index + 0.5) * this.edge + Math.floor(index / 5) * 3;
      return this.at(TRAY_AT + COLUMN / 2, place === OFF ? this.across - RIM - depth : RIM + depth);
    }
    if (place === BAR || place === OPPONENT_BAR) {
      const room = this.across / 2 - 56 - RIM - COLUMN - CHECKER;
      const pitch = Math.min(CHECKER * 0.7, room / (SHOWN_ON_BAR - 1));
      const depth = 56 + CHECKER / 2 + Math.min(index, SHOWN_ON_BAR - 1) * pitch;
      return this.at(BAR_AT + COLUMN / 2, this.across / 2 + (place === BAR ? depth : -depth));
    }
    const depth = RIM + CHECKER / 2 + 1 + Math.min(index, SHOWN - 1) * this.pitch;
    return this.at(this.#column(place) + COLUMN / 2, place <= 12 ? this.across - depth : depth);
  }

  /**
   * A spot just beyond a stack.
   * @param {number} place
   * @param {number} count
   * @returns {Spot}
   */
  beyond(place, count) {
    const base = this.slot(place, Math.max(0, count - 1));
    if (count === 0) return base;
    const [a, b] = [this.slot(place, 0), this.slot(place, 1)];
    const out = (CHECKER / 2 + 15) / Math.hypot(b.x - a.x, b.y - a.y);
    return { x: base.x + (b.x - a.x) * out, y: base.y + (b.y - a.y) * out };
  }

  /**
   * The band between the points: of the viewer's home half (for the dice), or of the other (for the cube).
   * @param {"home" | "away"} half
   */
  zone(half) {
    const along = half === "home" ? HOME_AT : RAIL;
    return this.box(along + 6, (this.across - GAP) / 2 + 6, HALF - 12, GAP - 12);
  }

  /** @param {"home" | "away"} half */
  field(half) {
    return this.box(half === "home" ? HOME_AT : RAIL, RIM, HALF, this.across - 2 * RIM);
  }

  get bar() {
    return this.box(BAR_AT, 0, COLUMN, this.across);
  }

  /** @param {"own" | "opponent"} whose */
  tray(whose) {
    const depth = this.reach + 8;
    return this.box(TRAY_AT + 3, whose === "own" ? this.across - RIM - depth : RIM, COLUMN - 6, depth);
  }

  /** The middle of the tray, a finger wide: what is seldom needed lives there. */
  get corner() {
    return this.box(TRAY_AT, this.across / 2 - COLUMN / 2, COLUMN, COLUMN);
  }

  /**
   * Where dice lie: two, or four smaller ones; two small ones aside, by the rail, where the middle is taken.
   * @param {"home" | "away"} half
   * @param {number} count
   * @param {boolean} aside
   */
  dice(half, count, aside = false) {
    const rail = half === "home" ? HOME_AT + HALF - ASIDE : RAIL + ASIDE;
    const middle = aside ? rail : (half === "home" ? HOME_AT : RAIL) + HALF / 2;
    const pitch = aside ? 60 : count === 4 ? 72 : 108;
    // In reading order whichever way the board is turned.
    const reading = this.mirrored && !this.tall ? -1 : 1;
    const spots = Array.from({ length: count }, (_, i) =>
      this.at(middle + reading * (i - (count - 1) / 2) * pitch, this.across / 2),
    );
    return { spots, size: aside ? 52 : count === 4 ? 64 : 84, box: this.box(middle - 144, this.across / 2 - 52, 288, 104) };
  }

  /**
   * @param {"middle" | "own" | "opponent" | "offered"} where
   * @returns {Spot}
   */
  cube(where) {
    const along = where === "offered" ? RAIL + HALF / 2 : BAR_AT + COLUMN / 2;
    const end = RIM + COLUMN / 2;
    const across = where === "own" ? this.across - end : where === "opponent" ? end : this.across / 2;
    return this.at(along, across);
  }

  /** Small print on the rims where there is no room for the players' strips: pips by the bar, score by the tray. */
  get print() {
    const bar = BAR_AT + COLUMN / 2;
    const tray = TRAY_AT + COLUMN / 2;
    const inwards = this.tall ? 31 : RIM / 2; // three digits side by side need a little more than the rim
    return {
      pips: [this.at(bar, this.across - inwards), this.at(bar, inwards)],
      score: [this.at(tray, this.across - RIM / 2), this.at(tray, RIM / 2)],
    };
  }
}
