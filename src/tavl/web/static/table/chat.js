// What the two players say to each other; either can mute the other. An invitation to play again comes this way too.
/** @import {TableState} from "../shared/messages.js" */
/** @import {Line} from "./socket.js" */

import { nameOf } from "../shared/names.js";
import { plural, w } from "../shared/translations.js";

const REMATCH = /^\/t\/([0-9a-f]{20})$/;

export class Chat {
  #place = /** @type {HTMLElement} */ (document.getElementById("chat"));
  #lines = /** @type {HTMLElement} */ (document.getElementById("chat-lines"));
  #text = /** @type {HTMLInputElement} */ (document.getElementById("chat-text"));
  #unread = /** @type {HTMLElement} */ (document.getElementById("unread"));
  #missed = 0;
  #inSight = false;
  #line;
  #announce;
  /** @type {(table: string, mine: boolean) => void} */
  rematch = () => {};

  /**
   * @param {Line} line
   * @param {(sentence: string) => void} announce
   */
  constructor(line, announce) {
    this.#line = line;
    this.#announce = announce;
    document.getElementById("chat-form")?.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.#text.value.trim();
      if (text && line.say(text)) this.#text.value = "";
    });
    new IntersectionObserver(([{ isIntersecting }]) => {
      this.#inSight = isIntersecting;
      if (isIntersecting) this.#mark(0);
    }).observe(this.#text);
    const mute = /** @type {HTMLInputElement} */ (document.getElementById("mute"));
    mute.addEventListener("change", () => line.mute(mute.checked));
  }

  /**
   * @param {boolean} open
   * @param {boolean} withBot
   */
  show(open, withBot) {
    this.#place.hidden = !open || withBot;
  }

  /**
   * @param {{seat: number, text: string}} said
   * @param {TableState | null} state
   */
  hear({ seat, text }, state) {
    if (!state) return;
    const mine = seat === state.view.viewer;
    const again = REMATCH.exec(text);
    if (again) return this.rematch(again[1], mine);
    const name = nameOf(state.view, state.people, seat === 0 ? 0 : 1);
    const item = document.createElement("li");
    item.className = mine ? "mine" : "theirs";
    const who = document.createElement("b");
    who.textContent = name;
    item.append(who, " ", text);
    this.#lines.append(item);
    while (this.#lines.childElementCount > 200) this.#lines.firstElementChild?.remove();
    this.#lines.scrollTop = this.#lines.scrollHeight;
    if (!mine && !this.#inSight) this.#mark(this.#missed + 1);
    if (!mine) this.#announce(w("{name} says: {text}", { name, text }));
  }

  /** New messages below the edge of the screen are marked above it. @param {number} missed */
  #mark(missed) {
    this.#missed = missed;
    this.#unread.hidden = missed === 0;
    this.#unread.setAttribute("aria-label", plural("{n} new message", "{n} new messages", missed));
    const number = this.#unread.querySelector("b");
    if (number) number.textContent = String(missed);
  }

  /** @param {string} table */
  offerRematch(table) {
    return this.#line.say(`/t/${table}`);
  }
}
