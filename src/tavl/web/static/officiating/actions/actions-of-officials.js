// What rulers and spectators can do.
/** @import {Concern, Matter, PenaltyKind} from "../../shared/messages.js" */
/** @import {SheetAction} from "./action.js" */

import { w } from "../../shared/translations.js";
import { directs, kept, only, player, ruled, seatFrom, words } from "./action.js";
import { rolesToGive } from "../role-links.js";
import { concerns, matters, penalties } from "../labels.js";

/** @type {Record<string, SheetAction>} */
export const OFFICIALS = {
  rule: {
    type: "rule",
    title: () => w("Make a ruling"),
    hint: () => w("Set what has to be set, with a clause and a reason."),
    listed: directs,
  },
  penalise: {
    type: "penalise",
    title: () => w("Give a penalty"),
    hint: () => w("A warning, penalty points or more."),
    listed: (seen) => directs(seen) && kept(seen),
    fields: (seen) => [
      player(seen),
      { name: "kind", kind: "choice", label: w("Penalty"), of: penalties() },
      { name: "points", kind: "number", label: w("Points"), value: "1", least: 0, most: 999 },
      { name: "rule", kind: "clause", label: w("Clause"), value: "T1.7.vi" },
      words(w("Why?")),
    ],
    action: (_, { against, kind, points, rule, reason }) => ({
      type: "penalise",
      against: seatFrom(against),
      kind: /** @type {PenaltyKind} */ (kind),
      points: kind === "points" ? Number(points) : 0,
      rule,
      reason,
    }),
  },
  announce_allowed: {
    type: "announce_allowed",
    title: () => w("Allow something to both"),
    hint: () => w("Phones as score cards, say."),
    listed: (seen) => directs(seen) && kept(seen),
    fields: () => [
      {
        name: "matter",
        kind: "choice",
        label: w("Both may"),
        of: only(matters(), ["recording", "streaming", "headphones", "phone", "phone_as_score_card", "phone_as_clock"]),
      },
    ],
    action: (_, { matter }) => ({ type: "announce_allowed", matter: /** @type {Matter} */ (matter) }),
  },
  set_spectator_delay: {
    type: "set_spectator_delay",
    title: () => w("Let spectators see it later"),
    hint: () => w("So that nobody who watches can help."),
    listed: directs,
    fields: ({ terms }) => [
      {
        name: "seconds",
        kind: "number",
        label: w("Seconds later"),
        value: String(Math.round((terms?.spectator_delay_ms ?? 0) / 1000)),
        least: 0,
        most: 3600,
      },
    ],
    action: (_, { seconds }) => ({ type: "set_spectator_delay", delay_ms: Number(seconds) * 1000 }),
  },
  expel_spectator: {
    type: "expel_spectator",
    title: () => w("Send a spectator away"),
    hint: () => w("Whoever disturbs the match can no longer watch it."),
    listed: (seen) => directs(seen) && kept(seen) && seen.watchers.length > 0,
    fields: ({ people, watchers }) => [
      {
        name: "person",
        kind: "choice",
        label: w("Who?"),
        of: Object.fromEntries(watchers.map((id) => [id, people[id]?.name || w("Somebody")])),
      },
      words(w("Why?")),
    ],
    action: (_, { person, reason }) => ({ type: "expel_spectator", person, reason }),
  },
  tell_director: {
    type: "tell_director",
    title: () => w("Tell whoever rules"),
    hint: () => w("In private. Spectators say nothing to the players."),
    listed: (seen) => seen.view.role === "spectator" && ruled(seen),
    fields: () => [
      { name: "concern", kind: "choice", label: w("What is it?"), of: concerns() },
      { name: "text", kind: "text", label: w("In your own words"), optional: true },
    ],
    action: (_, { concern, text }) => ({ type: "tell_director", concern: /** @type {Concern} */ (concern), text }),
  },
  invite: {
    type: "",
    title: () => w("Invite somebody to the table"),
    hint: () => w("To rule, to observe, to read or to watch, by a link."),
    listed: (seen) => (kept(seen) || seen.house?.spectators === false) && Object.keys(rolesToGive(seen)).length > 0,
    fields: (seen, { role }) => [
      { name: "role", kind: "choice", label: w("Who?"), of: rolesToGive(seen), value: role },
    ],
  },
};
