// What is the same and what is new between two states, and how checkers went from the one to the other.
/** @import {ReadState} from "./state.js" */
/** @import {Step} from "./draft.js" */
/** @import {Hint} from "./checkers.js" */

import { seenFrom } from "./checkers.js";
import { OPPONENT_BAR } from "./geometry.js";
import { BAR } from "./position.js";

/**
 * The same roll of the same position: a play half made for the one goes on in the other.
 * @param {ReadState} a
 * @param {ReadState} b
 */
export function sameTurn(a, b) {
  const key = (/** @type {ReadState} */ { position, viewer, turn, dice, tree, free }) =>
    JSON.stringify([position, viewer, turn, dice, tree, free]);
  return key(a) === key(b);
}

/**
 * What an action was an answer to.
 * @param {ReadState} state
 */
export function moment({ position, turn, dice, cube, offered, actions, resigned, score, manual }) {
  return JSON.stringify([position, turn, dice, cube, offered, actions, resigned, score, manual]);
}

/**
 * @param {Step} step
 * @returns {Hint[]}
 */
export function stepHints({ from, to, hit }) {
  /** @type {Hint[]} */
  const hints = [{ who: "own", from, to }];
  if (hit) hints.push({ who: "opponent", from: to, to: OPPONENT_BAR, after: true });
  return hints;
}

/**
 * How the checkers went, if the last play is new and was not made on this board.
 * @param {ReadState | null} before
 * @param {ReadState} after
 * @param {boolean} drafted
 * @returns {Hint[]}
 */
export function hintsOf(before, after, drafted) {
  const { last, viewer } = after;
  if (!before || !last || JSON.stringify(before.last) === JSON.stringify(last)) return [];
  const own = last.seat === viewer;
  if (own && drafted) return [];
  const [mover, waiting] = own
    ? /** @type {const} */ (["own", "opponent"])
    : /** @type {const} */ (["opponent", "own"]);
  const seen = (/** @type {number} */ place) => (own ? place : seenFrom(place));
  const blots = before.placed[waiting].slice();
  return last.moves.flatMap(([from, to]) => {
    /** @type {Hint[]} */
    const hints = [{ who: mover, from: seen(from), to: seen(to) }];
    if (to > 0 && blots[25 - to]) {
      blots[25 - to] -= 1;
      hints.push({ who: waiting, from: seen(to), to: own ? OPPONENT_BAR : BAR, after: true });
    }
    return hints;
  });
}
