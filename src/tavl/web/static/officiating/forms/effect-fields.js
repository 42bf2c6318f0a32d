// What a ruling sets: only what is ticked. The same fields at the board, on a case and on a vote.
/** @import {Effects, PenaltyKind, Seat, TableView} from "../../shared/messages.js" */

import { duration } from "../../table/clock.js";
import { make } from "../../shared/dom.js";
import { START } from "../../board/position.js";
import { mirrored } from "../../shared/play-text.js";
import { plural, w } from "../../shared/translations.js";
import { seatFrom } from "../actions/action.js";
import { fieldElement } from "./form.js";
import { penalties } from "../labels.js";

const CUBES = [1, 2, 4, 8, 16, 32, 64];

/** @typedef {Record<0 | 1, string>} Names by seat */

/**
 * A part of a ruling that counts when it is ticked.
 * @param {string} name
 * @param {string} label
 * @param {(Node | string)[]} fields
 */
export function part(name, label, fields) {
  const inside = make("fieldset", { class: "set-fields", disabled: true, hidden: true, "aria-label": label }, fields);
  const tick = make("input", { type: "checkbox", name: `set_${name}` });
  tick.addEventListener("change", () => (inside.disabled = inside.hidden = !tick.checked));
  return make("div", { class: "set-part" }, [make("label", { class: "tick" }, [tick, label]), inside]);
}

/**
 * @param {string} name
 * @param {string} label
 * @param {Record<string, string>} of
 * @param {string} [value]
 */
export const choice = (name, label, of, value = "") =>
  fieldElement({ name, kind: "choice", label, of, value, optional: "" in of && name !== "upholds" });
/**
 * @param {string} name
 * @param {string} label
 * @param {number} value
 */
const number = (name, label, value) => fieldElement({ name, kind: "number", label, value: String(value) });

/** @param {string} name @param {string} label @param {number} milliseconds */
const time = (name, label, milliseconds) =>
  make("label", { class: "field" }, [
    label,
    make("input", {
      name,
      required: true,
      value: duration(milliseconds),
      pattern: "-?\\d+(:\\d\\d){1,2}",
      inputmode: "numeric",
    }),
  ]);

/** "2:05" or "1:02:05" in milliseconds. @param {string} text */
export function milliseconds(text) {
  const sign = text.startsWith("-") ? -1 : 1;
  const total = text
    .replace("-", "")
    .split(":")
    .reduce((sum, each) => sum * 60 + Number(each), 0);
  return sign * total * 1000;
}

/** The dice of a turn; none: they are still to be rolled. @param {string} prefix @param {[number, number] | null | undefined} dice */
const diceFields = (prefix, dice) => {
  const faces = { "": w("none"), ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [n, String(n)])) };
  return [
    choice(`${prefix}die_1`, w("First die"), faces, String(dice?.[0] ?? "")),
    choice(`${prefix}die_2`, w("Second die"), faces, String(dice?.[1] ?? "")),
  ];
};

/** What can be set in the game that is on. @param {TableView} view @param {Names} names */
function gameFields(view, names) {
  const owners = { "": w("in the middle"), ...names, none: w("no cube") };
  const values = Object.fromEntries(CUBES.map((n) => [n, String(n)]));
  return [
    part("turn", w("Whose turn, and the dice"), [
      choice("turn", w("Turn"), names, String(view.turn ?? 0)),
      ...diceFields("", view.dice),
    ]),
    part("cube", w("The cube"), [
      choice("cube_value", w("Value"), values, String(view.cube?.value ?? 1)),
      choice("cube_owner", w("Where"), owners, view.cube?.owner == null ? "" : String(view.cube.owner)),
    ]),
    part("again", w("The game is played again from the start"), [
      choice("again_turn", w("Begins"), names),
      ...diceFields("again_", null),
    ]),
    part("outcome", w("The result of the game"), [
      choice("outcome_winner", w("Winner"), names),
      choice("outcome_size", w("Size"), { 1: w("a single game"), 2: w("a gammon"), 3: w("a backgammon") }),
    ]),
  ];
}

/**
 * Everything but the position, which is set where the board is. Without a view nothing is kept of the board: then a
 * ruling can give the match or a penalty, at a score.
 * @param {TableView | null} view
 * @param {Names} names
 * @returns {HTMLElement[]}
 */
export function effectFields(view, names) {
  const score = view?.score ?? [0, 0];
  return [
    ...(view?.phase ? gameFields(view, names) : []),
    part("score", view ? w("The score") : w("The score at which the match ends"), [
      number("score_0", names[0], score[0]),
      number("score_1", names[1], score[1]),
    ]),
    ...(view && view.length !== null
      ? [part("length", w("The length of the match"), [number("length", w("Points"), view.length)])]
      : []),
    ...(view?.clock
      ? [
          part("times", w("The clock"), [
            time("time_0", names[0], view.clock.remaining[0]),
            time("time_1", names[1], view.clock.remaining[1]),
          ]),
        ]
      : []),
    part("winner", w("The result of the match"), [choice("winner", w("Winner"), names)]),
    part("penalty", w("A penalty"), [
      choice("penalty_seat", w("Player"), names),
      choice("penalty_kind", w("Penalty"), penalties()),
      number("penalty_points", w("Penalty points"), 1),
    ]),
  ];
}

/**
 * What was filled in; none: nothing is ticked.
 * @param {TableView | null} view
 * @param {Record<string, string>} values
 * @returns {Partial<Effects> | null}
 */
export function effectsFrom(view, values) {
  const set = (/** @type {string} */ name) => values[`set_${name}`] === "on";
  /** @type {Partial<Effects>} */
  const effects = {};
  const dice = (/** @type {string} */ prefix) => {
    const [one, two] = [Number(values[`${prefix}die_1`]), Number(values[`${prefix}die_2`])];
    if (one && two) effects.dice = [one, two];
  };
  if (set("turn")) {
    effects.turn = seatFrom(values.turn);
    dice("");
  }
  if (set("cube") && values.cube_owner === "none") effects.no_cube = true;
  else if (set("cube")) {
    const owner = values.cube_owner === "" ? null : seatFrom(values.cube_owner);
    effects.cube = { value: Number(values.cube_value), owner };
  }
  if (set("again")) {
    Object.assign(effects, { turn: seatFrom(values.again_turn), position: START });
    if (view?.cube) effects.cube = { value: 1, owner: null };
    dice("again_");
  }
  if (set("score")) effects.score = [Number(values.score_0), Number(values.score_1)];
  if (set("length")) effects.length = Number(values.length);
  if (set("times")) effects.times = [milliseconds(values.time_0), milliseconds(values.time_1)];
  if (set("outcome") && view) {
    const size = Number(values.outcome_size);
    const worth = view.stake * (view.cube?.value ?? 1) * size;
    effects.outcome = { winner: seatFrom(values.outcome_winner), size, points: worth, reason: "ruling" };
  }
  if (set("winner")) effects.winner = seatFrom(values.winner);
  if (set("penalty")) {
    const kind = /** @type {PenaltyKind} */ (values.penalty_kind);
    const points = kind === "points" ? Number(values.penalty_points) : 0;
    effects.penalties = [{ seat: seatFrom(values.penalty_seat), kind, points }];
  }
  return Object.keys(effects).length ? effects : null;
}

/** The position that the server wants is seen by the player whose turn it is. @param {string} position seen by the first @param {Seat} seat */
export const seenBy = (position, seat) => (seat === 0 ? position : mirrored(position));

/** What a ruling has set, a line each. @param {Partial<Effects>} effects @param {Names} names @returns {string[]} */
export function effectLines(effects, names) {
  const { score, length, cube, times, outcome, turn, winner } = effects;
  const of = (/** @type {Seat} */ seat) => names[seat];
  return [
    score ? w("The score is {score}.", { score: score.join("–") }) : "",
    length ? w("The match is to {n} points.", { n: length }) : "",
    effects.no_cube ? w("There is no cube in this game.") : "",
    cube
      ? cube.owner === null
        ? w("The cube is at {n}, in the middle.", { n: cube.value })
        : w("The cube is at {n}, {name} has it.", { n: cube.value, name: of(cube.owner) })
      : "",
    effects.position ? w("The position is set.") : "",
    turn !== null && turn !== undefined ? w("It is {name}'s turn.", { name: of(turn) }) : "",
    outcome
      ? plural("{name} wins the game: {n} point.", "{name} wins the game: {n} points.", outcome.points, {
          name: of(outcome.winner),
        })
      : "",
    times ? w("The clock shows {one} and {two}.", { one: duration(times[0]), two: duration(times[1]) }) : "",
    winner !== null && winner !== undefined ? w("{name} wins the match.", { name: of(winner) }) : "",
    ...(effects.penalties ?? []).map(({ seat, kind, points }) =>
      kind === "points"
        ? plural("{name}: {n} penalty point", "{name}: {n} penalty points", points ?? 0, { name: of(seat) })
        : `${of(seat)}: ${penalties()[kind]}`,
    ),
  ].filter(Boolean);
}
