// The player's settings, read from the element's attributes. Each is described in tavl-board.js.
import { SPEEDS } from "./animation.js";

/** @typedef {ReturnType<typeof readSettings>} Settings */

export const ATTRIBUTES = [
  "auto-roll",
  "auto-play",
  "auto-pass",
  "auto-bear-off",
  "speed",
  "direction",
  "colour",
  "theme",
  "layout",
  "click",
  "end-on-dice",
  "hints",
  "numbers",
  "sound",
  "narrate",
];

/** @param {Element} element */
export function readSettings(element) {
  const on = (/** @type {string} */ name) => element.hasAttribute(name) && element.getAttribute(name) !== "off";
  /**
   * @template {string} T
   * @param {string} name
   * @param {readonly [T, ...T[]]} values the first is the default
   * @returns {T}
   */
  const one = (name, values) => values.find((value) => value === element.getAttribute(name)) ?? values[0];
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return {
    autoRoll: on("auto-roll"),
    autoPlay: on("auto-play"),
    autoPass: on("auto-pass"),
    autoBearOff: on("auto-bear-off"),
    speed: still ? 0 : SPEEDS[one("speed", ["normal", "slow", "fast", "off"])],
    direction: one("direction", ["right", "left"]),
    colour: one("colour", ["light", "dark"]),
    layout: one("layout", ["auto", "wide", "tall"]),
    click: one("click", ["move", "pick"]),
    endOnDice: on("end-on-dice"),
    hints: on("hints"),
    numbers: element.getAttribute("numbers") !== "off",
    sound: on("sound"),
    narrate: element.getAttribute("narrate") !== "off",
  };
}
