// A double: who doubles, to what, and why not; equal dice at the start.
/** @import {Keeper} from "../match/current-match.js" */
/** @import {State} from "../match/match.js" */
/** @import {Tell} from "./dialog-display.js" */

import { w } from "../../shared/translations.js";
import { all, part } from "../elements.js";
import { whyNot } from "../match/actions.js";
import { SEATS } from "../match/clock.js";
import { cubeValue } from "../match/match.js";
import { refusalText } from "../match/refusal-text.js";
import { nameOf } from "../match/player-names.js";
import { choice, opened, openedAt } from "./dialog-display.js";

/** @param {Keeper} keeper @param {Tell} tell */
export function openDouble(keeper, tell) {
  const state = /** @type {State} */ (keeper.state);
  opened(keeper, "double-dialog");
  const value = state.game ? cubeValue(state.game) * 2 : 2;
  const turn = state.clock?.running ?? null;
  const order = turn === 1 ? [...SEATS].reverse() : SEATS;
  const buttons = order.map((seat) => {
    const why = whyNot(state, { type: "double", seat }, openedAt());
    const label = w("{name} doubles to {value}", { name: nameOf(keeper.sheet, seat), value });
    const button = choice(label, why ? refusalText(why) : "", () =>
      tell(keeper.take([{ type: "double", seat }], { at: openedAt() })),
    );
    button.disabled = why !== null;
    button.classList.toggle("primary", why === null && seat === turn);
    return button;
  });
  part("doublers").replaceChildren(...buttons);
  part("equal-dice").hidden = !(state.terms.automatic_doubles && state.game?.phase === "opening" && turn === null);
}

/** @param {Keeper} keeper @param {Tell} tell */
export function bindDouble(keeper, tell) {
  for (const button of all(part("equal-dice"), "[data-equal]")) {
    button.addEventListener("click", () => {
      const face = Number(button.dataset.equal);
      tell(keeper.take([{ type: "record_opening", seat: 0, first: face, second: face }]));
    });
  }
}
