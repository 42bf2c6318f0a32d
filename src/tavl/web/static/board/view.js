// Puts the drawing, the buttons and the texts together in the shadow root.
/** @import {Session} from "./play-entry.js" */
/** @import {Settings} from "./attributes.js" */
/** @import {Say} from "./labels.js" */
/** @import {Hint} from "./checkers.js" */
/** @import {Spot} from "./geometry.js" */

import { Checkers } from "./checkers.js";
import { Controls } from "./buttons.js";
import { CubeView } from "./cube.js";
import { DiceView } from "./dice.js";
import { focusedIn, handFocusOn } from "./focus.js";
import { Geometry } from "./geometry.js";
import { LiveRegion } from "./live-region.js";
import { marks } from "./marks.js";
import { defs, scene } from "./empty-board.js";
import { placeOf, Places } from "./places.js";
import { Strips } from "./player-strips.js";
import { html, svg } from "./svg.js";

export class View {
  stage = html("div", { class: "stage", role: "group" });
  /** @type {Geometry | null} */
  geometry = null;
  #session;
  #settings;
  #say;
  #board = svg("g");
  #under = svg("g");
  #over = svg("g");
  #cubeAndDice = svg("g");
  #drawing = svg("svg", { "aria-hidden": "true", focusable: "false" });
  #spoken = new LiveRegion();
  #strips = new Strips();
  #probe = html("div", { class: "probe" }); // as tall as the board may be
  #places;
  #shape = "";
  #drawn = false;
  checkers;
  #dice;
  #cube = new CubeView();
  controls;

  /**
   * @param {ShadowRoot} root
   * @param {Session} session
   * @param {() => Settings} settings
   * @param {() => Say} say
   */
  constructor(root, session, settings, say) {
    this.#session = session;
    this.#settings = settings;
    this.#say = say;
    const checkers = svg("g");
    const dice = svg("g");
    this.checkers = new Checkers(checkers);
    this.controls = new Controls(session);
    this.#dice = new DiceView(dice, session, settings, this.controls);
    this.#places = new Places(session, this.stage);
    this.#cubeAndDice.append(dice, this.#cube.element);
    this.#drawing.append(defs(), this.#board, this.#strips.print, this.#under, this.#cubeAndDice, checkers, this.#over);
    this.stage.append(this.#drawing, ...this.#places.elements, ...this.controls.elements);
    root.append(this.#probe, this.#strips.opponent, this.stage, this.#strips.own, this.#spoken.element);
  }

  /** @param {EventTarget | null} target */
  placeOf(target) {
    return placeOf(target);
  }

  /**
   * @param {{clientX: number, clientY: number}} event
   * @returns {Spot}
   */
  spotOf({ clientX, clientY }) {
    const box = this.#drawing.getBoundingClientRect();
    const scale = (this.geometry?.width ?? 1) / (box.width || 1);
    return { x: (clientX - box.x) * scale, y: (clientY - box.y) * scale };
  }

  /** @param {number} place */
  focusPlace(place) {
    this.#places.focus(place);
  }

  /** @param {string} sentence */
  announce(sentence) {
    this.#spoken.announce(sentence);
  }

  /**
   * Take the shape that suits the room.
   * @param {number} width
   */
  resize(width) {
    if (width === 0) return;
    const height = this.#probe.clientHeight;
    const settings = this.#settings();
    const chosen = this.#strips.fit(width, height, settings);
    const geometry = new Geometry(chosen, settings.direction);
    const scale = chosen.unit / 100;
    this.stage.classList.toggle("tall", geometry.tall);
    this.stage.classList.toggle("mirrored", geometry.mirrored);
    this.stage.style.width = `${geometry.width * scale}px`;
    this.stage.style.height = `${geometry.height * scale}px`;
    this.stage.style.setProperty("--unit", `${chosen.unit}px`);
    this.#strips.width(geometry.width * scale);
    const shape = JSON.stringify([geometry, settings.numbers, settings.colour, settings.endOnDice]);
    if (shape === this.#shape) return;
    this.#shape = shape;
    this.geometry = geometry;
    this.#drawing.setAttribute("viewBox", `0 0 ${geometry.width} ${geometry.height}`);
    this.#board.replaceChildren(...scene(geometry, settings));
    this.#places.shape(geometry);
    this.controls.shape(geometry, settings.endOnDice);
    this.checkers.shape(geometry, settings.colour);
    this.render([], true);
  }

  /**
   * @param {Hint[]} hints how the checkers that moved did so
   * @param {boolean} atOnce
   */
  render(hints, atOnce = false) {
    const { state, draft } = this.#session;
    const { geometry } = this;
    if (!state || !geometry) return;
    const duration = atOnce || !this.#drawn ? 0 : this.#settings().speed;
    this.#drawn = true;
    const focused = focusedIn(this.stage);
    const position = draft?.position ?? state.placed;
    const say = this.#say();
    this.checkers.show(position, hints, duration);
    this.#showMarks(geometry);
    this.#cube.show(this.#session, geometry, duration);
    this.controls.show(say, geometry);
    this.#dice.show(geometry, duration); // which lie where the buttons leave room
    this.stage.setAttribute("aria-label", say("board"));
    this.#places.show(say);
    this.#strips.fill(state, position, this.#settings().colour, say, geometry);
    handFocusOn(focused, this.#places);
  }

  /** @param {Geometry} geometry */
  #showMarks(geometry) {
    const { sources, picked } = this.#session;
    const { shapes, spots, trail } = marks(this.#session, geometry);
    this.#under.replaceChildren(...shapes);
    this.#over.replaceChildren(...spots);
    this.checkers.mark("fresh", trail.who, trail.reached);
    this.checkers.mark("picked", "own", picked === null ? [] : [picked]);
    const hints = this.#settings().hints && picked === null && !this.#session.state?.free;
    this.checkers.mark("movable", "own", hints ? sources : []);
  }
}
