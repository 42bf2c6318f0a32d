// What the table's terms are called on the screen: the server's names on the left, people's words on the right.
/** @import {Concern, CorrectionAsked, Matter, PenaltyKind, Request, Sitting, StopReason, Useful} from "../shared/messages.js" */

import { w } from "../shared/translations.js";

/** @returns {Record<Matter, string>} */
export const matters = () => ({
  recording: w("record the match"),
  streaming: w("stream the match"),
  headphones: w("wear headphones"),
  phone: w("use a phone"),
  phone_as_score_card: w("use a phone as score card"),
  phone_as_clock: w("use a phone as clock"),
  rolling_left: w("roll on the left"),
  silent_observers: w("let the observers keep silent about plays"),
  score_board: w("use a score board"),
  other_equipment: w("use other equipment"),
});

/** @returns {Record<Request, string>} */
export const requests = () => ({
  come: w("Please come to the table"),
  observer: w("An official observer"),
  expel_spectators: w("Send a spectator away"),
  clock: w("A clock for this match"),
  baffle_box: w("A baffle box for this match"),
  approve_baffle_box: w("Approval of a baffle box"),
  approve_clock: w("Approval of a clock"),
});

/** @returns {Record<Concern, string>} */
export const concerns = () => ({
  cheating: w("Somebody cheats"),
  fallen_flag: w("A player's time is out"),
  wrongly_started_clock: w("The clock was started by mistake"),
  invalid_double: w("A double was not allowed"),
  other: w("Something else"),
});

/** @returns {Record<PenaltyKind, string>} */
export const penalties = () => ({
  warning: w("A warning"),
  points: w("Penalty points"),
  lose_game: w("Loss of the game"),
  lose_match: w("Loss of the match"),
  disqualify: w("Disqualification"),
  expel: w("Expulsion from the tournament"),
  exclude: w("Exclusion from later tournaments too"),
});

/** Why a clock stands. @returns {Partial<Record<StopReason, string>>} */
export const stops = () => ({
  break: w("There is a break."),
  director: w("Whoever rules has been called, or has stopped it."),
  dice_lifted_early: w("It is claimed that the dice were lifted too early."),
  clock_started_early: w("It was started too early."),
  illegal_play: w("It is claimed that the last play was illegal."),
  game_decided: w("The game is being decided."),
  invalid_roll: w("A roll did not count."),
});

/** What somebody wants set right. @param {CorrectionAsked["what"]} what */
export function correction(what) {
  switch (what.type) {
    case "replay_play":
      return w("The last play is made again.");
    case "set_up_right":
      return w("The starting position is put right.");
    case "cube_right":
      return w("The cube is put right.");
    case "void_double":
      return w("The double is annulled.");
    case "right_length":
      return w("The match is to {n} points.", { n: what.length });
    case "right_score":
      return w("The score is {score}.", { score: what.score.join("–") });
    case "lose_delay":
      return w("The next delay is waited out.");
    default:
      return w("Both are out of time.");
  }
}

/** What is presumed until somebody shows otherwise. @param {string} presumption */
export function presumed(presumption) {
  return presumption === "card_of_the_player_behind"
    ? w("Until it is shown otherwise, the score card of the player who is behind counts.")
    : w("Until it is shown otherwise, everything counts as it stands.");
}

/** @returns {Record<Sitting, string>} */
export const sittings = () => ({
  enforced: w("only legal plays"),
  challenge: w("challenge"),
  recorded: w("a physical board"),
});

/** @returns {Record<Useful, string>} */
export const useful = () => ({ clock: w("a clock"), baffle_box: w("a baffle box") });
