// Mouse, finger and pen: drag a checker, or tap places.
/** @import {Session} from "./play-entry.js" */
/** @import {View} from "./view.js" */

import { PLACES } from "./geometry.js";

const THRESHOLD = 6; // CSS pixels that a press may wander and still be a tap
const SLACK = 70; // how far a drop may miss its place, in units

export class Pointer {
  #session;
  #view;
  #click;
  /** @type {{id: number, place: number, x: number, y: number, dragging: boolean} | null} */
  #press = null;

  /**
   * @param {Session} session
   * @param {View} view
   * @param {() => "move" | "pick"} click
   */
  constructor(session, view, click) {
    this.#session = session;
    this.#view = view;
    this.#click = click;
    const { stage } = view;
    stage.addEventListener("pointerdown", (event) => this.#down(event));
    stage.addEventListener("pointermove", (event) => this.#move(event));
    stage.addEventListener("pointerup", (event) => this.#up(event));
    stage.addEventListener("pointercancel", () => this.cancel());
    stage.addEventListener("pointerleave", () => this.#session.hover(null));
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0 || this.#press) return;
    const place = this.#view.placeOf(event.target);
    if (place === null) return;
    this.#press = { id: event.pointerId, place, x: event.clientX, y: event.clientY, dragging: false };
    this.#view.stage.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const press = this.#press;
    if (!press) {
      if (event.pointerType === "mouse") this.#session.hover(this.#view.placeOf(event.target));
      return;
    }
    if (event.pointerId !== press.id) return;
    if (!press.dragging && Math.hypot(event.clientX - press.x, event.clientY - press.y) > THRESHOLD) {
      if (!this.#session.sources.has(press.place)) return;
      press.dragging = true;
      this.#session.pick(press.place, false);
      this.#view.checkers.hold(press.place);
    }
    if (press.dragging) this.#view.checkers.carry(this.#view.spotOf(event));
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const press = this.#press;
    if (!press || event.pointerId !== press.id) return;
    this.#press = null;
    const spot = this.#view.spotOf(event);
    const { geometry } = this.#view;
    if (!press.dragging) {
      const at = geometry?.placeAt(spot, PLACES) ?? null;
      if (at === press.place) this.#session.tap(press.place, this.#click());
      else if (at !== null) this.#session.miss(press.place, at);
      return;
    }
    this.#view.checkers.release();
    // The state may have moved on while the checker was in the hand.
    if (this.#session.picked !== press.place) return this.#view.render([]);
    const over = geometry?.placeAt(spot, PLACES) ?? null;
    const slack = this.#session.state?.free ? 0 : SLACK; // if everything is allowed, a near miss is another place
    const target = over === press.place ? null : (geometry?.placeAt(spot, this.#session.targets.keys(), slack) ?? null);
    if (target !== null) return this.#session.moveTo(target);
    if (over !== null && over !== press.place) this.#session.miss(press.place, over);
    this.#session.putDown(false);
  }

  /** A checker in the hand goes back. */
  cancel() {
    if (!this.#press) return;
    this.#press = null;
    this.#view.checkers.release();
    this.#session.putDown(false);
    this.#view.render([]);
  }
}
