// An analysed match: progress while it is under way, then summary, curve, board, decision and list, all on one step.
/** @import {Seat} from "../../shared/messages.js" */
/** @import {AnalysedMatch, AnalysisStep, AnalysisView, Board, Moves} from "../../shared/pages.js" */
/** @import {Trial} from "./side-lines.js" */
/** @import {Arrow, BoardState, TavlBoard} from "../../board/tavl-board.js" */

import "../../board/tavl-board.js";
import { ask } from "../../shared/api.js";
import { askToPlayOn } from "../play-on.js";
import { applyPreferences, singleKeys } from "../../shared/board-preferences.js";
import { boardWords } from "../../shared/board-labels.js";
import { make } from "../../shared/dom.js";
import { mirrored } from "../../shared/play-text.js";
import { copy } from "../../shared/clipboard.js";
import { toast } from "../../shared/toast.js";
import { offerPractice } from "../../practice/cards-from-analysis.js";
import { plural, w } from "../../shared/translations.js";
import { drawCurve } from "./winning-chances-curve.js";
import { decisionView } from "../decision/decision-view.js";
import { noteField } from "./notes.js";
import { DecisionList, gamesTable } from "./decision-list.js";
import { showLine, sideLines } from "./side-lines.js";
import { endText, playerName, stepText } from "../step-text.js";
import { aboutText, legend, summary } from "./summary.js";

const POLL = 700;
const PACE = 1700; // per step of playing through

const element = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const board = /** @type {TavlBoard} */ (element("board"));
const slider = /** @type {HTMLInputElement} */ (element("slider"));
const root = element("analysis");
const id = root.dataset.id ?? "";

/** @returns {Promise<AnalysisView>} */
async function load() {
  const response = await fetch(`/analysis/${id}/match.json`);
  if (!response.ok) throw new Error(w("This analysis is gone."));
  return /** @type {AnalysisView} */ (await response.json());
}

/** @returns {Promise<AnalysisView>} */
async function finished() {
  for (;;) {
    const found = await load();
    if (found.state === "done" || found.state === "failed") return found;
    const progress = /** @type {HTMLProgressElement} */ (element("progress"));
    progress.max = found.of || 1;
    progress.value = found.done;
    element("progress-text").textContent =
      found.state === "waiting"
        ? w("Other matches are being analysed first.")
        : w("{done} of {all} questions answered", { done: found.done, all: found.of });
    await new Promise((resolve) => setTimeout(resolve, POLL));
  }
}

class Page {
  /** @type {AnalysedMatch} */
  match;
  /** @type {Seat} */
  viewer;
  at = 0;
  id = id;
  panel = element("verdict");
  /** A line that is being tried. @type {Trial | null} */
  trial = null;
  /** @type {ReturnType<typeof drawCurve> | null} */
  #curve = null;
  #list;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #playing;

  /**
   * @param {AnalysedMatch} match
   * @param {Seat} viewer
   * @param {boolean} mine whoever looks may write notes
   */
  constructor(match, viewer, mine) {
    this.mine = mine;
    this.match = match;
    this.viewer = viewer;
    this.#list = new DecisionList(match, (number, line) => this.choose(number, line));
  }

  get steps() {
    return this.match.steps;
  }

  draw() {
    const width = element("chart").clientWidth;
    if (!width) return;
    this.#curve = drawCurve(this.match, width, this.viewer);
    element("drawing").replaceChildren(this.#curve.drawing);
    if (this.steps.length) this.#curve.move(this.at);
  }

  /**
   * From further down: scrolls the board into view.
   * @param {number} number
   * @param {number | null} [line] one of those beside the match
   */
  choose(number, line = null) {
    this.show(number);
    if (line !== null) showLine(this, this.steps[this.at], line);
    const { top, bottom } = board.getBoundingClientRect();
    if (top >= 0 && bottom <= innerHeight) return;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    board.scrollIntoView({ block: "start", behavior: calm ? "auto" : "smooth" });
  }

  /** @param {number} number */
  show(number) {
    if (!this.steps.length) return;
    const before = this.at;
    this.at = Math.min(Math.max(0, number), this.steps.length - 1);
    const step = this.steps[this.at];
    this.trial = null;
    this.#place(step, null, this.at === before + 1 ? this.steps[before] : null);
    const note = this.mine ? noteField(id, step) : null;
    const parts = decisionView(this.match, step, (moves) => this.#place(step, moves, null));
    const lines = sideLines(this, step);
    this.panel.replaceChildren(...parts, ...(lines ? [lines] : []), ...(note ? [note] : []));
    const text = stepText(this.match, step);
    element("step-number").textContent = w("{n} of {all}", { n: this.at + 1, all: this.steps.length });
    slider.value = String(this.at);
    slider.setAttribute("aria-valuetext", text);
    this.#curve?.move(this.at);
    this.#list.mark(this.at);
    if (document.activeElement !== slider) board.announce(text);
    history.replaceState(null, "", `#${this.at + 1}`);
  }

  /**
   * The board at a step, with arrows for a play, or for what was played and what was best.
   * @param {AnalysisStep} step
   * @param {Moves | null} moves
   * @param {AnalysisStep | null} from the step before, if the checkers should be seen moving
   */
  #place(step, moves, from) {
    const played = from?.kind === "play" ? (from.made ?? null) : null;
    this.put(step.board, {
      last: from && played ? { seat: from.seat, moves: played, dice: from.board.dice } : null,
      arrows: arrowsOf(step, moves),
      notice: step.kind === "end" ? endText(this.match, step) : null,
    });
  }

  /**
   * @param {Board} shown
   * @param {Partial<BoardState>} more
   */
  put(shown, more) {
    board.state = {
      ...shown,
      position: this.viewer === 0 ? shown.position : mirrored(shown.position),
      viewer: this.viewer,
      offered_by: shown.turn,
      names: [playerName(this.match, 0), playerName(this.match, 1)],
      ...more,
    };
  }

  /** Back to the match, from a side line. */
  back() {
    this.show(this.at);
  }

  /** The side lines have changed. */
  changed() {
    this.#list.refresh();
    this.back();
  }

  /** The next step with an error worth a look. @param {1 | -1} way */
  error(way) {
    for (let number = this.at + way; number >= 0 && number < this.steps.length; number += way) {
      const grade = this.steps[number].error_class;
      if (grade === "mistake" || grade === "blunder") return this.show(number);
    }
    toast(way > 0 ? w("No more errors.") : w("No error before this."));
  }

  playThrough() {
    const playing = this.#playing === undefined;
    clearInterval(this.#playing);
    this.#playing = playing ? setInterval(() => this.#onward(), PACE) : undefined;
    element("through").setAttribute("aria-pressed", String(playing));
    if (playing) this.#onward();
  }

  #onward() {
    if (this.at >= this.steps.length - 1) return this.playThrough();
    this.show(this.at + 1);
  }

  turn() {
    this.viewer = this.viewer === 0 ? 1 : 0;
    element("legend").replaceChildren(...legend(this.match, this.viewer));
    this.draw();
    if (this.trial) this.trial.draw();
    else this.#place(this.steps[this.at], null, null);
  }
}

/**
 * @param {AnalysisStep} step
 * @param {Moves | null} moves
 * @returns {Arrow[]}
 */
function arrowsOf(step, moves) {
  const { seat, plays = [], played, made } = step;
  if (step.kind !== "play") return [];
  if (moves) return [{ seat, moves, kind: "best" }];
  /** @type {Arrow[]} */
  const arrows = plays.length ? [{ seat, moves: plays[0].moves, kind: "best" }] : [];
  if (made?.length && played !== 0) arrows.push({ seat, moves: made, kind: "played" });
  return arrows;
}

/** @param {AnalysisView} found */
function begin({ match, viewer, mine, problems }) {
  if (!match) {
    element("waiting-title").textContent = w("It could not be analysed.");
    element("progress").hidden = true;
    element("progress-text").textContent = "";
    return;
  }
  element("waiting").hidden = true;
  element("analysed").hidden = false;
  const page = new Page(match, viewer, mine);
  const title = `${playerName(match, 0)} – ${playerName(match, 1)}`; // while it was under way only the file's name was known
  document.title = `${w("Analysis")}: ${title} · tavl`;
  for (const place of document.querySelectorAll(".match-title")) place.textContent = title;
  const heading = document.querySelector("h1");
  if (heading) heading.textContent = `${w("Analysis")}: ${title}`;
  board.labels = boardWords();
  applyPreferences();
  board.setAttribute("layout", "wide"); // nothing is moved by hand here
  slider.max = String(Math.max(0, match.steps.length - 1));
  element("summary").replaceChildren(summary(match));
  element("legend").replaceChildren(...legend(match, viewer));
  element("games").replaceChildren(gamesTable(match, (number) => page.choose(number)));
  element("about").textContent = aboutText(match);
  if (problems.length) {
    element("problems").replaceChildren(
      make("details", {}, [
        make("summary", {}, [
          plural("{n} odd thing in the file", "{n} odd things in the file", problems.length),
        ]),
        make(
          "ul",
          { class: "problems" },
          problems.map((problem) => make("li", {}, [problem])),
        ),
      ]),
    );
  }
  if (root.dataset.mine === "yes") offerPractice(element("practise"), id, match).catch(() => {});
  new ResizeObserver(() => page.draw()).observe(element("chart"));
  page.draw();
  listen(page);
  const asked = Number(location.hash.slice(1)) - 1;
  const first = match.steps.findIndex((step) => step.error_class === "blunder");
  page.show(asked >= 0 ? asked : Math.max(0, first));
}

/** @param {Page} page */
function listen(page) {
  const on = (/** @type {string} */ name, /** @type {() => void} */ act) =>
    element(name).addEventListener("click", act);
  on("back", () => page.show(page.at - 1));
  on("forward", () => page.show(page.at + 1));
  on("previous-error", () => page.error(-1));
  on("next-error", () => page.error(1));
  on("through", () => page.playThrough());
  on("turn-board", () => page.turn());
  on("share", () => copy(location.href, w("The link is copied.")));
  slider.addEventListener("input", () => page.show(Number(slider.value)));
  board.addEventListener("tavl-play", (event) => page.trial?.play(event.detail.moves));
  element("verdict").addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest(".copy-id") : null;
    const text = button instanceof HTMLElement ? button.dataset.id : null;
    if (text) copy(text, w("Copied: {text}", { text }));
    const from = target instanceof Element ? target.closest(".play-on")?.getAttribute("data-id") : null;
    if (from) askToPlayOn(from, page.match.players);
  });
  const keys = /** @type {Record<string, () => void>} */ ({
    ArrowRight: () => page.show(page.at + 1),
    ArrowLeft: () => page.show(page.at - 1),
    ArrowDown: () => page.error(1),
    ArrowUp: () => page.error(-1),
    Home: () => page.show(0),
    End: () => page.show(page.steps.length - 1),
    " ": () => page.playThrough(),
    t: () => page.turn(),
  });
  const trying = /** @type {Record<string, () => void>} */ ({ escape: () => page.back(), t: () => page.turn() });
  document.addEventListener("keydown", (event) => {
    const { target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || target === board) return;
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return;
    if (event.key === " " && target instanceof Element && target.closest("button, a, summary")) return;
    if (event.key.toLowerCase() === "t" && !singleKeys()) return;
    const act = page.trial ? trying[event.key.toLowerCase()] : (keys[event.key] ?? keys[event.key.toLowerCase()]);
    if (!act) return;
    event.preventDefault();
    act();
  });
  addEventListener("hashchange", () => page.show(Number(location.hash.slice(1)) - 1 || 0));
}

for (const name of ["stop", "remove"]) {
  document.getElementById(name)?.addEventListener("click", async () => {
    try {
      await ask("DELETE", `/analyses/${id}`);
      location.assign("/analysis");
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
  });
}
try {
  begin(await finished());
} catch (error) {
  toast(error instanceof Error ? error.message : String(error));
}
document.documentElement.dataset.ready = "true";
