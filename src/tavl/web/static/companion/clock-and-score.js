// The two halves: name, time, delay, points, and what a tap on them does now. They show the match and store nothing.
/** @import {Seat} from "../shared/messages.js" */
/** @import {State} from "./match/match.js" */
/** @import {Keeper} from "./match/current-match.js" */
/** @import {TapMeaning} from "./clock-face.js" */

import { plural, w } from "../shared/translations.js";
import { holds, other, out, reads, SEATS } from "./match/clock.js";
import {
  answering,
  cubeIsDead,
  cubeValue,
  gameRunning,
  needs,
  nextIsCrawford,
  offered,
  postCrawford,
  result,
} from "./match/match.js";
import { drawDelay, drawTime, pressWords } from "./clock-face.js";
import { all, part, within, write } from "./elements.js";
import { tell } from "./match/refusal-text.js";
import { nameOf } from "./match/player-names.js";
import { isLow } from "./match/time-warnings.js";
import { habitsOf } from "./device/settings.js";
import { say, signal } from "./device/signals.js";
import { openEnd } from "./dialogs/game-end.js";

/**
 * What a tap on a half means now.
 * @param {State} state
 * @param {Seat} seat
 * @returns {TapMeaning}
 */
function tapMeans(state, seat) {
  if (!state.clock) return "win";
  if (state.clock.running === null)
    return state.clock.turnOf === null ? "begin" : state.clock.turnOf === seat ? "press" : "wait";
  return state.clock.running === seat ? "press" : "wait";
}

/** Everything but the time. @param {Keeper} keeper */
export function drawHalves(keeper) {
  const { sheet } = keeper;
  const state = /** @type {State} */ (keeper.state);
  for (const seat of SEATS) {
    const half = part(`half-${seat}`);
    write(within(half, ".name"), nameOf(sheet, seat));
    const owned = within(half, ".owned");
    const { game } = state;
    owned.hidden = game?.cube?.owner !== seat;
    write(owned, !game || owned.hidden ? "" : String(cubeValue(game)));
    drawPoints(within(half, ".points"), state, seat);
    write(within(half, ".tags"), tags(state, seat).join(" · "));
    drawAnswer(within(half, ".reply"), keeper, seat);
    within(half, ".press").inert = !within(half, ".reply").hidden;
  }
  tick(keeper);
}

/** @param {HTMLElement} place @param {State} state @param {Seat} seat */
function drawPoints(place, state, seat) {
  place.classList.toggle("alone", !state.clock);
  const of = document.createElement("small");
  of.textContent = state.terms.length === null ? "" : ` / ${state.terms.length}`;
  place.replaceChildren(String(state.score[seat]), of);
}

/** @param {State} state @param {Seat} seat */
function tags(state, seat) {
  const wanted = needs(state);
  const found = [];
  if (gameRunning(state) ? state.game?.crawford : nextIsCrawford(state)) found.push(w("Crawford game: no cube"));
  else if (postCrawford(state)) found.push(w("after Crawford"));
  if (cubeIsDead(state, seat)) found.push(w("dead cube"));
  if (state.game && state.game.stake > 1) found.push(w("stake × {n}", { n: state.game.stake }));
  if (wanted) found.push(plural("{n} to go", "{n} to go", Math.max(0, wanted[seat])));
  return found;
}

/** @param {HTMLElement} place @param {Keeper} keeper @param {Seat} seat */
function drawAnswer(place, { sheet, state }, seat) {
  const game = state?.game ?? null;
  place.hidden = !state || answering(game) !== seat || result(state) !== null;
  if (place.hidden || !game || !state) return;
  const value = offered(game) ?? 2;
  const doubler = nameOf(sheet, other(seat));
  const beavered = game.phase === "beavered";
  const text = beavered
    ? w("{name} beavers: {value}", { name: doubler, value })
    : w("{name} doubles to {value}", { name: doubler, value });
  write(within(place, ".offer"), text);
  const lost = game.stake * Math.max(value / 2, cubeValue(game));
  const cost = plural("Dropping costs {n} point.", "Dropping costs {n} points.", lost);
  write(within(place, ".offer-points"), cost);
  within(place, "[data-answer=beaver]").hidden = !state.terms.beavers || beavered;
}

/** The times, as they are now. Called often. @param {Keeper} keeper */
export function tick(keeper) {
  const state = /** @type {State} */ (keeper.state);
  const { clock } = state;
  const at = keeper.at;
  const { times, delayLeft } = clock ? reads(clock, at) : { times: [0, 0], delayLeft: 0 };
  const fallen = clock && gameRunning(state) && !result(state) ? out(clock, at) : [];
  for (const seat of SEATS) {
    const half = part(`half-${seat}`);
    const runs = clock?.running === seat;
    const means = tapMeans(state, seat);
    const finishing = state.stand.reason === "dice_lifted_early" && means === "press";
    const begins = (means === "begin" && gameRunning(state)) || finishing;
    const isOut = fallen.includes(seat);
    const classes = { runs, begins, low: isLow(times[seat]) && !isOut, out: isOut };
    for (const [name, on] of Object.entries(classes)) half.classList.toggle(name, Boolean(clock) && on);
    drawTime(half, clock ? times[seat] : null);
    drawDelay(half, clock, seat, runs, delayLeft);
    const held = Boolean(clock && holds(clock, seat, at));
    write(
      within(half, ".press-words"),
      pressWords(means, {
        isOut,
        held,
        runs,
        finishing,
        running: gameRunning(state) && answering(state.game) === null,
      }),
    );
    const claim = within(half, ".claim");
    claim.hidden = !fallen.includes(other(seat)) || state.dispute !== null;
    if (!claim.hidden)
      write(claim, w("{name} is out of time. Claim the match", { name: nameOf(keeper.sheet, other(seat)) }));
  }
}

// taps

/** A half was tapped. @param {Keeper} keeper @param {Seat} seat */
export function tapped(keeper, seat) {
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
  signal(habitsOf(keeper), "press");
  const running = keeper.state?.clock?.running ?? null;
  if (running !== null) say(w("{name}'s turn", { name: nameOf(keeper.sheet, running) }));
}

/** @param {Keeper} keeper */
export function bindHalves(keeper) {
  for (const seat of SEATS) {
    const half = part(`half-${seat}`);
    const press = within(half, ".press");
    // The clock changes when a finger comes down, not when it is lifted; keys make a click without a pointer.
    press.addEventListener("pointerdown", (event) => {
      if (event.button === 0) tapped(keeper, seat);
    });
    press.addEventListener("click", (event) => {
      if (event.detail === 0) tapped(keeper, seat);
    });
    within(half, ".claim").addEventListener("click", () =>
      tell(keeper.take([{ type: "claim_flag", against: seat === 0 ? 1 : 0 }])),
    );
    for (const button of all(half, "[data-answer]")) {
      const type = /** @type {"take" | "drop" | "beaver"} */ (button.dataset.answer);
      button.addEventListener("click", () => tell(keeper.take([{ type, seat }])));
    }
  }
}
