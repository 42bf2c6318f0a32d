// The next match: where and when, against whom, and what can be said at the board.
/** @import {MyNext, PairingOpened} from "../shared/messages.js" */
/** @import {Match, Tournament} from "../desk/tournament.js" */
/** @import {Evening} from "./context.js" */

import { roundName } from "../desk/labels.js";
import { ask, Refused } from "../shared/api.js";
import { clockTime } from "../shared/dates-and-numbers.js";
import { button, cited, make } from "../shared/dom.js";
import { toast } from "../shared/toast.js";
import { plural, w } from "../shared/translations.js";
import { directorCall } from "./director-call.js";
import { mayUsePhone } from "./phones.js";
import { resultParts } from "./result-report.js";

const COMPANION_NEXT = "tavl.companion.next";

/** @param {Evening} evening @param {string} me @param {MyNext} next */
export function nextCard(evening, me, next) {
  const { t } = evening;
  const match = t.match(next.match);
  if (!match) return make("section", { class: "card next" }, [make("h1", {}, [w("You will be called.")])]);
  const mine = match.players.findIndex((entry) => entry && t.entry(entry)?.members.includes(me));
  const other = match.players[1 - mine];
  /** @type {HTMLElement[]} */
  const parts = [
    make("h1", {}, [headline(t, next, match)]),
    make("p", { class: "lead" }, [
      other ? w("against {who}", { who: t.name(other) }) : w("The opponent is not known yet."),
    ]),
    make("p", { class: "sub" }, [`${roundName(t, match)} · ${plural("to {n} point", "to {n} points", match.length)}`]),
  ];
  if (match.lead[0] || match.lead[1]) {
    const score = `${match.lead[mine]}–${match.lead[1 - mine]}`;
    const text = w("The match starts at {score}: penalty points.", { score });
    parts.push(make("p", { class: "lead" }, [cited(text, "T2.2.iv")]));
  }
  const online = other && onlinePart(t, match, mine, next);
  if (online) parts.push(online);
  if (["called", "playing", "reported", "differs"].includes(next.where) && other)
    parts.push(...atTheBoard(evening, match, mine, other, next));
  return make("section", { class: `card next ${next.where}`, "aria-live": "polite" }, parts);
}

/** @param {Tournament} t @param {MyNext} next @param {Match} match */
function headline(t, next, match) {
  if (match.place && ["called", "playing"].includes(next.where)) return w("Table {place}, now", { place: match.place });
  if (!t.view.boards && ["ready", "called", "playing"].includes(next.where)) return w("You can play now.");
  if (next.where === "ready") return w("You are next. Stay near.");
  if (next.where === "reported" || next.where === "differs") return w("The result is being checked.");
  const before =
    t.view.mine.length && next.where === "waits"
      ? match.waits_for.map((id) => t.match(id)).find((each) => each?.place)
      : null;
  if (next.not_before && next.not_before - t.now() > 90_000)
    return w("Not before {time}: go and eat.", { time: clockTime(next.not_before) });
  return before?.place ? w("You wait for table {place}.", { place: before.place }) : w("You will be called.");
}

/** @param {Tournament} t @param {MyNext} next */
export function laterLine(t, next) {
  const match = t.match(next.match);
  const time = next.not_before ? w("not before {time}", { time: clockTime(next.not_before) }) : "";
  return make("p", { class: "later sub" }, [`${match ? roundName(t, match) : ""} ${time}`]);
}

/**
 * To the table of a match that is played online; whoever comes first opens it, with its length, rules and clock.
 * @param {Tournament} t
 * @param {Match} match
 * @param {number} mine
 * @param {MyNext} next
 */
function onlinePart(t, match, mine, next) {
  const table = t.state.tables[match.id];
  if (table && (!t.view.boards || mayUsePhone(match, match.players[mine])))
    return make("a", { class: "button primary big", href: `/t/${table}` }, [w("To the table")]);
  if (table || t.view.boards || !["ready", "called", "playing"].includes(next.where)) return null;
  const open = async () => {
    try {
      /** @type {PairingOpened} */
      const opened = await ask("POST", `/tournaments/${t.state.id}/tables`, { match: match.id, online: true });
      location.href = `/t/${opened.table}`;
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), error instanceof Refused ? error.rule : null);
    }
  };
  return button(w("Play online"), () => void open(), "primary big");
}

/** What can be said at the board. @param {Evening} evening @param {Match} match @param {number} mine @param {string} other @param {MyNext} next @returns {HTMLElement[]} */
function atTheBoard(evening, match, mine, other, next) {
  const { t, act } = evening;
  const row = make("div", { class: "row" });
  const may = mayUsePhone(match, match.players[mine]);
  if (may && (next.where === "called" || next.where === "playing"))
    row.append(button(w("Score card and clock"), () => openCompanion(t, match, mine)));
  if (next.where === "called") {
    const absent = /** @type {const} */ ({ type: "report_absence", match: match.id, entry: other });
    row.append(button(w("{who} is not here", { who: t.name(other) }), () => void act(absent, w("The desk knows."))));
  }
  row.append(directorCall(evening, match));
  if (next.where === "playing") {
    const observer = /** @type {const} */ ({ type: "ask_observer", match: match.id });
    row.append(button(w("Ask for an observer"), () => void act(observer, w("The desk knows."))));
  }
  return [...resultParts(evening, match, mine, other, next), row];
}

/** The page for a physical board, with this match's names, length and clock. @param {Tournament} t @param {Match} match @param {number} mine */
function openCompanion(t, match, mine) {
  const names = [t.name(match.players[mine]), t.name(match.players[1 - mine])];
  const { name: profile, clock = null } = t.state.invitation.profile;
  const lead = [match.lead[mine], match.lead[1 - mine]];
  const ahead = t.now() - Date.now();
  const back = { tournament: t.state.id, match: match.id, players: match.players, turned: mine === 1, ahead };
  localStorage.setItem(COMPANION_NEXT, JSON.stringify({ names, length: match.length, profile, clock, lead, back }));
  location.href = `/companion/${document.documentElement.lang}`;
}
