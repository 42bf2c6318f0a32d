// A play laid out by hand where nobody checks it: any of the player's checkers may go anywhere except onto a held
// point, as at a physical board. The board ignores the dice and counts nothing; the people at the table judge the play.
/** @import {Position} from "./position.js" */
/** @import {Step} from "./play-draft.js" */
/** @import {ReadState} from "./state.js" */

import { Draft } from "./play-draft.js";
import { BAR, moved, OFF } from "./position.js";

export class FreeDraft {
  /** @type {Step[]} */
  #steps = [];
  touched = true; // nothing is ever done automatically
  dances = false;
  swapped = false;
  /** @type {null} */
  forced = null;
  /** @type {null} */
  allOff = null;

  /**
   * @param {Position} start
   * @param {[number, number]} dice
   */
  constructor(start, dice) {
    this.start = start;
    this.dice = dice;
  }

  get steps() {
    return this.#steps;
  }

  /** @returns {[number, number][]} */
  get moves() {
    return this.#steps.map(({ from, to }) => [from, to]);
  }

  get position() {
    return this.#steps.reduce(moved, this.start);
  }

  /** As many steps as dice; there may be more or fewer. */
  get complete() {
    return this.#steps.length >= (this.dice[0] === this.dice[1] ? 4 : 2);
  }

  /** The dice can be lifted at any time. */
  get endable() {
    return true;
  }

  get order() {
    return this.dice;
  }

  swap() {}

  get sources() {
    const { own } = this.position;
    return new Set(own.flatMap((count, place) => (count && place !== OFF ? [place] : [])));
  }

  /**
   * @param {number} from
   * @returns {Map<number, Step[]>}
   */
  destinations(from) {
    const { own, opponent } = this.position;
    /** @type {Map<number, Step[]>} */
    const found = new Map();
    if (!own[from]) return found;
    for (let to = OFF; to < BAR; to++) {
      const there = to === OFF ? 0 : opponent[25 - to];
      if (to !== from && there < 2) found.set(to, [{ from, to, die: 0, hit: there === 1, next: 0 }]);
    }
    return found;
  }

  /**
   * @param {number} from
   * @param {number} to
   * @returns {Step[] | null} the steps made, null if that is not open
   */
  move(from, to) {
    const steps = this.destinations(from).get(to) ?? null;
    if (steps) this.#steps.push(...steps);
    return steps;
  }

  /** The board does not know which die it is. */
  moveByDie() {
    return null;
  }

  /** @returns {Step | null} the step taken back */
  undo() {
    return this.#steps.pop() ?? null;
  }
}

/**
 * @param {ReadState} state
 * @returns {Draft | FreeDraft | null}
 */
export function draftOf({ placed, tree, free, dice }) {
  if (!dice) return null;
  if (free) return new FreeDraft(placed, dice);
  return tree && new Draft(placed, tree, dice);
}
