// Dice that people can check, in the browser: docs/dice.md describes the method. Nothing here is secret.
/** @import {EventOut, TableEvent} from "../shared/messages.js" */

import { Replay } from "./match-check.js";

const METHOD = "tavl-dice-1";
const KEPT = "tavl.word.";
const encoder = new TextEncoder();

/** @param {ArrayBuffer | Uint8Array<ArrayBuffer>} bytes */
function hex(bytes) {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Whether this browser can compute fingerprints: only on pages served over https. */
export const canCompute = Boolean(globalThis.crypto?.subtle);

/**
 * A promise: the SHA-256 of a text.
 * @param {string} text
 */
export async function promiseOf(text) {
  return hex(await crypto.subtle.digest("SHA-256", encoder.encode(text)));
}

/**
 * Roll `number` of game `game`.
 * @param {string} secret
 * @param {[string, string]} words
 * @param {number} game
 * @param {number} number
 * @returns {Promise<[number, number]>}
 */
export async function roll(secret, words, game, number) {
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  /** @type {number[]} */
  const dice = [];
  for (let block = 0; dice.length < 2; block++) {
    const message = [METHOD, ...words, game, number, block].join("\n");
    const bytes = new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(message)));
    dice.push(...[...bytes].filter((byte) => byte < 252).map((byte) => (byte % 6) + 1));
  }
  return [dice[0], dice[1]];
}

/**
 * Draws a word for a table that is about to be joined: its promise goes to the server, the word stays here until it is revealed.
 * @param {string} [typed]
 * @returns {Promise<{promise?: string}>} nothing if it cannot be computed; then the server draws one
 */
export async function promiseAWord(typed) {
  if (!canCompute) return {};
  const word = typed || hex(crypto.getRandomValues(new Uint8Array(24)));
  const promise = await promiseOf(word);
  try {
    localStorage.setItem(KEPT + promise, word);
  } catch {
    return {}; // a browser without storage could not reveal it later
  }
  return { promise };
}

/** @param {string} promise */
export function keptWord(promise) {
  return localStorage.getItem(KEPT + promise);
}

/** @param {string} promise */
export function forgetWord(promise) {
  localStorage.removeItem(KEPT + promise);
}

/** Logging out of a shared browser removes everything. */
export function forgetAllWords() {
  for (const name of Object.keys(localStorage)) if (name.startsWith(KEPT)) localStorage.removeItem(name);
}

/**
 * @typedef {object} CheckedRoll
 * @property {number} game
 * @property {number} roll
 * @property {[number, number]} fell
 * @property {[number, number]} computed
 * @property {boolean} right
 */
/** @typedef {{promise: string, word: string | null, drawn_by_server: boolean, withheld?: boolean}} CheckedWord */
/**
 * @typedef {object} DiceVerdict
 * @property {boolean} proven
 * @property {string[]} faults
 * @property {CheckedRoll[]} rolls
 * @property {string | null} secret
 * @property {string | null} promise
 * @property {CheckedWord[]} words
 */

/**
 * What one secret made: there is one part, unless the match was opened again or a seat given up.
 * @typedef {object} DicePart
 * @property {string | null} promise
 * @property {string | null} secret
 * @property {(CheckedWord | undefined)[]} words as they last were, revealed or not
 * @property {{game: number, roll: number, fell: [number, number], ordered: boolean}[]} rolls
 * @property {string[]} faults
 */

/** @returns {DicePart} */
const newPart = () => ({ promise: null, secret: null, words: [], rolls: [], faults: [] });

/**
 * The dice that fell with an event, if any did: not those on a physical board, and none twice. In the order of the
 * seats where each die is one player's.
 * @param {TableEvent} event
 * @param {boolean} wood
 * @param {boolean} early
 * @returns {{fell: [number, number], ordered: boolean} | null}
 */
function fallen(event, wood, early) {
  if (event.type === "wish_rolled" || event.type === "dispute_rolled" || (event.type === "opening_rolled" && !wood))
    return { fell: [event.first, event.second], ordered: true };
  if (!wood && (event.type === "early_rolled" || (event.type === "rolled" && !early)))
    return { fell: event.dice, ordered: false };
  return null;
}

/** The three texts as a stream promises and reveals them, and how many rolls it has had. */
class Texts {
  part = newPart();
  parts = [this.part];
  /** @type {(CheckedWord | undefined)[]} */
  #words = [];
  #spoilt = false; // a seat was given up after a word was revealed: another secret has to be promised
  game = 0;
  number = 0;

  /** @param {0 | 1} seat */
  #has(seat) {
    return typeof this.#words[seat]?.word === "string";
  }

  get bothRevealed() {
    return this.#has(0) && this.#has(1);
  }

  get #anyRevealed() {
    return this.#has(0) || this.#has(1);
  }

  get #allPromised() {
    return this.part.promise !== null && this.#words[0] !== undefined && this.#words[1] !== undefined;
  }

  /**
   * @param {TableEvent} event
   * @param {Replay} replay the match before it
   * @returns {string | null}
   */
  fault(event, replay) {
    const { promise, secret } = this.part;
    const seat = ("seat" in event ? event.seat : null) ?? 0;
    const hidden = promise !== null && secret === null;
    switch (event.type) {
      case "secret_promised":
        if (secret === null && this.#anyRevealed) return "promised_after_words_were_told";
        return hidden ? "promised_again" : null;
      case "word_promised":
        if (secret !== null) return null; // no roll can come of it
        if (this.#anyRevealed || this.#spoilt) return "promised_after_words_were_told";
        return this.#words[seat] ? "promised_again" : null;
      case "word_told":
        if (!this.#allPromised) return "told_before_all_were_promised";
        return this.#has(seat) || (event.withheld && !replay.begun) ? "told_again" : null;
      case "word_overdue":
        return replay.begun && !this.#anyRevealed && secret === null ? null : "words_drawn_again";
      case "seat_left":
        return replay.begun ? "words_drawn_again" : null;
      case "secret_told":
        if (secret !== null) return "told_again";
        return replay.over || this.#spoilt ? null : "secret_told_too_soon";
      default:
        return null;
    }
  }

  /** @param {TableEvent} event */
  follow(event) {
    const seat = ("seat" in event ? event.seat : null) ?? 0;
    if (event.type === "secret_promised") {
      if (this.part.promise !== null) {
        if (this.part.secret !== null) [this.#words, this.#spoilt] = [[], false];
        this.parts.push((this.part = newPart()));
      }
      this.part.promise = event.promise;
    } else if (event.type === "secret_told") this.part.secret = event.secret;
    else if (event.type === "seat_left" || event.type === "word_overdue") {
      if (event.type === "seat_left" && this.#anyRevealed && this.part.secret === null) this.#spoilt = true;
      this.#words = [];
    } else if (event.type === "word_promised")
      this.#words[seat] = { promise: event.promise, word: null, drawn_by_server: event.drawn_by_server };
    else if (event.type === "word_told") {
      const word = this.#words[seat];
      if (word) this.#words[seat] = { ...word, word: event.word, withheld: event.withheld ?? false };
    } else if (event.type === "game_started") [this.game, this.number] = [this.game + 1, 0];
    if (!this.#spoilt) this.part.words = [...this.#words];
  }
}

/**
 * @param {EventOut[]} events
 * @returns {DicePart[]}
 */
function partsOf(events) {
  const replay = new Replay();
  const texts = new Texts();
  for (const { event } of events) {
    const dice = fallen(event, replay.wood, replay.early !== null);
    const ready = texts.bothRevealed && texts.part.promise !== null && texts.part.secret === null;
    const wrong = replay.opened ? texts.fault(event, replay) : null;
    texts.follow(event);
    texts.part.faults.push(...[wrong, replay.take(event)].filter((fault) => fault !== null));
    if (!dice) continue;
    texts.number += 1;
    texts.part.rolls.push({ game: texts.game, roll: texts.number, ...dice });
    if (!ready) texts.part.faults.push("rolled_before_words_were_told");
  }
  if (!replay.opened) texts.part.faults.push("not_whole");
  return texts.parts;
}

/**
 * Repeat a match's dice from its whole stream.
 * @param {EventOut[]} events
 * @returns {Promise<DiceVerdict>}
 */
export async function verify(events) {
  const parts = partsOf(events);
  const { promise, secret, words } = parts.find((part) => part.rolls.length) ?? parts[parts.length - 1];
  /** @type {DiceVerdict} */
  const verdict = { proven: false, faults: [], rolls: [], secret, promise, words: words.filter((word) => !!word) };
  if (events.some(({ version }, index) => version !== index + 1)) verdict.faults.push("not_whole");
  for (const part of parts) {
    verdict.faults.push(...part.faults);
    // A seat was given up before any roll: nothing depends on these texts.
    if (part.rolls.length || part === parts[parts.length - 1]) verdict.faults.push(...(await secretFaults(part)));
    if (part.rolls.length) verdict.faults.push(...(await wordFaults(part)));
    const [first, second] = [part.words[0]?.word, part.words[1]?.word];
    if (part.secret === null || !first || !second) continue;
    for (const { game, roll: number, fell, ordered } of part.rolls) {
      const computed = await roll(part.secret, [first, second], game, number);
      const plain = (/** @type {number[]} */ dice) => (ordered ? dice : [...dice].sort()).join();
      const right = plain(fell) === plain(computed);
      if (!right) verdict.faults.push("other_dice");
      verdict.rolls.push({ game, roll: number, fell, computed, right });
    }
  }
  verdict.proven = verdict.faults.length === 0;
  return verdict;
}

/** @param {DicePart} part */
async function secretFaults({ promise, secret }) {
  const faults = [];
  if (!promise) faults.push("nothing_promised");
  if (secret === null) faults.push("secret_not_told");
  else if ((await promiseOf(secret)) !== promise) faults.push("other_secret");
  return faults;
}

/** @param {DicePart} part */
async function wordFaults({ words }) {
  const faults = [];
  for (const seat of [0, 1]) {
    const word = words[seat];
    if (!word || word.word === null) faults.push("word_not_told");
    else if ((word.withheld ? word.word : await promiseOf(word.word)) !== word.promise) faults.push("other_word");
  }
  return faults;
}
