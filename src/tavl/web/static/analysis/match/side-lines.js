// Side lines: another play tried at a decision, followed as far as you like, and kept with the analysis.
/** @import {Seat} from "../../shared/messages.js" */
/** @import {AnalysedMatch, AnalysisStep, Board, KeptLines, Moves, Note, SideLine, TriedLine} from "../../shared/pages.js" */
/** @import {BoardState} from "../../board/tavl-board.js" */

import { ask, Refused } from "../../shared/api.js";
import { button, make } from "../../shared/dom.js";
import { toast, withClause } from "../../shared/toast.js";
import { sense, w } from "../../shared/translations.js";
import { equity, loss } from "../numbers.js";
import { deedText, playerName, playText } from "../step-text.js";

/**
 * What the page provides: the board, which can show more than a position, and its panel.
 * @typedef {{id: string, match: AnalysedMatch, mine: boolean, viewer: Seat, panel: HTMLElement,
 *   trial: Trial | null, put: (board: Board, more: Partial<BoardState>) => void, back: () => void,
 *   changed: () => void}} Page
 */

const ROLLS = [1, 2, 3, 4, 5, 6].flatMap((high) =>
  [1, 2, 3, 4, 5, 6].filter((low) => low <= high).map((low) => /** @type {[number, number]} */ ([high, low])),
);

/** "31: 8/5 6/5, 64: 24/18 13/9". @param {SideLine} line */
export function lineText({ steps }) {
  return steps.map(entryText).join(", ");
}

/** @param {AnalysisStep} step */
function entryText(step) {
  const dice = step.board.dice ? `${step.board.dice.join("")}: ` : "";
  return `${dice}${deedText(step)}`;
}

/**
 * The lines kept at a decision, and a button for a new one.
 * @param {Page} page
 * @param {AnalysisStep} step
 * @param {number | null} open which of them is shown
 */
export function sideLines(page, step, open = null) {
  const lines = step.side_lines ?? [];
  const may = page.mine && typeof step.entry === "number";
  if (!lines.length && !may) return null;
  const rows = lines.map((line) =>
    make("li", {}, [
      make("div", { class: "row" }, [
        button(lineText(line), () => showLine(page, step, line.number), "play"),
        may && button(w("Remove"), () => change(page, step, { remove: line.number }), "quiet"),
      ]),
      line.number === open && walk(page, line),
    ]),
  );
  return make("section", { class: "side-lines", "aria-label": w("Lines of your own") }, [
    make("h3", {}, [w("Lines of your own")]),
    lines.length > 0 && make("ol", {}, rows),
    may && make("div", { class: "row" }, [button(tryText(step), () => new Trial(page, step).look(), "try")]),
  ]);
}

/** @param {AnalysisStep} step */
const tryText = (step) => (step.kind === "play" ? w("Try another play") : w("Try another cube action"));

/**
 * @param {Page} page
 * @param {AnalysisStep} step
 * @param {number} number
 */
export function showLine(page, step, number) {
  const section = sideLines(page, step, number);
  const before = page.panel.querySelector(".side-lines");
  if (!section || !before) return;
  before.replaceWith(section);
  const entries = section.querySelectorAll("button.entry");
  if (entries[0] instanceof HTMLButtonElement) entries[0].click();
}

/**
 * The entries of a line, each a button that shows where it leads to.
 * @param {Page} page
 * @param {SideLine} line
 */
function walk(page, line) {
  const buttons = line.steps.map((step, number) =>
    make("button", { type: "button", class: "entry", press: () => show(number) }, [
      make("span", { class: "sub" }, [playerName(page.match, step.seat)]),
      entryText(step),
    ]),
  );
  const show = (/** @type {number} */ number) => {
    const step = line.steps[number];
    const after = line.steps[number + 1]?.board ?? line.after;
    const last = step.made ? { seat: step.seat, moves: step.made, dice: step.board.dice } : null;
    page.put({ ...after, dice: null, offered: after.offered }, { last });
    for (const [at, each] of buttons.entries()) each.toggleAttribute("aria-current", at === number);
  };
  return make("div", { class: "entries" }, buttons);
}

/**
 * @param {Page} page
 * @param {AnalysisStep} step
 * @param {{add?: Note[], remove?: number}} what
 */
async function change(page, step, what) {
  try {
    const asked = { game: step.game, entry: step.entry, kind: step.kind, ...what };
    /** @type {KeptLines} */
    const kept = await ask("POST", `/${page.id}/lines.json`, asked, "/analysis");
    step.side_lines = kept.side_lines;
    page.changed();
    toast(what.add ? w("The line is kept.") : w("The line is removed."));
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error));
  }
}

/** A line that is being tried. */
export class Trial {
  /** @type {Note[]} */
  #notes = [];
  /** @type {[number, number] | null} */
  #dice;
  /** @type {TriedLine | null} */
  #found = null;
  #asked = 0;

  /**
   * @param {Page} page
   * @param {AnalysisStep} step
   */
  constructor(page, step) {
    this.page = page;
    this.step = step;
    this.#dice = step.kind === "play" ? step.board.dice : null;
    page.trial = this;
  }

  /** Its state, from the server; an answer that comes too late is dropped. */
  async look() {
    const number = ++this.#asked;
    const { game, entry } = this.step;
    try {
      const asked = { game, entry, notes: this.#notes, dice: this.#dice };
      const found = /** @type {TriedLine} */ (await ask("POST", `/${this.page.id}/line.json`, asked, "/analysis"));
      if (number !== this.#asked || this.page.trial !== this) return;
      this.#found = found;
      this.draw();
    } catch (error) {
      const rule = error instanceof Refused ? error.rule : null;
      const text = withClause(error instanceof Error ? error.message : String(error), rule);
      this.page.panel.append(make("p", { class: "problem", role: "alert" }, [text]));
    }
  }

  /** Draw it again, for example after the board was turned. */
  draw() {
    if (!this.#found) return;
    const { board, tree, turn } = this.#found;
    const mine = turn === this.page.viewer;
    const last = this.#found.line.steps.at(-1);
    this.page.put(board, {
      tree: tree && mine ? { nodes: tree } : null,
      actions: tree && mine ? ["play"] : [],
      manual: true,
      last: last?.made ? { seat: last.seat, moves: last.made, dice: last.board.dice } : null,
    });
    this.page.panel.replaceChildren(...this.#parts(this.#found));
    this.page.panel.querySelector("h3")?.focus({ preventScroll: true });
  }

  /** @param {Moves} moves */
  play(moves) {
    if (!this.#found || !this.#dice) return;
    this.#add({ kind: "turn", seat: this.#found.turn, dice: this.#dice, moves });
  }

  /** @param {Note} note */
  #add(note) {
    this.#notes = [...this.#notes, note];
    this.#dice = null;
    this.look();
  }

  #takeBack() {
    const last = this.#notes.at(-1);
    if (this.#dice && this.#notes.length)
      this.#dice = null; // chosen, and not played yet
    else {
      this.#notes = this.#notes.slice(0, -1);
      this.#dice = last?.dice ?? null;
    }
    this.look();
  }

  /**
   * @param {TriedLine} found
   * @returns {HTMLElement[]}
   */
  #parts(found) {
    const steps = found.line.steps;
    return [
      make("h3", { tabindex: "-1", class: "trial-title" }, [this.#title(found)]),
      make("p", { class: "trial-line" }, [steps.length ? lineText(found.line) : w("Instead of what was done:")]),
      ...(found.over
        ? []
        : found.doubled
          ? [this.#answers(found)]
          : this.#dice
            ? this.#plays(found)
            : this.#rolls(found)),
      make("div", { class: "row" }, [
        this.#notes.length > 0 &&
          button(w("Keep this line"), () => change(this.page, this.step, { add: this.#notes }), "primary"),
        this.#notes.length > 0 && button(w("Take back"), () => this.#takeBack()),
        button(w("Leave"), () => this.page.back(), "quiet"),
      ]),
    ];
  }

  /** @param {TriedLine} found */
  #title({ over, doubled, turn }) {
    const name = playerName(this.page.match, turn);
    if (over) return w("The game is over.");
    if (doubled) return w("{name} is doubled: take or drop?", { name });
    return this.#dice ? w("{name} plays {dice}", { name, dice: this.#dice.join("") }) : w("{name} rolls", { name });
  }

  /** @param {TriedLine} found */
  #plays({ step, tree, turn }) {
    const plays = step?.plays ?? [];
    if (tree && tree[0].length === 0) return [button(w("No play"), () => this.play([]))];
    const rows = plays.map((play, number) =>
      make("tr", { class: number === 0 ? "best" : "" }, [
        make("th", { scope: "row" }, [
          button(step ? playText(step, play.moves) : "", () => this.play(play.moves), "play"),
          number === 0 ? make("span", { class: "tag best" }, [w("best")]) : null,
        ]),
        make("td", {}, [equity(play.equity)]),
        make("td", {}, [number === 0 ? "–" : `−${loss(play.loss)}`]),
      ]),
    );
    const hint =
      turn === this.page.viewer
        ? w("Press a play, or move on the board.")
        : w("Press a play; to move on the board, turn it with T.");
    return [
      make("table", { class: "candidates" }, [
        make("thead", {}, [
          make("tr", {}, [
            make("th", { scope: "col" }, [sense("column", "Play")]),
            make("th", { scope: "col" }, [w("Equity")]),
            make("th", { scope: "col" }, [w("Lost")]),
          ]),
        ]),
        make("tbody", {}, rows),
      ]),
      make("p", { class: "hint" }, [hint]),
    ];
  }

  /** @param {TriedLine} found */
  #rolls({ may_double: may, turn }) {
    const choose = (/** @type {[number, number]} */ dice) => {
      this.#dice = dice;
      this.look();
    };
    const any = () => {
      const [one, other] = crypto.getRandomValues(new Uint32Array(2)).map((number) => 1 + (number % 6));
      choose([Math.max(one, other), Math.min(one, other)]);
    };
    return [
      make("div", { class: "row" }, [
        button(w("Any roll"), any),
        may && button(sense("cube", "Double"), () => this.#add({ kind: "double", seat: turn })),
      ]),
      make(
        "div",
        { class: "roll-choice", role: "group", "aria-label": w("Which roll") },
        ROLLS.map((dice) => button(dice.join(""), () => choose(dice), "quiet")),
      ),
    ];
  }

  /** @param {TriedLine} found */
  #answers({ turn }) {
    return make("div", { class: "row" }, [
      button(sense("cube", "Take"), () => this.#add({ kind: "take", seat: turn })),
      button(sense("cube", "Drop"), () => this.#add({ kind: "drop", seat: turn })),
    ]);
  }
}
