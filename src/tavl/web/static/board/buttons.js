// The buttons over the drawing. Those for the dice (roll, undo, done) are in the viewer's home half, those for cube and match
// in the other half: a press meant for one cannot hit the other.
/** @import {BoardAction} from "./events.js" */
/** @import {Session} from "./play-entry.js" */
/** @import {Geometry, Box} from "./geometry.js" */
/** @import {Say, LabelKey} from "./labels.js" */

import { cubePlace } from "./cube.js";
import { nameOf } from "./labels.js";
import { html, svg } from "./svg.js";

/** @typedef {{name: string, kind: "primary" | "plain" | "quiet", text: string, press: () => void}} Button */

export class Controls {
  #session;
  #home = html("div", { class: "zone home" });
  #away = html("div", { class: "zone away" });
  #endOnDice = false;
  /** @type {Map<string, HTMLButtonElement>} */
  #buttons = new Map();
  #note = html("p", { class: "note" });
  dice = html("button", { type: "button", class: "over dice" });
  cube = html("button", { type: "button", class: "over cube-button" });
  #corner = html("button", { type: "button", class: "over corner" }, [flag()]);

  /** @param {Session} session */
  constructor(session) {
    this.#session = session;
    this.dice.addEventListener("click", () => this.#pressDice());
    this.cube.addEventListener("click", () => session.arm(!session.armed));
    this.#corner.addEventListener("click", () =>
      session.may("resign") ? session.askSize(!session.resigning) : session.barred("resign"),
    );
  }

  get elements() {
    return [this.dice, this.cube, this.#corner, this.#home, this.#away];
  }

  /**
   * The room that the buttons leave for dice in a half: its middle, a place beside the rail, or none.
   * @param {"home" | "away"} half
   * @returns {"middle" | "aside" | "none"}
   */
  room(half) {
    const { state, resigning } = this.#session;
    const zone = half === "home" ? this.#home : this.#away;
    const offered = half === "away" && state?.cube && state.offered !== null;
    if (!zone.children.length) return offered ? "aside" : "middle";
    if (half === "home") return "aside";
    return zone.classList.contains("doubling") && !resigning ? "aside" : "none";
  }

  #pressDice() {
    if (this.#endOnDice && this.#session.draft?.complete) this.#session.end();
    else this.#session.swap();
  }

  /**
   * @param {Geometry} geometry
   * @param {boolean} endOnDice
   */
  shape(geometry, endOnDice) {
    this.#endOnDice = endOnDice;
    lay(this.#home, geometry.zone("home"), geometry);
    lay(this.#away, geometry.zone("away"), geometry);
    lay(this.#corner, geometry.corner, geometry);
  }

  /**
   * @param {Say} say
   * @param {Geometry} geometry
   */
  show(say, geometry) {
    const session = this.#session;
    const { state } = session;
    if (!state) return;
    const home = this.#homeButtons(say);
    const away = this.#awayButtons(say);
    this.#fill(this.#home, home);
    this.#fill(this.#away, away);
    const note = state.resigned
      ? say(/** @type {LabelKey} */ (`resigned_${state.resigned.size}`), {
          name: nameOf(state, state.resigned.seat, say),
        })
      : state.notice;
    this.#note.textContent = note;
    if (note) this.#away.prepend(this.#note);
    else this.#note.remove();
    this.#away.classList.toggle("doubling", session.armed || (session.may("double") && !session.resigning));
    this.#away.classList.toggle("offered", state.offered !== null);
    this.#away.classList.toggle("panel", Boolean(note) || session.resigning);

    this.#corner.hidden = !session.may("resign") && !state.resign_barred;
    this.#corner.setAttribute("aria-disabled", String(!session.may("resign")));
    this.#corner.setAttribute("aria-label", say("resign"));
    this.#corner.setAttribute("aria-expanded", String(session.resigning));

    this.#showDice(say, geometry);
    this.#showCube(say, geometry);
  }

  /** @param {Say} say @returns {Button[]} */
  #homeButtons(say) {
    const session = this.#session;
    /** @type {Button[]} */
    const buttons = [];
    if (session.may("roll"))
      buttons.push({ name: "roll", kind: "primary", text: say("roll"), press: () => session.act("roll") });
    if (session.open && session.draft) {
      if (session.draft.steps.length)
        buttons.push({ name: "undo", kind: "plain", text: say("undo"), press: () => session.undo() });
      if (session.draft.endable && session.may("play")) {
        // If the board does not know whether anything can be played, lifting the dice at once needs to be confirmed.
        const untouched = session.state?.free && !session.draft.steps.length;
        buttons.push({
          name: untouched ? "no_play" : "done",
          kind: untouched ? "quiet" : "primary",
          text: say(untouched ? "no_play" : "done"),
          press: () => session.end(),
        });
      }
    }
    return buttons;
  }

  /** @param {Say} say @returns {Button[]} */
  #awayButtons(say) {
    const session = this.#session;
    const { state } = session;
    const act = (/** @type {BoardAction & LabelKey} */ name, /** @type {Button["kind"]} */ kind) =>
      session.may(name) ? [{ name, kind, text: say(name), press: () => session.act(name) }] : [];
    if (session.resigning) {
      const sizes = state?.resign_sizes ?? [];
      return [
        ...sizes.map((size) => ({
          name: `resign_${size}`,
          kind: /** @type {const} */ ("plain"),
          text: say(/** @type {LabelKey} */ (`resign_${size}`)),
          press: () => session.act("resign", { size }),
        })),
        { name: "cancel", kind: "quiet", text: say("cancel"), press: () => session.askSize(false) },
      ];
    }
    if (session.armed) {
      const value = (state?.cube?.value ?? 1) * 2;
      return [
        // "No" lies where "Double" was, so that pressing twice does nothing.
        { name: "cancel", kind: "quiet", text: say("cancel"), press: () => session.arm(false) },
        {
          name: "double_confirm",
          kind: "plain",
          text: say("double_confirm", { value }),
          press: () => session.act("double"),
        },
      ];
    }
    if (session.may("double"))
      return [{ name: "double", kind: "quiet", text: say("double"), press: () => session.arm(true) }];
    return [
      ...act("drop", "plain"),
      ...act("take", "plain"),
      ...act("beaver", "quiet"),
      ...act("refuse_resignation", "plain"),
      ...act("accept_resignation", "plain"),
      ...act("start_game", "primary"),
    ];
  }

  /**
   * The same button stays the same element, so that focus is kept.
   * @param {HTMLElement} zone
   * @param {Button[]} buttons
   */
  #fill(zone, buttons) {
    const elements = buttons.map(({ name, kind, text, press }) => {
      const element = this.#buttons.get(name) ?? html("button", { type: "button", class: `button ${kind} ${name}` });
      this.#buttons.set(name, element);
      if (element.textContent !== text) element.textContent = text;
      element.onclick = press;
      return element;
    });
    if (elements.length === zone.children.length && elements.every((element, i) => zone.children[i] === element))
      return;
    for (const child of [...zone.children]) if (!elements.some((element) => element === child)) child.remove();
    elements.forEach(
      (element, i) => zone.children[i] !== element && zone.insertBefore(element, zone.children[i] ?? null),
    );
  }

  /**
   * @param {Say} say
   * @param {Geometry} geometry
   */
  #showDice(say, geometry) {
    const { state, draft, open } = this.#session;
    const own = state?.dice_owner === state?.viewer;
    this.dice.hidden = !state?.dice;
    if (!state?.dice) return;
    lay(this.dice, geometry.dice(own ? "home" : "away", 2).box, geometry);
    const [first, second] = draft?.order ?? state.dice;
    const ends = open && this.#endOnDice && draft?.complete;
    const swaps = open && first !== second && !draft?.dances && !state.free;
    this.dice.disabled = !ends && !swaps;
    const key = !own ? "opponent_dice" : ends ? "own_dice_end" : swaps ? "own_dice" : "own_dice_still";
    this.dice.setAttribute("aria-label", say(key, { first, second }));
  }

  /**
   * @param {Say} say
   * @param {Geometry} geometry
   */
  #showCube(say, geometry) {
    const { state } = this.#session;
    this.cube.hidden = !state?.cube;
    if (!state?.cube) return;
    const { x, y } = geometry.cube(cubePlace(this.#session));
    lay(this.cube, { x: x - 50, y: y - 50, width: 100, height: 100 }, geometry);
    const { owner, value } = state.cube;
    const whose = owner === null ? "cube_centred" : owner === state.viewer ? "cube_own" : "cube_opponent";
    const label = state.offered !== null ? say("cube_offered", { value: state.offered }) : say(whose, { value });
    this.cube.disabled = !this.#session.may("double");
    const words = { cube: label, next: value * 2 };
    this.cube.setAttribute("aria-label", this.cube.disabled ? label : say("cube_double", words));
  }
}

/**
 * Lay an element over a box of the drawing.
 * @param {HTMLElement} element
 * @param {Box} box
 * @param {Geometry} geometry
 */
export function lay(element, box, geometry) {
  element.style.left = `${(box.x / geometry.width) * 100}%`;
  element.style.top = `${(box.y / geometry.height) * 100}%`;
  element.style.width = `${(box.width / geometry.width) * 100}%`;
  element.style.height = `${(box.height / geometry.height) * 100}%`;
}

function flag() {
  return svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, [
    svg("path", { d: "M6 21V4m0 1c4-2.5 8 2 12 0v8c-4 2-8-2.500-12 0" }),
  ]);
}
