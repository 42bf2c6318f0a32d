// What opens beside the room: which panes there are, when one is drawn again, and where the focus goes.
/** @import {Context} from "./context.js" */
/** @import {Match, Tournament} from "./tournament.js" */
/** @import {Unsent} from "../shared/unsent-input.js" */

import { button, make } from "../shared/dom.js";
import { w } from "../shared/translations.js";
import { redraw } from "../shared/unsent-input.js";
import { casePane } from "./cases/case-pane.js";
import { entryPane } from "./entries/entry-pane.js";
import { actSubject, actText } from "./journal/journal-text.js";
import { matchPane, proposalsOf } from "./match/match-pane.js";
import { correctionOf } from "./match/result-form.js";
import { previewed } from "./preview.js";
import { inventoryPane } from "./room/inventory-pane.js";
import { staffPane } from "./staff-pane.js";

/** Whether an address of the desk is that of a pane. @param {string} where */
export function isPane(where) {
  return /^(match|case|entry|undo|correct|place|withdraw|tables|staff)\//.test(where);
}

export class Pane {
  #context;
  #unsent;
  #box = /** @type {HTMLElement} */ (document.getElementById("pane"));
  #journal = /** @type {HTMLElement} */ (document.getElementById("journal"));
  #of = "";
  #shown = "";
  /** The scroll position when a pane opened out of sight above, as on a phone. @type {number | null} */
  #wasAt = null;

  /** @param {Context} context @param {Unsent} unsent */
  constructor(context, unsent) {
    this.#context = context;
    this.#unsent = unsent;
  }

  /** The page goes somewhere else. */
  leave() {
    if (this.#of) this.#unsent.keep(this.#of, this.#box);
    this.#of = "";
  }

  /** Redrawn only when what it is about has changed; what somebody has filled in stays. @param {string} where */
  show(where) {
    const open = isPane(where);
    const at = scrollY;
    this.#box.hidden = !open;
    this.#journal.hidden = open;
    if (!open) {
      this.#box.replaceChildren();
      if (this.#wasAt !== null) scrollTo(0, this.#wasAt);
      this.#wasAt = null;
      return;
    }
    const sign = JSON.stringify(about(this.#context.t, where));
    if (where === this.#of && sign === this.#shown) return;
    const fresh = where !== this.#of;
    [this.#of, this.#shown] = [where, sign];
    const back = button(w("Close"), () => this.#context.close(), "quiet");
    back.id = "close-pane";
    const draw = () =>
      this.#box.replaceChildren(make("div", { class: "pane-head" }, [back]), ...paneParts(this.#context, where));
    if (!fresh) return redraw(this.#box, draw);
    draw();
    this.#unsent.bringBack(where, this.#box);
    this.#box.scrollTop = 0;
    const enter = /** @type {HTMLElement | null} */ (this.#box.querySelector("[data-enter]"));
    (enter ?? this.#box).focus({ preventScroll: true });
    if (this.#box.getBoundingClientRect().top < 0) {
      this.#wasAt ??= at;
      this.#box.scrollIntoView();
    }
  }
}

/** @param {Context} context @param {string} where @returns {HTMLElement[]} */
function paneParts(context, where) {
  const { t } = context;
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
    if (match) return correctParts(context, match, [one, two]);
  } else if (kind === "withdraw") {
    const entry = t.entry(id);
    if (entry)
      return [
        make("h2", {}, [w("{who} leaves", { who: t.name(id) })]),
        previewed(context, { type: "withdraw_entry", entry: id, seen: entry.version }, w("Withdraw")),
      ];
  } else if (kind === "tables") {
    return inventoryPane(context);
  } else if (kind === "staff") {
    return staffPane(context);
  } else if (kind === "place") {
    return [make("h2", {}, [w("Table {place}", { place: id })]), make("p", { class: "sub" }, [w("free")])];
  }
  return [make("p", { class: "empty" }, [w("This is no longer there.")])];
}

/** A typed result that differs from the one that stands. @param {Context} context @param {Match} match @param {[number, number]} score */
function correctParts(context, match, score) {
  const { t } = context;
  return [
    make("h2", {}, [w("Correct the result")]),
    make("p", {}, [`${t.name(match.players[0])} ${score[0]}–${score[1]} ${t.name(match.players[1])}`]),
    previewed(context, correctionOf(match, score, w("Typed wrongly")), w("Correct it")),
  ];
}

/** What a pane shows, as data: when that has changed, it is drawn again. @param {Tournament} t @param {string} where */
function about(t, where) {
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
