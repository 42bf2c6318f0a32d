// Results typed into the desk's one line: "7a5" is table 7, a won, b has 5. It stops if another report differs.
/** @import {TournamentAction} from "../../shared/messages.js" */
/** @import {Choice, Line} from "../command-line/command-line.js" */
/** @import {Context} from "../context.js" */
/** @import {Match} from "../tournament.js" */

import { clockTime } from "../../shared/dates-and-numbers.js";
import { plural, w } from "../../shared/translations.js";
import { roundName, scoreText } from "../labels.js";
import { LineUse } from "../command-line/line-use.js";
import { OCCUPIES, Tournament } from "../tournament.js";

const RESULT = /^(.+?)\s*([abAB<>])\s*(\d{1,2})$/;
const SCORE = /^(.+?)\s+(\d{1,2})\s*[-–:]\s*(\d{1,2})$/;
const WON_BY = /^(.+?)\s+(\d{1,2})$/;
const ENDED = /\s*@\s*(\d{1,2})[:.](\d{2})$/;
const SECOND_KEPT = "tavl.desk.second-person";

export class ResultEntry extends LineUse {
  /** Ticked: a second person confirms what is typed. */
  #second = /** @type {HTMLInputElement} */ (document.getElementById("line-second"));
  /** When the typed match ended, if that was typed. @type {number | null} */
  #endedAt = null;
  /** A result that differs from somebody else's report: pressing Enter again sends it. */
  #stoppedAt = "";

  /** @param {Line} line @param {Context} context */
  constructor(line, context) {
    super(line, context);
    this.#second.checked = localStorage.getItem(SECOND_KEPT) === "on";
    this.#second.addEventListener("change", () =>
      localStorage.setItem(SECOND_KEPT, this.#second.checked ? "on" : "off"),
    );
  }

  get hint() {
    return w("7a5: table 7, a won, b has 5");
  }

  done() {
    this.#stoppedAt = "";
  }

  /** @param {boolean} on */
  opened(on) {
    this.#second.closest("label")?.toggleAttribute("hidden", !on);
  }

  /** "7a5", "7 7-5" or "anna 5"; followed by "@15:45" for the time that a match on paper ended. @param {string} typed @returns {Choice[]} */
  found(typed) {
    const text = typed.replace(ENDED, "");
    const [, hours, minutes] = ENDED.exec(typed) ?? [];
    this.#endedAt = hours === undefined ? null : lastTime(this.context.t.now(), Number(hours), Number(minutes));
    const sided = RESULT.exec(text);
    if (sided) {
      const match = this.context.t.at(sided[1].trim());
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
    const match = this.context.t.at(text);
    if (!match) return this.#byName(text, () => null);
    return [this.#result(match, null)];
  }

  /** @param {string} text @param {(match: Match, side: number) => [number, number] | null} score @returns {Choice[]} */
  #byName(text, score) {
    const { t } = this.context;
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
    const { t } = this.context;
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
        ? w("already entered like this")
        : w("differs: entered as {score}", { score: scoreText(match) })
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
    const { t } = this.context;
    const other = (t.details(match.id)?.reports ?? []).filter((report) => report.by !== t.state.me).at(-1);
    if (!other) return [null, false];
    const turned = other.result.players[0] !== match.players[0];
    const [one, two] = turned ? [other.result.score[1], other.result.score[0]] : other.result.score;
    return [{ who: t.person(other.by), score: `${one}–${two}` }, one !== score[0] || two !== score[1]];
  }

  /** The cursor stays, so that the card can be checked again. @param {Match} match @param {[number, number]} score @param {{who: string, score: string}} typed */
  #stop(match, score, typed) {
    const sign = `${match.id} ${score[0]}–${score[1]}`;
    if (this.#stoppedAt === sign) return this.#take(match, score, false, false);
    this.#stoppedAt = sign;
    this.line.say(w("{who} typed {score}. Look at the card; press Enter again to keep both.", typed), true);
    this.line.select();
    return undefined;
  }

  /** @param {Match} match @param {[number, number]} score @param {boolean} stands @param {boolean} same */
  async #take(match, score, stands, same) {
    const { t, act, go } = this.context;
    const said = `${t.name(match.players[0])} ${score[0]}–${score[1]} ${t.name(match.players[1])}`;
    if (stands && same) return this.line.next(`✓ ${said}`);
    if (stands) {
      this.line.say(w("A different result was entered: {said}", { said }), true);
      go(`correct/${match.id}/${score[0]}-${score[1]}`);
      return undefined;
    }
    const [one, two] = match.players;
    if (!one || !two) return undefined;
    const confirms = !this.#second.checked;
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
    if (await act(action)) this.line.next(said);
    return undefined;
  }
}

/** The last instant with this time of day. @param {number} now @param {number} hours @param {number} minutes */
function lastTime(now, hours, minutes) {
  const date = new Date(now);
  date.setHours(hours, minutes, 0, 0);
  if (date.getTime() > now) date.setDate(date.getDate() - 1);
  return date.getTime();
}
