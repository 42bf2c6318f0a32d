// The desk's copy of the tournament: the server's last state, requests to it, and lookups.
/** @import {ActDone, AddedPeople, DivisionView, EntryView, MatchView, PreviewAnswer, StaffOpen, TournamentAction, TournamentState} from "../shared/messages.js" */

import { ask, newId } from "../shared/api.js";
import { fold } from "../shared/search-text.js";
import { w } from "../shared/translations.js";
import { LiveUpdates } from "./live-updates.js";

/** @typedef {MatchView & {division: string}} Match a match, and the division it belongs to */

export class Tournament {
  /** @type {TournamentState} */
  state;
  /** Of the server's clock, in milliseconds. */
  #ahead = 0;
  /** @type {Map<string, Match>} */
  #matches = new Map();
  /** @type {Map<string, EntryView>} */
  #entries = new Map();
  /** @type {(() => void)[]} */
  #readers = [];
  /** @type {Promise<void> | null} */
  #loading = null;
  #again = false;
  #live;
  online = true;
  /** Who was added from outside, by name. @type {Map<string, Promise<string>>} */
  #added = new Map();

  /** @param {TournamentState} state @param {string} [query] what is asked for of it */
  constructor(state, query = "") {
    this.state = state;
    this.query = query;
    this.#take(state);
    this.#live = new LiveUpdates(() => this.state, {
      load: () => void this.load().catch(() => {}),
      online: (online) => this.#setOnline(online),
      staff: (open) => {
        if (!this.state.desk) return;
        this.state.desk = { ...this.state.desk, open };
        this.#tell();
      },
    });
  }

  /** @param {TournamentState} state */
  #take(state) {
    this.state = state;
    this.#ahead = state.at - Date.now();
    this.#matches = new Map(
      state.view.divisions.flatMap((division) =>
        division.matches.map((match) => [match.id, { ...match, division: division.id }]),
      ),
    );
    this.#entries = new Map(state.view.entries.map((entry) => [entry.id, entry]));
  }

  /** Called whenever something has changed. @param {() => void} reader */
  onChange(reader) {
    this.#readers.push(reader);
  }

  #tell() {
    for (const reader of this.#readers) reader();
  }

  /** Load again; calls while a request is under way become one more request after it. */
  async load() {
    if (this.#loading) {
      this.#again = true;
      return this.#loading;
    }
    this.#loading = (async () => {
      do {
        this.#again = false;
        /** @type {TournamentState} */
        const state = await ask("GET", `/tournaments/${this.state.id}${this.query}`);
        this.online = true;
        this.#take(state);
        this.#tell();
      } while (this.#again);
    })();
    try {
      await this.#loading;
    } finally {
      this.#loading = null;
    }
  }

  /** The instant, by the server's clock. */
  now() {
    return Date.now() + this.#ahead;
  }

  /** Do something, and load the result. @param {TournamentAction} action @param {string} [key] */
  async act(action, key) {
    const done = await send(this.state.id, action, key);
    await this.load();
    return done;
  }

  /** @param {TournamentAction} action @returns {Promise<PreviewAnswer>} */
  preview(action) {
    return ask("POST", `/tournaments/${this.state.id}/preview`, { action });
  }

  /** Names that nobody has typed here before; each gets an id. @param {string[]} names @param {string[]} [known] */
  async addPeople(names, known = []) {
    /** @type {AddedPeople} */
    const added = await ask("POST", `/tournaments/${this.state.id}/people`, { names, known });
    return added.people;
  }

  /** Somebody here, or from outside: a new name becomes a person once, however often it is typed. @param {string} name */
  async personCalled(name) {
    const wanted = fold(name);
    const here = Object.entries(this.state.names).find(([, each]) => fold(each) === wanted)?.[0];
    if (here) return here;
    let added = this.#added.get(wanted);
    if (!added) {
      added = this.addPeople([name]).then(([person]) => person.id);
      this.#added.set(wanted, added);
      added.catch(() => this.#added.delete(wanted));
    }
    return added;
  }

  // live messages

  listen() {
    this.#live.listen();
  }

  /** @param {boolean} online */
  #setOnline(online) {
    if (this.online === online) return;
    this.online = online;
    this.#tell();
  }

  /** The others see what this person has open. @param {string} what */
  hasOpen(what) {
    this.#live.hasOpen(what);
  }

  /** Who else has this open. @param {string} what @returns {StaffOpen[]} */
  others(what) {
    return (this.desk.open ?? []).filter((each) => each.open === what && each.person !== this.state.me);
  }

  // Looking things up

  get view() {
    return this.state.view;
  }

  get desk() {
    const { desk } = this.state;
    if (!desk) throw new Error("this page is for the staff");
    return desk;
  }

  get matches() {
    return [...this.#matches.values()];
  }

  /** @param {string} id */
  match(id) {
    return this.#matches.get(id) ?? null;
  }

  /** @param {string} id */
  entry(id) {
    return this.#entries.get(id) ?? null;
  }

  get entries() {
    return [...this.#entries.values()];
  }

  /** @param {string} id @returns {DivisionView | null} */
  division(id) {
    return this.view.divisions.find((division) => division.id === id) ?? null;
  }

  /** All that is known of a match that is not settled. @param {string} id */
  details(id) {
    return this.desk.matches[id] ?? null;
  }

  /** @param {string | null | undefined} id */
  person(id) {
    return (id && this.state.names[id]) || w("Somebody");
  }

  /** @param {string | null | undefined} id of an entry; none: not known yet */
  name(id) {
    if (!id) return "…";
    const members = this.#entries.get(id)?.members ?? [];
    return members.length ? members.map((person) => this.person(person)).join(" / ") : w("Somebody");
  }

  /** @param {Match} match @param {number} [shown] which of the two stands first */
  pair(match, shown = 0) {
    return `${this.name(match.players[shown])} – ${this.name(match.players[1 - shown])}`;
  }

  /** @param {string | null | undefined} place @returns {Match | null} */
  at(place) {
    const there = this.matches.filter((match) => match.place === place && OCCUPIES.includes(match.where));
    return there[0] ?? null;
  }

  /** Does a name begin with these letters, or one of its words? @param {string} text @param {string} name */
  static fits(text, name) {
    const wanted = fold(text.trim());
    const found = fold(name);
    return found.startsWith(wanted) || found.split(/[\s/-]+/).some((word) => word.startsWith(wanted));
  }

  /** A prize, or a refund of what they had paid; the list of what there is to do knows which. @param {string} person @param {{minor: number, currency: string}} amount @returns {TournamentAction} */
  payoutOf(person, amount) {
    const item = this.desk.now.find((each) => each.kind === "is_owed" && each.id === person);
    return item?.action ?? { type: "pay_prize", person, amount };
  }

  /** Approved, and suspended by the organisation since then (T1.2). @param {string} entry */
  suspended(entry) {
    return this.desk.now.some((item) => item.kind === "suspended" && item.id === entry);
  }

  /** What somebody owes (above zero) or is owed. @param {string} person */
  balances(person) {
    return this.desk.balances.filter((line) => line.account === "person" && line.person === person);
  }
}

/** @param {string} id of the tournament @param {TournamentAction} action @param {string} [key] sent with the same one again, it is done once @returns {Promise<ActDone>} */
export function send(id, action, key = newId()) {
  return ask("POST", `/tournaments/${id}/actions`, { action, key });
}

/** A match at these stages has its table to itself. */
export const OCCUPIES = ["called", "playing", "reported", "differs"];
