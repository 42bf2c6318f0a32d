// What the rules suggest next, with its arithmetic.
/** @import {Proposal, Seat} from "../../shared/messages.js" */
/** @import {Unsigned} from "../actions/action.js" */
/** @import {Card, Seen} from "./card.js" */

import { cited } from "../../shared/dom.js";
import { plural, w } from "../../shared/translations.js";
import { duration } from "../../table/clock.js";
import { penalties } from "../labels.js";
import { line, may, mine, name, when } from "./card.js";

/** What the rules suggest next, with its arithmetic. @param {Seen} seen @returns {Card[]} */
export function proposals(seen) {
  const found = seen.view.around?.proposals ?? [];
  return found.map((proposal, n) => {
    const { rule, facts } = proposal;
    const action = /** @type {Unsigned} */ (proposal.action); // the server proposes only what somebody here can do
    const against = againstOf(proposal) ?? /** @type {Seat | undefined} */ (facts.seat);
    const able = may(seen, action.type) && !mine(seen, against);
    return {
      key: `proposal ${n} ${JSON.stringify([rule, action.type, against])}`,
      title: w("The rules propose"),
      asks: able,
      body: [line(cited(proposed(seen, proposal), rule)), ...arithmetic(seen, proposal)],
      does: [
        ...when(able, { text: w("Apply"), kind: "primary", action }),
        ...when(able && action.type === "apply_late_penalty" && may(seen, "waive_late_penalty"), {
          text: w("Waive"),
          form: "waive_late_penalty",
          values: { against: String(against) },
        }),
      ],
    };
  });
}

/** Whom it is about. @param {Proposal} proposal */
const againstOf = ({ action }) => ("against" in action ? action.against : null);

/** @param {Seen} seen @param {Proposal} proposal */
function proposed(seen, proposal) {
  const { action, facts } = proposal;
  const against = againstOf(proposal);
  const whom = against == null ? "" : name(seen, against);
  if (action.type === "apply_late_penalty")
    return plural("{n} penalty point for {name}.", "{n} penalty points for {name}.", Number(facts.points), {
      name: whom,
    });
  if (action.type === "penalise" && action.kind === "points")
    return plural("{n} penalty point for {name}.", "{n} penalty points for {name}.", action.points ?? 0, {
      name: whom,
    });
  if (action.type === "penalise") return w("{penalty} for {name}.", { penalty: penalties()[action.kind], name: whom });
  if (action.type === "order_use")
    return action.what === "clock"
      ? w("A clock for the rest of the match.")
      : w("A baffle box for the rest of the match.");
  if (action.type === "set_clock") return w("Set the clock to the times both wrote down.");
  return w("Send the spectator away.");
}

/** @param {Seen} seen @param {Proposal} proposal */
function arithmetic(seen, { action, facts }) {
  if (action.type === "apply_late_penalty") {
    const words = {
      time: duration(Number(facts.late_ms)),
      minutes: facts.every_minutes,
      earned: facts.earned,
      total: facts.total,
    };
    const sum = w(
      "{time} late, a point for every {minutes} minutes: {earned}. With earlier ones {total} in all.",
      words,
    );
    const lost = w("More than half of {length}: the match is lost.", { length: seen.view.length ?? 0 });
    return [line(sum, facts.loses_match ? ` ${lost}` : "")];
  }
  return facts.times ? [line(plural("Noted {n} time.", "Noted {n} times.", Number(facts.times)))] : [];
}
