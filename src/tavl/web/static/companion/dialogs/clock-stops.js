// A stop of the clock: its reasons, and how play goes on from it.
/** @import {StopReason} from "../../shared/messages.js" */
/** @import {Keeper} from "../match/current-match.js" */
/** @import {State} from "../match/match.js" */
/** @import {Tell} from "./dialog-display.js" */

import { w } from "../../shared/translations.js";
import { all, facts, minutes, part, within, write } from "../elements.js";
import { other, reads, SEATS } from "../match/clock.js";
import { gameRunning } from "../match/match.js";
import { nameOf } from "../match/player-names.js";
import { opened, openedAt } from "./dialog-display.js";
import { openEnd } from "./game-end.js";

/** @param {Keeper} keeper */
export function openPause(keeper) {
  opened(keeper, "pause-dialog");
}

/** What a stop is called, and its clause. @param {string} reason */
export const stopText = (reason) => facts.stops[reason] ?? [reason, "T4.3.ii"];

/** The clock may be stopped now. @param {State} state */
export const canPause = (state) => gameRunning(state) && state.clock?.running != null;

/** @param {Keeper} keeper */
export function drawStand(keeper) {
  const { sheet } = keeper;
  const state = /** @type {State} */ (keeper.state);
  const { clock, stand } = state;
  if (!clock) return;
  const [words, rule] = stopText(stand.reason ?? "");
  write(part("stand-reason"), `${words} (${rule})`);
  const { times } = reads(clock, keeper.at);
  write(part("stand-times"), SEATS.map((seat) => `${nameOf(sheet, seat)} ${minutes(times[seat])}`).join(" · "));
  const turn = clock.turnOf ?? 0;
  const invalidRoll = stand.reason === "invalid_roll";
  write(within(part("stand-dialog"), "[data-resume=turn]"), w("Go on: {name}'s time", { name: nameOf(sheet, turn) }));
  const second = invalidRoll
    ? w("Go on with a fresh delay")
    : w("Go on: {name}'s time", { name: nameOf(sheet, other(turn)) });
  write(within(part("stand-dialog"), "[data-resume=other]"), second);
  const accept = part("accept-loss");
  accept.hidden = stand.asked === null;
  if (stand.asked !== null) {
    write(accept, w("{name} agrees and waits out the next delay", { name: nameOf(sheet, stand.asked) }));
  }
  for (const button of all(part("stand-dialog"), "[data-resume]")) button.hidden = stand.asked !== null;
  part("stand-end").hidden = stand.reason !== "game_decided";
}

/** @param {Keeper} keeper @param {boolean} sameTurn */
function resume(keeper, sameTurn) {
  const state = /** @type {State} */ (keeper.state);
  const seat = state.clock?.turnOf ?? 0;
  if (sameTurn) return keeper.take([{ type: "resume_clock", seat }]);
  if (state.stand.reason === "invalid_roll")
    return keeper.take([
      { type: "restart_delay", seat },
      { type: "resume_clock", seat },
    ]);
  return keeper.take([{ type: "resume_clock", seat, runs: other(seat) }]);
}

/** @param {Keeper} keeper @param {Tell} tell */
export function bindClockStops(keeper, tell) {
  for (const button of all(part("reasons"), "button")) {
    button.addEventListener("click", () => {
      const seat = keeper.state?.clock?.running ?? 0;
      const reason = /** @type {StopReason} */ (button.dataset.reason);
      tell(keeper.take([{ type: "stop_clock", seat, reason }], { at: openedAt() }));
    });
  }
  part("restart-delay").addEventListener("click", () => {
    tell(keeper.take([{ type: "restart_delay", seat: keeper.state?.clock?.turnOf ?? 0 }], { at: openedAt() }));
  });
  for (const button of all(part("stand-dialog"), "[data-resume]")) {
    button.addEventListener("click", () => tell(resume(keeper, button.dataset.resume === "turn")));
  }
  part("accept-loss").addEventListener("click", () => {
    const seat = keeper.state?.stand.asked ?? 0;
    tell(keeper.take([{ type: "answer_delay_loss", seat, accept: true }]));
  });
  part("stand-end").addEventListener("click", () => openEnd(keeper));
}
