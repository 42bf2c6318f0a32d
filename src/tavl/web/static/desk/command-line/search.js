// Finding, in the desk's one line: players, tables, matches and clauses; "ole -" takes Ole out of the tournament.
/** @import {Choice} from "./command-line.js" */

import { w } from "../../shared/translations.js";
import { statusText } from "../entries/entry-pane.js";
import { divisionName, whereText } from "../labels.js";
import { LineUse } from "./line-use.js";
import { OCCUPIES, Tournament } from "../tournament.js";

export class Search extends LineUse {
  get hint() {
    return w("Player, table, match or clause");
  }

  /** @param {string} text @returns {Choice[]} */
  found(text) {
    const { t, go } = this.context;
    const away = (/** @type {string} */ where) => () => {
      this.line.leave();
      go(where);
    };
    const tables = t.desk.places
      .filter((place) => place.id.toLowerCase() === text.toLowerCase())
      .map((place) => {
        const match = t.at(place.id);
        const sub = match ? `${t.pair(match)} · ${whereText(t, match)}` : w("free");
        return {
          text: w("Table {place}", { place: place.id }),
          sub,
          press: away(match ? `match/${match.id}` : `place/${place.id}`),
        };
      });
    const [, leaving] = /^(.+?)\s*-$/.exec(text) ?? [];
    if (leaving) return this.#leavers(leaving, away);
    const found = t.entries.filter((entry) => Tournament.fits(text, t.name(entry.id)));
    const people = found.map((entry) => {
      const match = this.#current(entry.id);
      const where = match && [match.place ? w("Table {place}", { place: match.place }) : "", whereText(t, match)];
      const sub = [divisionName(entry.division), ...(where ?? [statusText(entry.status)])].filter(Boolean).join(" · ");
      return { text: t.name(entry.id), sub, press: away(match ? `match/${match.id}` : `entry/${entry.id}`) };
    });
    // The entrant's match comes first, the entrant one line below.
    const entrants = found
      .filter((entry) => this.#current(entry.id))
      .map((entry) => ({ text: t.name(entry.id), sub: w("entrant"), press: away(`entry/${entry.id}`) }));
    const clause = /^[GT]\d/i.test(text)
      ? [
          {
            text: text.toUpperCase(),
            sub: w("in the rulebook"),
            press: () => void window.open(`/rules/${encodeURIComponent(text)}`, "_blank", "noopener"),
          },
        ]
      : [];
    return [...tables, ...people, ...entrants, ...clause];
  }

  /** "ole -": Ole leaves, after a look at what follows. @param {string} letters @param {(where: string) => () => void} away @returns {Choice[]} */
  #leavers(letters, away) {
    const { t } = this.context;
    return t.entries
      .filter((entry) => ["approved", "pending"].includes(entry.status) && Tournament.fits(letters, t.name(entry.id)))
      .map((entry) => ({
        text: w("{who} leaves", { who: t.name(entry.id) }),
        sub: divisionName(entry.division),
        press: away(`withdraw/${entry.id}`),
      }));
  }

  /** The match that an entrant is in or goes to next. @param {string} entry */
  #current(entry) {
    const own = this.context.t.matches.filter((match) => match.players.includes(entry));
    return own.find((match) => OCCUPIES.includes(match.where)) ?? own.find((match) => match.where === "ready") ?? null;
  }
}
