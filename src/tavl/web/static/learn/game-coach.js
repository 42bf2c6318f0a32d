// The coach at a table that was opened to learn at: states facts about the position, and explains the cube when it comes.
// At every other table this does nothing.
/** @import {TavlBoard} from "../board/tavl-board.js" */
/** @import {TableState} from "../shared/messages.js" */
/** @import {CoachAdvice} from "../shared/pages.js" */
/** @import {LearningGame} from "./learning-games.js" */

import { ask } from "../shared/api.js";
import { w } from "../shared/translations.js";
import { gameAt } from "./progress.js";
import { sitDown } from "./learning-games.js";

/** A newcomer's board settings, whatever was chosen before: destinations shown, at a slow pace. */
const SETTINGS = { hints: "on", click: "pick", numbers: "on", speed: "slow", "auto-play": "off", "auto-pass": "off" };

class Coach {
  #table;
  #board;
  #game;
  #title = document.createElement("h2");
  #lines = document.createElement("div");
  #card = document.createElement("section");
  #version = -1;
  #asked = 0;
  #said = "";

  /**
   * @param {string} table
   * @param {TavlBoard} board
   * @param {LearningGame} game
   */
  constructor(table, board, game) {
    this.#table = table;
    this.#board = board;
    this.#game = game;
    for (const [name, value] of Object.entries(SETTINGS)) board.setAttribute(name, value);
    const sheet = document.createElement("link");
    sheet.rel = "stylesheet";
    sheet.href = new URL("./learn.css", import.meta.url).href;
    document.head.append(sheet);
    document.body.classList.add("learning");
    const note = document.createElement("p");
    note.className = "coach-note";
    note.textContent = w("A game to learn by: nothing is rated, so help is allowed.");
    this.#title.id = "coach-title";
    this.#title.textContent = w("Your coach");
    this.#lines.className = "coach-lines";
    this.#card.className = "coach card";
    this.#card.setAttribute("aria-labelledby", this.#title.id);
    this.#card.append(this.#title, this.#lines, note);
    document.getElementById("table")?.prepend(this.#card);
    board.addEventListener("tavl-draft", ({ detail: { moves, complete } }) => {
      const laid = moves.map(([from, to]) => `${from}/${to}`).join(",");
      this.#ask(complete && laid ? `?version=${this.#version}&moves=${laid}` : "");
    });
  }

  /** @param {TableState} state */
  follow({ version, view }) {
    if (view.role !== "player" || version === this.#version) return;
    this.#version = version;
    if (view.result || view.aborted) this.#end(view.result?.winner === view.viewer);
    else this.#ask("");
  }

  /** @param {string} query */
  async #ask(query) {
    const number = ++this.#asked;
    try {
      /** @type {CoachAdvice} */
      const advice = await ask("GET", `/coach.json${query}`, undefined, `/t/${this.#table}`);
      if (number !== this.#asked || advice.moment === "wait") return;
      this.#show(advice.heading || w("Your coach"), advice.lines, advice.moment);
    } catch {
      // without a coach the game goes on
    }
  }

  /**
   * @param {string} title
   * @param {string[]} lines
   * @param {string} moment
   */
  #show(title, lines, moment) {
    this.#card.dataset.moment = moment;
    this.#title.textContent = title;
    this.#lines.replaceChildren(
      ...lines.map((line) => {
        const paragraph = document.createElement("p");
        paragraph.textContent = line;
        return paragraph;
      }),
    );
    const said = lines.join(" ");
    if (said && said !== this.#said) this.#board.announce(said);
    this.#said = said;
  }

  /** @param {boolean} won */
  #end(won) {
    const first = this.#game === "first";
    this.#asked++;
    this.#show(
      won ? w("Well played!") : w("Well fought!"),
      [first ? w("That was a whole game. The next one has the cube.") : w("Now you know the cube, too.")],
      "over",
    );
    const buttons = document.createElement("div");
    buttons.className = "row";
    const again = document.createElement("button");
    again.type = "button";
    again.className = "primary";
    again.textContent = first ? w("A game with the cube") : w("Another one like this");
    again.addEventListener("click", async () => {
      again.disabled = true;
      await sitDown("cube").catch(() => (again.disabled = false));
    });
    const back = document.createElement("a");
    back.className = "button";
    back.href = "/learn";
    back.textContent = w("The lessons");
    buttons.append(again, back);
    this.#lines.append(buttons);
  }
}

/** @type {Coach | null | undefined} */
let coach;

/**
 * Takes every new state of a table.
 * @param {string} table
 * @param {TavlBoard} board
 * @param {TableState} state
 */
export function follow(table, board, state) {
  if (coach === undefined) {
    const game = gameAt(table);
    coach = game && new Coach(table, board, game);
  }
  coach?.follow(state);
}
