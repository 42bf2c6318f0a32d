// Receives a tournament's changes, reports what the staff have open, and reconnects automatically.
/** @import {Changed, StaffNow, StaffOpen, StillHere, TournamentState} from "../shared/messages.js" */

const RETRY = [500, 1000, 2000, 4000, 8000];
// A hall full of phones asks for news that concerns everybody, and news about others can wait: so not all at once.
const EVERYBODY_MS = 1500;
const OTHERS_MS = 12_000;

/**
 * @typedef {object} Heard
 * @property {() => void} load ask for the tournament as it is now
 * @property {(online: boolean) => void} online
 * @property {(open: StaffOpen[]) => void} staff what the others have open
 */

export class LiveUpdates {
  #state;
  #heard;
  /** @type {WebSocket | null} */
  #socket = null;
  #tries = 0;
  #opened = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #later;
  #laterAt = Infinity;

  /** @param {() => TournamentState} state @param {Heard} heard */
  constructor(state, heard) {
    this.#state = state;
    this.#heard = heard;
  }

  listen() {
    if (!this.#socket) {
      // A phone knows at once that its network is gone; its line may take minutes to notice.
      addEventListener("offline", () => this.#heard.online(false));
      addEventListener("online", () => this.#heard.load());
    }
    const address = `${location.origin.replace(/^http/, "ws")}/api/v1/tournaments/${this.#state().id}/changes`;
    const socket = new WebSocket(address, "tavl.v1");
    this.#socket = socket;
    socket.addEventListener("open", () => {
      if (this.#tries) this.#heard.load(); // what was missed in the meantime
      this.#tries = 0;
      this.#heard.online(true);
      this.#say();
    });
    socket.addEventListener("message", (event) => {
      const told = /** @type {Changed | StaffNow | StillHere} */ (JSON.parse(String(event.data)));
      if (told.type === "changed" && told.version > this.#state().version) this.#loadFor(told);
      if (told.type === "staff") this.#heard.staff(told.open);
    });
    socket.addEventListener("close", () => {
      this.#heard.online(false);
      const wait = RETRY[Math.min(this.#tries++, RETRY.length - 1)];
      setTimeout(() => this.listen(), wait * (0.5 + Math.random()));
    });
  }

  /** At once where it concerns this page, else soon. @param {Changed} told */
  #loadFor({ about }) {
    const state = this.#state();
    const mine = Boolean(state.desk) || (state.me && about?.includes(state.me));
    const wait = mine ? 0 : Math.random() * (about ? OTHERS_MS : EVERYBODY_MS);
    const at = Date.now() + wait;
    if (at >= this.#laterAt) return;
    clearTimeout(this.#later);
    this.#laterAt = at;
    this.#later = setTimeout(() => {
      this.#laterAt = Infinity;
      this.#heard.load();
    }, wait);
  }

  #say() {
    const staff = Boolean(this.#state().desk);
    if (staff && this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ open: this.#opened }));
  }

  /** The others see what this person has open. @param {string} what */
  hasOpen(what) {
    if (what === this.#opened) return;
    this.#opened = what;
    this.#say();
  }
}
