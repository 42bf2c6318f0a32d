// The clock: simple delay (T3.5.v), to the millisecond. Nothing here reads a clock; instants are arguments, so that a
// phone that slept, or was off, reads the same as one that was looked at all the time.
/** @import {Seat} from "../../shared/messages.js" */

/** @typedef {[number, number]} Pair */
/**
 * @typedef {object} Clock
 * @property {Pair} remaining match time left, in ms; below zero it is out by so much
 * @property {Pair} delay of every turn
 * @property {Seat | null} running
 * @property {number} since when the running time was last (re)started
 * @property {number} delayLeft of the current turn, at `since`
 * @property {Seat | null} turnOf whose turn `delayLeft` belongs to while the clock stands
 * @property {Seat[]} held seats that must wait out the delay of their next turn (T4.1.v.b)
 * @property {Seat | null} firstOut whose time was out first, as far as this clock has seen it
 */

/** @type {Seat[]} */
export const SEATS = [0, 1];

/** @param {Seat} seat @returns {Seat} */
export const other = (seat) => (seat === 0 ? 1 : 0);

/**
 * @template T
 * @param {[T, T]} pair
 * @param {Seat} seat
 * @param {T} value
 * @returns {[T, T]}
 */
export const put = (pair, seat, value) => (seat === 0 ? [value, pair[1]] : [pair[0], value]);

/**
 * A fresh clock: ((RA + RB) / 2) times the time a point (T3.5.vi). Without a length each has one point's time.
 * @param {Pair | null} needs
 * @param {{ minutes_per_point: number, delay_seconds: number }} setting
 * @returns {Clock}
 */
export function clockFor(needs, setting) {
  const [first, second] = needs ?? [1, 1];
  const time = Math.round(((first + second) / 2) * setting.minutes_per_point * 60_000);
  const delay = Math.round(setting.delay_seconds * 1000);
  const still = { running: null, since: 0, delayLeft: 0, turnOf: null, held: [], firstOut: null };
  return { remaining: [time, time], delay: [delay, delay], ...still };
}

/**
 * Match time left to each, and the delay left to the player whose turn it is.
 * @param {Clock} clock
 * @param {number} at
 * @returns {{ times: Pair, delayLeft: number }}
 */
export function reads(clock, at) {
  if (clock.running === null) return { times: clock.remaining, delayLeft: clock.delayLeft };
  const elapsed = Math.max(0, at - clock.since);
  const charged = Math.max(0, elapsed - clock.delayLeft);
  const left = clock.remaining[clock.running] - charged;
  return { times: put(clock.remaining, clock.running, left), delayLeft: Math.max(0, clock.delayLeft - elapsed) };
}

/**
 * The clock is stopped; the rest of the turn's delay is kept for when it goes on.
 * @param {Clock} clock
 * @param {number} at
 * @returns {Clock}
 */
export function stopped(clock, at) {
  const { times, delayLeft } = reads(clock, at);
  const isOut = clock.firstOut === null && Math.min(...clock.remaining) >= 0 && Math.min(...times) < 0;
  const firstOut = isOut ? clock.running : clock.firstOut;
  return { ...clock, remaining: times, delayLeft, running: null, since: at, firstOut };
}

/**
 * A new turn: the other's time is stopped and charged, this seat's delay begins.
 * @param {Clock} clock
 * @param {Seat} seat
 * @param {number} at
 * @returns {Clock}
 */
export function started(clock, seat, at) {
  const held = clock.held.filter((each) => each === seat);
  return { ...stopped(clock, at), running: seat, turnOf: seat, since: at, delayLeft: clock.delay[seat], held };
}

/**
 * The same turn goes on with what was left of its delay; another seat's turn starts again.
 * @param {Clock} clock
 * @param {Seat} seat
 * @param {number} at
 * @returns {Clock}
 */
export function resumed(clock, seat, at) {
  return seat === clock.turnOf ? { ...stopped(clock, at), running: seat, since: at } : started(clock, seat, at);
}

/**
 * After an invalid roll (T4.3.v): the time used so far is charged, the delay begins again.
 * @param {Clock} clock
 * @param {number} at
 * @returns {Clock}
 */
export function delayRestarted(clock, at) {
  const seat = clock.running ?? clock.turnOf;
  const still = stopped(clock, at);
  return seat === null ? still : { ...still, running: clock.running, since: at, delayLeft: clock.delay[seat] };
}

/**
 * The seat may not act yet: its delay is being waited out.
 * @param {Clock} clock
 * @param {Seat} seat
 * @param {number} at
 */
export function holds(clock, seat, at) {
  return clock.held.includes(seat) && clock.running === seat && reads(clock, at).delayLeft > 0;
}

/**
 * Whose match time is used up: nothing is left, and more was needed.
 * @param {Clock} clock
 * @param {number} at
 * @returns {Seat[]}
 */
export function out(clock, at) {
  const { times, delayLeft } = reads(clock, at);
  return SEATS.filter((seat) => times[seat] < 0 || (times[seat] === 0 && seat === clock.running && delayLeft === 0));
}

/**
 * Whose time was out first, seen from this instant.
 * @param {Clock} clock
 * @param {number} at
 */
export const firstOut = (clock, at) => stopped(clock, at).firstOut;
