// Once more: another match on the same terms. One player opens the table and invites the other through the chat.
/** @import {HouseView, OpenTable, TableLine, TableState, TableTerms} from "../shared/messages.js" */
/** @import {Chat} from "./chat.js" */

import { promiseAWord } from "../dice/fair-dice.js";
import { sitDown } from "../learn/learning-games.js";
import { gameAt } from "../learn/progress.js";
import { ask } from "../shared/api.js";
import { isBot, nameOf } from "../shared/names.js";
import { toast } from "../shared/toast.js";
import { w } from "../shared/translations.js";

const PATIENCE = 1500; // for one's own invitation to come back before the page is left

export class Rematch {
  #button = /** @type {HTMLButtonElement} */ (document.getElementById("rematch"));
  #table;
  #chat;
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
    this.#button.addEventListener("click", () => this.#again());
  }

  /**
   * @param {TableState} state
   * @param {TableTerms | null} terms
   */
  follow(state, terms) {
    this.#state = state;
    this.#terms = terms;
    this.#button.hidden = state.view.role !== "player" || state.view.aborted;
  }

  /** @param {string} next */
  #offered(next) {
    this.#invited = next;
    this.#button.textContent = w("Accept the rematch");
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
    this.#button.disabled = true;
    try {
      if (this.#invited) {
        await ask("POST", `/tables/${this.#invited}/join`, await promiseAWord());
        return location.assign(`/t/${this.#invited}`);
      }
      const lesson = gameAt(this.#table);
      if (lesson) return await sitDown(lesson); // the coach comes along
      const who = view.seats[view.viewer === 0 ? 1 : 0] ?? "";
      const bot = isBot(who) ? `bot:${who.slice(who.indexOf(".") + 1)}` : null;
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
      this.#button.disabled = false;
      toast(error instanceof Error ? error.message : String(error));
    }
  }
}

/**
 * A table on the same terms, as it is asked for.
 * @param {TableTerms} terms
 * @param {string} opponent
 * @param {HouseView} house
 * @returns {OpenTable}
 */
function sameTerms(terms, opponent, house) {
  const { match, clock, aids, rated, spectator_delay_ms, sitting, ruler, conduct } = terms;
  const { profile } = match;
  const varied = /** @type {const} */ (["jacoby", "beavers", "automatic_doubles"]);
  const vary = Object.fromEntries(varied.filter((name) => profile[name]).map((name) => [name, true]));
  return {
    opponent,
    length: match.length,
    stake: match.stake,
    profile: profile.name,
    vary,
    clock,
    aids,
    rated,
    spectator_delay_ms,
    sitting,
    ruled_by: ruler,
    conduct,
    breaks: profile.breaks,
    spectators: house.spectators,
    lost_line: house.lost_line,
  };
}
