// The end of a match or a session: the result, settling up, handing it in, sharing it, once more. And times that ran out
// together.
/** @import {Seat} from "../../shared/messages.js" */
/** @import {Keeper} from "../match/current-match.js" */
/** @import {State} from "../match/match.js" */
/** @import {Tell} from "./dialog-display.js" */

import { unanswered } from "../../shared/api.js";
import { w } from "../../shared/translations.js";
import { all, part, within, write } from "../elements.js";
import { handIn } from "../hand-in.js";
import { SEATS } from "../match/clock.js";
import { timeOf } from "../match/match-sheet.js";
import { result } from "../match/match.js";
import { nameOf } from "../match/player-names.js";
import { settlementText } from "../match/settlement-text.js";
import { shareText, verdict } from "../match/summary.js";
import { backOf, pageOf, report } from "../tournament-match.js";
import { listGames } from "./game-list.js";

const AGAIN_MS = 5000; // until a result that was not received is sent again

/** @param {Keeper} keeper */
export function drawTimes({ sheet, state }) {
  const first = state?.dispute?.firstOut ?? null;
  const words = first === null ? "" : w("As this phone saw it, {name} was first.", { name: nameOf(sheet, first) });
  write(part("times-words"), words);
  for (const seat of SEATS) {
    write(
      within(part("times-choices"), `[data-winner="${seat}"]`),
      w("{name} wins the match", { name: nameOf(sheet, seat) }),
    );
  }
}

/** @param {Keeper} keeper */
export function drawFinal(keeper) {
  const state = /** @type {State} */ (keeper.state);
  const money = state.terms.length === null;
  write(part("final-title"), money ? w("Settling up") : verdict(keeper.sheet, state));
  write(part("final-score"), `${state.score[0]}–${state.score[1]}`);
  write(part("final-owed"), money ? settlementText(keeper.sheet, state) : "");
  listGames(part("final-games"), keeper);
  const { table } = keeper.sheet;
  const back = backOf(keeper);
  part("report-result").hidden = !back;
  part("rematch").hidden = Boolean(back);
  part("hand-in").hidden = Boolean(table) || Boolean(back);
  const link = /** @type {HTMLAnchorElement} */ (part("handed-in"));
  link.hidden = !table;
  if (table) link.href = `/t/${table}`;
  within(part("final-dialog"), "[data-undo]").hidden = Boolean(table);
}

/** @param {Keeper} keeper */
async function handInNow(keeper) {
  const button = /** @type {HTMLButtonElement} */ (part("hand-in"));
  const words = part("hand-in-words");
  button.disabled = true;
  write(words, "");
  try {
    keeper.handedIn(await handIn(keeper.sheet, keeper.clock.now));
  } catch (error) {
    const why = error instanceof Error ? error.message : "";
    write(words, [why, w("Nothing is lost: try again when you are online.")].join(" "));
  }
  button.disabled = false;
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let again;

/** @param {Keeper} keeper */
async function reportNow(keeper) {
  clearTimeout(again);
  const back = backOf(keeper);
  if (!back || !keeper.state || !result(keeper.state)) return;
  const button = /** @type {HTMLButtonElement} */ (part("report-result"));
  button.disabled = true;
  try {
    const ago = timeOf(keeper.sheet, keeper.clock.now()) - (keeper.sheet.steps.at(-1)?.at ?? 0);
    await report(back, /** @type {State} */ (keeper.state), ago);
    location.href = pageOf(back);
  } catch (error) {
    const later = w("Nothing is lost: it will be handed in when the server is back.");
    write(part("hand-in-words"), unanswered(error) ? later : /** @type {Error} */ (error).message);
    if (unanswered(error)) again = setTimeout(() => void reportNow(keeper), AGAIN_MS);
  }
  button.disabled = false;
}

/** @param {Keeper} keeper @param {HTMLElement} button */
async function share(keeper, button) {
  const text = shareText(keeper.sheet, /** @type {State} */ (keeper.state));
  const before = button.textContent ?? "";
  try {
    if (navigator.share) await navigator.share({ text });
    else await navigator.clipboard.writeText(text);
    if (!navigator.share) write(button, w("Copied"));
  } catch {
    return; // cancelled by the user
  }
  setTimeout(() => write(button, before), 3000);
}

/** @param {Keeper} keeper @param {Tell} tell */
export function bindMatchEnd(keeper, tell) {
  for (const button of all(part("times-choices"), "button")) {
    const given = button.dataset.winner;
    const winner = given ? /** @type {Seat} */ (Number(given)) : null;
    button.addEventListener("click", () => tell(keeper.take([{ type: "settle_times", winner }])));
  }
  part("hand-in").addEventListener("click", () => void handInNow(keeper));
  part("report-result").addEventListener("click", () => void reportNow(keeper));
  for (const id of ["share", "share-now"]) part(id).addEventListener("click", () => void share(keeper, part(id)));
  part("rematch").addEventListener("click", () => {
    const { names, profile, terms, money } = keeper.sheet;
    keeper.leave();
    keeper.begin({ names, profile, terms, money });
  });
}
