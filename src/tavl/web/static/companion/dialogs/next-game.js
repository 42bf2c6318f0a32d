// Between two games: the result of the last one, and what to know before the next.
/** @import {Keeper} from "../match/current-match.js" */
/** @import {State} from "../match/match.js" */
/** @import {Tell} from "./dialog-display.js" */

import { plural, w } from "../../shared/translations.js";
import { part, write } from "../elements.js";
import { SEATS } from "../match/clock.js";
import { games } from "../match/match-sheet.js";
import { breaksLeft, needs, nextIsCrawford, postCrawford } from "../match/match.js";
import { nameOf } from "../match/player-names.js";
import { settlementText } from "../match/settlement-text.js";
import { endText } from "../match/summary.js";

/** @param {Keeper} keeper */
export function drawBetween(keeper) {
  const { sheet } = keeper;
  const state = /** @type {State} */ (keeper.state);
  const last = games(sheet, state).at(-1);
  if (!last) return;
  const facts = { name: nameOf(sheet, last.winner), how: endText(last) };
  write(
    part("between-title"),
    plural("{name} wins {n} point: {how}", "{name} wins {n} points: {how}", last.points, facts),
  );
  write(part("between-score"), `${state.score[0]}–${state.score[1]}`);
  write(part("between-news"), news(state));
  write(part("between-owed"), state.terms.length === null ? settlementText(sheet, state) : "");
  write(part("next-game"), nextIsCrawford(state) ? w("Begin the Crawford game") : w("Next game"));
  part("take-break").hidden = SEATS.every((seat) => breaksLeft(state, seat) === 0);
  part("end-session").hidden = state.terms.length !== null;
}

/** What to know before the next game. @param {State} state */
function news(state) {
  if (nextIsCrawford(state)) return w("The next game is the Crawford game: say so, and take the cube off the board.");
  const wanted = needs(state);
  if (state.finished.at(-1)?.crawford) return w("The Crawford game is over: from now on there is a cube again.");
  if (postCrawford(state) || !wanted) return "";
  return w("{first} and {second} to go.", { first: wanted[0], second: wanted[1] });
}

/** @param {Keeper} keeper @param {Tell} tell */
export function bindNextGame(keeper, tell) {
  part("next-game").addEventListener("click", () => tell(keeper.nextGame()));
  part("end-session").addEventListener("click", () => tell(keeper.take([{ type: "end_session", seat: 0 }])));
}
