// The one line of text: plays and questions by keyboard, answered for eye and ear.
/** @import {TableState} from "../shared/messages.js" */
/** @import {TavlBoard} from "../board/tavl-board.js" */
/** @import {Story} from "./event-text.js" */
/** @import {ActionType} from "../officiating/actions/action.js" */
/** @import {Conduct} from "../officiating/officiating.js" */

import { ANSWERS, pointAnswer } from "./command-answers.js";
import { commandWords, readCommand } from "./commands.js";
import { notation } from "../shared/play-text.js";
import { preferences } from "../shared/board-preferences.js";
import { sizeName } from "./event-text.js";
import { listed, w } from "../shared/translations.js";

/** What can be done by its name, as the server calls it. */
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
      if (preferences()["slash-key"] === "off") return; // a key alone can be switched off (WCAG 2.1.4)
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
    if (command.kind === "which") return this.#say(w("Which: {words}?", { words: listed(command.words) }));
    if (command.kind === "unknown") return this.#say(w("Not understood. Type help for what can be asked."));
    const { name, rest } = command;
    if (name === "yes") return question ? question() : this.#say(w("There is nothing to say yes to."));
    if (name === "no") return this.#say(question ? w("Not done.") : ANSWERS.turn(asked, ""));
    const { conduct } = this.#around;
    if (conduct && name === "flag") return void conduct.flag();
    if (conduct && name === "table") return conduct.list();
    if (conduct && name === "dispute") return conduct.open("raise_dispute");
    if (conduct && name === "break") return conduct.open("take_break");
    if (name === "help")
      return this.#say(`${w("A play such as 8/5 6/5, the number of a point, or:")} ${listed(commandWords())}.`);
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
