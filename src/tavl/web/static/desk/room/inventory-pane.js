// The inventory beside the room: a line for each room, "Balcony: 13-16", what can be lent, and what belongs to a table (T3.1 to T3.5).
/** @import {RunningPlace} from "../../shared/messages.js" */
/** @import {Context} from "../context.js" */

import { clauseLink, make } from "../../shared/dom.js";
import { limits } from "../../shared/limits.js";
import { w } from "../../shared/translations.js";
import { area, field, folded, form, text } from "../../shared/form.js";
import { USUAL_TABLE } from "./usual-tables.js";

const LINE = /^(?:(.*\D)[:\s]\s*)?(\d+)(?:\s*[-–]\s*(\d+))?$/;
/** Fields of a table that say what belongs to it. */
const OWN = /** @type {const} */ (["clock", "cups", "dice", "box"]);
/** @typedef {typeof OWN[number]} Own */

/** @param {Context} context @returns {HTMLElement[]} */
export function inventoryPane(context) {
  const { t, act } = context;
  const close = context.closer();
  const lines = make("textarea", { name: "tables", rows: "4", required: true }, [written(t.desk.places)]);
  const entry = form(
    w("Set up"),
    [
      make("label", { class: "field" }, [w("A line for each room, such as Balcony: 13-16"), lines]),
      lent(w("Clocks that can be lent"), "clocks", t.desk.clocks),
      folded(
        w("Boards, cups, dice and boxes"),
        make("div", { class: "small-form" }, [
          lent(w("Boards of 44 × 55 to 66 × 88 cm that can be lent"), "boards", t.desk.boards),
          lent(w("Pairs of lipped cups that can be lent"), "cups", t.desk.cups),
          lent(w("Sets of precision dice that can be lent"), "dice", t.desk.dice),
          lent(w("Baffle boxes that can be lent"), "boxes", t.desk.boxes),
          field(w("Tables with a clock of their own, such as 1-4, 8"), "own-clock", { value: having(t.desk.places, "clock") }),
          field(w("Tables with lipped cups"), "own-cups", { value: having(t.desk.places, "cups") }),
          field(w("Tables with precision dice"), "own-dice", { value: having(t.desk.places, "dice") }),
          field(w("Tables with a baffle box"), "own-box", { value: having(t.desk.places, "box") }),
          field(w("Sizes of boards, open, such as 1-4: 50 × 60; 8: 44 × 55"), "sizes", { value: sizes(t.desk.places) }),
        ]),
      ),
    ],
    async (values) => {
      const places = equipped(read(text(values, "tables"), t.desk.places), values);
      const [clocks, boards, cups, dice, boxes] = ["clocks", "boards", "cups", "dice", "boxes"].map((name) =>
        Number(values.get(name)),
      );
      const done = await act({ type: "set_places", places, clocks, boards, cups, dice, boxes });
      if (done) close();
      return done;
    },
  );
  return [
    make("h2", {}, [w("Tables")]),
    make("p", { class: "sub" }, [w("They are filled in this order.")]),
    entry,
    scoreBoards(context),
  ];
}

/** Whether score boards are used in every match: it is part of the invitation, which everybody sees. @param {Context} context */
function scoreBoards(context) {
  const { invitation } = context.t.state;
  const used = invitation.score_boards;
  const change = form(
    used ? w("No longer require score boards") : w("Require score boards"),
    [area(w("Reason, for everybody to read"), "reason", context.t.view.phase !== "draft")],
    (values) =>
      context.act({
        type: "change_invitation",
        invitation: { ...invitation, score_boards: !used },
        reason: text(values, "reason"),
      }),
    "",
  );
  return make("section", {}, [
    make("h3", {}, [w("Score boards"), " ", clauseLink("T4.7")]),
    make("p", {}, [
      used ? w("A score board is used in every match.") : w("Score boards are used where both players agree."),
    ]),
    change,
  ]);
}

/** @param {string} label @param {string} name @param {number} count */
function lent(label, name, count) {
  return field(label, name, { type: "number", min: "0", max: String(limits.max_places), value: String(count) });
}

/** The tables that have something of their own, as they are typed. @param {RunningPlace[]} places @param {Own} what */
function having(places, what) {
  return ranges(places.filter((place) => place[what]).map((place) => place.id));
}

/** @param {RunningPlace[]} places */
function sizes(places) {
  /** @type {Map<string, string[]>} */
  const bySize = new Map();
  for (const { id, board } of places) {
    if (!board) continue;
    const size = `${board[0]} × ${board[1]}`;
    bySize.set(size, [...(bySize.get(size) ?? []), id]);
  }
  return [...bySize].map(([size, ids]) => `${ranges(ids)}: ${size}`).join("; ");
}

/** @param {string[]} ids */
function ranges(ids) {
  /** @type {[string, string][]} */
  const runs = [];
  for (const id of ids) {
    const run = runs.at(-1);
    if (run && Number(id) === Number(run[1]) + 1) run[1] = id;
    else runs.push([id, id]);
  }
  return runs.map(([first, last]) => (first === last ? first : `${first}-${last}`)).join(", ");
}

/** @param {string} typed "1-4, 8" @param {RunningPlace[]} places @returns {Set<string>} */
function named(typed, places) {
  const found = new Set();
  for (const part of typed.split(",").map((each) => each.trim())) {
    if (!part) continue;
    const run = /^(\d+)\s*[-–]\s*(\d+)$/.exec(part);
    const ids = run
      ? Array.from({ length: Math.min(limits.max_places, Math.max(0, Number(run[2]) - Number(run[1]) + 1)) }, (_, n) => String(Number(run[1]) + n))
      : [part];
    for (const id of ids) {
      if (!places.some((place) => place.id === id)) throw new Error(w("There is no table {id}.", { id }));
      found.add(id);
    }
  }
  return found;
}

/** Tables with what belongs to them. @param {RunningPlace[]} places @param {FormData} values */
function equipped(places, values) {
  const own = OWN.map((what) => /** @type {const} */ ([what, named(text(values, `own-${what}`), places)]));
  /** @type {Map<string, [number, number]>} */
  const measured = new Map();
  for (const part of text(values, "sizes").split(";").map((each) => each.trim())) {
    if (!part) continue;
    const [found, ids, one, two] = /^([^:]+):\s*(\d+)\s*[×xX]\s*(\d+)$/.exec(part) ?? [];
    if (!found) throw new Error(w("{line}: tables and the size of their boards, such as 1-4: 50 × 60", { line: part }));
    for (const id of named(ids, places)) measured.set(id, [Number(one), Number(two)]);
  }
  return places.map((place) => ({
    ...place,
    ...Object.fromEntries(own.map(([what, ids]) => [what, ids.has(place.id)])),
    board: measured.get(place.id) ?? null,
  }));
}

/** @param {RunningPlace[]} places */
function written(places) {
  /** @type {{room: string, first: string, last: string}[]} */
  const runs = [];
  for (const { id, room } of places) {
    const run = runs.at(-1);
    if (run && run.room === room && Number(id) === Number(run.last) + 1) run.last = id;
    else runs.push({ room, first: id, last: id });
  }
  return runs
    .map(({ room, first, last }) => `${room ? `${room}: ` : ""}${first === last ? first : `${first}-${last}`}`)
    .join("\n");
}

/** A table that stays keeps what is known of it. @param {string} typed @param {RunningPlace[]} had @returns {RunningPlace[]} */
function read(typed, had) {
  return typed
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .flatMap((line) => {
      const known = had.find((place) => place.id === line);
      if (known) return [known];
      const [found, room = "", first, last = first] = LINE.exec(line) ?? [];
      if (!found) throw new Error(w("{line}: a room and its tables, such as Balcony: 13-16", { line }));
      const count = Number(last) - Number(first) + 1;
      return Array.from({ length: Math.max(0, count) }, (_, n) => {
        const id = String(Number(first) + n);
        const named = room.replace(/[:\s]+$/, "");
        return { ...USUAL_TABLE, ...had.find((place) => place.id === id), id, room: named };
      });
    });
}
