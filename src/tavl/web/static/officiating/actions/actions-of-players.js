// What players can do around the game; some of it officials too.
/** @import {Matter, Request} from "../../shared/messages.js" */
/** @import {SheetAction} from "./action.js" */

import { isEarly, other } from "../../table/board-state.js";
import { plural, w } from "../../shared/translations.js";
import { breaksLeft, directs, kept, only, opponent, player, plays, ruled, seatFrom, words } from "./action.js";
import { matters, requests } from "../labels.js";

/** Clauses whose breach is noted and counted, of those that can be broken without a physical board. */
const BREACHES = ["T1.2", "T1.5", "T1.7.i", "T1.7.ii", "T1.7.iii", "T1.7.iv", "T1.7.v", "T2.2.ii", "T4.2.i", "T4.5"];
const ON_SCREEN = ["recording", "streaming", "headphones", "phone", "silent_observers"];

/** @type {Record<string, SheetAction>} */
export const PLAYERS = {
  flag_play: {
    type: "flag_play",
    title: () => w("That was not legal"),
    hint: () => w("Say so until you roll or double; if you are right, the play is made again."),
    listed: ({ view }) => view.sitting === "challenge" && ["player", "director", "observer"].includes(view.role),
  },
  early_roll: {
    type: "roll",
    title: () => w("Roll before the turn is over"),
    hint: ({ terms }) =>
      terms?.match.profile.early_roll === "waiting_player_chooses"
        ? w("Your opponent then chooses whether the roll counts.")
        : w("The roll stands, and your opponent sees it before playing."),
    listed: (seen) => plays(seen) && seen.view.sitting === "challenge" && isEarly(seen.view),
  },
  early_double: {
    type: "double",
    title: () => w("Double before the turn is over"),
    hint: () => w("The double stands, and your opponent sees it before playing."),
    listed: (seen) => plays(seen) && seen.view.sitting === "challenge" && isEarly(seen.view),
  },
  stop_clock: {
    type: "stop_clock",
    title: (seen) => (directs(seen) ? w("Stop the clock") : w("Stop the clock and call whoever rules")),
    hint: () => w("Both times go on the record. Nobody plays until the clock goes on."),
    listed: (seen) => seen.view.clock !== null && (directs(seen) || plays(seen)) && kept(seen),
    action: () => ({ type: "stop_clock", reason: "director" }),
  },
  resume_clock: {
    type: "resume_clock",
    title: () => w("Let the clock go on"),
    hint: () => w("For whoever has the turn."),
    listed: ({ view }) => view.around?.stopped_for != null,
  },
  take_break: {
    type: "take_break",
    title: () => w("Take a break"),
    hint: ({ view }) =>
      plural("Between games. You have {n} left.", "Between games. You have {n} left.", breaksLeft(view)),
    listed: (seen) => plays(seen) && kept(seen) && seen.terms?.match.profile.breaks != null,
    fields: ({ view }) =>
      breaksLeft(view) > 1
        ? [
            {
              name: "count",
              kind: "number",
              label: w("How many, one after the other"),
              value: "1",
              least: 1,
              most: breaksLeft(view),
            },
          ]
        : [],
    action: (_, { count }) => ({ type: "take_break", count: Number(count ?? 1) }),
  },
  report_absence: {
    type: "report_absence",
    title: (seen) => (directs(seen) ? w("A player is not here") : w("{name} is not here", { name: opponent(seen) })),
    hint: () => w("Counts from the start time or the end of the break."),
    listed: (seen) => kept(seen) && (plays(seen) || directs(seen)),
    fields: (seen) => (directs(seen) ? [player(seen)] : []),
    action: (seen, { against }) => ({
      type: "report_absence",
      against: directs(seen) ? seatFrom(against) : other(seen.view.viewer),
    }),
  },
  raise_dispute: {
    type: "raise_dispute",
    title: () => w("Raise a dispute"),
    hint: (seen) =>
      ruled(seen)
        ? w("Clock, dice and cube wait until it is ruled on.")
        : w("Clock, dice and cube wait until you agree. A dispute that fails is counted; you have only a few."),
    listed: (seen) => plays(seen) && (kept(seen) || seen.view.sitting === "challenge"),
    fields: () => [
      { name: "rule", kind: "clause", label: w("Clause"), value: "T5.1" },
      { name: "statement", kind: "text", label: w("What is it about?") },
    ],
    action: (_, { rule, statement }) => ({ type: "raise_dispute", rule, statement }),
  },
  right_length: {
    type: "correct",
    title: () => w("The match should have a different length"),
    hint: () => w("{rule} says what can still be changed.", { rule: "T4.8" }),
    listed: (seen) => kept(seen) && seen.view.length !== null && (plays(seen) || directs(seen)),
    fields: ({ view }) => [
      { name: "length", kind: "number", label: w("Points"), value: String(view.length ?? 1), least: 1, most: 999 },
    ],
    action: (_, { length }) => ({ type: "correct", what: { type: "right_length", length: Number(length) } }),
  },
  ask_consent: {
    type: "ask_consent",
    title: (seen) => w("Ask {name} for permission", { name: opponent(seen) }),
    hint: () => w("To record, to wear headphones and so on."),
    listed: (seen) => plays(seen) && kept(seen),
    fields: () => [
      { name: "matter", kind: "choice", label: w("For permission to"), of: only(matters(), ON_SCREEN) },
      { name: "what", kind: "text", label: w("In your own words"), optional: true },
    ],
    action: (_, { matter, what }) => ({ type: "ask_consent", matter: /** @type {Matter} */ (matter), what }),
  },
  ask_director: {
    type: "ask_director",
    title: () => w("Ask whoever rules"),
    hint: () => w("To come, for an observer, or to send a spectator away."),
    listed: (seen) => plays(seen) && ruled(seen),
    fields: () => [
      {
        name: "what",
        kind: "choice",
        label: w("For what?"),
        of: only(requests(), ["come", "observer", "expel_spectators"]),
      },
      words(w("Why?"), { optional: true }),
    ],
    action: (_, { what, reason }) => ({ type: "ask_director", what: /** @type {Request} */ (what), reason }),
  },
  record_infraction: {
    type: "record_infraction",
    title: () => w("Note a breach of the rules"),
    hint: () => w("It goes on the record, and the next step is proposed."),
    listed: (seen) => kept(seen) && ["player", "director", "observer"].includes(seen.view.role),
    fields: (seen) => [
      ...(plays(seen) ? [] : [player(seen)]),
      { name: "rule", kind: "clause", label: w("Clause"), value: "T1.7.i", among: BREACHES },
      { name: "note", kind: "text", label: w("What happened?"), optional: true },
    ],
    action: (seen, { rule, note, against }) => ({
      type: "record_infraction",
      rule,
      note,
      against: plays(seen) ? other(seen.view.viewer) : seatFrom(against),
    }),
  },
};
