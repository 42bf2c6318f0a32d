// What the match asks for between moves: the next game, a break's end, a clock that stands, the result.
/** @import {Seat} from "../match/clock.js" */
/** @import {State} from "../match/match.js" */
/** @import {Keeper} from "../match/current-match.js" */
/** @import {Tell} from "./dialogs.js" */

import { unanswered } from "../../shared/api.js";
import { plural, w } from "../../shared/translations.js";
import { other, reads, SEATS } from "../match/clock.js";
import { listGames, openBreak, openEnd, stopText } from "./dialogs.js";
import { handIn } from "../hand-in.js";
import { backOf, pageOf, report } from "../tournament-match.js";
import { breaksLeft, gameRunning, needs, nextIsCrawford, postCrawford, result } from "../match/match.js";
import { all, minutes, part, within, write } from "../elements.js";
import { games, timeOf } from "../match/match-sheet.js";
import { endText, nameOf, settlementText, shareText, verdict } from "../match/summary.js";

const FIVE_MINUTES = 300_000;
const AGAIN_MS = 5000; // until a result that nobody heard is told again

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

/** @param {Keeper} keeper */
function drawAway(keeper) {
  const gone = minutes(keeper.clock.now() - (keeper.awaySince ?? 0));
  write(
    part("away-words"),
    w("This page was closed for {time} while a clock ran. Does that time count?", { time: gone }),
  );
}

/** @param {Keeper} keeper */
function drawTimes({ sheet, state }) {
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
function drawBetween(keeper) {
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

/** What is to be known before the next game. @param {State} state */
function news(state) {
  if (nextIsCrawford(state)) return w("The next game is the Crawford game: say so, and take the cube off the board.");
  const wanted = needs(state);
  if (state.finished.at(-1)?.crawford) return w("The Crawford game is over: from now on there is a cube again.");
  if (postCrawford(state) || !wanted) return "";
  return w("{first} and {second} to go.", { first: wanted[0], second: wanted[1] });
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
  const points = Math.floor(-left / FIVE_MINUTES);
  const late =
    points > 0
      ? plural("Too late by {n} penalty point (T2.2.iv).", "Too late by {n} penalty points (T2.2.iv).", points)
      : w("The break is over.");
  write(part("break-words"), left > 0 ? who : late);
  part("join-break").hidden = SEATS.every((seat) => breaksLeft(state, seat) === 0);
}

/** @param {Keeper} keeper */
function drawStand(keeper) {
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

/** @param {Keeper} keeper */
function drawFinal(keeper) {
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
    const later = w("Nothing is lost: it is handed in when the server is back.");
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
    return; // thought better of it
  }
  setTimeout(() => write(button, before), 3000);
}

/** @param {Keeper} keeper @param {Tell} tell */
export function setUpAsked(keeper, tell) {
  part("next-game").addEventListener("click", () => tell(keeper.nextGame()));
  part("take-break").addEventListener("click", () => openBreak(keeper, tell));
  part("join-break").addEventListener("click", () => openBreak(keeper, tell));
  part("back-from-break").addEventListener("click", () => {
    const back = (keeper.state?.onBreak?.seats ?? []).map((seat) => ({ type: "return_from_break", seat }));
    tell(keeper.take(back));
  });
  part("end-session").addEventListener("click", () => tell(keeper.take([{ type: "end_session", seat: 0 }])));
  part("away-skip").addEventListener("click", () => keeper.settleAway(false));
  part("away-count").addEventListener("click", () => keeper.settleAway(true));
  for (const button of all(part("times-choices"), "button")) {
    const given = button.dataset.winner;
    const winner = given ? /** @type {Seat} */ (Number(given)) : null;
    button.addEventListener("click", () => tell(keeper.take([{ type: "settle_times", winner }])));
  }
  for (const button of all(part("stand-dialog"), "[data-resume]")) {
    button.addEventListener("click", () => tell(resume(keeper, button.dataset.resume === "turn")));
  }
  part("accept-loss").addEventListener("click", () => {
    const seat = keeper.state?.stand.asked ?? 0;
    tell(keeper.take([{ type: "answer_delay_loss", seat, accept: true }]));
  });
  part("hand-in").addEventListener("click", () => void handInNow(keeper));
  part("report-result").addEventListener("click", () => void reportNow(keeper));
  part("stand-end").addEventListener("click", () => openEnd(keeper));
  for (const id of ["share", "share-now"]) part(id).addEventListener("click", () => void share(keeper, part(id)));
  part("rematch").addEventListener("click", () => {
    const { names, profile, terms, money } = keeper.sheet;
    keeper.leave();
    keeper.begin({ names, profile, terms, money });
  });
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
