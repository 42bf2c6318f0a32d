// Both players' score cards of a tournament's match: this phone's is handed in after each game and compared with the
// other's (T4.7). The match itself is kept on the phone, so a card that was not received is simply handed in later.
/** @import {ComparedCards, TournamentAction} from "../../shared/messages.js" */
/** @import {Pair} from "../match/clock.js" */
/** @import {State} from "../match/match.js" */
/** @import {Back} from "../tournament-match.js" */

import { ask, newId, unanswered } from "../../shared/api.js";

/**
 * What came of it, each score with this phone's player first. `games`: that both cards have; `differ`: the first game
 * after which they do; `behind`: then, who is behind by both cards: 0 on this phone, 1 the other.
 * @typedef {object} Compared
 * @property {Pair[]} mine
 * @property {Pair[] | null} theirs
 * @property {number} games
 * @property {number | null} differ
 * @property {number | null} behind
 * @property {[boolean, boolean]} changed after both were shown: this phone's card, the other's
 */

/** The score after each game. @param {State} state @returns {Pair[]} */
export function cardOf(state) {
  return state.finished.map((_, index) => state.finished[index + 1]?.before ?? state.score);
}

/** @param {Pair[]} card @param {boolean} turned @returns {Pair[]} */
const inOrder = (card, turned) => (turned ? card.map(([one, two]) => [two, one]) : card);

/** @param {Back} back @param {Pair[]} card @returns {Promise<Compared>} */
async function handIn({ tournament, match, turned }, card) {
  /** @type {ComparedCards} */
  const { cards, games, differ, behind, changed } = await ask("PUT", `/tournaments/${tournament}/cards`, {
    match,
    scores: inOrder(card, turned),
  });
  const [mine, theirs] = turned ? [cards[1], cards[0]] : cards;
  return {
    mine: inOrder(mine ?? [], turned),
    theirs: theirs && inOrder(theirs, turned),
    games,
    differ,
    behind: behind === null ? null : turned ? 1 - behind : behind,
    changed: [changed[turned ? 1 : 0] !== null, changed[turned ? 0 : 1] !== null],
  };
}

export class CardComparison {
  /** @type {Compared | null} */
  found = null;
  /** The server cannot be reached, and does not have the card yet. */
  waits = false;
  #match = "";
  #handed = "";
  #tried = "";
  #refused = "";
  #asking = false;

  /**
   * Hands the card in, unless there is nothing to learn from it.
   * @param {Back} back
   * @param {State} state
   * @param {boolean} again repeat an earlier attempt: it was not received, or the other's card was missing
   */
  async look(back, state, again) {
    if (this.#asking) return;
    const match = `${back.tournament} ${back.match}`;
    if (this.#match !== match) {
      this.found = null;
      this.waits = false;
      this.#refused = "";
      this.#handed = this.#tried = "[]"; // an empty card is handed in only if there was something on it before
      this.#match = match;
    }
    const card = cardOf(state);
    const written = JSON.stringify(card);
    const agreed = !card.length || (this.found?.differ === null && this.found.games >= card.length);
    if ((written === this.#handed && agreed) || written === this.#refused) return;
    if (written === this.#tried && !again) return;
    this.#asking = true;
    this.#tried = written;
    try {
      this.found = await handIn(back, card);
      this.#handed = written;
      this.waits = false;
    } catch (error) {
      this.waits = unanswered(error);
      if (!this.waits) this.#refused = written; // the match is over, say: the next game's card is tried again
    }
    this.#asking = false;
  }
}

/** A dispute about the score: everything stays as it is (T5.1). @param {Back} back @param {string} statement */
export async function callDirector(back, statement) {
  /** @type {TournamentAction} */
  const action = { type: "open_case", rule: "T5.1", statement, match: back.match };
  await ask("POST", `/tournaments/${back.tournament}/actions`, { action, key: newId() });
}
