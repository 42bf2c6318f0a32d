// Dice that people can check, in the browser: docs/dice.md tells the method. Nothing here is secret.
/** @import {EventOut} from "./types.js" */

const METHOD = "tavl-dice-1";
const KEPT = "tavl.word.";
const encoder = new TextEncoder();

/** @param {ArrayBuffer | Uint8Array<ArrayBuffer>} bytes */
function hex(bytes) {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Whether this browser can compute fingerprints: only on pages that came by a safe line. */
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
 * A word of one's own for a table about to be taken: its promise goes to the server, the word stays here until told.
 * @param {string} [typed]
 * @returns {Promise<{promise?: string}>} nothing where it cannot be computed; then the server draws one
 */
export async function promiseAWord(typed) {
  if (!canCompute) return {};
  const word = typed || hex(crypto.getRandomValues(new Uint8Array(24)));
  const promise = await promiseOf(word);
  try {
    localStorage.setItem(KEPT + promise, word);
  } catch {
    return {}; // a browser that keeps nothing could not tell it later
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

/** Whoever logs out of a shared browser leaves nothing behind. */
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
/** @typedef {{promise: string, word: string | null, drawn_by_server: boolean}} CheckedWord */
/**
 * @typedef {object} Verdict
 * @property {boolean} proven
 * @property {string[]} faults
 * @property {CheckedRoll[]} rolls
 * @property {string | null} secret
 * @property {string | null} promise
 * @property {CheckedWord[]} words
 */

/**
 * Repeat a match's dice from its whole stream.
 * @param {EventOut[]} events
 * @returns {Promise<Verdict>}
 */
export async function verify(events) {
  /** @type {Verdict} */
  const verdict = { proven: false, faults: [], rolls: [], secret: null, promise: null, words: [] };
  /** @type {(CheckedWord | undefined)[]} */
  let words = [];
  for (const { event } of events) {
    if (event.type === "secret_promised") verdict.promise = event.promise;
    else if (event.type === "secret_told") verdict.secret = event.secret;
    else if (event.type === "seat_left") words = [];
    else if (event.type === "word_promised")
      words[event.seat ?? 0] = { promise: event.promise, word: null, drawn_by_server: event.drawn_by_server };
    else if (event.type === "word_told") {
      const word = words[event.seat ?? 0];
      if (word) word.word = event.word;
    }
  }
  const { secret, promise } = verdict;
  if (!promise) verdict.faults.push("nothing_promised");
  if (secret === null) verdict.faults.push("secret_not_told");
  else if ((await promiseOf(secret)) !== promise) verdict.faults.push("other_secret");
  for (const seat of [0, 1]) {
    const word = words[seat];
    if (!word || word.word === null) verdict.faults.push("word_not_told");
    else if ((await promiseOf(word.word)) !== word.promise) verdict.faults.push("other_word");
    if (word) verdict.words.push(word);
  }
  if (secret !== null && words[0]?.word && words[1]?.word) {
    await checkRolls(verdict, events, secret, [words[0].word, words[1].word]);
  }
  verdict.proven = verdict.faults.length === 0;
  return verdict;
}

/**
 * @param {Verdict} verdict
 * @param {EventOut[]} events
 * @param {string} secret
 * @param {[string, string]} words
 */
async function checkRolls(verdict, events, secret, words) {
  let game = 0;
  let number = 0;
  const told = new Set();
  for (const { event } of events) {
    if (event.type === "word_told") told.add(event.seat);
    if (event.type === "seat_left") told.clear();
    if (event.type === "game_started") [game, number] = [game + 1, 0];
    const opening = event.type === "opening_rolled";
    if (!opening && event.type !== "rolled") continue;
    number += 1;
    if (told.size < 2) verdict.faults.push("rolled_before_words_were_told");
    /** @type {[number, number]} */
    const fell = opening ? [event.first, event.second] : event.dice;
    const computed = await roll(secret, words, game, number);
    const plain = (/** @type {number[]} */ dice) => (opening ? dice : [...dice].sort()).join();
    const right = plain(fell) === plain(computed);
    if (!right) verdict.faults.push("other_dice");
    verdict.rolls.push({ game, roll: number, fell, computed, right });
  }
}
