// The desk's one line: it finds, takes results, checks in and reports who is late. Letters and digits, Enter, and the next.
/** @import {TournamentAction, EntryView} from "../shared/messages.js" */
/** @import {Context} from "./context.js" */
/** @import {Match} from "./tournament.js" */

import { clockTime, money } from "../shared/dates-and-numbers.js";
import { make } from "../shared/dom.js";
import { plural, w } from "../shared/translations.js";
import { statusText } from "./entries/entry-pane.js";
import { divisionName, roundName, scoreText, whereText } from "./labels.js";
import { enterPeople, OCCUPIES, Tournament } from "./tournament.js";

/** @typedef {"find" | "result" | "check-in" | "late"} Mode */

/**
 * Something that Enter would do.
 * @typedef {object} Choice
 * @property {string} text
 * @property {string} sub
 * @property {() => void | Promise<void>} press
 * @property {boolean} [wrong] it differs from what stands: it is stopped at
 */

const MODES = /** @type {Mode[]} */ (["find", "result", "check-in", "late"]);
const MAX_CHOICES = 7;
const RESULT = /^(.+?)\s*([abAB<>])\s*(\d{1,2})$/;
const SCORE = /^(.+?)\s+(\d{1,2})\s*[-–:]\s*(\d{1,2})$/;
const WON_BY = /^(.+?)\s+(\d{1,2})$/;
const ENDED = /\s*@\s*(\d{1,2})[:.](\d{2})$/;
const CHECK_KEPT = "tavl.desk.second-person";

export class Line {
  #form = /** @type {HTMLFormElement} */ (document.getElementById("line"));
  #input = /** @type {HTMLInputElement} */ (document.getElementById("line-text"));
  #list = /** @type {HTMLElement} */ (document.getElementById("line-choices"));
  #said = /** @type {HTMLElement} */ (document.getElementById("line-said"));
  #checked = /** @type {HTMLInputElement} */ (document.getElementById("line-second"));
  /** @type {Mode} */
  #mode = "find";
  /** @type {Choice[]} */
  #choices = [];
  #chosen = 0;
  /** When the typed match ended, if that was said. @type {number | null} */
  #endedAt = null;
  /** What differs from somebody else's report and was stopped at: Enter once more sends it. */
  #stoppedAt = "";
  /** Who was checked in last and has not paid: Enter on an empty line takes it. @type {EntryView | null} */
  #unpaid = null;
  #context;

  /** @param {Context} context */
  constructor(context) {
    this.#context = context;
    this.#checked.checked = localStorage.getItem(CHECK_KEPT) === "on";
    this.#checked.addEventListener("change", () =>
      localStorage.setItem(CHECK_KEPT, this.#checked.checked ? "on" : "off"),
    );
    this.#input.addEventListener("input", () => this.show());
    this.#input.addEventListener("keydown", (event) => this.#key(event));
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#enter();
    });
    for (const tab of /** @type {NodeListOf<HTMLInputElement>} */ (this.#form.querySelectorAll("input[name=mode]"))) {
      tab.addEventListener("change", () => this.open(/** @type {Mode} */ (tab.value)));
    }
    this.#input.addEventListener("blur", () => setTimeout(() => this.#fold(), 150));
    this.#input.addEventListener("focus", () => this.show());
  }

  /** @param {Mode} mode */
  open(mode) {
    this.#mode = mode;
    this.#unpaid = null;
    const tab = /** @type {HTMLInputElement | null} */ (this.#form.querySelector(`input[name=mode][value=${mode}]`));
    if (tab) tab.checked = true;
    const hints = {
      find: w("Player, table, match or clause"),
      result: w("7a5: table 7, a won, b has 5"),
      "check-in": w("Three letters of a name"),
      late: w("Table and side: 7a, or a name"),
    };
    this.#input.placeholder = hints[mode];
    this.#input.value = "";
    this.#say("");
    this.#checked.closest("label")?.toggleAttribute("hidden", mode !== "result");
    this.#input.focus();
    this.show();
  }

  #fold() {
    if (this.#form.contains(document.activeElement)) return;
    this.#list.hidden = true;
    this.#input.setAttribute("aria-expanded", "false");
  }

  /** @param {string} text @param {boolean} [bad] */
  #say(text, bad = false) {
    this.#said.textContent = text;
    this.#said.classList.toggle("problem", bad);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const step = event.key === "ArrowDown" ? 1 : -1;
      if (!this.#choices.length) return;
      this.#chosen = (this.#chosen + step + this.#choices.length) % this.#choices.length;
      this.#mark();
      event.preventDefault();
    } else if (event.key === "Escape") {
      if (this.#input.value) this.#input.value = "";
      else this.#input.blur();
      this.show();
      event.stopPropagation();
    }
  }

  async #enter() {
    if (this.#mode === "check-in" && !this.#input.value.trim() && this.#unpaid) return this.#pay(this.#unpaid);
    const choice = this.#choices[this.#chosen];
    if (!choice) {
      if (this.#input.value.trim()) this.#say(w("Nothing found."), true);
      return undefined;
    }
    return choice.press();
  }

  /** What the typed letters mean, as it is typed. */
  show() {
    if (document.activeElement !== this.#input) return;
    const text = this.#input.value.trim();
    this.#choices = text ? this.#found(text).slice(0, MAX_CHOICES) : [];
    this.#chosen = 0;
    this.#list.replaceChildren(
      ...this.#choices.map((choice, n) => {
        const row = make("li", { role: "option", id: `choice-${n}`, class: choice.wrong ? "wrong" : "" }, [
          make("span", { class: "main" }, [choice.text]),
          make("span", { class: "sub" }, [choice.sub]),
        ]);
        row.addEventListener("pointerdown", (event) => {
          event.preventDefault();
          void choice.press();
        });
        return row;
      }),
    );
    this.#list.hidden = !this.#choices.length;
    this.#input.setAttribute("aria-expanded", String(this.#choices.length > 0));
    this.#mark();
  }

  #mark() {
    [...this.#list.children].forEach((row, n) => row.setAttribute("aria-selected", String(n === this.#chosen)));
    if (this.#choices.length) this.#input.setAttribute("aria-activedescendant", `choice-${this.#chosen}`);
    else this.#input.removeAttribute("aria-activedescendant");
  }

  /** @param {string} text @returns {Choice[]} */
  #found(text) {
    if (this.#mode === "result") return this.#results(text);
    if (this.#mode === "check-in") return this.#arrivals(text);
    if (this.#mode === "late") return this.#absences(text);
    return this.#things(text);
  }

  // Finding

  /** @param {string} text @returns {Choice[]} */
  #things(text) {
    const { t, go } = this.#context;
    const away = (/** @type {string} */ where) => () => {
      this.#input.value = "";
      this.#input.blur();
      go(where);
    };
    const tables = t.desk.places
      .filter((place) => place.id.toLowerCase() === text.toLowerCase())
      .map((place) => {
        const match = t.at(place.id);
        const sub = match ? `${t.pair(match)} · ${whereText(t, match)}` : w("free");
        return {
          text: w("Table {place}", { place: place.id }),
          sub,
          press: away(match ? `match/${match.id}` : `place/${place.id}`),
        };
      });
    const [, leaving] = /^(.+?)\s*-$/.exec(text) ?? [];
    if (leaving) return this.#leavers(leaving, away);
    const found = t.entries.filter((entry) => Tournament.fits(text, t.name(entry.id)));
    const people = found.map((entry) => {
      const match = this.#current(entry.id);
      const where = match && [match.place ? w("Table {place}", { place: match.place }) : "", whereText(t, match)];
      const sub = [divisionName(entry.division), ...(where ?? [statusText(entry.status)])].filter(Boolean).join(" · ");
      return { text: t.name(entry.id), sub, press: away(match ? `match/${match.id}` : `entry/${entry.id}`) };
    });
    // What an entrant is in comes first; all about the entrant is one line down.
    const entrants = found
      .filter((entry) => this.#current(entry.id))
      .map((entry) => ({ text: t.name(entry.id), sub: w("entrant"), press: away(`entry/${entry.id}`) }));
    const clause = /^[GT]\d/i.test(text)
      ? [
          {
            text: text.toUpperCase(),
            sub: w("in the rulebook"),
            press: () => void window.open(`/rules/${encodeURIComponent(text)}`, "_blank", "noopener"),
          },
        ]
      : [];
    return [...tables, ...people, ...entrants, ...clause];
  }

  /** "ole -": Ole leaves, after a look at what follows. @param {string} letters @param {(where: string) => () => void} away @returns {Choice[]} */
  #leavers(letters, away) {
    const { t } = this.#context;
    return t.entries
      .filter((entry) => ["approved", "pending"].includes(entry.status) && Tournament.fits(letters, t.name(entry.id)))
      .map((entry) => ({
        text: w("{who} leaves", { who: t.name(entry.id) }),
        sub: divisionName(entry.division),
        press: away(`withdraw/${entry.id}`),
      }));
  }

  /** The match that an entrant is in or goes to next. @param {string} entry */
  #current(entry) {
    const own = this.#context.t.matches.filter((match) => match.players.includes(entry));
    return own.find((match) => OCCUPIES.includes(match.where)) ?? own.find((match) => match.where === "ready") ?? null;
  }

  // Results

  /** "7a5", "7 7-5" or "anna 5"; with "@15:45" behind it when it ended, of a result on paper. @param {string} typed @returns {Choice[]} */
  #results(typed) {
    const text = typed.replace(ENDED, "");
    const [, hours, minutes] = ENDED.exec(typed) ?? [];
    this.#endedAt = hours === undefined ? null : lastTime(this.#context.t.now(), Number(hours), Number(minutes));
    const sided = RESULT.exec(text);
    if (sided) {
      const match = this.#context.t.at(sided[1].trim());
      const side = "aA<".includes(sided[2]) ? 0 : 1;
      if (match) return [this.#result(match, this.#won(match, side, Number(sided[3])))];
    }
    const scored = SCORE.exec(text);
    if (scored)
      return this.#byName(scored[1], (_, side) =>
        side === 0 ? [Number(scored[2]), Number(scored[3])] : [Number(scored[3]), Number(scored[2])],
      );
    const named = WON_BY.exec(text);
    if (named) return this.#byName(named[1], (match, side) => this.#won(match, side, Number(named[2])));
    const match = this.#context.t.at(text);
    if (!match) return this.#byName(text, () => null);
    return [this.#result(match, null)];
  }

  /** @param {string} text @param {(match: Match, side: number) => [number, number] | null} score @returns {Choice[]} */
  #byName(text, score) {
    const { t } = this.#context;
    const at = t.at(text.trim());
    if (at) return [this.#result(at, score(at, 0))];
    return t.matches
      .filter((match) => match.players.every(Boolean) && [...OCCUPIES, "ready", "done"].includes(match.where))
      .flatMap((match) =>
        [0, 1]
          .filter((side) => Tournament.fits(text, t.name(match.players[side])))
          .map((side) => this.#result(match, score(match, side))),
      )
      .sort((one, two) => Number(one.wrong ?? false) - Number(two.wrong ?? false));
  }

  /** @param {Match} match @param {number} side @param {number} lost @returns {[number, number]} */
  #won(match, side, lost) {
    return side === 0 ? [match.length, lost] : [lost, match.length];
  }

  /** @param {Match} match @param {[number, number] | null} score @returns {Choice} */
  #result(match, score) {
    const { t } = this.#context;
    const [one, two] = match.players.map((entry) => t.name(entry));
    const table = match.place ? w("Table {place}", { place: match.place }) : roundName(t, match);
    const to = plural("to {n} point", "to {n} points", match.length);
    if (!score) return { text: `a ${one}   b ${two}`, sub: `${table} · ${to}`, press: () => {} };
    const same =
      match.score !== null && match.score !== undefined && match.score[0] === score[0] && match.score[1] === score[1];
    const stands = match.where === "done";
    const [typed, differs] = stands ? [null, false] : this.#compared(match, score);
    const ended = this.#endedAt === null ? "" : w("ended at {time}", { time: clockTime(this.#endedAt) });
    const at = ended && ` · ${ended}`;
    const sub = stands
      ? same
        ? w("stands as typed")
        : w("differs: {score} stands", { score: scoreText(match) })
      : typed
        ? differs
          ? w("differs: {who} typed {score}", typed)
          : w("as {who} typed it", typed)
        : `${table} · ${to}${at}`;
    return {
      text: `${one} ${score[0]}–${score[1]} ${two}`,
      sub,
      wrong: stands ? !same : differs,
      press: () => (differs && typed ? this.#stop(match, score, typed) : this.#take(match, score, stands, same)),
    };
  }

  /** What somebody else has typed or reported of a match, and whether it is something else. @param {Match} match @param {[number, number]} score @returns {[{who: string, score: string} | null, boolean]} */
  #compared(match, score) {
    const { t } = this.#context;
    const other = (t.details(match.id)?.reports ?? []).filter((report) => report.by !== t.state.me).at(-1);
    if (!other) return [null, false];
    const turned = other.result.players[0] !== match.players[0];
    const [one, two] = turned ? [other.result.score[1], other.result.score[0]] : other.result.score;
    return [{ who: t.person(other.by), score: `${one}–${two}` }, one !== score[0] || two !== score[1]];
  }

  /** The cursor stays: the card is looked at again. @param {Match} match @param {[number, number]} score @param {{who: string, score: string}} typed */
  #stop(match, score, typed) {
    const sign = `${match.id} ${score[0]}–${score[1]}`;
    if (this.#stoppedAt === sign) return this.#take(match, score, false, false);
    this.#stoppedAt = sign;
    this.#say(w("{who} typed {score}. Look at the card; Enter once more keeps both.", typed), true);
    this.#input.select();
    return undefined;
  }

  /** @param {Match} match @param {[number, number]} score @param {boolean} stands @param {boolean} same */
  async #take(match, score, stands, same) {
    const { t, act, go } = this.#context;
    const said = `${t.name(match.players[0])} ${score[0]}–${score[1]} ${t.name(match.players[1])}`;
    if (stands && same) return this.#next(`✓ ${said}`);
    if (stands) {
      this.#say(w("Differs from what stands: {said}", { said }), true);
      go(`correct/${match.id}/${score[0]}-${score[1]}`);
      return undefined;
    }
    const [one, two] = match.players;
    if (!one || !two) return undefined;
    const confirms = !this.#checked.checked;
    /** @type {TournamentAction} */
    const action = {
      type: "report_result",
      match: match.id,
      players: [one, two],
      score,
      confirms,
      ...(this.#endedAt === null ? {} : { ended_at: this.#endedAt }),
      seen: match.version,
    };
    if (await act(action)) this.#next(said);
    return undefined;
  }

  /** @param {string} said */
  #next(said) {
    this.#stoppedAt = "";
    this.#input.value = "";
    this.#say(said);
    this.#input.focus();
    this.show();
  }

  // Checking in

  /** @param {string} text @returns {Choice[]} */
  #arrivals(text) {
    const { t } = this.#context;
    const known = t.entries
      .filter(
        (entry) => ["pending", "waiting", "approved"].includes(entry.status) && Tournament.fits(text, t.name(entry.id)),
      )
      .sort((one, two) => Number(one.checked_in) - Number(two.checked_in))
      .map((entry) => ({
        text: t.name(entry.id),
        sub: [divisionName(entry.division), entry.checked_in ? w("is here") : "", this.#owes(entry)]
          .filter(Boolean)
          .join(" · "),
        press: () => this.#arrive(entry),
      }));
    const division = t.state.invitation.divisions[0];
    if (!division || text.length < 2 || t.view.phase !== "open") return known;
    const sub = t.state.invitation.divisions.length > 1 ? divisionName(division.id) : w("nobody of that name yet");
    return [
      ...known,
      { text: w("Enter {name}", { name: capitalised(text) }), sub, press: () => this.#newcomer(text, division) },
    ];
  }

  /** Somebody who comes after the list was made. @param {string} typed @param {import("../shared/messages.js").DivisionTerms} division */
  async #newcomer(typed, division) {
    const { t, go } = this.#context;
    const name = typed === typed.toLowerCase() ? capitalised(typed) : typed;
    try {
      await enterPeople(t.state.id, {
        division: division.id,
        members: division.members ?? 1,
        names: [name],
        here: true,
      });
      await t.load();
    } catch (error) {
      return this.#say(error instanceof Error ? error.message : String(error), true);
    }
    const entry = t.entries.filter((each) => t.name(each.id) === name).at(-1);
    if (!entry) return undefined;
    await this.#arrive(entry);
    // After the draw of a bracket there is a place to choose: a bye that nobody has used.
    if (t.matches.some((match) => match.division === division.id && match.where === "no_match"))
      go(`entry/${entry.id}`);
    return undefined;
  }

  /** @param {EntryView} entry */
  #owes(entry) {
    const lines = entry.members
      .flatMap((person) => this.#context.t.balances(person))
      .filter((line) => line.amount.minor > 0);
    return lines.length ? w("owes {amount}", { amount: lines.map((line) => money(line.amount)).join(" + ") }) : "";
  }

  /** @param {EntryView} entry */
  async #arrive(entry) {
    const { t, act } = this.#context;
    if (!entry.checked_in && !(await act({ type: "check_in", entry: entry.id, seen: entry.version }))) return;
    const owes = this.#owes(entry);
    this.#next(
      owes
        ? w("{who} is here and {owes}. Enter: paid.", { who: t.name(entry.id), owes })
        : w("{who} is here.", { who: t.name(entry.id) }),
    );
    this.#unpaid = owes ? entry : null;
  }

  /** @param {EntryView} entry */
  async #pay(entry) {
    const { t, act } = this.#context;
    for (const person of entry.members) {
      for (const line of t.balances(person).filter((each) => each.amount.minor > 0)) {
        if (!(await act({ type: "take_payment", person, amount: line.amount }))) return;
      }
    }
    this.#unpaid = null;
    this.#next(w("{who} has paid.", { who: t.name(entry.id) }));
  }

  // Who is not there

  /** @param {string} text @returns {Choice[]} */
  #absences(text) {
    const { t, act } = this.#context;
    const sided = /^(.+?)\s*([abAB])$/.exec(text);
    const at = sided ? t.at(sided[1].trim()) : null;
    const wanted = at && sided ? [{ match: at, entry: at.players["aA".includes(sided[2]) ? 0 : 1] }] : [];
    const named = t.matches
      .filter((match) => match.where === "called" || match.where === "ready")
      .flatMap((match) =>
        match.players
          .filter((entry) => entry && Tournament.fits(text, t.name(entry)))
          .map((entry) => ({ match, entry })),
      );
    return [...wanted, ...named].map(({ match, entry }) => ({
      text: w("{who} is not there", { who: t.name(entry) }),
      sub: `${match.place ? w("Table {place}", { place: match.place }) : roundName(t, match)} · ${t.pair(match)}`,
      press: async () => {
        if (entry && (await act({ type: "report_absence", match: match.id, entry })))
          this.#next(w("{who}: minutes are counted.", { who: t.name(entry) }));
      },
    }));
  }
}

/** The last time that a clock showed this. @param {number} now @param {number} hours @param {number} minutes */
function lastTime(now, hours, minutes) {
  const date = new Date(now);
  date.setHours(hours, minutes, 0, 0);
  if (date.getTime() > now) date.setDate(date.getDate() - 1);
  return date.getTime();
}

/** A name that was typed in small letters. @param {string} name */
function capitalised(name) {
  return name.replace(/(^|[\s/-])(\p{L})/gu, (_, before, letter) => before + letter.toUpperCase());
}

export { MODES };
