// The inventory of tables beside the room: a line for each room, "Balcony: 13-16".
/** @import {RunningPlace} from "../shared/messages.js" */
/** @import {Context} from "./context.js" */

import { make } from "../shared/dom.js";
import { w } from "../shared/translations.js";
import { field, form, text } from "./form.js";

const LINE = /^(?:(.*\D)[:\s]\s*)?(\d+)(?:\s*[-–]\s*(\d+))?$/;
const USUAL = { smoke_free: true, clock: false, featured: false };

/** @param {Context} context @returns {HTMLElement[]} */
export function tablesPane(context) {
  const { t, act } = context;
  const close = context.closer();
  const lines = make("textarea", { name: "tables", rows: "4", required: true }, [written(t.desk.places)]);
  const entry = form(
    w("Set up"),
    [
      make("label", { class: "field" }, [w("A line for each room, such as Balcony: 13-16"), lines]),
      field(w("Clocks that can be lent"), "clocks", { type: "number", min: "0", value: String(t.desk.clocks) }),
    ],
    async (values) => {
      const places = read(text(values, "tables"), t.desk.places);
      if (await act({ type: "set_places", places, clocks: Number(values.get("clocks")) })) close();
    },
  );
  return [make("h2", {}, [w("Tables")]), make("p", { class: "sub" }, [w("They are filled in this order.")]), entry];
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
        return { ...USUAL, ...had.find((place) => place.id === id), id, room: named };
      });
    });
}
