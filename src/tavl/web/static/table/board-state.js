// From what the server says of a table to what the board draws.
/** @import {Person, Seat, TableTerms, TableView} from "../shared/messages.js" */
/** @import {BoardState} from "../board/tavl-board.js" */

import { START } from "../board/position.js";
import { ratedNameOf } from "../shared/rating-text.js";

/** The server's name for it, and the board's. */
const ACTIONS = /** @type {Record<string, string>} */ ({ make_play: "play", offer_resignation: "resign" });

/**
 * @param {Seat} seat
 * @returns {Seat}
 */
export function other(seat) {
  return seat === 0 ? 1 : 0;
}

/** Nothing more can happen: a play that ended the match can no longer be flagged either. @param {TableView} view */
export function isOver(view) {
  const { handling } = view;
  const open = view.sitting === "challenge" && (handling?.can_be_flagged || handling?.claimed_by || view.dispute);
  return view.aborted || (view.result !== null && !open);
}

/**
 * Somebody may roll or double while the other still plays: as at a physical board, and nothing to press by mistake.
 * @param {TableView} view
 */
export function isEarly(view) {
  return view.phase === "to_play" && view.turn !== view.viewer;
}

/**
 * In the middle of a game that may not be given up now: there is a clause to be read about it (T4.5).
 * @param {TableView} view
 */
function isResignBarred(view) {
  const running = view.phase === "to_roll" || view.phase === "to_play";
  const open = view.actions.includes("offer_resignation") || view.resignation || view.dispute;
  return view.role === "player" && running && !isOver(view) && !open;
}

/** Where the clock has to be pressed, nothing is done for the player (T4.1.vi). @param {TableTerms | null} terms */
export function isManual(terms) {
  const ends = terms?.match.profile.turn_ends.with_clock;
  const pressed = Boolean(terms?.clock) && ends === "opponents_time_started";
  // An automatic roll would accept the last play (T4.2.iii.a).
  return pressed || terms?.sitting === "challenge";
}

/**
 * @param {TableView} view
 * @param {Record<string, Person>} people
 * @param {{manual?: boolean, notice?: string | null}} [more]
 * @returns {BoardState}
 */
export function boardState(view, people, more = {}) {
  const over = view.phase === "over" || view.result !== null || view.aborted;
  const turn = over ? null : view.turn;
  const mine = view.role === "player" && view.turn === view.viewer;
  const free = view.sitting === "challenge" && mine && view.actions.includes("make_play") && view.dice !== null;
  return {
    position: mine ? view.position : (view.handling?.arranged ?? view.position),
    viewer: view.viewer,
    turn,
    dice: over ? null : view.dice,
    dice_owner: view.turn,
    opening: view.last === null && view.position === START,
    cube: view.cube,
    offered: view.offered,
    offered_by: view.turn === null ? null : view.phase === "beavered" ? other(view.turn) : view.turn,
    crawford: view.crawford && view.length !== 1,
    score: view.score,
    length: view.length,
    names: [ratedNameOf(view, people, 0), ratedNameOf(view, people, 1)],
    pips: view.pips !== null,
    last: view.last && { seat: view.last.seat, moves: view.last.moves, dice: over ? null : view.last.dice },
    tree: view.tree && view.dice ? { nodes: view.tree } : null,
    free,
    // The opening roll is automatic.
    actions: view.actions
      .filter((name) => !(name === "roll" && view.phase === "opening"))
      .filter((name) => name !== "start_game" || view.game_number > 0)
      .filter((name) => !((name === "roll" || name === "double") && isEarly(view)))
      .map((name) => ACTIONS[name] ?? name),
    resign_sizes: view.resign_sizes,
    resign_barred: isResignBarred(view),
    resigned: view.resignation,
    manual: more.manual ?? false,
    notice: more.notice ?? null,
  };
}
