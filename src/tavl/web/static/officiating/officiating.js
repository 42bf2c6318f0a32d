// Around the game: the button that flags a play, the cards of what is going on, the one place for all the rest. At an
// ordinary table none of it is visible.
/** @import {ClientAction, EventOut, TableState, TableTerms} from "../shared/messages.js" */
/** @import {ApiProblem} from "../shared/api.js" */
/** @import {Moment} from "../table/texts/event-text.js" */
/** @import {Unsigned} from "./actions/action.js" */
/** @import {CardButton, Card, Seen} from "./cards/card.js" */

import { duration } from "../table/clock.js";
import { sheetActionsFor } from "./actions/actions.js";
import { button, countdown, make } from "../shared/dom.js";
import { mattersOf } from "./cards/cards.js";
import { Sheet } from "./actions/action-sheet.js";

/**
 * @typedef {object} Around
 * @property {(action: ClientAction) => Promise<ApiProblem | null>} act
 * @property {(action: ClientAction) => Promise<ApiProblem | null>} why
 * @property {(problem: ApiProblem) => void} problem
 * @property {() => Moment[]} moments
 * @property {string} table
 * @property {() => number} time the server's
 */

export class Conduct {
  #around;
  #sheet;
  /** @type {Seen | null} */
  #seen = null;
  /** @type {number | null} */
  #claimedAt = null;
  #breakWanted = false;
  #cards = /** @type {HTMLElement} */ (document.getElementById("matters"));
  #flag = /** @type {HTMLButtonElement} */ (document.getElementById("flag"));
  #more = /** @type {HTMLButtonElement} */ (document.getElementById("open-around"));
  /**
   * What each card shows, so that one which is the same stays as it is.
   * @type {Map<string, {element: HTMLDetailsElement, content: string}>}
   */
  #shown = new Map();

  /** @param {Around} around */
  constructor(around) {
    this.#around = around;
    this.#sheet = new Sheet({
      seen: () => this.#seen,
      moments: around.moments,
      table: around.table,
      breakAfterGame: (wanted) => this.#wantBreak(wanted),
      send: (action) => this.#send(action),
      why: (action) => around.why(this.#signed(action)),
    });
    this.#flag.addEventListener("click", () => this.flag());
    this.#more.addEventListener("click", () => this.#sheet.list());
    setInterval(() => this.#tick(), 500);
  }

  /** @param {EventOut[]} events */
  hear(events) {
    for (const { event, at } of events) if (event.type === "play_flagged") this.#claimedAt = at;
  }

  /**
   * @param {TableState} state
   * @param {TableTerms | null} terms
   */
  show({ view, people, house, watchers }, terms) {
    const now = this.#breakWanted && view.actions.includes("take_break");
    if (now) this.#breakWanted = false;
    const breakWanted = this.#breakWanted;
    this.#seen = { view, people, terms, house, watchers, claimedAt: this.#claimedAt, breakWanted };
    if (now) this.#do({ type: "take_break" });
    const listed = sheetActionsFor(this.#seen);
    const flags = listed.some(([name]) => name === "flag_play");
    this.#flag.hidden = !flags;
    this.#flag.setAttribute("aria-disabled", String(!view.actions.includes("flag_play")));
    this.#more.hidden = !listed.length && !view.around;
    this.#render(mattersOf(this.#seen));
  }

  /** Breaks are between games, which is short: a player who wants one says so during the game. @param {boolean} wanted */
  #wantBreak(wanted) {
    this.#breakWanted = wanted;
    if (!this.#seen) return;
    this.#seen = { ...this.#seen, breakWanted: wanted };
    this.#render(mattersOf(this.#seen));
  }

  /** Say that the last play was not legal, or show why that is not possible now. */
  async flag() {
    await this.#do({ type: "flag_play" });
  }

  /** @param {Unsigned} action */
  async #do(action) {
    const refused = await this.#send(action);
    if (refused) this.#around.problem(refused);
  }

  /** Open a form by its name, as from the line of text. @param {string} name */
  open(name) {
    this.#sheet.open(name);
  }

  list() {
    this.#sheet.list();
  }

  /** @param {Unsigned} action as the person at this page sends it: a player for their own seat */
  #signed(action) {
    const view = this.#seen?.view;
    const seated = view && (view.role === "player" || view.role === "reader");
    return /** @type {ClientAction} */ (seated ? { seat: view.viewer, ...action } : action);
  }

  /** @param {Unsigned} action */
  #send(action) {
    return this.#around.act(this.#signed(action));
  }

  /** @param {Card[]} found */
  #render(found) {
    const keys = new Set(found.map(({ key }) => key));
    for (const [key, { element }] of this.#shown) {
      if (keys.has(key)) continue;
      element.remove();
      this.#shown.delete(key);
    }
    found.forEach((matter, n) => {
      const card = this.#card(matter);
      if (this.#cards.children[n] !== card) this.#cards.insertBefore(card, this.#cards.children[n] ?? null);
    });
    this.#cards.hidden = !found.length;
    this.#tick();
  }

  /** @param {Card} matter */
  #card({ key, title, asks, halts, until, body, does }) {
    const text = make("div", {}, body);
    const content = JSON.stringify([title, asks, until, text.innerHTML, does]);
    const known = this.#shown.get(key);
    if (known?.content === content) return known.element;
    const inside = [
      make("summary", {}, [title, until === undefined ? null : countdown(until)]),
      make("div", { class: "matter-body" }, [
        ...text.childNodes,
        ...(does.length
          ? [
              make(
                "div",
                { class: "row" },
                does.map((each) => this.#button(each)),
              ),
            ]
          : []),
      ]),
    ];
    if (known) {
      const focused = known.element.contains(document.activeElement) ? document.activeElement?.textContent : null;
      known.element.replaceChildren(...inside);
      known.element.classList.toggle("asks", asks);
      if (asks) known.element.open = true;
      known.content = content;
      if (focused) [...known.element.querySelectorAll("button")].find((each) => each.textContent === focused)?.focus();
      return known.element;
    }
    // If it covers the board, cards that need nothing from this person are folded.
    const open = asks || halts || matchMedia("(min-width: 981px)").matches;
    const element = make("details", { class: `card matter${asks ? " asks" : ""}`, open, "data-matter": key }, inside);
    this.#shown.set(key, { element, content });
    return element;
  }

  /** @param {CardButton} doing */
  #button({ text, kind, action, form, values }) {
    return button(
      text,
      async () => {
        if (form === "no_break") return this.#wantBreak(false);
        if (form) return this.#sheet.open(form, values);
        if (action) await this.#do(action);
      },
      kind,
    );
  }

  #tick() {
    const now = this.#around.time();
    for (const time of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("time.countdown"))) {
      const left = duration(Math.max(0, Number(time.dataset.until) - now));
      if (time.textContent !== left) time.textContent = left;
    }
  }
}
