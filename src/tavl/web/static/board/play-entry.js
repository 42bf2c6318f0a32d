// What the person at the board is doing: the state that was given, the play being tried, what is picked or asked.
/** @import {BoardAction, BoardEvents} from "./events.js" */
/** @import {ReadState} from "./state.js" */
/** @import {Draft, Step} from "./play-draft.js" */
/** @import {FreeDraft} from "./unenforced-play.js" */
/** @import {Hint} from "./checkers.js" */
/** @import {Settings} from "./attributes.js" */
/** @import {Say} from "./labels.js" */

import { automatic, pauseAfter, pauseBefore } from "./automatic-actions.js";
import { hintsOf, moment, sameTurn, stepHints } from "./state-changes.js";
import { draftOf } from "./unenforced-play.js";
import { where } from "./labels.js";
import { BAR, OPPONENT_BAR } from "./position.js";
import { narrate } from "./standalone-narration.js";

/**
 * What the session needs from its element.
 * @typedef {object} Surroundings
 * @property {<Type extends keyof BoardEvents>(type: Type, detail: BoardEvents[Type]) => void} emit send an event to the page
 * @property {(hints: Hint[]) => void} changed draw
 * @property {(sentence: string) => void} announce
 * @property {(sound: "move" | "hit" | "dice" | "cube") => void} play
 * @property {() => Settings} settings
 * @property {() => Say} say
 */

export class Session {
  /** @type {ReadState | null} */
  state = null;
  /** @type {Draft | FreeDraft | null} */
  draft = null;
  /** The place whose checker is in the hand. @type {number | null} */
  picked = null;
  /** The place the mouse is over. @type {number | null} */
  hovered = null;
  /** The play was sent to the page and has not been answered. */
  sent = false;
  /** The cube has been pressed once. */
  armed = false;
  /** The sizes of resignation are shown. */
  resigning = false;
  /** The state in which an action was sent to the page. @type {string | null} */
  #acted = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #around;

  /** @param {Surroundings} surroundings */
  constructor(surroundings) {
    this.#around = surroundings;
  }

  /** @param {ReadState} state */
  update(state) {
    const before = this.state;
    const hints = hintsOf(before, state, Boolean(this.draft?.steps.length));
    const anotherTurn = !before || !sameTurn(before, state);
    const anotherMoment = !before || moment(before) !== moment(state);
    this.state = state;
    if (anotherTurn) {
      this.draft = draftOf(state);
      this.sent = false;
      this.picked = null;
      this.hovered = null;
    }
    if (anotherMoment) {
      this.#acted = null;
      this.armed = false;
      this.resigning = false;
    }
    this.#tell(before, state);
    this.#around.changed(hints);
    // The same state again must not delay a pending automatic action.
    if (anotherTurn || anotherMoment) this.rest();
  }

  /**
   * @param {ReadState | null} before
   * @param {ReadState} state
   */
  #tell(before, state) {
    if (this.#around.settings().narrate) {
      for (const sentence of narrate(before, state, this.#around.say())) this.#around.announce(sentence);
    }
    if (!before) return;
    if (state.dice && !before.dice) this.#around.play("dice");
    else if (state.position !== before.position && state.last?.seat !== state.viewer) this.#around.play("move");
    else if (state.offered !== before.offered) this.#around.play("cube");
  }

  /** The play may still be changed. */
  get open() {
    return this.draft !== null && !this.sent;
  }

  get waiting() {
    return this.sent || (this.state !== null && this.#acted === moment(this.state));
  }

  /** @param {string} action */
  may(action) {
    return this.state !== null && !this.waiting && this.state.actions.includes(action);
  }

  /** Places that a checker can be taken from. @returns {Set<number>} */
  get sources() {
    return this.open && this.draft ? this.draft.sources : new Set();
  }

  /** Where the picked checker, or the one under the mouse, can go. @returns {Map<number, Step[]>} */
  get targets() {
    const from = this.picked ?? this.hovered;
    return from !== null && this.open && this.draft ? this.draft.destinations(from) : new Map();
  }

  /** Those that are marked: none if nothing is checked. @returns {Map<number, Step[]>} */
  get shownTargets() {
    return this.state?.free ? new Map() : this.targets;
  }

  /** @param {number} place */
  #name(place) {
    const say = this.#around.say();
    return place >= 1 && place <= 24 ? say("point", { n: place }) : say(place === BAR ? "bar" : "off");
  }

  /**
   * @param {number} place
   * @param {boolean} spoken
   */
  pick(place, spoken = true) {
    if (!this.sources.has(place)) return;
    this.picked = place;
    this.#cancelTimer();
    const say = this.#around.say();
    const places = [...this.shownTargets.keys()].map((target) => where(target, say)).join(", ");
    const key = this.state?.free ? "say_picked_free" : "say_picked";
    if (spoken) this.#around.announce(say(key, { place: this.#name(place), places }));
    this.#around.changed([]);
  }

  putDown(spoken = true) {
    if (this.picked === null) return;
    const place = this.picked;
    this.picked = null;
    if (spoken) this.#around.announce(this.#around.say()("say_put_down", { place: this.#name(place) }));
    this.#around.changed([]);
  }

  /** @param {number | null} place */
  hover(place) {
    const over = place !== null && this.sources.has(place) ? place : null;
    if (over === this.hovered) return;
    this.hovered = over;
    this.#around.changed([]);
  }

  /**
   * A place was clicked, tapped or pressed.
   * @param {number} place
   * @param {"move" | "pick"} click what that does to a checker
   */
  tap(place, click) {
    if (this.state?.setup) return this.#around.emit("tavl-place", { place });
    if (!this.draft || !this.open) return;
    if (this.picked !== null) {
      if (this.targets.has(place)) return this.moveTo(place);
      if (this.sources.has(place) && place !== this.picked) return this.pick(place);
      if (place !== this.picked) this.miss(this.picked, place);
      return this.putDown();
    }
    if (!this.sources.has(place)) return this.miss(place, null);
    if (click === "pick" || this.state?.free) return this.pick(place);
    this.#made(this.draft.moveByDie(place));
  }

  /**
   * Something was tried that is not possible; a page that teaches says why.
   * @param {number} from
   * @param {number | null} to null: a checker that cannot move at all was pressed
   */
  miss(from, to) {
    if (this.open && from <= BAR && (to ?? 0) < BAR) this.#around.emit("tavl-miss", { from, to });
  }

  /**
   * Move the picked checker.
   * @param {number} place
   */
  moveTo(place) {
    if (this.picked === null || !this.open || !this.draft) return;
    const from = this.picked;
    this.picked = null;
    this.#made(this.draft.move(from, place));
  }

  /** @param {Step[] | null} steps */
  #made(steps) {
    if (!this.draft || !steps) return;
    this.hovered = null;
    this.#cancelTimer();
    const say = this.#around.say();
    for (const { from, to, hit } of steps) {
      this.#around.announce(say(hit ? "say_step_hit" : "say_step", { from: where(from, say), to: where(to, say) }));
    }
    if (this.draft.complete) this.#around.announce(say("say_complete"));
    this.#around.play(steps.some((step) => step.hit) ? "hit" : "move");
    this.#drafted(steps.flatMap(stepHints));
  }

  /** @param {Hint[]} hints */
  #drafted(hints) {
    this.#around.changed(hints);
    if (this.draft) this.#around.emit("tavl-draft", { moves: this.draft.moves, complete: this.draft.complete });
  }

  undo() {
    if (!this.open || !this.draft) return;
    this.#cancelTimer();
    this.picked = null;
    const step = this.draft.undo();
    if (!step) return this.#around.changed([]);
    const say = this.#around.say();
    this.#around.announce(say("say_undone", { from: where(step.from, say), to: where(step.to, say) }));
    const back = /** @type {Hint[]} */ ([{ who: "own", from: step.to, to: step.from }]);
    if (step.hit) back.push({ who: "opponent", from: OPPONENT_BAR, to: step.to, after: true });
    this.#drafted(back);
  }

  swap() {
    if (!this.open || !this.draft || this.draft.dice[0] === this.draft.dice[1]) return;
    this.draft.swap();
    const [first, second] = this.draft.order;
    this.#around.announce(this.#around.say()("say_swapped", { first, second }));
    this.#around.changed([]);
  }

  /** End the turn. */
  end() {
    if (!this.draft?.endable || !this.open || !this.may("play")) return;
    this.#cancelTimer();
    this.sent = true;
    this.picked = null;
    this.#around.changed([]);
    this.#around.emit("tavl-play", { moves: this.draft.moves });
  }

  /**
   * @param {BoardAction} type
   * @param {{size?: number}} more
   */
  act(type, more = {}) {
    if (!this.state || !this.may(type)) return;
    this.#cancelTimer();
    this.#acted = moment(this.state);
    this.armed = false;
    this.resigning = false;
    this.#around.changed([]);
    this.#around.emit("tavl-action", { type, ...more });
  }

  /** @param {boolean} armed */
  arm(armed) {
    if (armed && !this.may("double")) return;
    this.armed = armed;
    this.#cancelTimer();
    if (armed) this.#around.announce(this.#around.say()("say_armed", { value: (this.state?.cube?.value ?? 1) * 2 }));
    this.#around.changed([]);
  }

  /** @param {boolean} asking */
  askSize(asking) {
    this.resigning = asking && this.may("resign");
    this.#around.changed([]);
  }

  /** Something that is not possible now was pressed; the page knows why. @param {BoardAction} type */
  barred(type) {
    this.#around.emit("tavl-barred", { type });
  }

  /** The page could not send it, or it was refused: all is as before. */
  reopen() {
    this.sent = false;
    this.#acted = null;
    if (this.draft) this.draft.touched = true;
    this.#around.changed([]);
  }

  /**
   * Make moves as a person would.
   * @param {[number, number][]} moves
   * @returns {boolean} whether they are possible; if not, the play is unchanged
   */
  attempt(moves) {
    if (!this.draft || !this.open) return false;
    const begun = this.draft.steps.length;
    /** @type {Step[]} */
    const made = [];
    for (const [from, to] of moves) {
      const steps = this.draft.move(from, to);
      if (!steps) {
        this.draft.steps.length = begun;
        return false;
      }
      made.push(...steps);
    }
    this.picked = null;
    this.#made(made);
    return true;
  }

  #cancelTimer() {
    clearTimeout(this.#timer);
  }

  /** Check whether something has to be done automatically. */
  rest() {
    this.#cancelTimer();
    if (!this.state || this.waiting) return;
    const wish = automatic(this.state, this.draft, this.#around.settings());
    if (!wish) return;
    this.#timer = setTimeout(
      () => {
        if (wish.type === "roll") return this.act("roll");
        if (wish.type === "pass") return this.end();
        this.attempt(wish.steps.map(({ from, to }) => [from, to]));
        this.#timer = setTimeout(() => this.end(), pauseAfter(wish, this.#around.settings()));
      },
      pauseBefore(wish),
    );
  }

  /** The element has left the page. */
  stop() {
    this.#cancelTimer();
  }
}
