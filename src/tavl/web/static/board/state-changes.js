// Compares two states: what is the same, what is new, and how checkers got from one to the other.
/** @import {ReadState} from "./state.js" */
/** @import {Step} from "./play-draft.js" */
/** @import {Hint} from "./checkers.js" */
/** @import {Position} from "./position.js" */

import { seenFrom } from "./checkers.js";
import { BAR, moved, OPPONENT_BAR } from "./position.js";

/**
 * The same roll of the same position: a half-made play carries over.
 * @param {ReadState} a
 * @param {ReadState} b
 */
export function sameTurn(a, b) {
  const key = (/** @type {ReadState} */ { position, viewer, turn, dice, tree, free }) =>
    JSON.stringify([position, viewer, turn, dice, tree, free]);
  return key(a) === key(b);
}

/**
 * The part of the state that an action answers.
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
 * The last play has been made since. One whose dice are out of sight, as when a game ends by a drop, is the same play.
 * @param {ReadState} before
 * @param {ReadState} after
 */
export function isNewPlay({ last: old }, { last }) {
  if (!last || !old) return last !== null;
  const play = (/** @type {typeof last} */ { seat, moves }) => JSON.stringify([seat, moves]);
  return play(old) !== play(last) || Boolean(old.dice && last.dice && String(old.dice) !== String(last.dice));
}

/**
 * How the checkers moved, if the last play led from one state to the other and was not made on this board. Otherwise
 * (the same play sent again, a step back, several plays at once) the moves are worked out without hints.
 * @param {ReadState | null} before
 * @param {ReadState} after
 * @param {boolean} drafted
 * @returns {Hint[]}
 */
export function hintsOf(before, after, drafted) {
  const { last, viewer } = after;
  if (!before || !last) return [];
  const own = last.seat === viewer;
  if (own && drafted) return [];
  const flip = (/** @type {Position} */ { own: mine, opponent }) => ({ own: opponent, opponent: mine });
  const seen = (/** @type {number} */ place) => (own ? place : seenFrom(place));
  /** @type {Hint[]} */
  const hints = [];
  let reached = own ? before.placed : flip(before.placed); // by the mover's numbers
  for (const [from, to] of last.moves) {
    const hit = to > 0 && reached.opponent[25 - to] > 0;
    hints.push({ who: own ? "own" : "opponent", from: seen(from), to: seen(to) });
    if (hit) hints.push({ who: own ? "opponent" : "own", from: seen(to), to: own ? OPPONENT_BAR : BAR, after: true });
    reached = moved(reached, { from, to, hit });
  }
  return JSON.stringify(own ? reached : flip(reached)) === JSON.stringify(after.placed) ? hints : [];
}
