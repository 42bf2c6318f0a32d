// The one line of text: plays, questions and things to do by keyboard, answered for eye and ear. Its commands are words of the
// page's language and English ones, or as much of them as is unambiguous. The answers: command-answers.js.
/** @import {TableState} from "../../shared/messages.js" */
/** @import {TavlBoard} from "../../board/tavl-board.js" */
/** @import {Story} from "../texts/event-text.js" */
/** @import {ActionType} from "../../officiating/actions/action.js" */
/** @import {Conduct} from "../../officiating/officiating.js" */

import { ANSWERS, helpAnswer, notUnderstood, pointAnswer, whichAnswer } from "./command-answers.js";
import { notation, readPlay } from "../../shared/play-text.js";
import { preferences, singleKeys } from "../../shared/board-preferences.js";
import { sizeName } from "../texts/result-text.js";
import { sense, w } from "../../shared/translations.js";

/** Actions that can be done by name, as the server calls them. */
const ACTIONS = /** @type {Record<string, ActionType>} */ ({
  roll: "roll",
  take: "take",
  drop: "drop",
  accept: "accept_resignation",
  refuse: "refuse_resignation",
  next: "start_game",
});

/**
 * @typedef {object} Around
 * @property {() => TableState | null} state
 * @property {Story} story
 * @property {() => number} time the server's
 * @property {(type: ActionType, more?: object) => void} act
 * @property {(moves: [number, number][]) => void} judge let the server say why a play is not legal
 * @property {Conduct} [conduct] what can be done around the game, where that is kept
 */

export class Asking {
  #board;
  #around;
  #input = /** @type {HTMLInputElement} */ (document.getElementById("ask-text"));
  #answer = /** @type {HTMLElement} */ (document.getElementById("answer"));
  /** What "yes" would do. @type {(() => void) | null} */
  #question = null;

  /**
   * @param {TavlBoard} board
   * @param {Around} around
   */
  constructor(board, around) {
    this.#board = board;
    this.#around = around;
  }

  listen() {
    document.getElementById("ask")?.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.#input.value;
      this.#input.value = "";
      this.#take(text);
    });
    // The line is one key away, from wherever nothing is being typed.
    document.addEventListener("keydown", (event) => {
      const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
      if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!singleKeys()) return;
      event.preventDefault();
      this.#input.focus();
    });
  }

  /** @param {string} sentence */
  #say(sentence) {
    this.#answer.textContent = sentence;
    this.#answer.hidden = false;
    this.#board.announce(sentence);
  }

  /** @param {string} text */
  #take(text) {
    const state = this.#around.state();
    if (!state) return;
    const { view, people } = state;
    const terse = preferences().wording === "terse";
    const asked = { view, people, story: this.#around.story, time: this.#around.time(), terse };
    const command = readCommand(text);
    const question = this.#question;
    this.#question = null;
    if (command.kind === "nothing") {
      if (this.#board.complete && view.actions.includes("make_play")) return this.#board.done();
      return this.#say(ANSWERS.turn(asked, ""));
    }
    if (command.kind === "point") return this.#say(pointAnswer(asked, command.place));
    if (command.kind === "play") return this.#play(command.moves, state);
    if (command.kind === "which") return this.#say(whichAnswer(command.words));
    if (command.kind === "unknown") return this.#say(notUnderstood());
    const { name, rest } = command;
    if (name === "yes") return question ? question() : this.#say(w("There is nothing to say yes to."));
    if (name === "no") return this.#say(question ? w("Not done.") : ANSWERS.turn(asked, ""));
    const { conduct } = this.#around;
    if (conduct && name === "flag") return void conduct.flag();
    if (conduct && name === "table") return conduct.list();
    if (conduct && name === "dispute") return conduct.open("raise_dispute");
    if (conduct && name === "break") return conduct.open("take_break");
    if (name === "help") return this.#say(helpAnswer(commandWords()));
    if (name in ANSWERS) return this.#say(ANSWERS[name](asked, rest));
    return this.#act(name, rest, state);
  }

  /**
   * @param {[number, number][]} moves
   * @param {TableState} state
   */
  #play(moves, { view }) {
    if (!view.tree && !this.#board.state?.free) return this.#say(w("You have nothing to play now."));
    if (!this.#board.attempt(moves)) return this.#around.judge([...this.#board.moves, ...moves]);
    this.#answer.textContent = notation(this.#board.moves.map(([from, to]) => ({ from, to, hit: false })));
    this.#answer.hidden = false;
  }

  /**
   * @param {string} name
   * @param {string} rest
   * @param {TableState} state
   */
  #act(name, rest, { view }) {
    if (name === "undo") return this.#board.undo();
    if (name === "done")
      return this.#board.complete || this.#board.state?.free
        ? this.#board.done()
        : this.#say(w("The play is not complete."));
    if (name === "double" || name === "beaver") {
      const value = name === "double" ? (view.cube?.value ?? 1) * 2 : (view.offered ?? 1) * 2;
      if (!view.actions.includes(name)) return this.#around.act(name); // the server says why not
      return this.#confirm(
        name === "double" ? w("Double to {value}?", { value }) : w("Beaver to {value}?", { value }),
        () => this.#around.act(name),
      );
    }
    if (name === "resign") {
      const size = { 1: 1, 2: 2, 3: 3 }[rest] ?? 1;
      return this.#confirm(w("Resign {size}?", { size: sizeName(size) }), () =>
        this.#around.act("offer_resignation", { size }),
      );
    }
    return this.#around.act(ACTIONS[name] ?? name);
  }

  /**
   * @param {string} sentence
   * @param {() => void} then
   */
  #confirm(sentence, then) {
    this.#question = then;
    this.#say(`${sentence} ${w("Type yes or no.")}`);
  }
}

// The words

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
function readCommand(text) {
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
function commandWords() {
  return Object.values(vocabulary()).map((words) => words[0]);
}
