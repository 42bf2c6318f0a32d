// Who rules: nobody yet, no director yet, or the committee of an appeal.
/** @import {Card, CardButton, Seen} from "./card.js" */

import { cited } from "../../shared/dom.js";
import { w } from "../../shared/translations.js";
import { isOver } from "../../table/board-state.js";
import { line, name, who } from "./card.js";

/** Both have to name somebody before anything can be ruled on. @param {Seen} seen @returns {Card | null} */
export function noRuler(seen) {
  const named = seen.house.roles.filter((each) => each.role === "ruler");
  const agreed = named.length === 2 && named[0].person === named[1].person;
  if (seen.terms?.ruler !== "named" || agreed || seen.view.role !== "player" || isOver(seen.view)) return null;
  const lines = named.map((each) =>
    line(w("{name} names {person} to rule.", { name: name(seen, each.seat ?? 0), person: who(seen, each.person) })),
  );
  const theirs = named.find((each) => each.seat !== seen.view.viewer);
  const own = named.find((each) => each.seat === seen.view.viewer);
  const agree = theirs && theirs.person !== own?.person ? theirs.person : null;
  /** @type {CardButton[]} */
  const does = [{ text: w("Name somebody"), form: "invite", values: { role: "ruler" } }];
  if (agree)
    does.unshift({
      text: w("Agree to {person}", { person: who(seen, agree) }),
      kind: "primary",
      action: { type: "name_ruler", person: agree },
    });
  return {
    key: "ruler",
    title: w("Who rules?"),
    asks: agree !== null,
    body: [line(w("Both of you name the same person. Until then nobody can rule on a dispute.")), ...lines],
    does,
  };
}

/** Whoever opened the table has the director's link to send. @param {Seen} seen @returns {Card | null} */
export function noDirector(seen) {
  const { view, house, terms } = seen;
  const directed = house.roles.some((each) => each.role === "director");
  const mineToSend = view.role === "player" && house.opened_by === view.seats[view.viewer];
  if (terms?.ruler !== "director" || directed || !mineToSend || isOver(view)) return null;
  return {
    key: "director",
    title: w("A director is needed"),
    asks: true,
    body: [line(w("Send the director's link to whoever will rule here. Until then nobody can."))],
    does: [{ text: w("The director's link"), kind: "primary", form: "invite", values: { role: "director" } }],
  };
}

/** A ruling is appealed: everything waits for the committee, and everybody is told so. @param {Seen} seen @returns {Card | null} */
export function appealed(seen) {
  const { appeal, around } = seen.view;
  if (appeal === null) return null;
  const ruling = around?.rulings.find((each) => each.id === appeal);
  return {
    key: "appeal",
    title: w("Everything waits for the committee"),
    asks: false,
    halts: true,
    body: [
      line(cited(w("The ruling is appealed. Nobody plays until the committee has decided, and no time runs."), "T5.2")),
      ...(ruling
        ? [
            line(
              cited(
                w("{name} ruled: {reason}", { name: who(seen, ruling.person), reason: ruling.reason }),
                ruling.rule,
              ),
            ),
          ]
        : []),
    ],
    does: [],
  };
}
