// Breaks: who takes one, how long it still is, and what lateness costs.
/** @import {Keeper} from "../match/current-match.js" */
/** @import {PhoneAction, State} from "../match/match.js" */
/** @import {Tell} from "./dialog-display.js" */

import { plural, w } from "../../shared/translations.js";
import { facts, minutes, part, write } from "../elements.js";
import { SEATS } from "../match/clock.js";
import { breaksLeft, latePoints } from "../match/match.js";
import { nameOf } from "../match/player-names.js";
import { choice, open } from "./dialog-display.js";

/** @param {Keeper} keeper @param {Tell} tell */
export function openBreak(keeper, tell) {
  const state = /** @type {State} */ (keeper.state);
  open("break-choice-dialog");
  const takers = SEATS.map((seat) => {
    const left = breaksLeft(state, seat);
    const label = plural("{n} break left", "{n} breaks left", left);
    const button = choice(nameOf(keeper.sheet, seat), label, () => tell(keeper.take([{ type: "take_break", seat }])));
    button.disabled = left === 0;
    return button;
  });
  if (SEATS.every((seat) => breaksLeft(state, seat) > 0)) {
    /** @type {PhoneAction[]} */
    const both = SEATS.map((seat) => ({ type: "take_break", seat }));
    takers.push(choice(w("Both, joined"), "", () => tell(keeper.take(both))));
  }
  part("break-takers").replaceChildren(...takers);
}

/** @param {Keeper} keeper */
export function drawBreak(keeper) {
  const state = /** @type {State} */ (keeper.state);
  if (!state.onBreak) return;
  const left = state.onBreak.until - keeper.at;
  const place = part("break-left");
  place.classList.toggle("over", left <= 0);
  write(place, left > 0 ? minutes(left) : `+${minutes(-left)}`);
  const who = state.onBreak.seats.map((seat) => nameOf(keeper.sheet, seat)).join(" · ");
  const points = latePoints(facts.profiles[keeper.sheet.profile]?.late, -left);
  const late =
    points > 0
      ? plural("Too late by {n} penalty point (T2.2.iv).", "Too late by {n} penalty points (T2.2.iv).", points)
      : w("The break is over.");
  write(part("break-words"), left > 0 ? who : late);
  part("join-break").hidden = SEATS.every((seat) => breaksLeft(state, seat) === 0);
}

/** @param {Keeper} keeper @param {Tell} tell */
export function bindBreaks(keeper, tell) {
  part("take-break").addEventListener("click", () => openBreak(keeper, tell));
  part("join-break").addEventListener("click", () => openBreak(keeper, tell));
  part("back-from-break").addEventListener("click", () => {
    /** @type {PhoneAction[]} */
    const back = (keeper.state?.onBreak?.seats ?? []).map((seat) => ({ type: "return_from_break", seat }));
    tell(keeper.take(back));
  });
}
