// Puts the drawing, the buttons and the words together in the element's shadow.
/** @import {Session} from "./play-entry.js" */
/** @import {Settings} from "./attributes.js" */
/** @import {Say} from "./labels.js" */
/** @import {Hint} from "./checkers.js" */
/** @import {Spot} from "./geometry.js" */
/** @import {Seat} from "./tavl-board.js" */

import { Checkers, other } from "./checkers.js";
import { Controls, cubePlace, lay } from "./buttons.js";
import { CubeView, DiceView } from "./dice-and-cube.js";
import { fit, Geometry, OPPONENT_BAR, OPPONENT_OFF, PLACES } from "./geometry.js";
import { marks } from "./marks.js";
import { BAR, OFF, pips } from "./position.js";
import { defs, scene } from "./empty-board.js";
import { Strips } from "./player-strips.js";
import { html, svg } from "./svg.js";

const SAID = 12; // sentences that stay in the log

export class View {
  stage = html("div", { class: "stage", role: "group" });
  /** @type {Geometry | null} */
  geometry = null;
  #session;
  #settings;
  #say;
  #board = svg("g");
  #print = svg("g", { class: "print" });
  #under = svg("g");
  #over = svg("g");
  #cubeAndDice = svg("g");
  #drawing = svg("svg", { "aria-hidden": "true", focusable: "false" });
  #log = html("div", { class: "log", role: "log", "aria-live": "polite" });
  #strips = new Strips();
  #probe = html("div", { class: "probe" }); // as tall as the board may be
  /** @type {Map<number, HTMLButtonElement>} */
  #places = new Map();
  #current = 24;
  #shape = "";
  /** @type {string | null} */
  #rolled = null;
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
    this.#dice = new DiceView(dice);
    this.controls = new Controls(session);
    this.#cubeAndDice.append(dice, this.#cube.element);
    this.#drawing.append(defs(), this.#board, this.#print, this.#under, this.#cubeAndDice, checkers, this.#over);
    for (const place of PLACES)
      this.#places.set(place, html("button", { type: "button", class: "over place", "data-place": String(place) }));
    this.stage.append(this.#drawing, ...this.#places.values(), ...this.controls.elements);
    this.stage.addEventListener("focusin", (event) => {
      const place = this.placeOf(event.target);
      if (place !== null) this.#rove(place);
    });
    root.append(this.#probe, this.#strips.opponent, this.stage, this.#strips.own, this.#log);
  }

  /** @param {EventTarget | null} target */
  placeOf(target) {
    const place = target instanceof Element ? target.closest("[data-place]")?.getAttribute("data-place") : null;
    return place == null ? null : Number(place);
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
    this.#places.get(place)?.focus();
  }

  /** @param {number} place */
  #rove(place) {
    this.#places.get(this.#current)?.setAttribute("tabindex", "-1");
    this.#places.get(place)?.setAttribute("tabindex", "0");
    this.#current = place;
  }

  /** @param {string} sentence */
  announce(sentence) {
    this.#log.append(html("p", {}, [sentence]));
    while (this.#log.childElementCount > SAID) this.#log.firstElementChild?.remove();
  }

  /**
   * Take the shape that suits the room.
   * @param {number} width
   */
  resize(width) {
    if (width === 0) return;
    const height = this.#probe.clientHeight;
    const settings = this.#settings();
    const roomy = fit(width, height - this.#strips.height, settings.layout);
    const whole = fit(width, height, settings.layout);
    // The strips are hidden when they would make the points too small or too short for a finger.
    const roomFor =
      new Geometry(roomy, settings.direction).height * (roomy.unit / 100) <= height - this.#strips.height + 1;
    const strips = roomFor && (roomy.unit >= 44 || roomy.unit === whole.unit);
    const chosen = strips ? roomy : whole;
    const geometry = new Geometry(chosen, settings.direction);
    const scale = chosen.unit / 100;
    this.#strips.show(strips);
    this.stage.classList.toggle("tall", geometry.tall);
    this.stage.classList.toggle("mirrored", geometry.mirrored);
    this.stage.style.width = `${geometry.width * scale}px`;
    this.stage.style.height = `${geometry.height * scale}px`;
    this.stage.style.setProperty("--unit", `${chosen.unit}px`);
    this.#strips.width(geometry.width * scale);
    this.#print.classList.toggle("none", strips);
    const shape = JSON.stringify([geometry, settings.numbers, settings.colour, settings.endOnDice]);
    if (shape === this.#shape) return;
    this.#shape = shape;
    this.geometry = geometry;
    this.#drawing.setAttribute("viewBox", `0 0 ${geometry.width} ${geometry.height}`);
    this.#board.replaceChildren(...scene(geometry, settings));
    for (const [place, button] of this.#places) lay(button, geometry.target(place), geometry);
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
    const first = this.#rolled === null;
    const duration = atOnce || first ? 0 : this.#settings().speed;
    const focused =
      this.stage.getRootNode() instanceof ShadowRoot
        ? /** @type {ShadowRoot} */ (this.stage.getRootNode()).activeElement
        : null;
    this.checkers.show(draft?.position ?? state.placed, hints, duration);
    this.#showMarks(geometry);
    const { cube } = state;
    this.#cube.show(
      cube && {
        value: state.offered ?? cube.value,
        where: cubePlace(this.#session),
        armed: this.#session.armed,
        open: this.#session.may("double"),
      },
      geometry,
      duration,
    );
    this.controls.show(this.#say(), geometry);
    this.#showDice(geometry, duration); // which lie where the buttons leave room
    this.#showPlaces();
    this.#showPlayers(geometry);
    // A button that was pressed and is gone hands the focus on to the board.
    if (focused instanceof HTMLElement && (!focused.isConnected || focused.hidden || focused.matches(":disabled"))) {
      this.focusPlace(this.#current);
    }
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

  /**
   * @param {Geometry} geometry
   * @param {number} duration
   */
  #showDice(geometry, duration) {
    const { state, draft } = this.#session;
    if (!state) return;
    const old = !state.dice && state.last?.dice ? state.last : null;
    const dice = draft?.order ?? state.dice ?? old?.dice ?? null;
    const owner = old ? old.seat : state.dice_owner;
    if (!dice || owner === null) {
      this.#rolled = "";
      return this.#dice.show([], geometry, 0);
    }
    const double = dice[0] === dice[1];
    // As at a physical board, two dice are two dice where the board does not count.
    const values = double && !old && !state.free ? [dice[0], dice[0], dice[0], dice[0]] : [...dice];
    const spent = (draft?.steps ?? []).map((step) => step.die).filter(Boolean);
    const used = values.map((value, i) => (double ? i < spent.length : spent.includes(value)));
    const rolled = old ? "" : JSON.stringify([owner, [...dice].sort()]);
    const fresh = rolled !== "" && this.#rolled === "";
    this.#rolled = rolled;
    if (state.opening && !draft?.steps.length && !draft?.swapped && !double) {
      return this.#dice.show(this.#oneEach(dice, owner, geometry), geometry, fresh ? duration * 1.8 : 0);
    }
    const colour = this.#colourOf(owner);
    const { half, aside } = old ? this.#restingPlace(owner) : { half: this.#halfOf(owner), aside: false };
    const { spots, size } = geometry.dice(half, values.length, aside);
    const lying = values.map((value, i) => ({ value, used: used[i], old: Boolean(old), spot: spots[i], size, colour }));
    this.#dice.show(lying, geometry, fresh ? duration * 1.8 : 0);
  }

  /**
   * The opening roll: the higher die is that of the one who begins.
   * @param {number[]} dice
   * @param {Seat} beginner
   * @param {Geometry} geometry
   */
  #oneEach(dice, beginner, geometry) {
    const seats = /** @type {Seat[]} */ ([beginner, beginner === 0 ? 1 : 0]);
    return seats.map((seat, i) => {
      const { spots, size } = geometry.dice(this.#halfOf(seat), 1);
      const value = i === 0 ? Math.max(...dice) : Math.min(...dice);
      return { value, used: false, spot: spots[0], size, colour: this.#colourOf(seat) };
    });
  }

  /** @param {Seat} seat @returns {"home" | "away"} */
  #halfOf(seat) {
    return seat === this.#session.state?.viewer ? "home" : "away";
  }

  /** @param {Seat} seat */
  #colourOf(seat) {
    const { colour } = this.#settings();
    return seat === this.#session.state?.viewer ? colour : other(colour);
  }

  /**
   * The last roll stays in sight until the next: on its own side, and where buttons or a sentence fill that, on the
   * other; the colour tells whose it was.
   * @param {Seat} seat
   */
  #restingPlace(seat) {
    const own = this.#halfOf(seat);
    const half = this.controls.room(own) === "none" ? (own === "home" ? "away" : "home") : own;
    return { half, aside: this.controls.room(half) !== "middle" };
  }

  #showPlaces() {
    const { state, draft, sources, shownTargets: targets, picked } = this.#session;
    if (!state) return;
    const say = this.#say();
    this.stage.setAttribute("aria-label", say("board"));
    const position = draft?.position ?? state.placed;
    // The keyboard comes in where there is something to do, unless it is already on the board.
    if (sources.size && !sources.has(this.#current) && !this.stage.matches(":focus-within"))
      this.#rove(Math.max(...sources));
    for (const [place, button] of this.#places) {
      const words = [this.#placeName(place, say)];
      const own = place <= BAR ? position.own[place] : 0;
      const opponent =
        place === OPPONENT_BAR
          ? position.opponent[BAR]
          : place === OPPONENT_OFF
            ? position.opponent[OFF]
            : place === OFF || place === BAR
              ? 0
              : position.opponent[25 - place];
      if (own) words.push(say(own === 1 ? "own_one" : "own_many", { n: own }));
      if (opponent) words.push(say(opponent === 1 ? "opponent_one" : "opponent_many", { n: opponent }));
      if (!own && !opponent) words.push(say("empty"));
      if (place === picked) words.push(say("picked"));
      if (picked !== null && targets.has(place)) words.push(say("target"));
      button.setAttribute("aria-label", words.join(", "));
      button.setAttribute("tabindex", place === this.#current ? "0" : "-1");
      button.classList.toggle("movable", sources.has(place));
      button.classList.toggle("target", targets.has(place));
    }
  }

  /**
   * @param {number} place
   * @param {Say} say
   */
  #placeName(place, say) {
    if (place === BAR) return say("bar");
    if (place === OFF) return say("off");
    if (place === OPPONENT_BAR) return say("opponent_bar");
    if (place === OPPONENT_OFF) return say("opponent_off");
    return say("point", { n: place });
  }

  /** @param {Geometry} geometry */
  #showPlayers(geometry) {
    const { state, draft } = this.#session;
    if (!state) return;
    const position = draft?.position ?? state.placed;
    const counts = state.pips ? { own: pips(position.own), opponent: pips(position.opponent) } : null;
    this.#strips.fill(state, counts, this.#settings().colour, this.#say());
    const opponent = state.viewer === 0 ? 1 : 0;
    const { print } = geometry;
    const text = (/** @type {Spot} */ { x, y }, /** @type {string | number} */ words) =>
      svg("text", { class: "number", x, y }, [String(words)]);
    this.#print.replaceChildren(
      ...(counts ? [text(print.pips[0], counts.own), text(print.pips[1], counts.opponent)] : []),
      text(print.score[0], state.score[state.viewer]),
      text(print.score[1], state.score[opponent]),
    );
  }
}
