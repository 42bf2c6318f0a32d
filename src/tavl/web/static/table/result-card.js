// The end of a match: who won, how, that the dice were as promised, and once more.
/** @import {Player, TableLine, TableState, TableTerms} from "../shared/messages.js" */
/** @import {Chat} from "./chat.js" */

import { bindAnalyse } from "../analysis/analyse-button.js";
import { allEvents, ask } from "../shared/api.js";
import { nameOf } from "./board-state.js";
import { canCompute, promiseAWord, verify } from "../dice/fair-dice.js";
import { gameAt } from "../learn/progress.js";
import { sitDown } from "../learn/practice-tables.js";
import { scoreText } from "./event-text.js";
import { sameTerms } from "./terms-text.js";
import { copy, toast } from "../shared/toast.js";
import { language, plural, w } from "../shared/translations.js";

const PATIENCE = 1500; // for one's own invitation to come back before the page is left

export class Result {
  #card = /** @type {HTMLElement} */ (document.getElementById("result"));
  #analyse = /** @type {HTMLButtonElement} */ (document.getElementById("analyse"));
  #rematch = /** @type {HTMLButtonElement} */ (document.getElementById("rematch"));
  #table;
  #chat;
  #shown = false;
  /** @type {TableState | null} */
  #state = null;
  /** @type {TableTerms | null} */
  #terms = null;
  /** A table that the opponent has opened for another match. @type {string | null} */
  #invited = null;
  /** @type {() => void} */
  #sent = () => {};

  /**
   * @param {string} table
   * @param {Chat} chat
   */
  constructor(table, chat) {
    this.#table = table;
    this.#chat = chat;
    chat.rematch = (next, mine) => (mine ? this.#sent() : this.#offered(next));
    this.#rematch.addEventListener("click", () => this.#again());
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
    this.#rematch.hidden = state.view.role !== "player" || state.view.aborted;
    this.#analyse.hidden = state.view.aborted;
    const share = document.getElementById("share-result");
    if (share) share.hidden = state.view.aborted;
    if (!state.view.aborted) {
      this.#proof();
      this.#luck();
      this.#rating();
    }
  }

  /** The system's own way of sending something on, where there is one; else the text and the link are copied. */
  async #share() {
    if (!this.#state) return;
    const { view, people } = this.#state;
    const names = `${nameOf(view, people, 0)} – ${nameOf(view, people, 1)}`;
    const text = `${names} ${view.score[0]} – ${view.score[1]}`;
    const url = `${location.origin}/t/${this.#table}/replay`;
    if (!navigator.share) return copy(`${text}\n${url}`, w("The result and its link are copied."));
    await navigator.share({ title: `${names} · tavl`, text, url }).catch(() => {}); // thought better of
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
    const { luck } = await response.json();
    if (!luck) return;
    const { view, people } = this.#state;
    const number = new Intl.NumberFormat(language, {
      signDisplay: "always",
      maximumFractionDigits: 2,
      minimumFractionDigits: 2,
    });
    place.textContent = w("Luck: {name} {luck}, {other} {otherluck}, in points of a game without the cube.", {
      name: nameOf(view, people, 0),
      luck: number.format(luck[0]),
      other: nameOf(view, people, 1),
      otherluck: number.format(luck[1]),
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
    const change = new Intl.NumberFormat(language, { signDisplay: "always", maximumFractionDigits: 1 });
    place.textContent = w("Your rating: {rating} ({change}).", {
      rating: String(Math.round(counted.rating)),
      change: change.format(counted.change),
    });
    place.hidden = false;
  }

  /** @param {string} next */
  #offered(next) {
    this.#invited = next;
    this.#rematch.textContent = w("Accept the rematch");
    if (this.#state)
      toast(
        w("{name} wants to play again.", {
          name: nameOf(this.#state.view, this.#state.people, this.#state.view.viewer === 0 ? 1 : 0),
        }),
      );
  }

  async #again() {
    if (!this.#state || !this.#terms) return;
    const { view, people } = this.#state;
    this.#rematch.disabled = true;
    try {
      if (this.#invited) {
        await ask("POST", `/tables/${this.#invited}/join`, await promiseAWord());
        return location.assign(`/t/${this.#invited}`);
      }
      const lesson = gameAt(this.#table);
      if (lesson) return await sitDown(lesson); // the coach comes along
      const who = view.seats[view.viewer === 0 ? 1 : 0] ?? "";
      const bot = who.startsWith("bot.") ? `bot:${who.slice(4)}` : null;
      const asked = { ...sameTerms(this.#terms, bot ?? "friend", this.#state.house), ...(await promiseAWord()) };
      /** @type {TableLine} */
      const { id } = await ask("POST", "/tables", asked);
      if (!bot && people[who]) {
        const back = new Promise((resolve) => {
          this.#sent = () => resolve(null);
          setTimeout(resolve, PATIENCE);
        });
        if (this.#chat.offerRematch(id)) await back;
      }
      location.assign(`/t/${id}`);
    } catch (error) {
      this.#rematch.disabled = false;
      toast(error instanceof Error ? error.message : String(error));
    }
  }
}
