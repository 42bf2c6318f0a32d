// A step of an analysed match in words.
/** @import {AnalysedMatch, AnalysisStep, Moves} from "../shared/pages.js" */

import { hopsOf, mirrored, notation } from "../shared/play-text.js";
import { plural, sense, w } from "../shared/translations.js";

/** The position as the player who decides sees it. @param {AnalysisStep} step */
const seenByMover = ({ seat, board }) => (seat === 0 ? board.position : mirrored(board.position));

/**
 * "8/5 6/5", or that nothing could be played.
 * @param {AnalysisStep} step
 * @param {Moves} moves
 */
export function playText(step, moves) {
  return moves.length ? notation(hopsOf(seenByMover(step), moves)) : w("no play");
}

/**
 * @param {AnalysedMatch} match
 * @param {number} seat
 */
export function playerName(match, seat) {
  return match.players[seat] || (seat === 0 ? w("White") : w("Black"));
}

/** What somebody did, in a word or two. @param {AnalysisStep} step */
export function deedText(step) {
  if (step.kind === "play") {
    const made = step.made ?? (step.played != null ? step.plays?.[step.played]?.moves : null);
    return made ? playText(step, made) : "–";
  }
  if (step.kind === "take") return ACTIONS()[step.cube_action ?? ""] ?? "–";
  if (step.decided === false) return w("Cube");
  return step.cube_action === "double" ? sense("cube", "Double") : w("No double");
}

/** @returns {Record<string, string>} */
const ACTIONS = () => ({ take: sense("cube", "Take"), drop: sense("cube", "Drop"), beaver: sense("cube", "Beaver") });

/** @param {string} verdict */
export function verdictText(verdict) {
  const texts = /** @type {Record<string, string>} */ ({
    no_double: w("No double, take"),
    double_take: w("Double, take"),
    double_drop: w("Double, drop"),
    too_good: w("Too good to double: play on for the gammon"),
    double_beaver: w("Double, beaver"),
    no_double_beaver: w("No double, beaver"),
  });
  return texts[verdict] ?? verdict;
}

/** The verdict on the decision. @param {AnalysisStep} step */
export function gradeText(step) {
  if (step.decided === false) return w("Evaluation");
  if (step.illegal) return w("Illegal");
  if (step.error_class === "blunder") return w("Blunder");
  if (step.error_class === "mistake") return w("Mistake");
  if (step.error_class === "inaccuracy") return w("Inaccuracy");
  if (step.kind === "play" && (step.legal_plays ?? 0) < 2) return w("Forced");
  return w("Right");
}

/** The same as a class name. @param {AnalysisStep} step */
export function gradeOf(step) {
  if (step.kind === "end") return "end";
  if (step.illegal) return "blunder";
  if (step.error_class && step.error_class !== "none") return step.error_class;
  return step.kind === "play" && (step.legal_plays ?? 0) < 2 ? "forced" : "right";
}

/** What went wrong, in a sentence. @param {AnalysisStep} step */
export function mistakeText(step) {
  const best = step.plays?.[0];
  const texts = /** @type {Record<string, () => string>} */ ({
    wrong_play: () => w("Better was {play}.", { play: best ? playText(step, best.moves) : "" }),
    missed_double: () => w("It was time to double."),
    wrong_double: () => w("It was too early to double."),
    too_good: () => w("It was too good to double: playing on for the gammon was worth more."),
    wrong_take: () => w("It was a drop."),
    wrong_drop: () => w("It was a take."),
    wrong_beaver: () => w("It was too bold to beaver."),
    missed_beaver: () => w("It was a beaver."),
  });
  return texts[step.mistake ?? ""]?.() ?? "";
}

/**
 * The whole step, for screen readers and the slider.
 * @param {AnalysedMatch} match
 * @param {AnalysisStep} step
 */
export function stepText(match, step) {
  const name = playerName(match, step.seat);
  if (step.kind === "end" && step.result) return endText(match, step);
  const dice = step.board.dice ? ` ${step.board.dice.join("-")}` : "";
  const wrong = step.mistake && step.error_class !== "inaccuracy" ? ` ${gradeText(step)}. ${mistakeText(step)}` : "";
  return `${name}${dice}: ${deedText(step)}.${wrong}`;
}

/**
 * @param {AnalysedMatch} match
 * @param {AnalysisStep} step
 */
export function endText(match, step) {
  const name = playerName(match, step.seat);
  return plural("{name} wins {n} point", "{name} wins {n} points", step.result?.points ?? 0, { name });
}
