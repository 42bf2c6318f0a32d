// A player's own phone: where and when the next match is, and what is said about it. No account: a seat claimed by a code.
/** @import {TournamentAction, MyNext, TournamentState} from "../shared/messages.js" */
/** @import {Evening} from "./context.js" */

import { roundName, scoreText } from "../desk/labels.js";
import { Tournament } from "../desk/tournament.js";
import { newId, Refused, unanswered } from "../shared/api.js";
import { make } from "../shared/dom.js";
import { toast } from "../shared/toast.js";
import { w } from "../shared/translations.js";
import { redraw } from "../shared/unsent-input.js";
import { preferencesPart } from "../desk/entries/equipment-preferences.js";
import { committeeCard, myCase } from "./cases.js";
import { Drafts } from "./drafts.js";
import { equipmentCard } from "./equipment.js";
import { laterLine, nextCard } from "./next-match.js";
import { Outbox, unsentCard } from "./outbox.js";
import { entryCard } from "./own-entry.js";
import { phonePart } from "./phones.js";
import { claim, giveBackButton } from "./seat-claim.js";

const box = /** @type {HTMLElement} */ (document.getElementById("evening"));
const first = /** @type {TournamentState} */ (JSON.parse(document.getElementById("state")?.textContent ?? "null"));
const t = new Tournament(first, "?only=mine");
const outbox = new Outbox(first.id);
const drafts = new Drafts(box, first.id);
const lost = make("p", { class: "problem lost", role: "status" });
const content = make("div", { class: "content" });
box.append(lost, content);
let shown = "";

/** Whatever cannot be sent is stored, and sent later. @param {TournamentAction} action @param {string} said */
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

/** What the parts of the page are given. @type {Evening} */
const evening = {
  t,
  act,
  outbox,
  redraw: () => {
    shown = "";
    show();
  },
};

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
  const offline = t.online ? "" : w("Not connected. Trying again automatically.");
  if (lost.textContent !== offline) lost.textContent = offline;
  const minute = Math.floor(t.now() / 60_000); // "not before" becomes "you will be called"
  const sign = JSON.stringify([me, view, t.state.names, t.state.tables, minute, outbox.all]);
  if (sign === shown || writing()) return;
  shown = sign;
  const known = me !== null && me !== undefined;
  const seated = known && (t.state.seat || t.entries.some((entry) => entry.members.includes(me)));
  redraw(content, () => content.replaceChildren(...(seated ? myParts(me) : claim(t))));
  drafts.restore();
}

/** Nothing changes while somebody is using it. */
function writing() {
  const field = document.activeElement;
  const text = field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement;
  const ticked = box.querySelector(".set-part input:checked") !== null; // what a vote is to set
  return ticked || (text && box.contains(field) && field.value !== "");
}

// My evening

/** @param {string} me @returns {HTMLElement[]} */
function myParts(me) {
  const { view } = t.state;
  const [next, ...later] = view.mine;
  const mine = t.entries.filter((entry) => entry.members.includes(me));
  const plays = mine.some((entry) => ["approved", "withdrawn"].includes(entry.status));
  const parts = [
    make("p", { class: "whoami" }, [
      make("b", {}, [t.person(me)]),
      t.state.seat ? giveBackButton(t, outbox) : "",
    ]),
    !next && !plays && make("h1", { class: "hidden" }, [w("Your evening")]), // of somebody who only sits on a committee
    t.state.desk ? make("p", { class: "row" }, [deskLink()]) : "",
    ...outbox.all.map((each) => unsentCard(t, each, () => drop(each.key))),
    ...mine.map((entry) => entryCard(entry, act)),
    ...view.my_cases.map((each) => myCase(t, each, act)),
    ...view.cases.filter((each) => each.committee.includes(me)).map((each) => committeeCard(t, each, me, act, show)),
    next ? nextCard(evening, me, next) : plays && ending(),
    next && phones(me, next),
    next && equipment(next),
    plays && t.view.phase === "open" && make("section", { class: "card matter" }, [preferencesPart(t, me, (wish) => act(wish, w("The desk knows.")))]),
    ...later.map((each) => laterLine(t, each)),
    results(me),
    make("p", { class: "row" }, [
      make("a", { class: "button", href: `/tournaments/${t.state.id}` }, [w("Brackets and standings")]),
    ]),
  ];
  return parts.filter((part) => part instanceof HTMLElement);
}

/** @param {string} key of what waits */
function drop(key) {
  outbox.drop(key);
  show();
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
        : w("Nothing for you right now. This page will tell you when there is.");
  return make("section", { class: "card next" }, [make("h1", {}, [text])]);
}

/** @param {MyNext} next */
function equipment(next) {
  const match = t.match(next.match);
  return match && ["called", "playing"].includes(next.where) ? equipmentCard(t, match, next, act) : null;
}

/** @param {string} me @param {MyNext} next */
function phones(me, next) {
  const match = t.match(next.match);
  if (!match || !t.view.boards || !["called", "playing"].includes(next.where)) return null;
  const mine = match.players.findIndex((entry) => entry && t.entry(entry)?.members.includes(me));
  return match.players[1 - mine] ? phonePart(t, match, mine, act) : null;
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
