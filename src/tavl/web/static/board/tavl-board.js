// <tavl-board>: a backgammon board for any page. This file is the whole public interface; docs/board.md explains how to use it.
//
//   <script type="module" src=".../board/tavl-board.js"></script>
//   <tavl-board theme="wood"></tavl-board>
//   document.querySelector("tavl-board").state = {position: "24:2 13:5 8:3 6:5 | 24:2 13:5 8:3 6:5"};
//
// The board knows no rules. It draws the given state, lets the player try a play by following the tree of legal plays that
// comes with the state, and reports one intent: the whole play when the turn is ended, or a listed action.
/** @import {Labels} from "./labels.js" */

import { sayer } from "./labels.js";
import { Session } from "./play-entry.js";
import { ATTRIBUTES, readSettings } from "./attributes.js";
import { sound } from "./sound.js";
import { readState } from "./state.js";
import { STYLE } from "./style.js";
import { THEMES } from "./themes.js";
import { View } from "./view.js";
import { Pointer } from "./pointer.js";
import { listenToKeys } from "./keyboard.js";

export { StateError } from "./position.js";
export { ENGLISH } from "./labels.js";

/** @typedef {0 | 1} Seat */

/**
 * The legal plays of the roll as a graph. Node 0 is the root; a node without steps ends a play. A step is
 * [from, to, die, hit, next node] in the mover's numbers, 25 the bar, 0 off; hit is true or 1 where a blot is hit.
 * @typedef {{nodes: [from: number, to: number, die: number, hit: boolean | number, next: number][][]}} Tree
 */

/**
 * A play to be shown by arrows, one for each checker, in its seat's own numbers: the best one, or the one that was made.
 * @typedef {{seat: Seat, moves: [number, number][], kind: "best" | "played"}} Arrow
 */

/**
 * Everything the board draws. Only `position` must be there.
 * @typedef {object} BoardState
 * @property {string} position the viewer's checkers, then the opponent's, each side in its own numbers:
 *   `"24:2 13:5 8:3 6:5 | 24:2 13:5 8:3 6:5"`, with `bar:n` and `off:n`; what is not placed is off, of 15
 * @property {Seat} [viewer] the seat the board is seen from; by default 0
 * @property {Seat | null} [turn] whose turn it is; null before the opening roll and after the game
 * @property {[number, number] | null} [dice] the dice that lie, in the order they are to be shown
 * @property {Seat | null} [dice_owner] who rolled them; by default the player on turn
 * @property {boolean} [opening] the dice are the opening roll: one of each player, until the player who begins picks them up
 * @property {{value: number, owner: Seat | null} | null} [cube] null: there is none on the board
 * @property {number | null} [offered] what the cube will show if the pending double is taken; null when none is
 * @property {Seat | null} [offered_by] who offers it; by default the player on turn (give the other for a beaver)
 * @property {boolean} [crawford] this is the Crawford game
 * @property {[number, number]} [score] by seat
 * @property {number | null} [length] of the match; null for money
 * @property {[string, string]} [names] by seat
 * @property {boolean} [pips] show the pip counts; by default true
 * @property {{seat: Seat, moves: [number, number][], dice?: [number, number] | null} | null} [last] the last play
 *   in its seat's own numbers, to show how the checkers went; its dice stay in sight until the next roll
 * @property {Tree | null} [tree] the legal plays, for the player who is to play; null for everybody else
 * @property {boolean} [free] the player to play may move any of their checkers anywhere: nothing is checked or marked, as at
 *   a physical board; instead of a tree, and with dice
 * @property {string[]} [actions] what the viewer may do: roll, play, double, take, drop, beaver, resign,
 *   accept_resignation, refuse_resignation, start_game; others are for the page and left alone
 * @property {number[]} [resign_sizes] sizes that may be offered: 1, 2, 3
 * @property {boolean} [resign_barred] the viewer may not resign now: the flag is grey, and pressing it is `tavl-barred`
 * @property {{seat: Seat, size: number} | null} [resigned] a resignation that waits for its answer
 * @property {boolean} [manual] everything is done by hand: automatic settings rest (where a clock has to be pressed)
 * @property {Arrow[]} [arrows] plays to be shown over the checkers
 * @property {boolean} [setup] a position is being set up: pressing any place is `tavl-place`
 * @property {string | null} [notice] a sentence shown on the board, such as the game's result
 */

/**
 * Attributes, all of them the player's settings; a switch is on when it is there and not "off":
 * - `theme`: wood (default), light, dark, auto (light or dark as the browser says), contrast, safe (colour-blind)
 * - `direction`: right (default) or left, where the viewer's home is
 * - `colour`: light (default) or dark, the viewer's checkers
 * - `layout`: auto (default), wide, tall (points lying, for a phone held upright)
 * - `click`: move (default: a click moves the checker by the die shown first) or pick (a click picks, the next drops)
 * - `speed`: normal (default), slow, fast, off; off anyway where the system asks for reduced motion
 * - `numbers="off"`: no numbers on the rims
 * - `hints`: a ring around every checker that can move
 * - `end-on-dice`: once the play is complete, a click on the dice ends the turn too
 * - `auto-roll`: roll by itself when there is no choice to double
 * - `auto-play`: make the only play there is, and end the turn
 * - `auto-pass`: end the turn when nothing can be played
 * - `auto-bear-off`: once past the opponent, bear off where every die bears off a checker
 * - `sound`: wooden knocks
 * - `narrate="off"`: the page announces what happens through `announce()`; the board only what the person does on it
 *
 * Events, all of them bubbling:
 * - `tavl-play`, detail `{moves: [[from, to], ...]}`: the turn is ended; one move a die, none if nothing can be played
 * - `tavl-action`, detail `{type}`, for resign `{type, size}`: one of the state's actions
 * - `tavl-draft`, detail `{moves, complete}`: the play being tried has changed; for lessons, or to keep it for later
 * - `tavl-miss`, detail `{from, to}`: a move was tried that is not open; to is null where a checker cannot move at all
 * - `tavl-place`, detail `{place}`: with `setup`, a place was pressed: 1 to 24, 25 the viewer's bar, 0 their tray, 26 and 27
 *   the opponent's bar and tray
 * - `tavl-barred`, detail `{type}`: something was pressed that is shown but not open now (resign); for the page to say why
 *
 * Slots `own` and `opponent`, at the end of the players' strips: a clock, say.
 *
 * The board is as wide as its element and at most as tall as the custom property `--tavl-max-height` (100dvh). Colours
 * are custom properties too, listed in themes.js.
 */
export class TavlBoard extends HTMLElement {
  static observedAttributes = ATTRIBUTES;

  #settings = readSettings(this);
  #say = sayer({});
  /** @type {Partial<Labels>} */
  #labels = {};
  /** @type {BoardState | null} */
  #given = null;
  #session = new Session({
    emit: (type, detail) => this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true })),
    changed: (hints) => this.#view.render(hints),
    announce: (sentence) => this.#view.announce(sentence),
    play: (kind) => this.#settings.sound && sound(kind),
    settings: () => this.#settings,
    say: () => this.#say,
  });
  #view;
  #pointer;
  #observer = new ResizeObserver(() => this.#fit());
  #motion = matchMedia("(prefers-reduced-motion: reduce)");
  #refit = () => this.#fit();
  #reread = () => this.attributeChangedCallback();

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [THEMES, STYLE];
    this.#view = new View(
      root,
      this.#session,
      () => this.#settings,
      () => this.#say,
    );
    this.#pointer = new Pointer(this.#session, this.#view, () => this.#settings.click);
    listenToKeys(this.#session, this.#view);
  }

  connectedCallback() {
    this.#adopt("labels");
    this.#adopt("state");
    this.#observer.observe(this);
    addEventListener("resize", this.#refit);
    this.#motion.addEventListener("change", this.#reread);
    this.#fit();
    this.#session.rest();
  }

  disconnectedCallback() {
    this.#observer.disconnect();
    removeEventListener("resize", this.#refit);
    this.#motion.removeEventListener("change", this.#reread);
    this.#pointer.cancel();
    this.#session.stop();
  }

  attributeChangedCallback() {
    this.#settings = readSettings(this);
    if (!this.isConnected) return;
    this.#fit();
    this.#view.render([], true);
    this.#session.rest();
  }

  /**
   * A property that was set before this script was loaded.
   * @param {"state" | "labels"} name
   */
  #adopt(name) {
    if (!Object.hasOwn(this, name)) return;
    const value = this[name];
    delete (/** @type {Record<string, unknown>} */ (/** @type {unknown} */ (this))[name]);
    /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (this))[name] = value;
  }

  #fit() {
    this.#view.resize(this.clientWidth);
  }

  /** What is drawn. A state of the same turn keeps the play half made; one that cannot be drawn raises StateError. */
  get state() {
    return this.#given;
  }

  set state(state) {
    if (state === null) throw new TypeError("state: an object is expected");
    const read = readState(state);
    this.#given = state;
    this.#session.update(read);
  }

  /** Texts in the page's language; missing ones are English. @returns {Partial<Labels>} */
  get labels() {
    return this.#labels;
  }

  set labels(labels) {
    this.#labels = labels;
    this.#say = sayer(labels);
    this.#view.render([], true);
  }

  /** The play being tried. @returns {[number, number][]} */
  get moves() {
    return this.#session.draft?.moves ?? [];
  }

  /** The play being tried uses all that can be played. */
  get complete() {
    return this.#session.draft?.complete ?? false;
  }

  /** Take the last step back. */
  undo() {
    this.#session.undo();
  }

  /** Play the other die first. */
  swap() {
    this.#session.swap();
  }

  /** Roll, if that is open: `tavl-action`. */
  roll() {
    this.#session.act("roll");
  }

  /** End the turn, if the play is complete or free: `tavl-play`. */
  done() {
    this.#session.end();
  }

  /**
   * Make moves as by hand, such as ones that were typed: each [from, to], by one die or several.
   * @param {[number, number][]} moves
   * @returns {boolean} whether they are possible; if not, nothing has changed
   */
  attempt(moves) {
    return this.#session.attempt(moves);
  }

  /** A play or an action did not arrive or was refused: let the person change it again. */
  reopen() {
    this.#session.reopen();
  }

  /**
   * Say something through the board's live region, after what was said before.
   * @param {string} sentence
   */
  announce(sentence) {
    this.#view.announce(sentence);
  }
}

if (!customElements.get("tavl-board")) customElements.define("tavl-board", TavlBoard);
