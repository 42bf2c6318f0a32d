// A player's own phone: where and when the next match is, and what is said about it. No account: a seat claimed by a code.
/** @import {TournamentAction, MyNext, PairingOpened, TournamentState} from "../shared/messages.js" */
/** @import {Match} from "../desk/tournament.js" */

import { roundName, scoreText } from "../desk/labels.js";
import { Tournament } from "../desk/tournament.js";
import { ask, newId, Refused, unanswered } from "../shared/api.js";
import { clockTime } from "../shared/dates-and-numbers.js";
import { button, cited, make } from "../shared/dom.js";
import { toast } from "../shared/toast.js";
import { plural, w } from "../shared/translations.js";
import { redraw } from "../shared/unsent-input.js";
import { preferencesPart } from "../desk/entries/preferences-part.js";
import { committeeCard, entryCard, myCase } from "./cases.js";
import { Drafts } from "./drafts.js";
import { equipmentCard } from "./equipment.js";
import { Outbox } from "./outbox.js";
import { mayUsePhone, phonePart } from "./phones.js";
import { claim } from "./seat-claim.js";

const box = /** @type {HTMLElement} */ (document.getElementById("evening"));
/** @type {TournamentState} */
const first = JSON.parse(document.getElementById("state")?.textContent ?? "null");
const t = new Tournament(first, "?only=mine");
const NEXT = "tavl.companion.next";
const outbox = new Outbox(first.id);
const drafts = new Drafts(box, first.id);
const lost = make("p", { class: "problem lost", role: "status" });
const content = make("div", { class: "content" });
box.append(lost, content);
let shown = "";
/** Of which match the director is being called. */
let calling = "";
/** Of which match somebody is about to say who won, and whether it was they. @type {{match: string, mine: boolean | null}} */
let telling = { match: "", mine: null };

/** What nobody hears is kept, and handed in later. @param {TournamentAction} action @param {string} said */
async function act(action, said) {
  const key = newId();
  try {
    await t.act(action, key);
    toast(said);
  } catch (error) {
    if (!unanswered(error)) {
      toast(error instanceof Error ? error.message : String(error), error instanceof Refused ? error.rule : null);
      return false;
    }
    outbox.keep(action, key, t.now());
  }
  drafts.done();
  show();
  return true;
}

async function handIn() {
  if (!t.online || !outbox.waits) return;
  if (await outbox.handIn()) {
    toast(w("Handed in."));
    await t.load().catch(() => {});
  }
  show();
}

function show() {
  const { me, view } = t.state;
  const offline = t.online ? "" : w("Not connected. It is tried again by itself.");
  if (lost.textContent !== offline) lost.textContent = offline;
  const minute = Math.floor(t.now() / 60_000); // "not before" becomes "you will be called"
  const sign = JSON.stringify([me, view, t.state.names, t.state.tables, minute, outbox.all]);
  if (sign === shown || writing()) return;
  shown = sign;
  const known = me !== null && me !== undefined;
  const seated = known && (t.state.seat || t.entries.some((entry) => entry.members.includes(me)));
  redraw(content, () => content.replaceChildren(...(seated ? evening(me) : claim(t))));
  drafts.restore();
}

/** Nothing is taken from under somebody's fingers. */
function writing() {
  const field = document.activeElement;
  const text = field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement;
  const ticked = box.querySelector(".set-part input:checked") !== null; // what a vote is to set
  return ticked || (text && box.contains(field) && field.value !== "");
}

async function giveBack() {
  await ask("DELETE", `/tournaments/${t.state.id}/seats`).catch(() => {});
  outbox.clear(); // it was not theirs to say
  await t.load();
}

// My evening

/** @param {string} me @returns {HTMLElement[]} */
function evening(me) {
  const { view } = t.state;
  const [next, ...later] = view.mine;
  const mine = t.entries.filter((entry) => entry.members.includes(me));
  const plays = mine.some((entry) => ["approved", "withdrawn"].includes(entry.status));
  const parts = [
    make("p", { class: "whoami" }, [
      make("b", {}, [t.person(me)]),
      t.state.seat ? button(w("That is not me"), () => void giveBack(), "quiet") : "",
    ]),
    !next && !plays && make("h1", { class: "hidden" }, [w("Your evening")]), // of somebody who only sits on a committee
    t.state.desk ? make("p", { class: "row" }, [deskLink()]) : "",
    ...outbox.all.map(unsentCard),
    ...mine.map((entry) => entryCard(entry, act)),
    ...view.my_cases.map((each) => myCase(t, each, act)),
    ...view.cases.filter((each) => each.committee.includes(me)).map((each) => committeeCard(t, each, me, act, show)),
    next ? nextCard(me, next) : plays && ending(),
    next && phones(me, next),
    next && equipment(next),
    plays && t.view.phase === "open" && make("section", { class: "card matter" }, [preferencesPart(t, me, (wish) => act(wish, w("The desk knows.")))]),
    ...later.map((each) => laterLine(each)),
    results(me),
    make("p", { class: "row" }, [
      make("a", { class: "button", href: `/tournaments/${t.state.id}` }, [w("Brackets and standings")]),
    ]),
  ];
  return parts.filter((part) => part instanceof HTMLElement);
}

/** What waits for the server, or was refused when it got there. @param {import("./outbox.js").Unsent} unsent */
function unsentCard({ key, action, refused, rule }) {
  const waits =
    action.type === "open_case"
      ? w("The director does not know yet: go and fetch them.")
      : w("It is handed in when the server is back.");
  const drop = () => {
    outbox.drop(key);
    show();
  };
  return make("section", { class: "card matter unsent" }, [
    make("h2", {}, [refused ? w("This was refused.") : w("Not handed in yet")]),
    make("p", {}, [unsentText(action)]),
    make("p", { class: refused ? "problem" : "sub" }, [refused ? cited(refused, rule) : waits]),
    make("div", { class: "row" }, [button(refused ? w("All right") : w("Take it back"), drop)]),
  ]);
}

/** @param {TournamentAction} action */
function unsentText(action) {
  switch (action.type) {
    case "report_result": {
      const [one, two] = action.players.map((entry) => t.name(entry));
      return `${one} ${action.score[0]}–${action.score[1]} ${two}`;
    }
    case "report_absence":
      return w("{who} is not here", { who: t.name(action.entry) });
    case "ask_observer":
      return w("Ask for an observer");
    default:
      return "statement" in action ? String(action.statement) : "reason" in action ? String(action.reason) : "";
  }
}

function deskLink() {
  return make("a", { class: "button primary", href: `/tournaments/${t.state.id}/desk` }, [w("To the desk")]);
}

function ending() {
  const text =
    t.view.phase === "closed"
      ? w("The tournament is over.")
      : t.view.out
        ? w("You are out. Thank you for playing.")
        : w("Nothing for you just now. This page says when there is.");
  return make("section", { class: "card next" }, [make("h1", {}, [text])]);
}

/** @param {string} me @param {MyNext} next */
function nextCard(me, next) {
  const match = t.match(next.match);
  if (!match) return make("section", { class: "card next" }, [make("h1", {}, [w("You will be called.")])]);
  const mine = match.players.findIndex((entry) => entry && t.entry(entry)?.members.includes(me));
  const other = match.players[1 - mine];
  /** @type {HTMLElement[]} */
  const parts = [
    make("h1", {}, [headline(next, match)]),
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
  const online = other && onlinePart(match, mine, next);
  if (online) parts.push(online);
  if (["called", "playing", "reported", "differs"].includes(next.where) && other)
    parts.push(...atTheBoard(match, mine, other, next));
  return make("section", { class: `card next ${next.where}`, "aria-live": "polite" }, parts);
}

/** @param {MyNext} next */
function equipment(next) {
  const match = t.match(next.match);
  return match && ["called", "playing"].includes(next.where) ? equipmentCard(t, match, next, act) : null;
}

/**
 * To the table of a match that is played online; whoever comes first opens it, with its length, rules and clock.
 * @param {Match} match
 * @param {number} mine
 * @param {MyNext} next
 */
function onlinePart(match, mine, next) {
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

/** @param {string} me @param {MyNext} next */
function phones(me, next) {
  const match = t.match(next.match);
  if (!match || !t.view.boards || !["called", "playing"].includes(next.where)) return null;
  const mine = match.players.findIndex((entry) => entry && t.entry(entry)?.members.includes(me));
  return match.players[1 - mine] ? phonePart(t, match, mine, act) : null;
}

/** @param {MyNext} next @param {Match} match */
function headline(next, match) {
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

/** @param {MyNext} next */
function laterLine(next) {
  const match = t.match(next.match);
  const time = next.not_before ? w("not before {time}", { time: clockTime(next.not_before) }) : "";
  return make("p", { class: "later sub" }, [`${match ? roundName(t, match) : ""} ${time}`]);
}

/** What can be said at the board. @param {Match} match @param {number} mine @param {string} other @param {MyNext} next @returns {HTMLElement[]} */
function atTheBoard(match, mine, other, next) {
  const parts = [];
  const reports = next.reported ?? [];
  const theirs = reports.find((report) => !report.mine);
  const own = reports.find((report) => report.mine);
  if (own)
    parts.push(
      make("p", { class: "saved", role: "status" }, [
        w("You reported {score}.", { score: `${own.score[mine]}–${own.score[1 - mine]}` }),
      ]),
    );
  const unsent = outbox.all.some(
    ({ action, refused }) => action.type === "report_result" && action.match === match.id && !refused,
  );
  if (theirs && !own && !unsent) {
    const said = `${theirs.score[mine]}–${theirs.score[1 - mine]}`;
    parts.push(make("p", {}, [w("{who} reported {score}.", { who: t.name(other), score: said })]));
    parts.push(button(w("That is right"), () => void report(match, theirs.score), "primary big"));
  }
  if (!own && !unsent) parts.push(resultForm(match, mine, other));
  const row = make("div", { class: "row" });
  const may = mayUsePhone(match, match.players[mine]);
  if (may && (next.where === "called" || next.where === "playing"))
    row.append(button(w("Score card and clock"), () => companion(match, mine)));
  if (next.where === "called") {
    const absent = /** @type {const} */ ({ type: "report_absence", match: match.id, entry: other });
    row.append(button(w("{who} is not here", { who: t.name(other) }), () => void act(absent, w("The desk knows."))));
  }
  row.append(callDirector(match));
  if (next.where === "playing") {
    const observer = /** @type {const} */ ({ type: "ask_observer", match: match.id });
    row.append(button(w("Ask for an observer"), () => void act(observer, w("The desk knows."))));
  }
  return [...parts, row];
}

/** Two taps: who won, and the loser's points. @param {Match} match @param {number} mine @param {string} other */
function resultForm(match, mine, other) {
  if (telling.match !== match.id) telling = { match: "", mine: null };
  const points = make("div", { class: "points", role: "group", "aria-label": w("The loser's points") });
  const fill = () =>
    points.replaceChildren(
      ...Array.from({ length: match.length }, (_, lost) =>
        button(String(lost), () => {
          /** @type {[number, number]} */
          const score = [0, 0];
          score[telling.mine ? mine : 1 - mine] = match.length;
          score[telling.mine ? 1 - mine : mine] = lost;
          void report(match, score);
        }),
      ),
    );
  const choose = (/** @type {boolean} */ mineWon, /** @type {string} */ text) => {
    const press = button(text, () => {
      telling = { match: match.id, mine: mineWon };
      for (const each of winners.querySelectorAll("button")) each.setAttribute("aria-pressed", String(each === press));
      points.hidden = false;
      hint.hidden = false;
    });
    press.setAttribute("aria-pressed", String(telling.mine === mineWon));
    return press;
  };
  const winners = make("div", { class: "winners" }, [
    choose(true, w("I won")),
    choose(false, w("{who} won", { who: t.name(other) })),
  ]);
  const hint = make("p", { class: "hint" }, [w("How many points has the loser?")]);
  hint.hidden = points.hidden = telling.mine === null;
  fill();
  return make("details", { class: "result", open: true }, [make("summary", {}, [w("Result")]), winners, hint, points]);
}

/** @param {Match} match @param {[number, number]} score */
async function report(match, score) {
  const [one, two] = match.players;
  if (one && two)
    await act(
      { type: "report_result", match: match.id, players: [one, two], score, seen: match.version },
      w("Reported."),
    );
}

/** @param {Match} match */
function callDirector(match) {
  const open = (/** @type {string} */ id) => {
    calling = id;
    shown = "";
    show();
  };
  if (calling !== match.id) {
    return button(w("Call the director"), () => {
      open(match.id);
      /** @type {HTMLElement | null} */ (content.querySelector(".calling textarea"))?.focus();
    });
  }
  const said = make("textarea", {
    name: "statement",
    rows: "2",
    required: true,
    "aria-label": w("What it is about"),
    placeholder: w("What it is about"),
  });
  const form = make("form", { class: "small-form calling", "data-draft": match.id }, [
    said,
    make("button", { type: "submit", class: "primary" }, [w("Call the director")]),
  ]);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void act(
      { type: "open_case", rule: "T5.1", statement: said.value, match: match.id },
      w("The director is called. Leave everything as it is."),
    ).then((done) => done && open(""));
  });
  return form;
}

/** The page for a physical board, with this match's names, length and clock. @param {Match} match @param {number} mine */
function companion(match, mine) {
  const names = [t.name(match.players[mine]), t.name(match.players[1 - mine])];
  const { name: profile, clock = null } = t.state.invitation.profile;
  const lead = [match.lead[mine], match.lead[1 - mine]];
  const ahead = t.now() - Date.now();
  const back = { tournament: t.state.id, match: match.id, players: match.players, turned: mine === 1, ahead };
  localStorage.setItem(NEXT, JSON.stringify({ names, length: match.length, profile, clock, lead, back }));
  location.href = `/companion/${document.documentElement.lang}`;
}

/** What I have played. @param {string} me */
function results(me) {
  const own = t.matches.filter(
    (match) => match.where === "done" && match.players.some((entry) => entry && t.entry(entry)?.members.includes(me)),
  );
  if (!own.length) return null;
  return make("section", { class: "card" }, [
    make("h2", {}, [w("Played")]),
    make(
      "ul",
      { class: "lines" },
      own.map((match) =>
        make("li", {}, [
          make("span", {}, [`${t.name(match.players[0])} ${scoreText(match)} ${t.name(match.players[1])}`]),
          make("span", { class: "sub" }, [roundName(t, match)]),
        ]),
      ),
    ),
  ]);
}

t.onChange(() => {
  show();
  void handIn();
});
t.listen();
setInterval(() => {
  show();
  void handIn();
}, 10_000);
show();
void handIn();
