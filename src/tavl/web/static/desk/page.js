// The director's desk: what there is to do, the room, the last acts, and one line for everything else.
/** @import {TournamentState} from "../shared/messages.js" */
/** @import {Context} from "./context.js" */
/** @import {Page} from "./entries/entries-page.js" */

import { Refused } from "../shared/api.js";
import { button, make } from "../shared/dom.js";
import { toast } from "../shared/toast.js";
import { w } from "../shared/translations.js";
import { casePane } from "./cases/case-pane.js";
import { drawPage } from "./draw-page.js";
import { entriesPage } from "./entries/entries-page.js";
import { entryPane } from "./entries/entry-pane.js";
import { Journal } from "./journal.js";
import { listenToKeys } from "./keyboard/key-listener.js";
import { deskKeys } from "./keyboard/keys.js";
import { Line } from "./command-line.js";
import { correctionOf, matchPane, proposalsOf } from "./match/match-pane.js";
import { moneyPage } from "./money-page.js";
import { NowList } from "./now-list.js";
import { previewed } from "./preview.js";
import { reportPage } from "./report-page.js";
import { Room } from "./room/room.js";
import { staffPane } from "./staff-pane.js";
import { tablesPane } from "./room/tables-pane.js";
import { actSubject, actText } from "./journal-text.js";
import { Tournament } from "./tournament.js";
import { redraw, restore, unsentIn } from "../shared/unsent-input.js";

const TICK = 10_000;
const MINUTE = 60_000;

/** @type {TournamentState} */
const first = JSON.parse(document.getElementById("state")?.textContent ?? "null");
const t = new Tournament(first);
const pane = /** @type {HTMLElement} */ (document.getElementById("pane"));
const journalPart = /** @type {HTMLElement} */ (document.getElementById("journal"));
const room = /** @type {HTMLElement} */ (document.getElementById("room"));
const pageBox = /** @type {HTMLElement} */ (document.getElementById("page"));

/** @type {Context} */
const context = {
  t,
  async act(action, done) {
    try {
      await t.act(action);
      if (done) toast(done);
      return true;
    } catch (error) {
      if (error instanceof Refused && error.code === "changed_meanwhile") await t.load().catch(() => {});
      toast(error instanceof Error ? error.message : String(error), error instanceof Refused ? error.rule : null);
      return false;
    }
  },
  go(where) {
    if (location.hash === `#${where}`) route();
    else location.hash = where;
  },
  close() {
    if (isPane(here())) context.go(lastPage);
  },
  closer() {
    const open = here();
    return () => {
      if (here() === open) context.close();
    };
  },
};

const nowList = new NowList(context);
const roomView = new Room(context);
const journal = new Journal(context);
const line = new Line(context);
/** @type {Page | null} */
let page = null;
let lastPage = "";
let paneOf = "";
let paneShown = "";
/** How far down one was when a pane opened out of sight above, as on a phone. @type {number | null} */
let wasAt = null;
/** By where it was left. @type {Map<string, import("../shared/unsent-input.js").Typed[]>} */
const unsent = new Map();

function here() {
  return decodeURIComponent(location.hash.slice(1));
}

/** @param {string} where */
function isPane(where) {
  return /^(match|case|entry|undo|correct|place|withdraw|tables|staff)\//.test(where);
}

/** @param {string} where @returns {Page | null} */
function pageFor(where) {
  if (where === "entries") return entriesPage(context);
  if (where === "money") return moneyPage(context);
  if (where === "report") return reportPage(context);
  if (where === "draw" || where.startsWith("draw/")) return drawPage(context, where.slice(5));
  return null;
}

/** To what the address names: a page in place of the room, or something beside it. */
function route() {
  const where = here();
  t.hasOpen(where);
  if (paneOf) leave(paneOf, pane);
  if (!isPane(where)) {
    if (page) leave(lastPage, pageBox);
    lastPage = where;
    page = pageFor(where);
    room.hidden = page !== null;
    pageBox.hidden = page === null;
    pageBox.replaceChildren(...(page ? [page.element] : []));
    for (const link of document.querySelectorAll(".desk-tabs a")) {
      const own = (link.getAttribute("href") ?? "").replace(/^.*#/, "");
      link.toggleAttribute("aria-current", own === where.split("/")[0]);
    }
  }
  paneOf = "";
  show();
  if (page && !isPane(where)) {
    restore(pageBox, unsent.get(where) ?? []);
    unsent.delete(where);
  }
  const enter = pageBox.querySelector("[data-enter]");
  if (page && enter instanceof HTMLElement) enter.focus();
}

/** @param {string} where @returns {HTMLElement[]} */
function paneParts(where) {
  const [kind, ...rest] = where.split("/");
  const id = rest.join("/");
  if (kind === "match") {
    const match = t.match(id);
    if (match) return matchPane(context, match);
  } else if (kind === "entry") {
    const entry = t.entry(id);
    if (entry) return entryPane(context, entry);
  } else if (kind === "case") {
    const found = t.view.cases.find((each) => each.id === id);
    if (found) return casePane(context, found);
  } else if (kind === "undo") {
    const act = t.desk.journal.find((each) => each.act === id);
    if (act)
      return [
        make("h2", {}, [w("Take back: {what}", { what: `${actText(act)} ${actSubject(t, act)}`.trim() })]),
        previewed(context, { type: "undo", act: id }, w("Undo")),
      ];
  } else if (kind === "correct") {
    const score = rest.pop() ?? "";
    const match = t.match(rest.join("/"));
    const [one, two] = score.split("-").map(Number);
    if (match) return correctParts(match, [one, two]);
  } else if (kind === "withdraw") {
    const entry = t.entry(id);
    if (entry)
      return [
        make("h2", {}, [w("{who} leaves", { who: t.name(id) })]),
        previewed(context, { type: "withdraw_entry", entry: id, seen: entry.version }, w("Withdraw")),
      ];
  } else if (kind === "tables") {
    return tablesPane(context);
  } else if (kind === "staff") {
    return staffPane(context);
  } else if (kind === "place") {
    return [make("h2", {}, [w("Table {place}", { place: id })]), make("p", { class: "sub" }, [w("free")])];
  }
  return [make("p", { class: "empty" }, [w("This is not there any more.")])];
}

/** A typed result that differs from the one that stands. @param {import("./tournament.js").Match} match @param {[number, number]} score */
function correctParts(match, score) {
  return [
    make("h2", {}, [w("Correct the result")]),
    make("p", {}, [`${t.name(match.players[0])} ${score[0]}–${score[1]} ${t.name(match.players[1])}`]),
    previewed(context, correctionOf(match, score, w("Typed wrongly")), w("Correct it")),
  ];
}

function show() {
  nowList.show();
  roomView.show();
  journal.show();
  page?.show();
  line.show();
  showPane();
  const status = /** @type {HTMLElement} */ (document.getElementById("offline"));
  status.hidden = t.online;
  tick();
}

/** Redrawn only when what it is about has changed; what somebody has filled in stays. */
function showPane() {
  const where = here();
  const open = isPane(where);
  const at = scrollY;
  pane.hidden = !open;
  journalPart.hidden = open;
  if (!open) {
    pane.replaceChildren();
    if (wasAt !== null) scrollTo(0, wasAt);
    wasAt = null;
    return;
  }
  const sign = JSON.stringify(about(where));
  if (where === paneOf && sign === paneShown) return;
  const fresh = where !== paneOf;
  [paneOf, paneShown] = [where, sign];
  const back = button(w("Close"), () => context.close(), "quiet");
  back.id = "close-pane";
  const draw = () => pane.replaceChildren(make("div", { class: "pane-head" }, [back]), ...paneParts(where));
  if (!fresh) return redraw(pane, draw);
  draw();
  restore(pane, unsent.get(where) ?? []);
  unsent.delete(where);
  pane.scrollTop = 0;
  const enter = /** @type {HTMLElement | null} */ (pane.querySelector("[data-enter]"));
  (enter ?? pane).focus({ preventScroll: true });
  if (pane.getBoundingClientRect().top < 0) {
    wasAt ??= at;
    pane.scrollIntoView();
  }
}

/** What stands half filled in somewhere that is left: it is there again when somebody comes back. @param {string} where @param {HTMLElement} part */
function leave(where, part) {
  const typed = unsentIn(part).filter((each) => each.text || each.on);
  if (typed.length) unsent.set(where, typed);
}

/** What a pane shows, as data. @param {string} where */
function about(where) {
  const [kind, ...rest] = where.split("/");
  const id = rest.join("/");
  if (kind === "match") {
    const match = t.match(id);
    const free = match?.where === "ready" && t.desk.places.map((place) => !t.at(place.id));
    return [match, t.desk.matches[id], proposalsOf(t, id), free];
  }
  if (kind === "entry") {
    const owed = t.entry(id)?.members.map((person) => t.balances(person));
    const wanted = t.entry(id)?.members.map((person) => t.state.prefers[person]);
    return [t.entry(id), t.matches.filter((match) => match.players.includes(id)), owed, t.suspended(id), wanted];
  }
  if (kind === "tables") return t.state.invitation.score_boards;
  if (kind === "staff") return t.desk.staff;
  if (kind === "case") return t.view.cases.find((each) => each.id === id);
  return null;
}

/** Minutes run on between two looks. */
function tick() {
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-since]"))) {
    element.textContent = ` ${Math.max(0, Math.floor((t.now() - Number(element.dataset.since)) / 60_000))}′`;
  }
}

document.getElementById("staff-open")?.addEventListener("click", () => context.go("staff/"));

const keysDialog = /** @type {HTMLDialogElement} */ (document.getElementById("keys"));
document.getElementById("keys-open")?.addEventListener("click", () => keysDialog.showModal());
document.getElementById("keys-close")?.addEventListener("click", () => keysDialog.close());
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && isPane(here()) && !keysDialog.open) context.close();
});

listenToKeys(deskKeys({ context, nowList, line, journal, keysDialog }));

addEventListener("hashchange", route);
t.onChange(show);
t.listen();
setInterval(() => {
  if (t.now() - t.state.at >= MINUTE) t.load().catch(() => {}); // the time alone brings something to do
  nowList.show();
  tick();
}, TICK);
route();
