// A match's stream through as much of the rules as its dice depend on: which roll was due, and what makes another one due.
// It shares nothing with the server, so that a page can check what a server says. Whether somebody really asked for
// what the stream says they did, no stream can show.
/** @import {EarlyRolled, Profile, Seat, TableEvent, TableTerms, Wished} from "../shared/messages.js" */

import { DiceGame } from "./game-check.js";

/** After these the board may be changed other than by playing, until somebody plays on. */
const CAUSES = new Set(["ruled", "dispute_settled", "facts_accepted", "corrected", "penalty_given", "board_set"]);
const BOT = "bot."; // the prefix of the ids of the server's bots
const ROLLS = new Set(["opening_rolled", "rolled", "early_rolled"]);
const PLAY = new Set([
  ...ROLLS,
  "game_started",
  "played",
  "doubled",
  "taken",
  "dropped",
  "beavered",
  "resignation_offered",
  "resignation_accepted",
  "resignation_refused",
]);
const SETS_THE_BOARD = ["play_reopened", "position_set", "turn_set", "outcome_set", "double_annulled"];
/** Where the board in hand is cleared, a roll that fell too early is gone with it. */
const CLEARS_BOARD = new Set([...SETS_THE_BOARD, "game_started", "opening_rolled", "doubled", "match_decided"]);

export class Replay {
  opened = false;
  wood = false;
  begun = false;
  /** @type {EarlyRolled | null} an early roll, until its turn has come or it is annulled */
  early = null;
  /** @type {DiceGame | null} */
  #game = null;
  #enforced = true;
  #ruled = false;
  #rated = false;
  #bot = false;
  #conduct = false;
  /** @type {Profile | null} */
  #profile = null;
  /** @type {number | null} */
  #length = null;
  #score = [0, 0];
  #corrected = false; // then the score is what people made it, and the end is taken as recorded
  #decided = false;
  #aborted = false;
  #suspended = false;
  #seated = [false, false];
  #openPlay = false;
  /** @type {Seat | null} who is asked about a play said to be illegal */
  #asked = null;
  #correction = false;
  #caused = false;
  /** @type {{id: number, wanted: Set<Seat>} | null} */
  #dispute = null;
  /** @type {Map<string, Map<Seat, string>>} */
  #wishes = new Map();
  #settled = new Set();

  /** The match may be over, as far as can be known. */
  get over() {
    return this.#aborted || this.#decided || this.#corrected || (this.#between && this.#won);
  }

  /**
   * What is wrong with an event, if anything; and then what becomes of it.
   * @param {TableEvent} event
   * @returns {string | null}
   */
  take(event) {
    let fault = null;
    try {
      if (this.opened) fault = event.type === "opened" ? "not_whole" : this.#fault(event);
      this.#follow(event);
    } catch {
      fault ??= "not_by_the_rules"; // our server would not have written this
    }
    return fault;
  }

  get #between() {
    return this.#game === null || this.#game.phase === "over";
  }

  get #won() {
    return this.#length !== null && Math.max(...this.#score) >= this.#length;
  }

  get #playable() {
    const frozen = this.#dispute !== null || this.#asked !== null || this.#suspended;
    const ended = this.#aborted || this.#decided || (this.#won && !this.#corrected);
    return this.#seated[0] && this.#seated[1] && !frozen && !ended;
  }

  /** @param {TableEvent} event @returns {string | null} */
  #fault(event) {
    const { type } = event;
    if (type === "game_started") return this.#playable && this.#between ? null : "game_not_due";
    if (type === "wish_rolled" || type === "dispute_rolled" || (ROLLS.has(type) && !this.wood))
      return this.#rollDue(event) ? null : "roll_not_due";
    return this.wood || this.#byTheRules(event) ? null : "not_by_the_rules"; // a physical board has dice of its own
  }

  /** @param {TableEvent} event */
  #rollDue(event) {
    if (event.type === "wish_rolled")
      return !this.begun && this.#wishes.get(event.topic)?.size === 2 && !this.#settled.has(event.topic);
    if (event.type === "dispute_rolled") return this.#dispute?.wanted.size === 2 && !this.#ruled;
    return this.#playable && this.#game !== null && this.#game.rollDue(event, this.early);
  }

  /** @param {TableEvent} event */
  #byTheRules(event) {
    if (SETS_THE_BOARD.includes(event.type)) return this.#caused && (event.type !== "play_reopened" || this.#openPlay);
    switch (event.type) {
      case "match_reopened":
        return this.#caused;
      case "session_ended":
        return this.#playable && this.#between && this.#length === null;
      case "early_roll_annulled":
        return this.early !== null && this.#profile?.early_roll === "waiting_player_chooses";
      case "play_flagged":
        return this.#openPlay;
      case "board_set": // nothing counts, and only a bot plays against it
        return !this.#rated && this.#bot;
      case "ruled":
        return this.#ruled;
      case "facts_accepted":
        return this.#asked === event.seat;
      case "dispute_raised":
        return this.#dispute === null;
      case "dispute_settled":
        return this.#dispute?.id === event.id;
      case "corrected":
        return this.#ruled || this.#caused || this.#correction;
      case "penalty_given":
        return this.#conduct;
    }
    if (!PLAY.has(event.type)) return true;
    if (event.type === "doubled" && this.early) return false;
    return this.#game !== null && this.#game.allows(event) && (event.type === "resignation_offered" || this.#playable);
  }

  /** @param {TableEvent} event */
  #follow(event) {
    if (CAUSES.has(event.type)) this.#caused = true;
    else if (PLAY.has(event.type)) this.#caused = false;
    this.#followTable(event);
    if (event.type === "game_started") {
      this.begun = true;
      if (this.#profile) this.#game = new DiceGame(this.#profile, this.#enforced);
    }
    this.#followGame(event);
    this.#followBoard(event);
  }

  /** @param {TableEvent} event */
  #followGame(event) {
    const game = this.#game;
    if (!game) return;
    const had = game.outcome;
    if (SETS_THE_BOARD.includes(event.type) && game.phase === "over") this.#corrected = true;
    game.follow(event);
    if (game.outcome && game.outcome !== had) this.#score[game.outcome.winner] += game.outcome.points;
  }

  /** The last play, while it can still be flagged. @param {TableEvent} event */
  #followBoard(event) {
    const cleared = CLEARS_BOARD.has(event.type) || event.type === "rolled";
    if (cleared || event.type === "early_roll_annulled") this.early = null;
    if (cleared) [this.#openPlay, this.#asked] = [false, null];
    if (event.type === "play_accepted") this.#openPlay = false;
    else if (event.type === "played") this.#openPlay = true;
    else if (event.type === "early_rolled" && !this.wood) this.early = event;
  }

  /** @param {TableEvent} event */
  #followTable(event) {
    switch (event.type) {
      case "opened":
        return this.#open(event.terms);
      case "seated":
      case "seat_left":
        this.#seated[event.seat] = event.type === "seated";
        if (event.type === "seated" && event.person.startsWith(BOT)) this.#bot = true;
        break;
      case "aborted":
        this.#aborted = true;
        break;
      case "suspended":
      case "resumed":
        this.#suspended = event.type === "suspended";
        break;
      case "match_decided":
      case "session_ended":
        this.#decided = true;
        break;
      case "match_reopened":
        this.#decided = false;
        break;
      case "score_set":
        [this.#decided, this.#corrected] = [false, true];
        break;
      case "length_set":
      case "outcome_set":
      case "double_annulled":
        this.#corrected = true;
        break;
      case "dispute_raised":
        this.#dispute = { id: event.id, wanted: new Set() };
        [this.#asked, this.#correction] = [null, false];
        break;
      case "dispute_roll_wanted":
        this.#dispute?.wanted.add(event.seat);
        break;
      case "dispute_rolled":
        this.#dispute?.wanted.clear();
        break;
      case "dispute_settled":
        this.#dispute = null;
        break;
      case "play_flagged":
        this.#asked = event.asked;
        break;
      case "facts_accepted":
      case "claim_withdrawn":
        this.#asked = null;
        break;
      case "correction_asked":
      case "corrected":
        this.#correction = event.type === "correction_asked";
        break;
      case "wished":
        return this.#wish(event);
      case "wish_rolled":
        if (event.first !== event.second) this.#settled.add(event.topic);
        break;
    }
  }

  /** @param {TableTerms} terms */
  #open(terms) {
    this.opened = true;
    this.wood = terms.sitting === "recorded";
    this.#enforced = terms.sitting === "enforced";
    this.#ruled = terms.ruler !== "nobody";
    this.#rated = terms.rated;
    this.#conduct = terms.conduct || this.#ruled || this.wood;
    this.#profile = terms.match.profile;
    this.#length = terms.match.length;
  }

  /** Two who want the same have agreed. @param {Wished} event */
  #wish({ topic, seat, value, agrees }) {
    const wishes = this.#wishes.get(topic) ?? new Map();
    this.#wishes.set(topic, wishes.set(seat, value));
    const alike = wishes.size === 2 && new Set(wishes.values()).size === 1;
    if (agrees || (agrees == null && alike)) this.#settled.add(topic);
    else this.#settled.delete(topic);
  }
}
