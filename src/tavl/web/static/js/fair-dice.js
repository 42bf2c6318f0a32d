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
 * What one secret made: there is one part, unless the match was opened again.
 * @typedef {object} Part
 * @property {string | null} promise
 * @property {string | null} secret
 * @property {(CheckedWord | undefined)[]} words
 * @property {{game: number, roll: number, fell: [number, number], ordered: boolean}[]} rolls
 * @property {string[]} faults
 */

/** Where the board in hand is cleared, a roll that fell too early is gone with it. */
const CLEARS_EARLY = new Set([
  "game_started",
  "opening_rolled",
  "doubled",
  "play_reopened",
  "position_set",
  "turn_set",
  "outcome_set",
  "match_decided",
  "double_annulled",
  "early_roll_annulled",
]);

/** @returns {Part} */
const newPart = () => ({ promise: null, secret: null, words: [], rolls: [], faults: [] });

/**
 * The dice that fell with an event, if any did: not those on wood, and none twice. In the order of the seats where each
 * die is one player's.
 * @param {EventOut["event"]} event
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

/**
 * @param {EventOut[]} events
 * @returns {Part[]}
 */
function partsOf(events) {
  let part = newPart();
  const parts = [part];
  let [game, number, early, wood] = [0, 0, false, false];
  for (const { event } of events) {
    const seat = event.seat ?? 0;
    if (CLEARS_EARLY.has(event.type)) early = false;
    const dice = fallen(event, wood, early);
    if (event.type === "opened") wood = event.terms?.sitting === "recorded";
    else if (event.type === "secret_promised") {
      if (part.promise !== null) {
        const words = part.secret === null ? part.words.map((word) => word && { ...word }) : [];
        parts.push((part = { ...newPart(), words }));
      }
      part.promise = event.promise;
      if (part.words.some((word) => word && word.word !== null)) part.faults.push("promised_after_words_were_told");
    } else if (event.type === "secret_told") part.secret = event.secret;
    else if (event.type === "seat_left" || event.type === "word_overdue") part.words = [];
    else if (event.type === "word_promised")
      part.words[seat] = { promise: event.promise, word: null, drawn_by_server: event.drawn_by_server };
    else if (event.type === "word_told") {
      const word = part.words[seat];
      if (word) word.word = event.word;
    } else if (event.type === "game_started") [game, number] = [game + 1, 0];
    if (event.type === "early_rolled" && !wood) early = true;
    else if (event.type === "rolled") early = false;
    if (!dice) continue;
    number += 1;
    part.rolls.push({ game, roll: number, ...dice });
    const told = [0, 1].every((each) => part.words[each] && part.words[each]?.word !== null);
    if (!told || part.promise === null || part.secret !== null) part.faults.push("rolled_before_words_were_told");
  }
  return parts;
}

/**
 * Repeat a match's dice from its whole stream.
 * @param {EventOut[]} events
 * @returns {Promise<Verdict>}
 */
export async function verify(events) {
  const parts = partsOf(events);
  const { promise, secret, words } = parts[0];
  /** @type {Verdict} */
  const verdict = { proven: false, faults: [], rolls: [], secret, promise, words: words.filter((word) => !!word) };
  for (const [index, part] of parts.entries()) {
    verdict.faults.push(...part.faults);
    // Opened again and not rolled any more: nothing hangs on the new words.
    if (index === 0 || part.rolls.length) verdict.faults.push(...(await promiseFaults(part)));
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

/** @param {Part} part */
async function promiseFaults({ promise, secret, words }) {
  const faults = [];
  if (!promise) faults.push("nothing_promised");
  if (secret === null) faults.push("secret_not_told");
  else if ((await promiseOf(secret)) !== promise) faults.push("other_secret");
  for (const seat of [0, 1]) {
    const word = words[seat];
    if (!word || word.word === null) faults.push("word_not_told");
    else if ((await promiseOf(word.word)) !== word.promise) faults.push("other_word");
  }
  return faults;
}
