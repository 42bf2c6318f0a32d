// The room: every table with the match that is played there, and below them the matches that have none.
/** @import {RunningPlace} from "../../shared/messages.js" */
/** @import {Context} from "../context.js" */
/** @import {Match} from "../tournament.js" */

import { button, make } from "../../shared/dom.js";
import { w } from "../../shared/translations.js";
import { showRows } from "../../shared/keyed-list.js";
import { initials } from "../now-list/now-list.js";
import { eventName, roundName, roundText, scoreText, whereText } from "../labels.js";
import { OCCUPIES } from "../tournament.js";
import { numberedTables } from "./usual-tables.js";

export class MatchesByTable {
  #tables = /** @type {HTMLElement} */ (document.getElementById("room-tables"));
  #waiting = /** @type {HTMLElement} */ (document.getElementById("room-waiting"));
  #none = /** @type {HTMLElement} */ (document.getElementById("room-none"));
  #setUp = /** @type {HTMLElement} */ (document.getElementById("room-set-up"));
  #context;

  /** @param {Context} context */
  constructor(context) {
    this.#context = context;
    this.#setUp.addEventListener("click", () => context.go("tables/"));
    const form = /** @type {HTMLFormElement} */ (this.#none.querySelector("form"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const count = Number(new FormData(form).get("tables"));
      void context.act({ type: "set_places", places: numberedTables(count) });
    });
  }

  show() {
    const { t } = this.#context;
    this.#none.hidden = t.desk.places.length > 0;
    const rooms = new Set(t.desk.places.map((place) => place.room));
    showRows(
      this.#tables,
      t.desk.places.flatMap((place, n) => [
        ...(rooms.size > 1 && place.room !== t.desk.places[n - 1]?.room ? [roomTitle(place.room)] : []),
        this.#tile(place),
      ]),
    );
    this.#setUp.hidden = !t.desk.places.length;
    this.tick();
    const called = new Set(t.desk.now.filter((item) => item.kind === "call").map((item) => item.id));
    const without = t.matches.filter(
      (match) => !match.place && !called.has(match.id) && ["ready", ...OCCUPIES].includes(match.where),
    );
    /** @type {import("../../shared/keyed-list.js").Row[]} */
    const rows = without.slice(0, 40).map((match) => ({
      key: match.id,
      shows: [t.pair(match), match.where, roundName(t, match), match.length],
      draw: () => this.#line(match),
    }));
    showRows(this.#waiting, rows);
    /** @type {HTMLElement} */ (document.getElementById("room-waiting-part")).hidden = !rows.length;
  }

  /** @param {RunningPlace} place @returns {import("../../shared/keyed-list.js").Row} */
  #tile(place) {
    const { t } = this.#context;
    const match = t.at(place.id);
    const others = match ? t.others(`match/${match.id}`).map((each) => t.person(each.person)) : [];
    const started = match?.begun_at ?? match?.called_at ?? null;
    const shown = match && [t.pair(match), whereText(t, match), scoreText(match), roundName(t, match), started];
    const late =
      match?.where === "called" && Object.values(t.details(match.id)?.absences ?? {}).some((each) => !each.until);
    return {
      key: place.id,
      shows: [place, match?.id, match?.where, shown, others, late],
      draw: () => {
        const tile = make("button", {
          type: "button",
          class: `tile ${match ? match.where : "free"}${late ? " late" : ""}`,
          "data-name": "tile",
          press: () => this.#context.go(match ? `match/${match.id}` : `place/${place.id}`),
        });
        tile.append(make("span", { class: "number" }, [place.id]));
        if (!match) tile.append(make("span", { class: "state" }, [w("free")]));
        else tile.append(...this.#inside(match, started, others));
        return make("li", {}, [tile]);
      },
    };
  }

  /** @param {Match} match @param {number | null} started @param {string[]} others */
  #inside(match, started, others) {
    const { t } = this.#context;
    return [
      make(
        "span",
        { class: "names" },
        [0, 1].map((n) => make("span", {}, [t.name(match.players[n])])),
      ),
      make("span", { class: "state" }, [
        make("i", { class: "shape", "aria-hidden": "true" }),
        whereText(t, match),
        match.score ? ` ${scoreText(match)}` : "",
        started === null ? "" : make("time", { class: "elapsed", "data-since": String(started) }, [""]),
        ...others.map((name) => make("span", { class: "initials", title: name }, [initials(name)])),
      ]),
      make("span", { class: "sub", title: roundName(t, match) }, [
        make("span", {}, [eventName(t, match).join(" · ")]),
        " ",
        make("span", {}, [roundText(t, match)]),
      ]),
    ];
  }

  /** Minutes go on between two updates. */
  tick() {
    for (const time of this.#tables.querySelectorAll("time")) {
      const minutes = Math.floor((this.#context.t.now() - Number(time.dataset.since)) / 60_000);
      time.textContent = ` ${Math.max(0, minutes)}′`;
    }
  }

  /** @param {Match} match */
  #line(match) {
    const { t } = this.#context;
    const open = button(t.pair(match), () => this.#context.go(`match/${match.id}`), "subject");
    open.dataset.name = "open";
    return make("li", {}, [open, make("span", { class: "sub" }, [`${roundName(t, match)} · ${whereText(t, match)}`])]);
  }
}

/** @param {string} room @returns {import("../../shared/keyed-list.js").Row} */
function roomTitle(room) {
  const name = room || w("Room");
  return {
    key: `room ${room}`,
    shows: name,
    draw: () => make("li", { class: "room-title" }, [make("h3", {}, [name])]),
  };
}
