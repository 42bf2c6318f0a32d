// The form of a ruling: whatever is ticked is set, under a clause and with a reason. It judges nothing.
/** @import {PenaltyKind, Rule, TableView} from "../shared/messages.js" */
/** @import {Moment} from "../table/event-text.js" */
/** @import {TavlBoard} from "../board/tavl-board.js" */
/** @import {Seen} from "./card.js" */

import { nameOf } from "../table/board-state.js";
import { seatFrom } from "./action.js";
import { duration } from "../table/clock.js";
import { mirrored } from "../shared/play-text.js";
import { w } from "../shared/translations.js";
import { clauseField } from "./clause-picker.js";
import { make } from "../shared/dom.js";
import { fieldElement } from "./form.js";
import { penalties } from "./labels.js";

const CUBES = [1, 2, 4, 8, 16, 32, 64];

/**
 * A part of a ruling that counts when it is ticked.
 * @param {string} name
 * @param {string} label
 * @param {(Node | string)[]} fields
 */
function part(name, label, fields) {
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
const choice = (name, label, of, value = "") =>
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

/**
 * @param {Seen} seen
 * @param {Moment[]} moments
 * @returns {HTMLElement[]}
 */
export function rulingFields(seen, moments) {
  const { view, people } = seen;
  const names = { 0: nameOf(view, people, 0), 1: nameOf(view, people, 1) };
  const turn = String(view.turn ?? 0);
  const { dispute } = view;
  const dice = { "": w("none"), ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [n, String(n)])) };
  const owners = { "": w("in the middle"), ...names, none: w("no cube") };
  return [
    ...(dispute
      ? [choice("upholds", w("The claim"), { "": "…", true: w("is upheld"), false: w("is not upheld") })]
      : []),
    clauseField(dispute?.rule ?? "T5.1"),
    fieldElement({ name: "reason", kind: "text", label: w("Reason, for everybody to read") }),
    make("details", { class: "more-to-set" }, [
      make("summary", {}, [w("Set something")]),
      ...(view.phase ? [position(view, names, moments)] : []),
      ...(view.phase
        ? [
            part("turn", w("Whose turn, and the dice"), [
              choice("turn", w("Turn"), names, turn),
              choice("die_1", w("First die"), dice, String(view.dice?.[0] ?? "")),
              choice("die_2", w("Second die"), dice, String(view.dice?.[1] ?? "")),
            ]),
            part("cube", w("The cube"), [
              choice(
                "cube_value",
                w("Value"),
                Object.fromEntries(CUBES.map((n) => [n, String(n)])),
                String(view.cube?.value ?? 1),
              ),
              choice("cube_owner", w("Where"), owners, view.cube?.owner == null ? "" : String(view.cube.owner)),
            ]),
          ]
        : []),
      part("score", w("The score"), [
        number("score_0", names[0], view.score[0]),
        number("score_1", names[1], view.score[1]),
      ]),
      ...(view.length !== null
        ? [part("length", w("The length of the match"), [number("length", w("Points"), view.length)])]
        : []),
      ...(view.clock
        ? [
            part("times", w("The clock"), [
              time("time_0", names[0], view.clock.remaining[0]),
              time("time_1", names[1], view.clock.remaining[1]),
            ]),
          ]
        : []),
      ...(view.phase
        ? [
            part("outcome", w("The result of the game"), [
              choice("outcome_winner", w("Winner"), names),
              choice("outcome_size", w("Size"), { 1: w("a single game"), 2: w("a gammon"), 3: w("a backgammon") }),
            ]),
          ]
        : []),
      part("winner", w("The result of the match"), [choice("winner", w("Winner"), names)]),
      part("penalty", w("A penalty"), [
        choice("penalty_seat", w("Player"), names),
        choice("penalty_kind", w("Penalty"), penalties()),
        number("penalty_points", w("Penalty points"), 1),
      ]),
    ]),
  ];
}

/**
 * As it stood at a moment of this game, or written down; shown on a small board.
 * @param {TableView} view
 * @param {Record<number, string>} names
 * @param {Moment[]} moments
 */
function position(view, names, moments) {
  const now = view.viewer === 0 ? view.position : mirrored(view.position);
  const board = /** @type {TavlBoard} */ (document.createElement("tavl-board"));
  const drawn = { layout: "wide", speed: "off", narrate: "off", class: "small-board", inert: "" };
  for (const [attribute, value] of Object.entries(drawn)) board.setAttribute(attribute, value);
  const written = make("input", {
    name: "position",
    value: now,
    spellcheck: "false",
    autocomplete: "off",
    required: true,
  });
  const earlier = make("select", { name: "moment" }, [
    make("option", { value: "" }, [w("as it stands")]),
    ...moments
      .map((moment, n) => make("option", { value: String(n) }, [`${names[moment.turn]} · ${moment.text}`]))
      .reverse(),
  ]);
  const show = () => {
    try {
      board.state = { position: written.value, names: [names[0], names[1]] };
      written.setCustomValidity("");
    } catch {
      written.setCustomValidity(w("This is not a position."));
    }
  };
  written.addEventListener("input", show);
  earlier.addEventListener("change", () => {
    const moment = earlier.value === "" ? null : moments[Number(earlier.value)];
    written.value = moment?.position ?? now;
    show();
    if (moment && earlier.form) setTurn(earlier.form, moment);
  });
  show();
  return part("position", w("The position"), [
    make("label", { class: "field" }, [w("As it was at"), earlier]),
    make("label", { class: "field" }, [w("Written down, seen by {name}", { name: names[0] }), written]),
    board,
  ]);
}

/**
 * Whoever goes back to a moment goes back to its turn and dice too.
 * @param {HTMLFormElement} form
 * @param {Moment} moment
 */
function setTurn(form, { turn, dice }) {
  const tick = /** @type {HTMLInputElement} */ (form.elements.namedItem("set_turn"));
  tick.checked = true;
  tick.dispatchEvent(new Event("change"));
  for (const [name, value] of Object.entries({ turn, die_1: dice?.[0] ?? "", die_2: dice?.[1] ?? "" }))
    /** @type {HTMLSelectElement} */ (form.elements.namedItem(name)).value = String(value);
}

/**
 * The action, from what was filled in.
 * @param {Seen} seen
 * @param {Record<string, string>} values
 */
export function rulingFrom({ view }, values) {
  const set = (/** @type {string} */ name) => values[`set_${name}`] === "on";
  const turn = set("turn") ? seatFrom(values.turn) : null;
  /** @type {Rule} */
  const action = { type: "rule", rule: values.rule, reason: values.reason };
  if (values.upholds) action.upholds = values.upholds === "true";
  if (turn !== null) {
    action.turn = turn;
    if (values.die_1 && values.die_2) action.dice = [Number(values.die_1), Number(values.die_2)];
  }
  if (set("position")) {
    // The server wants it seen by the player whose turn it is.
    const seenBy = turn ?? view.turn ?? 0;
    action.position = seenBy === 0 ? values.position : mirrored(values.position);
  }
  if (set("cube")) {
    if (values.cube_owner === "none") action.no_cube = true;
    else
      action.cube = {
        value: Number(values.cube_value),
        owner: values.cube_owner === "" ? null : seatFrom(values.cube_owner),
      };
  }
  if (set("score")) action.score = [Number(values.score_0), Number(values.score_1)];
  if (set("length")) action.length = Number(values.length);
  if (set("times")) action.times = [milliseconds(values.time_0), milliseconds(values.time_1)];
  if (set("outcome")) {
    const size = Number(values.outcome_size);
    const worth = view.stake * (view.cube?.value ?? 1) * size;
    action.outcome = { winner: seatFrom(values.outcome_winner), size, points: worth, reason: "ruling" };
  }
  if (set("winner")) action.winner = seatFrom(values.winner);
  if (set("penalty")) {
    const kind = /** @type {PenaltyKind} */ (values.penalty_kind);
    const points = kind === "points" ? Number(values.penalty_points) : 0;
    action.penalties = [{ seat: seatFrom(values.penalty_seat), kind, points }];
  }
  return action;
}
