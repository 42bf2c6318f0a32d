// The two halves: name, time, delay, points, and what a tap on them does now. They follow the match and keep nothing.
/** @import {Seat} from "./match/clock.js" */
/** @import {State} from "./match/match.js" */
/** @import {Keeper} from "./match/current-match.js" */

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
import { minutes, part, within, write } from "./elements.js";
import { nameOf } from "./match/summary.js";

const LOW = 60_000;
const TENTHS = 20_000;

/**
 * What a tap on a half means now.
 * @param {State} state
 * @param {Seat} seat
 * @returns {"begin" | "press" | "wait" | "win"}
 */
export function tapMeans(state, seat) {
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
    owned.hidden = state.game?.cube?.owner !== seat;
    write(owned, owned.hidden ? "" : String(cubeValue(/** @type {any} */ (state.game))));
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
    const classes = { runs, begins, low: times[seat] < LOW && !isOut, out: isOut };
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

/** @param {HTMLElement} half @param {number | null} left */
function drawTime(half, left) {
  const place = within(half, ".time");
  place.hidden = left === null;
  if (left === null) return;
  const tenths = left > 0 && left < TENTHS;
  const text = tenths ? `0:${(Math.ceil(left / 100) / 10).toFixed(1).padStart(4, "0")}` : minutes(left);
  write(place, text);
  place.classList.toggle("long", text.length > 5);
}

/**
 * @param {HTMLElement} half
 * @param {import("./match/clock.js").Clock | null} clock
 * @param {Seat} seat
 * @param {boolean} runs
 * @param {number} left
 */
function drawDelay(half, clock, seat, runs, left) {
  const place = within(half, ".delay");
  place.hidden = !clock || clock.delay[seat] === 0;
  if (place.hidden || !clock) return;
  const rest = runs || (clock.running === null && clock.turnOf === seat) ? left : 0;
  const share = clock.delay[seat] ? rest / clock.delay[seat] : 0;
  within(place, ".rest").setAttribute("width", (share * 100).toFixed(1));
  write(within(place, "b"), rest > 0 ? String(Math.ceil(rest / 1000)) : "");
}

/**
 * @param {ReturnType<typeof tapMeans>} means
 * @param {{ isOut: boolean, held: boolean, runs: boolean, finishing: boolean, running: boolean }} now
 */
function pressWords(means, { isOut, held, runs, finishing, running }) {
  if (!running) return "";
  if (isOut) return w("Time is out");
  if (held) return w("Wait until your delay is over");
  if (means === "begin") return w("Tap here if you begin");
  if (means === "win") return w("Tap here if you won the game");
  if (finishing) return w("Finish your move, then tap");
  return runs ? w("Tap when you have played") : "";
}
