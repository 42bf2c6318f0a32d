// What there is to do, the most urgent first. Space does the first one: at once where undo is enough, otherwise it is opened.
/** @import {Item} from "../../shared/messages.js" */
/** @import {Context} from "../context.js" */

import { button, clauseLink, make } from "../../shared/dom.js";
import { plural, w } from "../../shared/translations.js";
import { showRows } from "../../shared/keyed-list.js";
import { itemText, ruleOf } from "./now-list-text.js";

const AT_ONCE = ["confirm", "call", "entry", "place_free", "clock", "equipment"];
/** A press on its button does it; the key Space, which is pressed without looking, opens it. */
const BY_BUTTON = ["late", "owes", "is_owed"];
const MAX_SHOWN = 60;
/** How long after the pointer has moved over the list nothing in it moves. */
const POINTER_MS = 1500;

export class NowList {
  #list = /** @type {HTMLElement} */ (document.getElementById("now-items"));
  #count = /** @type {HTMLElement} */ (document.getElementById("now-count"));
  #context;
  /** In the order of the list. @type {Item[]} */
  #shown = [];
  /** When the pointer last moved over the list. */
  #pointed = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #held;

  /** @param {Context} context */
  constructor(context) {
    this.#context = context;
    this.#list.addEventListener("pointermove", () => (this.#pointed = Date.now()));
    this.#list.addEventListener("pointerleave", () => {
      this.#pointed = 0;
      if (this.#held) this.show();
    });
    // Show that what was pressed has been done.
    this.#list.addEventListener("click", () => (this.#pointed = 0));
  }

  /** Somebody is about to press something in the list: it is shown a moment later. */
  #holds() {
    const left = this.#pointed + POINTER_MS - Date.now();
    if (left <= 0 || !this.#list.childElementCount) return false;
    this.#held ??= setTimeout(() => {
      this.#held = undefined;
      this.show();
    }, left);
    return true;
  }

  /**
   * What can be done comes first. A party's own case is for another director (T5.1); of somebody who is not there
   * the minutes run, and there is nothing to give yet.
   */
  get #items() {
    const { now } = this.#context.t.desk;
    const waits = (/** @type {Item} */ item) => this.#own(item) || (item.kind === "late" && !item.facts.points);
    return [...now.filter((item) => !waits(item)), ...now.filter(waits)];
  }

  /** @param {Item} item */
  #own(item) {
    const { me } = this.#context.t.state;
    return ["dispute", "appeal"].includes(item.kind) && Boolean(me) && item.people.includes(me ?? "");
  }

  show() {
    if (this.#holds()) return;
    clearTimeout(this.#held);
    this.#held = undefined;
    const { t } = this.#context;
    const items = this.#items;
    this.#shown = items;
    this.#count.textContent = String(items.length);
    this.#count.hidden = !items.length;
    const rows = items.slice(0, MAX_SHOWN).map((item, n) => {
      const shown = this.#own(item)
        ? { text: w("Your own case"), sub: w("Another director rules"), verb: w("Open") }
        : itemText(t, item);
      const others = t.others(place(item)).map((each) => t.person(each.person));
      return {
        key: `${item.kind} ${item.id} ${item.people.join(" ")}`,
        shows: [shown, n === 0, others, ruleOf(t, item), item.action],
        draw: () => this.#row(item, shown, n === 0, others),
      };
    });
    if (!items.length) rows.push({ key: "nothing", shows: [this.#idle()], draw: () => this.#nothing() });
    if (items.length > MAX_SHOWN) {
      const more = plural("and {n} more", "and {n} more", items.length - MAX_SHOWN);
      rows.push({ key: "more", shows: [more], draw: () => make("li", { class: "hint" }, [more]) });
    }
    showRows(this.#list, rows);
  }

  #idle() {
    const { view } = this.#context.t;
    if (view.phase === "draft") return w("Entries are not open yet.");
    if (view.phase === "closed") return w("The tournament is closed.");
    const playing = this.#context.t.matches.filter(
      (match) => match.where === "playing" || match.where === "called",
    ).length;
    return playing
      ? plural("Nothing to do. {n} match is on.", "Nothing to do. {n} matches are on.", playing)
      : w("Nothing to do.");
  }

  #nothing() {
    const row = make("li", { class: "idle" }, [make("p", {}, [this.#idle()])]);
    if (this.#context.t.view.phase === "draft") {
      row.append(button(w("Open entries"), () => void this.#context.act({ type: "open_entries" }), "primary"));
    }
    return row;
  }

  /** @param {Item} item @param {{text: string, sub: string, verb: string}} shown @param {boolean} first @param {string[]} others */
  #row(item, shown, first, others) {
    const rule = ruleOf(this.#context.t, item);
    const atOnce = BY_BUTTON.includes(item.kind);
    const press = button(shown.verb, () => void this.#do(item, atOnce), first ? "primary" : "");
    press.dataset.name = "do";
    press.setAttribute("aria-label", `${shown.verb}: ${shown.text}`);
    const open = make(
      "button",
      { type: "button", class: "subject", "data-name": "open", press: () => this.#context.go(place(item)) },
      [shown.text],
    );
    return make("li", { class: `item ${item.kind}${first ? " first" : ""}` }, [
      make("div", { class: "said" }, [
        open,
        make("p", { class: "sub" }, [
          shown.sub,
          shown.sub && rule ? " · " : "",
          rule ? clauseLink(rule) : "",
          ...others.map((name) => make("span", { class: "initials", title: name }, [initials(name)])),
        ]),
      ]),
      make("div", { class: "doing" }, [first && make("kbd", {}, [w("Space")]), press]),
    ]);
  }

  /** @param {Item} item @param {boolean} [atOnce] */
  async #do(item, atOnce = false) {
    if (this.#own(item)) return;
    const table = item.facts.request ? this.#context.t.state.tables[item.id] : undefined;
    if (table) location.assign(`/t/${table}`); // asked for there, and answered there
    else if (item.action && (atOnce || AT_ONCE.includes(item.kind) || this.#pairsAtOnce(item)))
      await this.#context.act(item.action);
    else this.#context.go(place(item));
  }

  /** On a club night whoever is free is paired; that is announced as it is drawn, and undo takes it back. @param {Item} item */
  #pairsAtOnce(item) {
    const division = item.kind === "draw" ? this.#context.t.division(item.id) : null;
    return division?.format === "club_night" && division.draws.length > 0;
  }

  /** The key Space: does the first item that is on the screen. */
  doFirst() {
    const [item] = this.#shown;
    if (item) void this.#do(item);
    else if (this.#context.t.view.phase === "draft") void this.#context.act({ type: "open_entries" });
  }
}

/** Where an item is dealt with. @param {Item} item */
export function place(item) {
  switch (item.kind) {
    case "dispute":
    case "appeal":
    case "committee_by_players":
      return `case/${item.id}`;
    case "entry":
    case "suspended":
    case "place_free":
      return `entry/${item.id}`;
    case "announce":
    case "byes":
    case "draw":
      return `draw/${item.id}`;
    case "finish":
      return "report";
    case "repeated":
      return item.action && "match" in item.action && item.action.match ? `match/${item.action.match}` : "";
    case "prizes":
    case "owes":
    case "is_owed":
      return "money";
    default:
      return `match/${item.id}`;
  }
}

/** @param {string} name */
export function initials(name) {
  const words = name.split(/\s+/).filter(Boolean);
  return words
    .map((word) => word[0])
    .slice(0, 2)
    .join("")
    .toUpperCase();
}
