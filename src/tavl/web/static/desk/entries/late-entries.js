// Late entries: who comes after the draw takes the place of a bye that can still be had.
/** @import {EntryView, TournamentAction} from "../../shared/messages.js" */
/** @import {Context} from "../context.js" */

import { w } from "../../shared/translations.js";
import { area, choice, folded, form, text } from "../../shared/form.js";
import { previewed } from "../preview.js";

/** The places to choose from; the first is chosen, and Enter gives it. @param {Context} context @param {EntryView} entry */
export function lateEntryPart(context, entry) {
  const { t } = context;
  const drawn = t.matches.some((match) => match.players.includes(entry.id));
  const open = t.division(entry.division)?.late_places ?? [];
  const byes = open.flatMap((id) => t.match(id) ?? []); // the server's order keeps byes spread
  if (drawn || entry.status !== "approved" || !byes.length) return null;
  const options = /** @type {[string, string][]} */ (
    byes.map((match) => [match.id, `${w("against {who}", { who: t.name(match.players.find(Boolean)) })}`])
  );
  const close = context.closer();
  const fields = [
    choice(w("Place"), "match", options),
    choice(w("If there is no place left for the loser of that match"), "full", [
      ["play_in", w("they play for one")],
      ["out", w("they are out, with a reason")],
    ]),
    area(w("Reason"), "reason", false),
  ];
  const place = form(w("Place"), fields, async (values) => {
    /** @type {TournamentAction} */
    const action = {
      type: "place_late_entry",
      entry: entry.id,
      match: text(values, "match"),
      reason: text(values, "reason"),
      play_in: text(values, "full") !== "out",
      seen: entry.version,
    };
    place.parentElement?.querySelector(".preview")?.remove();
    const looked = await t.preview(action);
    if (looked.changes.some((change) => change.what === "play_in")) {
      place.after(previewed(context, action, w("Place"), { form: place })); // somebody else gets one more match
      return false;
    }
    const done = await context.act(action);
    if (done) close();
    return done;
  });
  place.querySelector("button")?.setAttribute("data-enter", "");
  const part = folded(w("Into a bye's place"), place);
  part.open = true; // there is nothing else to do with somebody who came late
  return part;
}
