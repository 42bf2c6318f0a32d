// Breaks, a clock that stands, and who is late.
/** @import {Seat} from "../../shared/messages.js" */
/** @import {Card, Seen} from "./card.js" */

import { w } from "../../shared/translations.js";
import { isOver } from "../../table/board-state.js";
import { duration } from "../../table/clock.js";
import { stops } from "../labels.js";
import { line, may, mine, name, when } from "./card.js";

/** @param {Seen} seen @returns {Card | null} */
export function onBreak(seen) {
  const now = seen.view.around?.conduct.on_break;
  if (seen.breakWanted && !isOver(seen.view)) return wantsBreak();
  if (!now || isOver(seen.view)) return null;
  const { seats } = now;
  const names = seats.map((seat) => name(seen, seat)).join(", ");
  return {
    key: "break",
    title: w("A break"),
    asks: false,
    until: now.until,
    body: [line(w("{names} takes a break.", { names }))],
    does: [
      ...when(may(seen, "return_from_break"), {
        text: w("I am back"),
        kind: "primary",
        action: { type: "return_from_break" },
      }),
      ...when(may(seen, "take_break") && !seats.includes(seen.view.viewer), {
        text: w("Take one of mine too"),
        form: "take_break",
      }),
    ],
  };
}

/** @returns {Card} */
function wantsBreak() {
  return {
    key: "break",
    title: w("A break after this game"),
    asks: false,
    body: [],
    does: [{ text: w("No, play on"), form: "no_break" }],
  };
}

/** @param {Seen} seen @returns {Card | null} */
export function stopped(seen) {
  const reason = seen.view.around?.stopped_for;
  if (!reason || seen.view.dispute || seen.view.appeal !== null || seen.view.handling?.claimed_by) return null;
  return {
    key: "stopped",
    title: w("The clock is stopped"),
    asks: false,
    body: [line(stops()[reason] ?? "")],
    does: may(seen, "resume_clock") ? [{ text: w("Let it go on"), action: { type: "resume_clock" } }] : [],
  };
}

/** @param {Seen} seen @returns {Card[]} */
export function absences(seen) {
  const conduct = seen.view.around?.conduct;
  if (!conduct || isOver(seen.view)) return [];
  return /** @type {Seat[]} */ ([0, 1])
    .filter((seat) => conduct.absent[seat] && conduct.absent[seat].until == null)
    .map((seat) => ({
      key: `absent ${seat}`,
      title: w("{name} is not here", { name: name(seen, seat) }),
      asks: mine(seen, seat),
      body: [line(w("Reported absent. Late so far: {time}.", { time: duration(conduct.late_ms[seat]) }))],
      does: mine(seen, seat) ? [{ text: w("I am here"), kind: "primary", action: { type: "arrive" } }] : [],
    }));
}
