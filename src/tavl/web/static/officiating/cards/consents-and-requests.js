// What players ask of each other and of whoever rules.
/** @import {Card, Seen} from "./card.js" */

import { w } from "../../shared/translations.js";
import { other } from "../../table/board-state.js";
import { matters, requests } from "../labels.js";
import { line, mine, name, quote } from "./card.js";

/** @param {Seen} seen @returns {Card[]} */
export function consents(seen) {
  return (seen.view.around?.consents ?? []).flatMap((each) => {
    const { seat } = each; // nobody's where it is announced, which needs no answer
    if (each.answer !== "open" || seat === null) return [];
    const matter = matters()[each.matter];
    const asks = seen.view.role === "player" && seat !== seen.view.viewer;
    return {
      key: `consent ${each.id}`,
      title: w("A question"),
      asks,
      body: [
        line(
          mine(seen, seat)
            ? w("You ask for permission to {matter}. {name} answers.", { matter, name: name(seen, other(seat)) })
            : w("{name} asks for permission to {matter}.", { matter, name: name(seen, seat) }),
        ),
        ...(each.what && each.what !== "…" ? [quote(each.what)] : []),
      ],
      does: asks
        ? [
            { text: w("Agree"), kind: "primary", action: { type: "give_consent", id: each.id } },
            { text: w("Refuse"), form: "refuse_consent", values: { id: String(each.id) } },
          ]
        : [],
    };
  });
}

/** For whoever rules. @param {Seen} seen @returns {Card[]} */
export function requestsOpen(seen) {
  if (seen.view.role !== "director") return [];
  const around = seen.view.around;
  const open = (around?.requests ?? []).filter((each) => each.granted == null);
  return open.map((each) => ({
    key: `request ${each.id}`,
    title: w("{name} asks you", { name: name(seen, each.seat) }),
    asks: true,
    body: [
      line(`${requests()[each.what] ?? each.what}.`),
      ...(each.reason && each.reason !== "…" ? [quote(each.reason)] : []),
    ],
    does: [
      { text: w("Grant"), kind: "primary", form: "grant_request", values: { id: String(each.id), what: each.what } },
      { text: w("Refuse"), form: "refuse_request", values: { id: String(each.id), what: each.what } },
    ],
  }));
}
