// At a physical board: puts the parts together, and draws the current match.

import { ask, setUpAsking } from "./dialogs/rule-questions.js";
import { bindBreaks, drawBreak } from "./dialogs/breaks.js";
import { bindClockStops, openPause } from "./dialogs/clock-stops.js";
import { bindDouble, openDouble } from "./dialogs/double.js";
import { bindGameEnd, openEnd } from "./dialogs/game-end.js";
import { listGames } from "./dialogs/game-list.js";
import { bindMatchEnd } from "./dialogs/match-end.js";
import { bindMore, openMore } from "./dialogs/more.js";
import { bindNextGame } from "./dialogs/next-game.js";
import { asks, drawAsked } from "./dialogs/prompts.js";
import { compareCards, watchCards } from "./score-cards/card-display.js";
import { bindClosedPage, noteAlive, noticeAway } from "./closed-page.js";
import { bindHalves, drawHalves, tick } from "./clock-and-score.js";
import { bindHabits, habitsOf } from "./device/settings.js";
import { bindKeys } from "./keyboard.js";
import { drawEarlier } from "./earlier-matches.js";
import { drawStrip } from "./middle-strip.js";
import { instants } from "./device/device-clock.js";
import { Keeper } from "./match/current-match.js";
import { keepOffline, letWaitingIn, offerInstalling } from "./device/offline.js";
import { all, part } from "./elements.js";
import { setUp } from "./match/match-setup.js";
import { closeOpened, need, open, setUpShowing } from "./dialogs/dialog-display.js";
import { stayAwakeFor } from "./device/signals.js";
import { onOthersWriting, read } from "./device/storage.js";
import { tell } from "./match/refusal-text.js";
import { watchConsent } from "./phone-consent.js";
import { warnOfTime } from "./match/time-warnings.js";

const TICK_MS = 100; // clocks show tenths of a second
const ALIVE_EVERY_MS = 5000; // how exactly it is known when a page was closed (closed-page.js)

const keeper = new Keeper(await read(), instants());
noticeAway(keeper);

// drawing

function draw() {
  const { state } = keeper;
  document.body.classList.toggle("playing", state !== null);
  document.body.classList.toggle("turned", habitsOf(keeper).turned);
  part("table").hidden = state === null;
  part("start").hidden = state !== null;
  closeOpened();
  stayAwakeFor(state);
  if (state) {
    drawHalves(keeper);
    drawStrip(keeper, state);
    drawAsked(keeper);
    listGames(part("game-lines"), keeper);
  } else drawEarlier(keeper);
  need(asks(keeper));
  void compareCards(keeper);
}

// time

function onTick() {
  const { state } = keeper;
  if (!state || document.visibilityState === "hidden") return;
  if (state.clock) {
    tick(keeper);
    warnOfTime(keeper, habitsOf(keeper));
  }
  if (state.onBreak) drawBreak(keeper);
}

// taps

/** @param {string} id @param {() => void} does */
function onTap(id, does) {
  part(id).addEventListener("click", () => {
    if (part(id).getAttribute("aria-disabled") !== "true") does();
  });
}
onTap("undo", () => keeper.undo());
onTap("double", () => openDouble(keeper, tell));
onTap("end-game", () => openEnd(keeper));
onTap("pause", () => openPause(keeper));
onTap("more", () => openMore(keeper));
onTap("abandon", () => open("abandon-dialog"));
onTap("forget", () => keeper.keep({ earlier: [] }));
for (const id of ["abandon-sure", "to-start"]) {
  onTap(id, () => {
    keeper.leave();
    void letWaitingIn();
  });
}
for (const button of all(document, "[data-undo]")) button.addEventListener("click", () => keeper.undo());
for (const button of all(document, ".open-asking")) {
  button.addEventListener("click", () => ask(keeper.kept.sheet?.profile ?? null));
}
// A language chosen here applies to all pages.
for (const link of all(document, ".companion-languages a")) {
  link.addEventListener("click", () => {
    document.cookie = `tavl_language=${link.lang}; path=/; max-age=31536000; samesite=lax`;
  });
}

bindHalves(keeper);
bindHabits(keeper);
bindKeys(keeper);
setUpShowing();
setUpAsking();
setUp(keeper);
for (const bind of [bindDouble, bindGameEnd, bindClockStops, bindBreaks, bindNextGame, bindMatchEnd]) bind(keeper, tell);
bindClosedPage(keeper);
bindMore(keeper);
offerInstalling();
keeper.changed = draw;
draw();
onOthersWriting((kept) => keeper.adopt(kept));
document.addEventListener("visibilitychange", onTick);
setInterval(onTick, TICK_MS);
setInterval(() => noteAlive(keeper), ALIVE_EVERY_MS);
watchConsent(keeper);
watchCards(keeper);
document.documentElement.dataset.ready = "";
void keepOffline(() => keeper.playing);
