// A match as a phone beside a physical board keeps it: terms, score, cube, Crawford, Jacoby, breaks, and what follows
// from them. Small on purpose: no dice, no checkers.
/** @import {Action, Cube, Seat, StopClock} from "../../shared/messages.js" */
/** @import {Clock, Pair} from "./clock.js" */

import { clockFor, other, SEATS } from "./clock.js";

/**
 * @typedef {object} Terms what is played for, and by which rules
 * @property {number | null} length none: money
 * @property {{ minutes_per_point: number, delay_seconds: number } | null} clock
 * @property {boolean} crawford
 * @property {boolean} gammons
 * @property {boolean} jacoby
 * @property {boolean} beavers
 * @property {boolean} automatic_doubles
 * @property {boolean} dead_cube_barred
 * @property {{ minutes: number, up_to_15_points: number, over_15_points: number, long_match: number } | null} breaks
 * @property {boolean} director somebody can be called
 */
/** @typedef {{ winner: Seat, size: number, points: number, reason: string }} Outcome */
/** @typedef {{ before: Pair, crawford: boolean, outcome: Outcome }} Finished */
/** @typedef {"opening" | "to_roll" | "doubled" | "beavered" | "over"} Phase */
/**
 * @typedef {object} Game
 * @property {Cube | null} cube none: off the board
 * @property {Phase} phase
 * @property {Seat} turn of the last double
 * @property {number} stake doubled by equal opening dice where that is agreed (G3.2)
 * @property {boolean} crawford
 * @property {Outcome | null} outcome
 */
/**
 * @typedef {object} State
 * @property {Terms} terms
 * @property {Pair} score
 * @property {Finished[]} finished
 * @property {Game | null} game
 * @property {Clock | null} clock
 * @property {{ reason: string | null, seat: Seat | null, asked: Seat | null }} stand why the clock stands
 * @property {[string | null, string | null]} results what each has said about the game's end
 * @property {boolean} announced
 * @property {Pair} breaksTaken
 * @property {{ seats: Seat[], until: number } | null} onBreak
 * @property {{ winner: Seat | null, reason: string } | null} decided
 * @property {{ rule: string, firstOut: Seat | null } | null} dispute everything waits (T5.1)
 * @property {number} at of the last step; instants never decrease
 */
/**
 * What is done at the board, named as at a table; only how two fallen flags are settled is the phone's own (T4.3.iii).
 * @typedef {Extract<Action, { type: "start_game" | "record_opening" | "double" | "take" | "drop" | "beaver" | "record_result"
 *   | "announce_crawford" | "end_session" | "press_clock" | "resume_clock" | "restart_delay"
 *   | "answer_delay_loss" | "claim_flag" | "take_break" | "return_from_break" }>
 *   | (StopClock & { seat: Seat })
 *   | { type: "settle_times", seat?: Seat, winner: Seat | null }} PhoneAction
 */
/** @typedef {{ code: string, rule: string, facts?: Record<string, number> }} Refused */
/** @typedef {{ state: State, refused?: undefined } | { refused: Refused, state?: undefined }} Answer */

export const NOT_STANDING = { reason: null, seat: null, asked: null };

/** @param {Terms} terms @param {Pair} [score] penalty points for lateness, with which it starts (T2.2.iv) @returns {State} */
export function begin(terms, score = [0, 0]) {
  const { length } = terms;
  const needs = /** @type {Pair | null} */ (length === null ? null : [length - score[0], length - score[1]]);
  return {
    terms,
    score,
    finished: [],
    game: null,
    clock: terms.clock ? clockFor(needs, terms.clock) : null,
    stand: NOT_STANDING,
    results: [null, null],
    announced: false,
    breaksTaken: [0, 0],
    onBreak: null,
    decided: null,
    dispute: null,
    at: 0,
  };
}

/** @param {boolean} crawford then without a cube @returns {Game} */
export function newGame(crawford) {
  const cube = crawford ? null : { value: 1, owner: null };
  return { cube, phase: "opening", turn: 0, stake: 1, crawford, outcome: null };
}

// what follows from a state

/** @param {State} state @returns {Pair | null} */
export function needs({ terms: { length }, score }) {
  return length === null ? null : [length - score[0], length - score[1]];
}

/** @param {State} state @returns {{ winner: Seat | null, reason: string } | null} */
export function result(state) {
  const { length } = state.terms;
  if (state.decided || length === null) return state.decided;
  const winner = SEATS.find((seat) => state.score[seat] >= length);
  return winner === undefined ? null : { winner, reason: "score" };
}

/** @param {State} state */
export const gameRunning = ({ game }) => game !== null && game.phase !== "over";

/** The first game in which somebody needs exactly one point (G11.1, T4.4.iv). @param {State} state */
export function nextIsCrawford(state) {
  return Boolean(state.terms.crawford && needs(state)?.includes(1) && !postCrawford(state));
}

/** @param {State} state */
export const postCrawford = (state) => state.finished.some((game) => game.crawford);

/** @param {Game} game */
export const cubeValue = (game) => game.cube?.value ?? 1;

/** What the cube will show if the offer is taken; none without an offer. @param {Game | null} game */
export function offered(game) {
  if (game?.phase === "doubled") return cubeValue(game) * 2;
  return game?.phase === "beavered" ? cubeValue(game) * 4 : null;
}

/** Who has to answer. @param {Game | null} game @returns {Seat | null} */
export function answering(game) {
  if (game?.phase === "doubled") return other(game.turn);
  return game?.phase === "beavered" ? game.turn : null;
}

/**
 * Points of a win of this size: stake times cube times size (G8.2), counting gammons as agreed.
 * @param {State} state
 * @param {number} size
 */
export function worth({ terms, game }, size) {
  if (!game) return size;
  const counts = terms.gammons && (!terms.jacoby || cubeValue(game) > 1);
  return game.stake * cubeValue(game) * (counts ? size : 1);
}

/** The cube is already enough for its holder to win the match (T4.4.vii). @param {State} state @param {Seat} seat */
export function cubeIsDead(state, seat) {
  const { game, terms } = state;
  const wanted = needs(state);
  return Boolean(
    gameRunning(state) &&
    game?.cube?.owner === seat &&
    terms.dead_cube_barred &&
    wanted &&
    cubeValue(game) >= wanted[seat],
  );
}

/** Fewer up to 15 points, more in a longer match (T2.2.ii). @param {State} state @param {Seat} seat */
export function breaksLeft({ terms, breaksTaken }, seat) {
  if (!terms.breaks) return 0;
  const all = (terms.length ?? 0) > terms.breaks.long_match ? terms.breaks.over_15_points : terms.breaks.up_to_15_points;
  return Math.max(0, all - breaksTaken[seat]);
}

/**
 * Penalty points for being so late (T2.2.iv), as `late_points` in rules/late_penalties.py.
 * @param {{ every_minutes: number, points: number } | null | undefined} late what the profile says
 * @param {number} ms
 */
export const latePoints = (late, ms) => (late ? Math.floor(ms / (late.every_minutes * 60_000)) * late.points : 0);
