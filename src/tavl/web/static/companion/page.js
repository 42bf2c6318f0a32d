// At a physical board: puts the parts together, and draws what the match has become.
/** @import {Seat} from "./match/clock.js" */
/** @import {State} from "./match/match.js" */

import { dayText } from "../shared/dates-and-numbers.js";
import { w } from "../shared/translations.js";
import { ask, setUpAsking } from "./dialogs/rule-questions.js";
import { asks, drawAsked, drawBreak, setUpAsked } from "./dialogs/prompts.js";
import { compareCards } from "./score-cards/card-display.js";
import { SEATS } from "./match/clock.js";
import { canPause, listGames, openDouble, openEnd, openMore, openPause, setUpDoing } from "./dialogs/dialogs.js";
import { drawHalves, tapMeans, tick } from "./player-halves.js";
import { instants } from "./device/device-clock.js";
import { Keeper } from "./match/current-match.js";
import { answering, gameRunning } from "./match/match.js";
import { keepOffline, letWaitingIn, offerInstalling } from "./device/offline.js";
import { all, part, within, write } from "./elements.js";
import { setUp } from "./match/match-setup.js";
import { closeOpened, need, open, setUpShowing } from "./dialogs/dialog-display.js";
import { HABITS, say, signal, stayAwake } from "./device/signals.js";
import { onOthersWriting, read } from "./device/storage.js";
import { nameOf } from "./match/summary.js";
import { tell } from "./match/refusal-text.js";
import { toast } from "../shared/toast.js";
import { backOf, mayLie } from "./tournament-match.js";
import { warnOfTime } from "./match/time-warnings.js";

const TENTH = 100;
const FEW_SECONDS = 5000;
const CONSENT_MS = 15_000;
const CARDS_MS = 10_000; // until the other's card is looked for again

const keeper = new Keeper(await read(), instants());

/** @returns {import("./device/signals.js").Habits} */
const habits = () => ({ ...HABITS, .../** @type {object} */ (keeper.kept.choice.habits ?? {}) });

// drawing

function draw() {
  const { state } = keeper;
  document.body.classList.toggle("playing", state !== null);
  document.body.classList.toggle("turned", habits().turned);
  part("table").hidden = state === null;
  part("start").hidden = state !== null;
  closeOpened();
  stayAwake(state?.clock?.running != null);
  if (state) {
    drawHalves(keeper);
    drawStrip(state);
    drawAsked(keeper);
    listGames(part("game-lines"), keeper);
  } else drawEarlier();
  need(asks(keeper));
  void compareCards(keeper);
}

/** @param {State} state */
function drawStrip(state) {
  const { game } = state;
  const face = within(part("double"), ".cube");
  const gone = game !== null && game.cube === null;
  write(face, gone ? "–" : String(game?.cube && game.cube.value > 1 ? game.cube.value : 64));
  face.classList.toggle("gone", gone);
  part("pause").hidden = !state.clock;
  const able = {
    undo: keeper.canUndo,
    double: gameRunning(state) && answering(game) === null && !gone,
    "end-game": gameRunning(state) && answering(game) === null,
    pause: canPause(state),
  };
  for (const [id, on] of Object.entries(able)) part(id).setAttribute("aria-disabled", String(!on));
}

function drawEarlier() {
  const { earlier } = keeper.kept;
  part("earlier").hidden = earlier.length === 0;
  part("earlier-list").replaceChildren(
    ...earlier.map(({ began, names, score, text }) => {
      const item = document.createElement("li");
      const details = document.createElement("details");
      const title = document.createElement("summary");
      const day = dayText(began);
      title.textContent = `${names[0]} – ${names[1]}  ${score[0]}–${score[1]} · ${day}`;
      details.append(title);
      for (const line of text.split("\n").slice(1).filter(Boolean)) {
        const paragraph = document.createElement("p");
        paragraph.textContent = line;
        details.append(paragraph);
      }
      item.append(details);
      return item;
    }),
  );
}

// time

function everyTenth() {
  const { state } = keeper;
  if (!state || document.visibilityState === "hidden") return;
  if (state.clock) {
    tick(keeper);
    warnOfTime(keeper, habits());
  }
  if (state.onBreak) drawBreak(keeper);
}

// taps

/** @param {Seat} seat */
function tapped(seat) {
  const state = /** @type {State} */ (keeper.state);
  if (!gameRunning(state)) return;
  const means = tapMeans(state, seat);
  if (means === "win") {
    openEnd(keeper, seat);
    return;
  }
  if (means === "wait") return;
  const refused = means === "begin" ? keeper.begins(seat) : keeper.press(seat);
  tell(refused);
  if (refused) return;
  signal(habits(), "press");
  const running = keeper.state?.clock?.running ?? null;
  if (running !== null) say(w("{name}'s turn", { name: nameOf(keeper.sheet, running) }));
}

for (const seat of SEATS) {
  const half = part(`half-${seat}`);
  const press = within(half, ".press");
  // Where a finger comes down the clock changes, not where it is lifted; keys make a click without a pointer.
  press.addEventListener("pointerdown", (event) => {
    if (event.button === 0) tapped(seat);
  });
  press.addEventListener("click", (event) => {
    if (event.detail === 0) tapped(seat);
  });
  within(half, ".claim").addEventListener("click", () =>
    tell(keeper.take([{ type: "claim_flag", against: seat === 0 ? 1 : 0 }])),
  );
  for (const button of all(half, "[data-answer]")) {
    button.addEventListener("click", () => tell(keeper.take([{ type: button.dataset.answer ?? "", seat }])));
  }
}

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
for (const input of /** @type {HTMLInputElement[]} */ (all(document, "[data-habit]"))) {
  const name = /** @type {keyof typeof HABITS} */ (input.dataset.habit);
  input.checked = habits()[name];
  input.addEventListener("change", () => {
    keeper.kept.choice = { ...keeper.kept.choice, habits: { ...habits(), [name]: input.checked } };
    document.body.classList.toggle("turned", habits().turned);
    keeper.save();
  });
}

// By keyboard: the space bar ends the turn whoever's it is, Ctrl+Z takes the last step back.
document.addEventListener("keydown", (event) => {
  const busy = !keeper.playing || document.querySelector("dialog[open]");
  if (busy || !(event.target instanceof Element)) return;
  const running = keeper.state?.clock?.running ?? null;
  if (event.code === "Space" && running !== null && !event.repeat && !event.target.closest("button, input, a")) {
    event.preventDefault();
    tapped(running);
  }
  if (event.key === "z" && (event.ctrlKey || event.metaKey)) keeper.undo();
});

// Chosen here, a language is chosen for all pages.
for (const link of all(document, ".companion-languages a")) {
  link.addEventListener("click", () => {
    document.cookie = `tavl_language=${link.lang}; path=/; max-age=31536000; samesite=lax`;
  });
}

/** The director can take a consent back: then this phone says so, as often as it can ask. */
async function askConsent() {
  const back = keeper.playing ? backOf(keeper) : null;
  if (!back || !navigator.onLine || document.visibilityState === "hidden") return;
  const may = await mayLie(back).catch(() => true); // without a server the match goes on
  if (may) return;
  const text = w(
    "This phone may no longer be used in the match. Go on with a paper card, or ask the director for a device.",
  );
  toast(text, "T1.7.iv");
}

setUpShowing();
setUpAsking();
setUp(keeper);
setUpDoing(keeper, tell);
setUpAsked(keeper, tell);
offerInstalling();
keeper.changed = draw;
draw();
onOthersWriting((kept) => keeper.adopt(kept));
document.addEventListener("visibilitychange", everyTenth);
setInterval(everyTenth, TENTH);
setInterval(() => keeper.alive(), FEW_SECONDS);
setInterval(() => void askConsent(), CONSENT_MS);
setInterval(() => void compareCards(keeper, true), CARDS_MS);
document.documentElement.dataset.ready = "";
void keepOffline(() => keeper.playing);
