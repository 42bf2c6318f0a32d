// The form of a ruling: whatever is ticked is set, under a clause and with a reason. It does not judge anything.
/** @import {Rule, TableView} from "../../shared/messages.js" */
/** @import {Moment} from "../../table/texts/event-text.js" */
/** @import {TavlBoard} from "../../board/tavl-board.js" */
/** @import {Seen} from "../cards/card.js" */

import { nameOf } from "../../shared/names.js";
import { mirrored } from "../../shared/play-text.js";
import { w } from "../../shared/translations.js";
import { clauseField } from "./clause-picker.js";
import { make } from "../../shared/dom.js";
import { choice, effectFields, effectsFrom, part, seenBy } from "./effect-fields.js";
import { fieldElement } from "./form.js";

/**
 * @param {Seen} seen
 * @param {Moment[]} moments
 * @returns {HTMLElement[]}
 */
export function rulingFields(seen, moments) {
  const { view, people } = seen;
  const names = { 0: nameOf(view, people, 0), 1: nameOf(view, people, 1) };
  const { dispute } = view;
  return [
    ...(dispute
      ? [choice("upholds", w("The claim"), { "": "…", true: w("is upheld"), false: w("is not upheld") })]
      : []),
    clauseField(dispute?.rule ?? "T5.1"),
    fieldElement({ name: "reason", kind: "text", label: w("Reason, for everybody to read") }),
    make("details", { class: "more-to-set" }, [
      make("summary", {}, [w("Set something")]),
      ...(view.phase ? [position(view, names, moments)] : []),
      ...effectFields(view, names),
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
 * Going back to a moment also goes back to its turn and dice.
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
  /** @type {Rule} */
  const action = { type: "rule", rule: values.rule, reason: values.reason, ...effectsFrom(view, values) };
  if (values.upholds) action.upholds = values.upholds === "true";
  if (values.set_position === "on") action.position = seenBy(values.position, action.turn ?? view.turn ?? 0);
  return action;
}
