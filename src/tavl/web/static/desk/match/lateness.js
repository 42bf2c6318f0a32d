// Who is late. In the desk's one line: who is not there, and from then on their minutes are counted. In a match's pane: what
// that costs, and what can be done about it.
/** @import {Choice} from "../command-line/command-line.js" */
/** @import {Context} from "../context.js" */
/** @import {Match} from "../tournament.js" */

import { clockTime } from "../../shared/dates-and-numbers.js";
import { button, clauseLink, make } from "../../shared/dom.js";
import { area, folded, form, text as typed } from "../../shared/form.js";
import { plural, w } from "../../shared/translations.js";
import { roundName } from "../labels.js";
import { LineUse } from "../command-line/line-use.js";
import { Tournament } from "../tournament.js";

export class Lateness extends LineUse {
  get hint() {
    return w("Table and side: 7a, or a name");
  }

  /** @param {string} text @returns {Choice[]} */
  found(text) {
    const { t, act } = this.context;
    const sided = /^(.+?)\s*([abAB])$/.exec(text);
    const at = sided ? t.at(sided[1].trim()) : null;
    const wanted = at && sided ? [{ match: at, entry: at.players["aA".includes(sided[2]) ? 0 : 1] }] : [];
    const named = t.matches
      .filter((match) => match.where === "called" || match.where === "ready")
      .flatMap((match) =>
        match.players
          .filter((entry) => entry && Tournament.fits(text, t.name(entry)))
          .map((entry) => ({ match, entry })),
      );
    return [...wanted, ...named].map(({ match, entry }) => ({
      text: w("{who} is not there", { who: t.name(entry) }),
      sub: `${match.place ? w("Table {place}", { place: match.place }) : roundName(t, match)} · ${t.pair(match)}`,
      press: async () => {
        if (entry && (await act({ type: "report_absence", match: match.id, entry })))
          this.line.next(w("{who}: the minutes are being counted.", { who: t.name(entry) }));
      },
    }));
  }
}

/** @param {Context} context @param {Match} match */
export function latenessPart(context, match) {
  const { t, act } = context;
  const details = t.details(match.id);
  const absent = Object.entries(details?.absences ?? {});
  if (!absent.length || match.where === "done") return null;
  const rows = absent.map(([entry, absence]) => {
    const given = details?.points[entry] ?? 0;
    const said = absence.until
      ? w("came at {time}", { time: clockTime(absence.until) })
      : w("not there since {time}", { time: clockTime(absence.since) });
    return make("li", {}, [
      make("span", {}, [
        `${t.name(entry)}: ${said}`,
        given ? ` · ${plural("{n} point given", "{n} points given", given)}` : "",
      ]),
      !absence.until && button(w("Is here"), () => void act({ type: "arrive", match: match.id, entry })),
      !absence.waived && button(w("Give"), () => void act({ type: "apply_late_penalty", match: match.id, entry })),
      !absence.waived &&
        folded(
          w("Waive"),
          form(
            w("Waive"),
            [area(w("Reason"), "reason")],
            (values) => act({ type: "waive_late_penalty", match: match.id, entry, reason: typed(values, "reason") }),
            "primary",
            { about: entry },
          ),
          entry,
        ),
    ]);
  });
  return make("section", {}, [
    make("h3", {}, [w("Late"), " ", clauseLink("T2.2.iv")]),
    make("ul", { class: "lines" }, rows),
  ]);
}
