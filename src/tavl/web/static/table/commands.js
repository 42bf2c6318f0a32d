// One line of text: a play, a question, or something to do. Words of the page's language and English ones, or so much
// of them that no other begins alike.

import { readPlay } from "../shared/play-text.js";
import { sense } from "../shared/translations.js";

/** @returns {Record<string, string[]>} each command with the words for it, the first the one that is shown */
function vocabulary() {
  return {
    roll: [sense("command", "roll"), "roll"],
    done: [sense("command", "done"), "done"],
    undo: [sense("command", "undo"), "undo"],
    double: [sense("command", "double"), "double"],
    take: [sense("command", "take"), "take"],
    drop: [sense("command", "drop"), "drop"],
    beaver: [sense("command", "beaver"), "beaver"],
    resign: [sense("command", "resign"), "resign"],
    accept: [sense("command", "accept"), "accept"],
    refuse: [sense("command", "refuse"), "refuse"],
    next: [sense("command", "next"), "next"],
    yes: [sense("command", "yes"), "yes"],
    no: [sense("command", "no"), "no"],
    flag: [sense("command", "not legal"), "not legal", "flag"],
    table: [sense("command", "table"), "table"],
    dispute: [sense("command", "dispute"), "dispute"],
    break: [sense("command", "break"), "break"],
    dice: [sense("command", "dice"), "dice"],
    position: [sense("command", "position"), "position"],
    bar: [sense("command", "bar"), "bar"],
    off: [sense("command", "off"), "off"],
    blots: [sense("command", "blots"), "blots"],
    cube: [sense("command", "cube"), "cube"],
    score: [sense("command", "score"), "score"],
    clock: [sense("command", "clock"), "clock"],
    pips: [sense("command", "pips"), "pips"],
    last: [sense("command", "last"), "last"],
    plays: [sense("command", "plays"), "plays"],
    turn: [sense("command", "turn"), "turn"],
    help: [sense("command", "help"), "help", "?"],
  };
}

/**
 * @typedef {{kind: "play", moves: [number, number][]} | {kind: "point", place: number} | {kind: "nothing"} |
 *   {kind: "command", name: string, rest: string} | {kind: "which", words: string[]} | {kind: "unknown"}} Command
 */

/**
 * @param {string} text
 * @returns {Command}
 */
export function readCommand(text) {
  const said = text.trim().toLocaleLowerCase();
  if (!said) return { kind: "nothing" };
  if (/^([1-9]|1\d|2[0-4])$/.test(said)) return { kind: "point", place: Number(said) };
  const moves = readPlay(said);
  if (moves) return { kind: "play", moves };
  const known = Object.entries(vocabulary());
  for (const [name, words] of known) {
    const whole = words.find((word) => said === word || said.startsWith(`${word} `)); // "giv op 2" has two words
    if (whole) return { kind: "command", name, rest: said.slice(whole.length).trim() };
  }
  const [word, ...rest] = said.split(/\s+/);
  const found = known.filter(([, words]) => words.some((each) => each.startsWith(word)));
  if (found.length === 1) return { kind: "command", name: found[0][0], rest: rest.join(" ") };
  if (found.length) return { kind: "which", words: found.map(([, words]) => words[0]) };
  return { kind: "unknown" };
}

/** The words that are shown for all commands. */
export function commandWords() {
  return Object.values(vocabulary()).map((words) => words[0]);
}
