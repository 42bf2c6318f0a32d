// The director's desk: what there is to do, the room, the last acts, and one line for everything else.
/** @import {TournamentState} from "../shared/messages.js" */
/** @import {Context} from "./context.js" */
/** @import {Page} from "./entries/entries-page.js" */

import { Refused } from "../shared/api.js";
import { toast } from "../shared/toast.js";
import { Unsent } from "../shared/unsent-input.js";
import { drawPage } from "./pages/draw-page.js";
import { entriesPage } from "./entries/entries-page.js";
import { Journal } from "./journal/journal.js";
import { bindKeys } from "./keyboard.js";
import { Line } from "./command-line/command-line.js";
import { moneyPage } from "./pages/money-page.js";
import { NowList } from "./now-list/now-list.js";
import { isPane, Pane } from "./panes.js";
import { reportPage } from "./pages/report-page.js";
import { MatchesByTable } from "./room/matches-by-table.js";
import { Tournament } from "./tournament.js";

const TICK = 10_000;
const MINUTE = 60_000;

const first = /** @type {TournamentState} */ (JSON.parse(document.getElementById("state")?.textContent ?? "null"));
const t = new Tournament(first);
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
const matchesByTable = new MatchesByTable(context);
const journal = new Journal(context);
const line = new Line(context);
/** @type {Page | null} */
let page = null;
let lastPage = "";
const unsent = new Unsent();
const pane = new Pane(context, unsent);

function here() {
  return decodeURIComponent(location.hash.slice(1));
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
  pane.leave();
  if (!isPane(where)) {
    if (page) unsent.keep(lastPage, pageBox);
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
  show();
  if (page && !isPane(where)) unsent.bringBack(where, pageBox);
  const enter = pageBox.querySelector("[data-enter]");
  if (page && enter instanceof HTMLElement) enter.focus();
}

function show() {
  nowList.show();
  matchesByTable.show();
  journal.show();
  page?.show();
  line.show();
  pane.show(here());
  const status = /** @type {HTMLElement} */ (document.getElementById("offline"));
  status.hidden = t.online;
}

document.getElementById("staff-open")?.addEventListener("click", () => context.go("staff/"));

bindKeys({ context, nowList, line, journal });

addEventListener("hashchange", route);
t.onChange(show);
t.listen();
setInterval(() => {
  if (t.now() - t.state.at >= MINUTE) t.load().catch(() => {}); // time alone can bring something to do
  nowList.show();
  matchesByTable.tick();
}, TICK);
route();
