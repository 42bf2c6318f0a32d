// Keeps the current match: takes steps, undoes them, and stores each before it is shown.
/** @import {Seat} from "../../shared/messages.js" */
/** @import {PhoneAction, Refused, State} from "./match.js" */
/** @import {Sheet} from "./match-sheet.js" */
/** @import {Kept} from "../device/storage.js" */

import { other, SEATS } from "./clock.js";
import { nextIsCrawford, result } from "./match.js";
import { fold, newSheet, skipping, stepped, timeOf } from "./match-sheet.js";
import { write } from "../device/storage.js";
import { summary } from "./summary.js";
import { canUndo, undone } from "./undo.js";

const MAX_EARLIER = 50;

export class Keeper {
  /**
   * @param {Kept} kept
   * @param {{ now: () => number, atLeast: (instant: number) => void }} clock
   */
  constructor(kept, clock) {
    this.kept = kept;
    this.clock = clock;
    /** @type {State | null} */
    this.state = kept.sheet && fold(kept.sheet);
    /** Since when the phone was off while a clock ran, until somebody says whether that counts. @type {number | null} */
    this.awaySince = null;
    /** @type {() => void} */
    this.changed = () => {};
    clock.atLeast(kept.seen);
  }

  /** @returns {Sheet} */
  get sheet() {
    if (!this.kept.sheet) throw new Error("nothing is being played");
    return this.kept.sheet;
  }

  /** Now, in the sheet's own time. */
  get at() {
    return timeOf(this.sheet, this.awaySince ?? this.clock.now());
  }

  /** A match is on, and not over. */
  get playing() {
    return this.state !== null && result(this.state) === null;
  }

  /** @param {Partial<Kept>} changes */
  keep(changes) {
    this.save(changes);
    this.changed();
  }

  /** Store without redrawing. @param {Partial<Kept>} [changes] */
  save(changes = {}) {
    this.kept = { ...this.kept, ...changes, revision: this.kept.revision + 1, seen: this.clock.now() };
    write(this.kept);
  }

  /** Another tab has written something newer. @param {Kept} kept */
  adopt(kept) {
    if (kept.revision <= this.kept.revision) return;
    this.kept = kept;
    this.state = kept.sheet && fold(kept.sheet);
    this.changed();
  }

  /** @param {Pick<Sheet, "names" | "profile" | "terms" | "money" | "lead">} given @param {Record<string, unknown>} [choice] */
  begin(given, choice = this.kept.choice) {
    const now = this.clock.now();
    const id = [...crypto.getRandomValues(new Uint8Array(12))]
      .map((byte) => byte.toString(16).padStart(2, "0"))
      .join("");
    const sheet = newSheet({ id, began: now, ...given });
    this.kept = { ...this.kept, sheet, choice };
    this.state = fold(sheet);
    this.nextGame();
  }

  /** Sets up the next game; a Crawford game is announced with it, on the screen (T4.7). */
  nextGame() {
    const state = /** @type {State} */ (this.state);
    /** @type {Seat} */
    const seat = state.onBreak?.seats[0] ?? 0;
    /** @type {PhoneAction[]} */
    const back = (state.onBreak?.seats ?? []).map((each) => ({ type: "return_from_break", seat: each }));
    /** @type {PhoneAction[]} */
    const announced = nextIsCrawford(state) ? [{ type: "announce_crawford", seat }] : [];
    return this.take([...back, ...announced, { type: "start_game", seat }]);
  }

  /**
   * A step. It is stored before it is shown.
   * @param {PhoneAction[]} acts
   * @param {{ at?: number, note?: string }} [more] `at`: when it was begun, where somebody was asked in between
   * @returns {Refused | null}
   */
  take(acts, { at = this.at, note } = {}) {
    const answer = stepped(this.sheet, /** @type {State} */ (this.state), acts, at, note);
    if (answer.refused !== undefined) return answer.refused;
    this.state = answer.state;
    this.keep({ sheet: answer.sheet });
    return null;
  }

  /**
   * How the game ended, entered for both: they share one screen.
   * @param {Seat} winner
   * @param {number} size
   * @param {{ at?: number, note?: string }} more
   */
  gameEnded(winner, size, more) {
    /** @type {PhoneAction[]} */
    const said = SEATS.map((seat) => ({ type: "record_result", seat, winner, size }));
    return this.take(said, more);
  }

  /** @param {Seat} seat whose turn is over, or who lets the other begin */
  press(seat) {
    return this.take([{ type: "press_clock", seat }]);
  }

  /** @param {Seat} seat */
  begins(seat) {
    return this.press(other(seat));
  }

  get canUndo() {
    return canUndo(this.kept.sheet);
  }

  undo() {
    if (!this.canUndo) return;
    const sheet = undone(this.sheet, this.clock.now());
    this.state = fold(sheet);
    this.keep({ sheet });
  }

  /** @param {boolean} counts */
  settleAway(counts) {
    const now = this.clock.now();
    const gone = now - (this.awaySince ?? now);
    this.awaySince = null;
    this.keep({ sheet: counts ? this.sheet : skipping(this.sheet, gone) });
  }

  /** @param {Seat} seat @param {string} name */
  rename(seat, name) {
    const [first, second] = this.sheet.names;
    this.save({ sheet: { ...this.sheet, names: seat === 0 ? [name, second] : [first, name] } });
  }

  /** It is on the server now, and can no longer be undone. @param {string} table */
  handedIn(table) {
    this.keep({ sheet: { ...this.sheet, table } });
  }

  /** Leave the table; what was played stays in the list. */
  leave() {
    const { sheet } = this.kept;
    const played = sheet && this.state && (this.state.finished.length > 0 || result(this.state));
    const line = played ? [summary(sheet, /** @type {State} */ (this.state))] : [];
    const others = this.kept.earlier.filter(({ id }) => id !== sheet?.id);
    this.state = null;
    this.keep({ sheet: null, earlier: [...line, ...others].slice(0, MAX_EARLIER) });
  }
}
