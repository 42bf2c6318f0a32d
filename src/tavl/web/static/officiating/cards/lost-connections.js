// Somebody has lost the connection: how long the match waits, and what can be claimed then.
/** @import {Card, Seen} from "./card.js" */

import { w } from "../../shared/translations.js";
import { isOver } from "../../table/board-state.js";
import { line, may, mine, name, when } from "./card.js";

/** The match waits for somebody to reconnect. @param {Seen} seen @returns {Card | null} */
export function waits(seen) {
  const { house } = seen;
  if (house.waits_for === null || isOver(seen.view)) return null;
  return {
    key: "waits",
    title: w("The match waits"),
    asks: false,
    until: house.waits_until ?? undefined,
    body: [
      line(w("{name} has lost the connection. The clock is stopped for now.", { name: name(seen, house.waits_for) })),
    ],
    does: [],
  };
}

/**
 * The opponent is gone, and no clock runs: after a while this player may end the match.
 * @param {Seen} seen
 * @returns {Card | null}
 */
export function gone(seen) {
  const { house, view } = seen;
  if (house.gone === null || view.role !== "player" || mine(seen, house.gone)) return null;
  const open = may(seen, "close_abandoned");
  if (house.lost[house.gone] == null && !open) return null;
  const words = { name: name(seen, house.gone) };
  const claim = may(seen, "claim_win");
  return {
    key: "gone",
    title: w("{name} is gone", words),
    asks: open,
    until: open ? undefined : (house.claim_from ?? undefined),
    body: [
      line(
        !open
          ? w("If {name} is not back by then, you may end this.", words)
          : claim
            ? w("You have waited long enough: claim the win, or close the table, and nothing counts.")
            : w("You have waited long enough: you may close the table."),
      ),
    ],
    does: open
      ? [
          ...when(claim, { text: w("Claim the win"), kind: "primary", action: { type: "claim_win" } }),
          { text: w("Close the table"), action: { type: "close_abandoned" } },
        ]
      : [],
  };
}
