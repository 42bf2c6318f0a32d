// Clocks on the screen: what they show and where, and when players are warned. They run between messages by the server's time.
/** @import {ClockView, Seat} from "../shared/messages.js" */

import { plural, w } from "../shared/translations.js";

/**
 * What a clock reads at an instant of the server's: each player's time, and the delay left to the running one.
 * @param {ClockView} clock
 * @param {number} at
 */
export function reading(clock, at) {
  /** @type {[number, number]} */
  const remaining = [clock.remaining[0], clock.remaining[1]];
  if (clock.running === null) return { remaining, delay: clock.delay_left };
  const elapsed = Math.max(0, at - clock.at);
  remaining[clock.running] -= Math.max(0, elapsed - clock.delay_left);
  return { remaining, delay: Math.max(0, clock.delay_left - elapsed) };
}

const DAY = 86_400_000;

/**
 * 1:05, 1:02:05 or 2 d 03:10, rounded up to a whole second.
 * @param {number} milliseconds
 */
export function duration(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (milliseconds >= DAY) return `${Math.floor(h / 24)} d ${two(h % 24)}:${two(m)}`;
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** Seconds left at which players are warned about their own time. */
const WARNINGS = [60, 30, 10];
const LOW_MS = 30_000; // shown in another colour
const TICK_MS = 200;

/**
 * @typedef {object} Face
 * @property {(seat: Seat, text: string, delay: string, running: boolean, low: boolean) => void} show
 * @property {(seconds: number) => void} warn
 */

/** Ticks while a clock runs. */
export class Ticker {
  /** @type {ClockView | null} */
  #clock = null;
  /** @type {Seat | null} */
  #own = null;
  #time;
  #face;
  /** Seconds that the next warning is due below. */
  #next = Infinity;

  /**
   * @param {() => number} time the server's
   * @param {Face} face
   */
  constructor(time, face) {
    this.#time = time;
    this.#face = face;
    setInterval(() => this.tick(), TICK_MS);
  }

  /**
   * @param {ClockView | null} clock
   * @param {Seat | null} own whose warnings are given
   */
  set(clock, own) {
    this.#clock = clock;
    this.#own = own;
    this.tick();
  }

  tick() {
    const clock = this.#clock;
    if (!clock) return;
    const { remaining, delay } = reading(clock, this.#time());
    for (const seat of /** @type {const} */ ([0, 1])) {
      const running = clock.running === seat;
      // Days a move: there is no match time, the delay is all there is.
      const byDelay = remaining[seat] <= 0 && (running ? delay : clock.delay[seat]) > 0;
      const shown = byDelay ? (running ? delay : clock.delay[seat]) : remaining[seat];
      const small = running && delay > 0 && !byDelay ? String(Math.ceil(delay / 1000)) : "";
      this.#face.show(seat, duration(shown), small, running, shown < LOW_MS);
      if (running && seat === this.#own && !byDelay && delay === 0) this.#warn(shown / 1000);
    }
  }

  /** @param {number} left seconds */
  #warn(left) {
    const due = WARNINGS.find((seconds) => left <= seconds && seconds < this.#next && left > seconds - 5);
    if (due === undefined) return;
    this.#next = due;
    this.#face.warn(due);
  }
}

/**
 * Where clocks are shown: in the board's strips, and in the bar above it where those have no room.
 * @param {(sentence: string) => void} announce
 * @param {() => Seat} viewer
 * @returns {Face}
 */
export function clockFace(announce, viewer) {
  return {
    show(seat, text, delay, running, low) {
      const who = seat === viewer() ? "own" : "opponent";
      for (const clock of [document.getElementById(`clock-${who}`), document.querySelector(`.mini .${who} i`)]) {
        if (!(clock instanceof HTMLElement)) continue;
        clock.hidden = false;
        const shown = delay ? `${text} +${delay}` : text;
        if (clock.textContent !== shown) clock.textContent = shown;
        clock.classList.toggle("running", running);
        clock.classList.toggle("low", low);
      }
    },
    warn(seconds) {
      announce(seconds >= 60 ? w("One minute left.") : plural("{n} second left.", "{n} seconds left.", seconds));
    },
  };
}
