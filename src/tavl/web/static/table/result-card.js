// The end of a match: who won, how, that the dice were as promised, and once more.
/** @import {Player, TableState, TableTerms} from "../shared/messages.js" */
/** @import {MatchLuck} from "../shared/pages.js" */
/** @import {Chat} from "./chat.js" */

import { bindAnalyse } from "../analysis/analyse-button.js";
import { allEvents, ask } from "../shared/api.js";
import { canCompute, verify } from "../dice/fair-dice.js";
import { scoreText } from "./texts/result-text.js";
import { Rematch } from "./rematch.js";
import { numberText } from "../shared/dates-and-numbers.js";
import { nameOf } from "../shared/names.js";
import { copy } from "../shared/clipboard.js";
import { plural, w } from "../shared/translations.js";

export class Result {
  #card = /** @type {HTMLElement} */ (document.getElementById("result"));
  #analyse = /** @type {HTMLButtonElement} */ (document.getElementById("analyse"));
  #rematch;
  #table;
  #shown = false;
  /** @type {TableState | null} */
  #state = null;
  /** @type {TableTerms | null} */
  #terms = null;

  /**
   * @param {string} table
   * @param {Chat} chat
   */
  constructor(table, chat) {
    this.#table = table;
    this.#rematch = new Rematch(table, chat);
    bindAnalyse(this.#analyse, table);
    document.getElementById("share-result")?.addEventListener("click", () => this.#share());
  }

  /**
   * @param {TableState} state
   * @param {TableTerms | null} terms
   * @param {{title: string, how: string} | null} end
   */
  show(state, terms, end) {
    this.#state = state;
    this.#terms = terms;
    this.#rematch.follow(state, terms);
    if (!end) {
      this.#card.hidden = true; // a match may be opened again by a ruling
      this.#shown = false;
      return;
    }
    if (this.#shown) return;
    this.#shown = true;
    const put = (/** @type {string} */ id, /** @type {string} */ text) => {
      const place = document.getElementById(id);
      if (place) place.textContent = text;
    };
    put("result-title", end.title);
    put("result-how", end.how);
    put("result-score", state.view.aborted ? "" : scoreText(state.view));
    this.#card.hidden = false;
    this.#card.classList.toggle("won", state.view.role === "player" && state.view.result?.winner === state.view.viewer);
    this.#analyse.hidden = state.view.aborted;
    const share = document.getElementById("share-result");
    if (share) share.hidden = state.view.aborted;
    if (!state.view.aborted) {
      this.#proof();
      this.#luck();
      this.#rating();
    }
  }

  /** The system's share dialog, if there is one; otherwise the text and the link are copied. */
  async #share() {
    if (!this.#state) return;
    const { view, people } = this.#state;
    const names = `${nameOf(view, people, 0)} – ${nameOf(view, people, 1)}`;
    const text = `${names} ${view.score[0]} – ${view.score[1]}`;
    const url = `${location.origin}/t/${this.#table}/replay`;
    if (!navigator.share) return copy(`${text}\n${url}`, w("The result and its link are copied."));
    await navigator.share({ title: `${names} · tavl`, text, url }).catch(() => {}); // cancelled by the user
  }

  async #proof() {
    const place = document.getElementById("result-proof");
    if (!place) return;
    const link = document.createElement("a");
    link.href = `/t/${this.#table}/dice`;
    link.textContent = w("See for yourself");
    let text = w("The dice can be checked.");
    if (canCompute) {
      const verdict = await verify(await allEvents(this.#table));
      text = verdict.proven
        ? plural(
            "Checked just now: {n} roll, as promised.",
            "Checked just now: all {n} rolls are as promised.",
            verdict.rolls.length,
          )
        : w("The dice are not as promised!");
    }
    place.replaceChildren(text, " ", link);
    place.hidden = false;
  }

  /** Both players' luck, where the server has worked it out. */
  async #luck() {
    const place = document.getElementById("result-luck");
    const response = await fetch(`/t/${this.#table}/luck.json`).catch(() => null);
    if (!place || !response?.ok || !this.#state) return;
    const { luck } = /** @type {MatchLuck} */ (await response.json());
    if (!luck) return;
    const { view, people } = this.#state;
    /** @type {Intl.NumberFormatOptions} */
    const signed = { signDisplay: "always", maximumFractionDigits: 2, minimumFractionDigits: 2 };
    place.textContent = w("Luck: {name} {luck}, {other} {otherluck}, in points of a game without the cube.", {
      name: nameOf(view, people, 0),
      luck: numberText(luck[0], signed),
      other: nameOf(view, people, 1),
      otherluck: numberText(luck[1], signed),
    });
    place.hidden = false;
  }

  /** How the match changed your rating, if it was rated. */
  async #rating() {
    const place = document.getElementById("result-rating");
    const view = this.#state?.view;
    const me = view?.role === "player" ? view.seats[view.viewer] : null;
    if (!place || !me || !this.#terms?.rated) return;
    const player = /** @type {Player | null} */ (await ask("GET", `/players/${me}`).catch(() => null));
    const counted = player?.rated.find((match) => match.table === this.#table);
    if (!counted) return;
    place.textContent = w("Your rating: {rating} ({change}).", {
      rating: String(Math.round(counted.rating)),
      change: numberText(counted.change, { signDisplay: "always", maximumFractionDigits: 1 }),
    });
    place.hidden = false;
  }
}
