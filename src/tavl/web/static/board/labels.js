// All texts of the board, in English, and how it names players and places. A page provides its own words through
// `board.labels`; placeholders in braces are filled in.
/** @import {Position} from "./position.js" */
/** @import {ReadState} from "./state.js" */

import { BAR, OFF, OPPONENT_BAR, OPPONENT_OFF } from "./position.js";

export const ENGLISH = {
  board: "Backgammon board",
  point: "{n} point",
  bar: "Bar",
  off: "Off",
  opponent_bar: "Opponent's bar",
  opponent_off: "Opponent's borne off",
  empty: "empty",
  own_one: "1 of your checkers",
  own_many: "{n} of your checkers",
  opponent_one: "1 of the opponent's checkers",
  opponent_many: "{n} of the opponent's checkers",
  picked: "picked up",
  target: "can be moved here",
  you: "You",
  opponent: "Opponent",
  own_dice: "Your dice, {first} first, then {second}. Press to swap.",
  own_dice_end: "Your dice, {first} and {second}. Press to end the turn.",
  own_dice_still: "Your dice, {first} and {second}",
  opponent_dice: "Opponent's dice, {first} and {second}",
  cube_centred: "Doubling cube, {value}, in the middle",
  cube_own: "Doubling cube, {value}, yours",
  cube_opponent: "Doubling cube, {value}, the opponent's",
  cube_double: "{cube}. Press to double to {next}.",
  cube_offered: "Doubling cube, offered at {value}",
  roll: "Roll",
  undo: "Undo",
  done: "Done",
  no_play: "No play",
  double: "Double",
  double_confirm: "Double to {value}",
  cancel: "No",
  take: "Take",
  drop: "Drop",
  beaver: "Beaver",
  resign: "Resign",
  resign_1: "Single game",
  resign_2: "Gammon",
  resign_3: "Backgammon",
  resigned_1: "{name} resigns a single game",
  resigned_2: "{name} resigns a gammon",
  resigned_3: "{name} resigns a backgammon",
  accept_resignation: "Accept",
  refuse_resignation: "Refuse",
  start_game: "Next game",
  crawford: "Crawford",
  pips: "{n} pips",
  score: "{n} of {length}",
  score_money: "{n}",
  say_picked: "{place} picked up. Can go to {places}.",
  say_picked_free: "{place} picked up.",
  say_put_down: "{place} put down.",
  say_step: "{from} to {to}.",
  say_step_hit: "{from} to {to}, hits.",
  say_undone: "{from} to {to} taken back.",
  say_complete: "Play complete. Enter ends the turn, Backspace takes back.",
  say_no_play: "No play. Enter ends the turn.",
  say_swapped: "{first} first.",
  say_armed: "Double to {value}?",
  say_rolled_own: "You roll {first} and {second}.",
  say_rolled: "{name} rolls {first} and {second}.",
  say_played: "{name} plays {moves}.",
  say_move: "{from} to {to}",
  say_passed: "{name} cannot move.",
  say_doubled_own: "You double to {value}.",
  say_doubled: "{name} doubles to {value}.",
  say_cube_own: "The cube is yours at {value}.",
  say_cube: "{name} has the cube at {value}.",
  say_score: "Score: you {own}, {name} {opponent}.",
  say_your_turn: "Your turn.",
};

/** @typedef {typeof ENGLISH} Labels */
/** @typedef {keyof Labels} LabelKey */
/** @typedef {(key: LabelKey, words?: Record<string, string | number>) => string} Say */

/**
 * @param {Partial<Labels>} labels
 * @returns {Say}
 */
export function sayer(labels) {
  return (key, words = {}) =>
    (labels[key] ?? ENGLISH[key]).replace(/\{(\w+)\}/g, (whole, /** @type {string} */ name) => String(words[name] ?? whole));
}

/**
 * @param {ReadState} state
 * @param {0 | 1} seat
 * @param {Say} say
 */
export function nameOf(state, seat, say) {
  return state.names[seat] || say(seat === state.viewer ? "you" : "opponent");
}

/**
 * The name of a place, in its side's own numbers.
 * @param {number} place
 * @param {Say} say
 */
export function where(place, say) {
  if (place === BAR) return say("bar").toLocaleLowerCase();
  if (place === OFF) return say("off").toLocaleLowerCase();
  return String(place);
}

/**
 * What a screen reader says of a place: its name first, then whose checkers are there, then what can be done with it.
 * @param {number} place
 * @param {Position} position
 * @param {{picked: boolean, target: boolean}} marks
 * @param {Say} say
 */
export function placeLabel(place, position, { picked, target }, say) {
  const words = [placeName(place, say)];
  const own = place <= BAR ? position.own[place] : 0;
  const opponent =
    place === OPPONENT_BAR
      ? position.opponent[BAR]
      : place === OPPONENT_OFF
        ? position.opponent[OFF]
        : place === OFF || place === BAR
          ? 0
          : position.opponent[25 - place];
  if (own) words.push(say(own === 1 ? "own_one" : "own_many", { n: own }));
  if (opponent) words.push(say(opponent === 1 ? "opponent_one" : "opponent_many", { n: opponent }));
  if (!own && !opponent) words.push(say("empty"));
  if (picked) words.push(say("picked"));
  if (target) words.push(say("target"));
  return words.join(", ");
}

/**
 * @param {number} place
 * @param {Say} say
 */
function placeName(place, say) {
  if (place === BAR) return say("bar");
  if (place === OFF) return say("off");
  if (place === OPPONENT_BAR) return say("opponent_bar");
  if (place === OPPONENT_OFF) return say("opponent_off");
  return say("point", { n: place });
}
