// The connection to a table: one socket that reconnects by itself. An action under way when the connection was lost is sent
// again with the same id, so it is done once.
/** @import {ChatLine, ClientAction, FromClient, Me, TableState, ToClient, Why} from "../shared/messages.js" */
/** @import {ApiProblem} from "../shared/api.js" */

import { ask, newId } from "../shared/api.js";
import { heard } from "../shared/translations.js";

const SUBPROTOCOL = "tavl.v1";
const PING_EVERY = 5000;
const SILENCE = 12000; // nothing received for this long: the connection is dead, whatever the browser says
const FIRST_WAIT = 300;
const MAX_WAIT = 8000;

/** @typedef {{done: true, version: number} | {done: false, problem: ApiProblem}} Answer */

/**
 * @typedef {object} Listener
 * @property {(state: TableState) => void} state
 * @property {(present: [boolean, boolean]) => void} presence
 * @property {(line: ChatLine) => void} chat
 * @property {(up: boolean) => void} line
 * @property {(problem: ApiProblem) => void} problem
 * @property {(why: string) => void} suspended whoever asks is not let in any more
 */

/** @param {Why} why @returns {Answer} */
const refused = ({ code, message, rule }) => ({
  done: false,
  problem: { code: code ?? "", message: message ?? "", rule },
});

export class Line {
  version = 0;
  /** What to add to performance.now() for the server's time, and how precise that is. */
  #offset = 0;
  #roundTrip = Infinity;
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<string, {message: FromClient, resolve: (answer: Answer) => void}>} */
  #pending = new Map();
  #wait = FIRST_WAIT;
  #heardAt = 0;
  /** No more attempts until the page is reloaded. */
  #shut = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #again;
  #table;
  #listener;

  /**
   * @param {string} table
   * @param {Listener} listener
   */
  constructor(table, listener) {
    this.#table = table;
    this.#listener = listener;
    addEventListener("online", () => this.#now());
    addEventListener("offline", () => this.#lose());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#check());
    addEventListener("pageshow", () => this.#check());
    setInterval(() => this.#check(), PING_EVERY);
    this.#connect();
  }

  /** The server's time now, in milliseconds. */
  get time() {
    return performance.now() + this.#offset;
  }

  get up() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** How many actions are not answered yet. */
  get underWay() {
    return this.#pending.size;
  }

  #connect() {
    clearTimeout(this.#again);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/api/v1/tables/${this.#table}/socket`, SUBPROTOCOL);
    let letIn = false;
    this.#socket = socket;
    socket.addEventListener("open", () => {
      letIn = true;
      this.#heardAt = performance.now();
      this.#send({ hello: { after: this.version } });
      this.#ping();
    });
    socket.addEventListener("message", ({ data }) => this.#hear(heard(String(data))));
    socket.addEventListener("close", () => {
      if (this.#socket !== socket) return;
      this.#lose();
      if (!letIn) void this.#seeWhether();
    });
  }

  /** A browser does not say why a socket was refused: ask the server whether it was because of the person. */
  async #seeWhether() {
    const me = /** @type {Me | null} */ (await ask("GET", "/me").catch(() => null));
    if (!me?.suspended || this.#socket?.readyState === WebSocket.OPEN) return;
    clearTimeout(this.#again);
    this.#shut = true;
    this.#listener.suspended(me.suspended);
  }

  /** The connection is lost: say so, and try again after a growing delay. */
  #lose() {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#listener.line(false);
    clearTimeout(this.#again);
    if (navigator.onLine !== false) {
      this.#again = setTimeout(() => this.#connect(), this.#wait * (0.7 + 0.6 * Math.random()));
      this.#wait = Math.min(MAX_WAIT, this.#wait * 1.7);
    } else {
      this.#again = setTimeout(() => this.#connect(), MAX_WAIT); // some browsers are wrong about being offline
    }
  }

  #now() {
    if (this.#shut) return;
    this.#wait = FIRST_WAIT;
    if (!this.#socket) this.#connect();
  }

  #check() {
    if (!this.up) {
      if (!this.#socket) this.#now();
      return;
    }
    if (performance.now() - this.#heardAt > SILENCE) this.#lose();
    else this.#ping();
  }

  #ping() {
    this.#send({ ping: { sent: performance.now() } });
  }

  /** @param {FromClient} message */
  #send(message) {
    if (this.up) this.#socket?.send(JSON.stringify(message));
  }

  /** @param {ToClient} message */
  #hear(message) {
    this.#heardAt = performance.now();
    switch (message.type) {
      case "state":
        return this.#take(message);
      case "done":
        return this.#answer(message.id, { done: true, version: message.version });
      case "refused":
        return this.#answer(message.id, { done: false, problem: message });
      case "why":
        return this.#answer(message.id ?? "", message.may ? { done: true, version: 0 } : refused(message));
      case "presence":
        return this.#listener.presence(message.present);
      case "chat":
        return this.#listener.chat(message);
      case "pong":
        return this.#set(message.sent, message.at);
      case "error":
        return this.#listener.problem(message.error);
    }
  }

  /** @param {TableState} state */
  #take(state) {
    if (this.#roundTrip === Infinity) this.#offset = state.at - performance.now();
    const fresh = state.events.filter((event) => event.version > this.version);
    if (fresh.length && this.version && fresh[0].version > this.version + 1) {
      return this.#send({ hello: { after: this.version } }); // something was missed: ask for it
    }
    if (state.version < this.version) return;
    this.version = state.version;
    this.#wait = FIRST_WAIT;
    this.#listener.state({ ...state, events: fresh });
    this.#listener.line(true);
    for (const { message } of this.#pending.values()) this.#resend(message);
  }

  /** @type {WeakMap<object, WebSocket>} */
  #sentOn = new WeakMap();

  /** @param {FromClient} message */
  #resend(message) {
    if (!this.#socket || this.#sentOn.get(message) === this.#socket || !this.up) return;
    this.#sentOn.set(message, this.#socket);
    this.#send(message);
  }

  /**
   * @param {string} id
   * @param {Answer} answer
   */
  #answer(id, answer) {
    const waiting = this.#pending.get(id);
    this.#pending.delete(id);
    waiting?.resolve(answer);
  }

  /**
   * Set the clock: the quickest round trip is the most exact.
   * @param {number} sent
   * @param {number} at
   */
  #set(sent, at) {
    const now = performance.now();
    if (now - sent > this.#roundTrip) return;
    this.#roundTrip = now - sent;
    this.#offset = at - (sent + now) / 2;
  }

  /**
   * Do something at the table. Answered once it is written, however often the connection is lost until then.
   * @param {ClientAction} action
   * @param {boolean} [asSeen] it is about the table as this page has it; if that has changed, it is refused as stale
   * @returns {Promise<Answer>}
   */
  act(action, asSeen = true) {
    const message = { id: newId(), version: asSeen ? this.version : undefined, action };
    return new Promise((resolve) => {
      this.#pending.set(message.id, { message, resolve });
      this.#resend(message);
    });
  }

  /**
   * Why something may not be done now; null if it may.
   * @param {ClientAction} action
   * @returns {Promise<ApiProblem | null>}
   */
  async why(action) {
    const message = { id: newId(), why: { action } };
    const answer = await new Promise((/** @type {(answer: Answer) => void} */ resolve) => {
      this.#pending.set(message.id, { message, resolve });
      this.#resend(message);
    });
    return answer.done ? null : answer.problem;
  }

  /** @param {string} text */
  say(text) {
    this.#send({ chat: { text } });
    return this.up;
  }

  /** @param {boolean} on */
  mute(on) {
    this.#send({ mute: { on } });
  }

  /** Ask for the table as it is, though nothing may have happened. */
  look() {
    this.#send({ hello: { after: this.version } });
  }

  /** Come back as somebody else, after sitting down say. */
  reconnect() {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#now();
  }
}
