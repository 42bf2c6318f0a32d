// The list of decisions, filtered, and the table of games: together all that the curve shows, to be read.
/** @import {AnalysedMatch, AnalysisStep} from "../../shared/pages.js" */

import { make } from "../../shared/dom.js";
import { sense, w } from "../../shared/translations.js";
import { loss, percentSign, rate } from "../numbers.js";
import { lineText } from "./side-lines.js";
import { deedText, endText, gradeOf, gradeText, playerName } from "../step-text.js";

const FILTERS = /** @type {Record<string, (step: AnalysisStep) => boolean>} */ ({
  errors: (step) =>
    step.error_class === "mistake" ||
    step.error_class === "blunder" ||
    Boolean(step.illegal) ||
    Boolean(step.side_lines?.length), // somebody thought about it
  blunders: (step) => step.error_class === "blunder",
  cube: (step) => step.kind === "double" || step.kind === "take",
  all: () => true,
});

export class DecisionList {
  #match;
  #choose;
  #list = /** @type {HTMLElement} */ (document.getElementById("list"));
  #whose = /** @type {HTMLElement} */ (document.getElementById("whose"));
  /** @type {Map<number, HTMLButtonElement>} */
  #buttons = new Map();
  #at = 0;

  /**
   * @param {AnalysedMatch} match
   * @param {(number: number, line?: number) => void} choose a step, or a line beside it
   */
  constructor(match, choose) {
    this.#match = match;
    this.#choose = choose;
    for (const [value, text] of /** @type {const} */ ([
      ["", w("Both")],
      ["0", playerName(match, 0)],
      ["1", playerName(match, 1)],
    ])) {
      const radio = make("input", { type: "radio", name: "whose", value, checked: value === "" });
      this.#whose.append(make("label", {}, [radio, make("span", {}, [text])]));
    }
    for (const input of document.querySelectorAll("input[name=what], input[name=whose]"))
      input.addEventListener("change", () => this.#fill());
    if (!match.steps.some(FILTERS.errors)) this.#check("all");
    this.#fill();
  }

  /** The side lines have changed. */
  refresh() {
    this.#fill();
  }

  /** @param {string} what */
  #check(what) {
    const radio = /** @type {HTMLInputElement | null} */ (document.querySelector(`input[name=what][value=${what}]`));
    if (radio) radio.checked = true;
  }

  /** @param {string} name */
  #chosen(name) {
    return /** @type {HTMLInputElement | null} */ (document.querySelector(`input[name=${name}]:checked`))?.value ?? "";
  }

  #fill() {
    const wanted = FILTERS[this.#chosen("what")] ?? FILTERS.all;
    const whose = this.#chosen("whose");
    this.#buttons.clear();
    /** @type {HTMLElement[]} */
    const rows = [];
    let game = -1;
    this.#match.steps.forEach((step, number) => {
      if (!wanted(step) || (whose !== "" && String(step.seat) !== whose)) return;
      if (step.game !== game) {
        game = step.game;
        rows.push(make("li", { class: "game" }, [gameTitle(this.#match, game)]));
      }
      rows.push(this.#row(step, number));
      for (const line of step.side_lines ?? []) {
        const press = () => this.#choose(number, line.number);
        const text = `↳ ${lineText(line)}`;
        rows.push(make("li", { class: "side-line" }, [make("button", { type: "button", press }, [text])]));
      }
    });
    this.#list.replaceChildren(...rows);
    const none = document.getElementById("none");
    if (none) none.hidden = rows.length > 0;
    this.mark(this.#at);
  }

  /**
   * @param {AnalysisStep} step
   * @param {number} number
   */
  #row(step, number) {
    const error = step.error ?? 0;
    const button = make("button", { type: "button", class: gradeOf(step), press: () => this.#choose(number) }, [
      make("i", { class: "grade-dot", "aria-hidden": "true" }),
      make("span", { class: "who" }, [playerName(this.#match, step.seat)]),
      make("span", { class: "dice" }, [step.board.dice ? step.board.dice.join("") : ""]),
      make("span", { class: "deed" }, [step.kind === "end" ? endText(this.#match, step) : deedText(step)]),
      make("span", { class: "lost" }, [error > 0 ? `−${loss(error)}` : ""]),
      make("span", { class: "hidden" }, [step.kind === "end" ? "" : gradeText(step)]),
      make("span", { class: "chance", title: w("{name}'s chances after it", { name: playerName(this.#match, 0) }) }, [
        percentSign(step.chance),
      ]),
    ]);
    this.#buttons.set(number, button);
    return make("li", {}, [button]);
  }

  /** @param {number} number */
  mark(number) {
    this.#at = number;
    for (const [at, button] of this.#buttons) {
      if (at === number) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
    const button = this.#buttons.get(number);
    if (!button) return;
    // Only the list is scrolled, never the page.
    const { top, bottom } = button.getBoundingClientRect();
    const frame = this.#list.getBoundingClientRect();
    if (top < frame.top || bottom > frame.bottom) this.#list.scrollTop += top - frame.top - frame.height / 3;
  }
}

/**
 * @param {AnalysedMatch} match
 * @param {number} number
 */
function gameTitle(match, number) {
  const { score, crawford } = match.games[number];
  const title = w("Game {n}, {first} – {second}", { n: number + 1, first: score[0], second: score[1] });
  return crawford ? `${title} · ${w("Crawford")}` : title;
}

/**
 * @param {AnalysedMatch} match
 * @param {(number: number) => void} choose
 */
export function gamesTable(match, choose) {
  const names = [playerName(match, 0), playerName(match, 1)];
  return make("table", { class: "candidates games-table" }, [
    make("thead", {}, [
      make("tr", {}, [
        make("th", { scope: "col" }, [sense("of a match", "Game")]),
        make("th", { scope: "col" }, [w("Result")]),
        ...names.map((name) => make("th", { scope: "col" }, [w("PR of {name}", { name })])),
        make("th", { scope: "col", title: w("{name}'s chances, before and after", { name: names[0] }) }, [
          w("Chances"),
        ]),
      ]),
    ]),
    make(
      "tbody",
      {},
      match.games.map((game, number) => {
        const first = match.steps.findIndex((step) => step.game === number);
        const { result } = game;
        const end = match.steps.find((step) => step.game === number && step.kind === "end");
        return make("tr", {}, [
          make("th", { scope: "row" }, [
            first < 0
              ? gameTitle(match, number)
              : make("button", { type: "button", class: "play", press: () => choose(first) }, [
                  gameTitle(match, number),
                ]),
          ]),
          make("td", {}, [
            end ? endText(match, end) : result ? `${names[result.winner]} ${result.points}` : w("not finished"),
          ]),
          ...game.totals.map((totals) => make("td", {}, [rate(totals.performance_rating)])),
          make("td", {}, [`${percentSign(game.chances[0])} → ${percentSign(game.chances[1])}`]),
        ]);
      }),
    ),
  ]);
}
