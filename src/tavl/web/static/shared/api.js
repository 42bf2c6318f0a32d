// Requests to the server over HTTP: JSON in, JSON out, one form of error.
/** @import {ErrorAnswer, EventList, EventOut, Refusal} from "./messages.js" */

import { language, w } from "./translations.js";

/**
 * What is wrong, as a request or a table's socket is told.
 * @typedef {Pick<Refusal, "code" | "message" | "rule"> & Partial<Pick<Refusal, "facts">>} ApiProblem
 */

/** Something was refused; `message` is in the reader's words, `rule` names the clause where there is one. */
export class Refused extends Error {
  /** @param {ApiProblem} problem */
  constructor(problem) {
    super(problem.message);
    this.code = problem.code;
    this.rule = problem.rule ?? null;
    /** @type {Record<string, unknown>} */
    this.facts = { ...problem.facts };
  }
}

/**
 * @template [Answer=unknown]
 * @param {string} method
 * @param {string} path below /api/v1
 * @param {object} [body]
 * @param {string} [below] where else than below /api/v1
 * @returns {Promise<Answer>} what that address gives, as the schema has it: whoever asks names the type
 */
export async function ask(method, path, body, below = "/api/v1") {
  /** @type {Response} */
  let response;
  try {
    response = await fetch(`${below}${path}`, {
      method,
      headers: { "X-Tavl": "1", "Content-Type": "application/json", "Accept-Language": language },
      body: method === "GET" ? undefined : JSON.stringify(body ?? {}),
    });
  } catch {
    throw new Refused({ code: "offline", message: w("The server cannot be reached. Are you online?") });
  }
  if (response.status === 204) return /** @type {Answer} */ (null);
  const answer = await response.json();
  if (!response.ok) throw new Refused(/** @type {ErrorAnswer} */ (answer).error);
  return /** @type {Answer} */ (answer);
}

/** Whether there was no answer: then the request may or may not have been processed. @param {unknown} error */
export const unanswered = (error) => !(error instanceof Refused) || error.code === "offline";

/**
 * Everything that happened at a table, however many pages it takes.
 * @param {string} table
 * @returns {Promise<EventOut[]>}
 */
export async function allEvents(table) {
  /** @type {EventOut[]} */
  const found = [];
  /** @type {number | null} */
  let after = 0;
  while (after !== null) {
    /** @type {EventList} */
    const page = await ask("GET", `/tables/${table}/events?after=${after}`);
    found.push(...page.events);
    after = page.next ?? null;
  }
  return found;
}

/** A unique id. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Show what went wrong in a form's place for it.
 * @param {Element | null} place
 * @param {unknown} error
 */
export function showProblem(place, error) {
  if (!(place instanceof HTMLElement)) return;
  place.replaceChildren(error instanceof Error ? error.message : String(error));
  place.hidden = false;
}
