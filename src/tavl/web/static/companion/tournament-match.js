// A match of a tournament on this phone: the player's own page hands over names, length and clock, and its result goes back.
/** @import {TournamentAction, TournamentState} from "../shared/messages.js" */
/** @import {Keeper} from "./match/current-match.js" */
/** @import {State} from "./match/match.js" */

import { ask } from "../shared/api.js";
import { result } from "./match/match.js";

const NEXT = "tavl.companion.next"; // written by my-evening/next-match.js
const JUST_ENDED_MS = 30_000; // told no later than this, it has ended now

/**
 * Where a result is sent. `turned`: the first name on this phone is the second player of the match. `ahead`: by how many
 * ms the server's clock is before this phone's.
 * @typedef {{tournament: string, match: string, players: [string, string], turned: boolean, ahead?: number}} Back
 */

/**
 * A match as the player's own page has it. `lead`: penalty points for lateness, with which it starts (T2.2.iv).
 * @typedef {{names: [string, string], length: number, profile?: string, clock: {minutes_per_point: number, delay_seconds: number} | null, lead?: [number, number], back: Back}} Handed
 */

/** @returns {Handed | null} */
export function handed() {
  try {
    return /** @type {Handed | null} */ (JSON.parse(localStorage.getItem(NEXT) ?? "null"));
  } catch {
    return null;
  }
}

/** The match has begun: the sheet on this phone is that match. @param {Keeper} keeper @param {Handed} given */
export function begun(keeper, given) {
  localStorage.removeItem(NEXT);
  keeper.save({ choice: { ...keeper.kept.choice, tournament: { ...given.back, sheet: keeper.sheet.id } } });
}

/** Where the match on this phone goes back to, if it belongs to a tournament. @param {Keeper} keeper @returns {Back | null} */
export function backOf(keeper) {
  const kept = /** @type {(Back & {sheet: string}) | undefined} */ (keeper.kept.choice.tournament);
  return kept && kept.sheet === keeper.kept.sheet?.id ? kept : null;
}

/** The page that shows what is next. @param {Back} back */
export function pageOf(back) {
  return `/tournaments/${back.tournament}/me`;
}

/**
 * Whether this phone may be at the board. Only with the opponent's consent, which the director can take back (T1.7.iv).
 * @param {Back} back
 * @returns {Promise<boolean>}
 */
export async function mayLie(back) {
  /** @type {TournamentState} */
  const state = await ask("GET", `/tournaments/${back.tournament}?only=mine`);
  const match = state.view.divisions.flatMap((division) => division.matches).find((each) => each.id === back.match);
  if (!match || !["called", "playing"].includes(match.where)) return true;
  const mine = match.players[back.turned ? 1 : 0];
  return match.device || (mine !== null && match.phones.includes(mine));
}

/**
 * Reports the result to the tournament. A match that ended while the server was away ended then, not now.
 * @param {Back} back
 * @param {State} state
 * @param {number} ago when it ended, in ms
 */
export async function report(back, state, ago) {
  const [one, two] = state.score;
  const ended = result(state);
  /** @type {[number, number]} */
  const score = back.turned ? [two, one] : [one, two];
  const winner = ended?.winner ?? null;
  const won = winner === null ? null : back.turned ? 1 - winner : winner;
  const short = won !== null && score[won] < (state.terms.length ?? 0);
  const ended_at = ago > JUST_ENDED_MS ? Math.round(Date.now() + (back.ahead ?? 0) - ago) : undefined;
  /** @type {TournamentAction} */
  const action = {
    type: "report_result",
    match: back.match,
    players: back.players,
    score,
    ended_at,
    ...(short ? { how: "forfeit", winner: won, reason: "time" } : {}),
  };
  await ask("POST", `/tournaments/${back.tournament}/actions`, {
    action,
    key: `${back.match}.phone`.replaceAll("/", "."),
  });
}
