// Questions of the match between moves, and their order: each dialog stays until it is answered.
/** @import {Keeper} from "../match/current-match.js" */

import { drawAway } from "../closed-page.js";
import { gameRunning, result } from "../match/match.js";
import { drawBreak } from "./breaks.js";
import { drawStand } from "./clock-stops.js";
import { drawFinal, drawTimes } from "./match-end.js";
import { drawBetween } from "./next-game.js";

/** Which dialog has to be answered before play goes on. @param {Keeper} keeper */
export function asks({ state, awaySince }) {
  if (!state) return null;
  if (awaySince !== null) return "away-dialog";
  if (state.dispute) return "times-dialog";
  if (result(state)) return "final-dialog";
  if (state.onBreak) return "break-dialog";
  if (!gameRunning(state)) return "between-dialog";
  const { reason, asked } = state.stand;
  const finishing = reason === "dice_lifted_early" && asked === null; // the move is finished, then the clock pressed
  return reason !== null && !finishing ? "stand-dialog" : null;
}

/** @param {Keeper} keeper */
export function drawAsked(keeper) {
  const id = asks(keeper);
  if (id === "away-dialog") drawAway(keeper);
  if (id === "times-dialog") drawTimes(keeper);
  if (id === "final-dialog") drawFinal(keeper);
  if (id === "break-dialog") drawBreak(keeper);
  if (id === "between-dialog") drawBetween(keeper);
  if (id === "stand-dialog") drawStand(keeper);
}
