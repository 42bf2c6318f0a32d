// What an action at a physical board leads to. It answers as `tavl.table` does; the traces in tests/table/traces, which
// are made from it, hold this to that.
/** @import {Seat} from "../../shared/messages.js" */
/** @import {Clock} from "./clock.js" */
/** @import {Answer, Game, Outcome, PhoneAction, Refused, State} from "./match.js" */

import { delayRestarted, holds, other, out, put, reads, resumed, started, stopped } from "./clock.js";
import {
  answering,
  breaksLeft,
  cubeIsDead,
  cubeValue,
  gameRunning,
  needs,
  newGame,
  nextIsCrawford,
  NOT_STANDING,
  offered,
  result,
  worth,
} from "./match.js";

// While the clock stands for one of these the board is left alone; for the others play goes on beside it.
const HALTS = ["break", "director", "clock_started_early", "illegal_play", "game_decided"];
const REASONS = ["game_over", "illegal_play", "clock_started_early", "game_decided", "invalid_roll"];

/** @param {string} code @param {string} rule @param {Record<string, number>} [facts] @returns {{ refused: Refused }} */
const refuse = (code, rule, facts) => ({ refused: facts ? { code, rule, facts } : { code, rule } });

/**
 * The state after an action, or why it cannot be.
 * @param {State} before
 * @param {PhoneAction} action
 * @param {number} instant
 * @returns {Answer}
 */
export function act(before, action, instant) {
  const at = Math.max(instant, before.at);
  const handler = /** @type {Handler | undefined} */ (HANDLERS[action.type]);
  if (!handler) return refuse("not_kept_here", "T4.7");
  if (before.dispute && action.type !== "settle_times") return refuse("everything_waits", "T5.1");
  const answer = handler(before, action, at);
  return answer.refused ? answer : { state: { ...answer.state, at } };
}

/** Why this may not be done now; none if it may. @param {State} state @param {PhoneAction} action @param {number} at */
export const whyNot = (state, action, at) => act(state, action, at).refused ?? null;

/** @param {State} state @param {Seat} seat @param {number} at @returns {{ refused: Refused } | null} */
function halted(state, seat, at) {
  if (gameRunning(state) && HALTS.includes(state.stand.reason ?? "")) return refuse("clock_stopped", "T4.3.ii");
  if (state.clock && holds(state.clock, seat, at)) {
    return refuse("wait_out_the_delay", "T4.1.v.b", { left_ms: reads(state.clock, at).delayLeft });
  }
  return null;
}

/** @param {State} state @param {number} at @returns {State} */
const clockStopped = (state, at) => (state.clock ? { ...state, clock: stopped(state.clock, at) } : state);

/** @param {State} state @param {Seat} seat @param {number} at @returns {State} */
function clockStarted(state, seat, at) {
  if (!state.clock) return state;
  return { ...state, clock: started(state.clock, seat, at), stand: { ...NOT_STANDING, asked: state.stand.asked } };
}

/** @param {State} state @param {Seat} seat @param {number} at @returns {State} */
const handedOver = (state, seat, at) => (state.clock?.running == null ? state : clockStarted(state, seat, at));

/** @param {State} state @param {Outcome} outcome @param {number} at @returns {State} */
function ended(state, outcome, at) {
  const game = /** @type {Game} */ (state.game);
  const wanted = needs(state)?.[outcome.winner] ?? Infinity;
  const score = put(state.score, outcome.winner, state.score[outcome.winner] + Math.min(outcome.points, wanted));
  const finished = [...state.finished, { before: state.score, crawford: game.crawford, outcome }];
  const ran = state.clock?.running != null;
  const stand = ran ? NOT_STANDING : state.stand;
  return clockStopped({ ...state, score, finished, stand, game: { ...game, phase: "over", outcome } }, at);
}

/** The game in progress, or why there is none. @param {State} state @returns {Game | { refused: Refused }} */
function open(state) {
  if (result(state)) return refuse("match_over", "T4.5");
  if (!state.game) return refuse("game_not_begun", "G1.2");
  return state.game.phase === "over" ? refuse("game_over", "G2.1") : state.game;
}

/**
 * @template {PhoneAction} [Each=PhoneAction]
 * @typedef {(state: State, action: Each, at: number) => Answer} Handler
 */
/** @type {{ [Type in PhoneAction["type"]]: Handler<Extract<PhoneAction, { type: Type }>> }} */
const HANDLERS = {
  start_game(state, { seat }, at) {
    const fault = halted(state, seat, at);
    if (fault) return fault;
    if (result(state)) return refuse("match_over", "T4.5");
    if (gameRunning(state)) return refuse("game_running", "G2.1");
    const { onBreak, clock } = state;
    if (onBreak?.seats.includes(other(seat)) && at < onBreak.until) {
      return refuse("opponent_on_break", "T2.2.ii", { left_ms: onBreak.until - at });
    }
    const crawford = nextIsCrawford(state);
    if (crawford && !state.announced) return refuse("crawford_not_announced", "T4.7");
    const fresh = clock && { ...clock, turnOf: null, delayLeft: 0, held: [] };
    const between = { results: /** @type {[null, null]} */ ([null, null]), announced: false, onBreak: null };
    return { state: { ...state, game: newGame(crawford), clock: fresh, stand: NOT_STANDING, ...between } };
  },

  record_opening(state, { seat, first, second }, at) {
    const fault = halted(state, seat, at);
    if (fault) return fault;
    if (!state.game || !gameRunning(state) || result(state)) return refuse("game_not_begun", "G1.2");
    if (state.game.phase !== "opening") return refuse("game_running", "G3.1");
    if (first !== second) return refuse("not_kept_here", "T4.7"); // the clock shows who begins
    const stake = state.game.stake * (state.terms.automatic_doubles ? 2 : 1);
    return { state: { ...state, game: { ...state.game, stake } } };
  },

  double(state, { seat }, at) {
    const game = halted(state, seat, at) ?? open(state);
    if ("refused" in game) return game;
    if (answering(game) !== null) return refuse("double_not_answered", "G10.3");
    if (!game.cube) return refuse("crawford_game", "G11.1");
    if (game.cube.owner === other(seat)) return refuse("cube_is_opponents", "G10.2", { value: game.cube.value });
    if (cubeIsDead(state, seat)) return refuse("dead_cube", "T4.4.vii", { value: game.cube.value });
    return { state: handedOver({ ...state, game: { ...game, phase: "doubled", turn: seat } }, other(seat), at) };
  },

  take(state, { seat }, at) {
    const game = toAnswer(state, seat, at);
    if ("refused" in game) return game;
    const cube = { value: offered(game) ?? 1, owner: other(game.turn) }; // of a beaver too: who beavered keeps it
    return { state: handedOver({ ...state, game: { ...game, cube, phase: "to_roll" } }, game.turn, at) };
  },

  drop(state, { seat }, at) {
    const game = toAnswer(state, seat, at);
    if ("refused" in game) return game;
    const value = Math.max((offered(game) ?? 1) / 2, cubeValue(game)); // a beaver's drop costs what was doubled to
    const outcome = { winner: other(seat), size: 1, points: game.stake * value, reason: "dropped" };
    return { state: ended(state, outcome, at) };
  },

  beaver(state, { seat }, at) {
    const game = halted(state, seat, at) ?? open(state);
    if ("refused" in game) return game;
    if (!state.terms.beavers) return refuse("no_beavers", state.terms.length === null ? "G11.3" : "T4.4.viii");
    if (game.phase === "beavered") return refuse("already_beavered", "G11.3");
    const fault = whyNoAnswer(game, seat);
    return fault ?? { state: handedOver({ ...state, game: { ...game, phase: "beavered" } }, game.turn, at) };
  },

  record_result(state, { seat, winner, size }, at) {
    const fault = state.stand.reason === null ? halted(state, seat, at) : null;
    if (fault) return fault;
    const over = state.stand.reason === null && result(state);
    if (!state.game || !gameRunning(state) || over) return refuse("game_not_begun", "G1.2");
    if (answering(state.game) !== null) return refuse("double_not_answered", "G10.3");
    if (![1, 2, 3].includes(size)) return refuse("no_such_size", "G11.4", { size });
    if (size > 1 && !state.terms.gammons) return refuse("size_not_possible", "G8.1", { size });
    const said = `${winner} ${size}`;
    const stated = { ...state, results: put(state.results, seat, said) };
    if (state.results[other(seat)] !== said) return { state: stated };
    const outcome = { winner, size, points: worth(state, size), reason: "recorded" };
    return { state: ended(stated, outcome, at) };
  },

  announce_crawford(state) {
    const not = result(state) || gameRunning(state) || !nextIsCrawford(state);
    return not ? refuse("next_is_not_crawford", "T4.7") : { state: { ...state, announced: true } };
  },

  end_session(state, { seat }, at) {
    const fault = halted(state, seat, at);
    if (fault) return fault;
    const { length } = state.terms;
    if (result(state)) return refuse("match_over", "T4.5");
    if (length !== null) return refuse("match_must_be_played_out", "T4.5", { length });
    if (gameRunning(state)) return refuse("game_running", "G2.1");
    return { state: { ...state, decided: { winner: null, reason: "session_ended" } } };
  },

  press_clock(state, { seat }, at) {
    const clock = clockOf(state);
    if ("refused" in clock) return clock;
    const fault = halted(state, seat, at);
    if (fault) return fault;
    if (!gameRunning(state)) return refuse("game_not_begun", "T4.1.vi");
    if (clock.running === other(seat)) return refuse("not_your_time", "T4.1.vi");
    if (state.stand.asked !== null) return refuse("delay_loss_open", "T4.1.v.b");
    return { state: clockStarted(state, other(seat), at) };
  },

  stop_clock(state, { seat, reason }, at) {
    const clock = clockOf(state);
    if ("refused" in clock) return clock;
    if (clock.running === null) return refuse("clock_stands", "T4.3.ii");
    const lifted = reason === "dice_lifted_early";
    const right = lifted ? clock.running === seat : REASONS.includes(reason);
    if (!right && !(reason === "director" && state.terms.director)) return refuse("no_reason_to_stop", "T4.3.ii");
    const stand = reason === "game_over" ? NOT_STANDING : { reason, seat, asked: lifted ? other(seat) : null };
    return { state: { ...clockStopped(state, at), stand } };
  },

  resume_clock(state, { runs }, at) {
    const clock = clockOf(state);
    if ("refused" in clock) return clock;
    if (clock.running !== null) return refuse("clock_runs", "T4.3.ii");
    if (!state.game || !gameRunning(state)) return refuse("game_not_begun", "T4.3.ii");
    const waitedFor = answering(state.game) ?? (state.game.phase === "opening" ? 0 : state.game.turn);
    const seat = runs ?? clock.turnOf ?? waitedFor;
    const stand = { ...NOT_STANDING, asked: state.stand.asked };
    return { state: { ...state, clock: resumed(clock, seat, at), stand } };
  },

  restart_delay(state, _, at) {
    const clock = clockOf(state);
    if ("refused" in clock) return clock;
    if (!gameRunning(state) || clock.turnOf === null) return refuse("no_reason_to_stop", "T4.3.ii");
    return { state: { ...state, clock: delayRestarted(clock, at) } };
  },

  answer_delay_loss(state, { seat, accept }, at) {
    if (state.stand.asked === null) return refuse("nothing_asked", "T4.1.v.b");
    if (seat !== state.stand.asked) return refuse("not_yours_to_answer", "T4.1.v.b");
    if (!accept) return { state: disputed(state, "T4.1.v.b", at) };
    const clock = state.clock && { ...state.clock, held: [...state.clock.held.filter((each) => each !== seat), seat] };
    return { state: { ...state, clock, stand: { ...state.stand, asked: null } } };
  },

  claim_flag(state, { against }, at) {
    if (result(state)) return refuse("match_over", "T4.5");
    if (!state.clock) return refuse("no_clock", "T3.5.i");
    const fallen = out(state.clock, at);
    if (!fallen.includes(against)) {
      return refuse("time_left", "T4.3.iii", { left_ms: reads(state.clock, at).times[/** @type {Seat} */ (against)] });
    }
    if (fallen.length === 2) return { state: disputed(state, "T4.3.iii", at) };
    const decided = { winner: other(against), reason: "time" };
    return { state: { ...clockStopped(state, at), stand: NOT_STANDING, decided } };
  },

  // Only here, not in table/: both times are out and nobody is there to rule, so the two agree (T4.3.iii).
  settle_times(state, { winner }, at) {
    if (state.dispute?.rule !== "T4.3.iii") return refuse("nothing_asked", "T4.3.iii");
    const settled = { ...clockStopped(state, at), dispute: null, stand: NOT_STANDING };
    if (winner === null) return { state: { ...settled, clock: null } };
    return { state: { ...settled, decided: { winner, reason: "time" } } };
  },

  take_break(state, { seat, count = 1 }, at) {
    const { breaks } = state.terms;
    if (result(state)) return refuse("match_over", "T2.2.ii");
    if (!state.game) return refuse("game_not_begun", "T2.2.ii");
    if (gameRunning(state)) return refuse("break_between_games_only", "T2.2.ii");
    const left = breaksLeft(state, seat);
    if (!breaks || !(count >= 1 && count <= left)) return refuse("no_breaks_left", "T2.2.ii", { left });
    const begins = state.onBreak ? Math.max(at, state.onBreak.until) : at;
    const seats = [...new Set([...(state.onBreak?.seats ?? []), seat])].sort();
    const onBreak = { seats, until: begins + count * breaks.minutes * 60_000 };
    const taken = state.breaksTaken[/** @type {Seat} */ (seat)] + count;
    return { state: { ...state, onBreak, breaksTaken: put(state.breaksTaken, seat, taken) } };
  },

  return_from_break(state, { seat }) {
    if (!state.onBreak?.seats.includes(seat)) return refuse("not_on_break", "T2.2.ii");
    const seats = state.onBreak.seats.filter((each) => each !== seat);
    return { state: { ...state, onBreak: seats.length ? { ...state.onBreak, seats } : null } };
  },
};

/** @param {State} state @returns {Clock | { refused: Refused }} */
function clockOf(state) {
  if (!state.clock) return refuse("no_clock", "T3.5.i");
  return result(state) ? refuse("match_over", "T4.5") : state.clock;
}

/** @param {Game} game @param {Seat} seat @returns {{ refused: Refused } | null} */
function whyNoAnswer(game, seat) {
  if (answering(game) === null) return refuse("nothing_offered", "G10.3");
  return seat === answering(game) ? null : refuse("not_yours_to_answer", "G10.3");
}

/** @param {State} state @param {Seat} seat @param {number} at @returns {Game | { refused: Refused }} */
function toAnswer(state, seat, at) {
  const game = halted(state, seat, at) ?? open(state);
  return "refused" in game ? game : (whyNoAnswer(game, seat) ?? game);
}

/** @param {State} state @param {string} rule @param {number} at @returns {State} */
function disputed(state, rule, at) {
  const ran = state.clock?.running != null;
  const still = clockStopped(state, at);
  const stand = ran ? { reason: "director", seat: null, asked: null } : state.stand;
  return { ...still, stand, dispute: { rule, firstOut: still.clock?.firstOut ?? null } };
}
