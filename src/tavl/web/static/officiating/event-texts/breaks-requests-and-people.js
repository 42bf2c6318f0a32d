// Breaks and lateness, consents, requests, people around the table and equipment, in words.
/** @import {EventTexts, EventContext} from "./event-context.js" */

import { duration } from "../../table/clock.js";
import { plural, w } from "../../shared/translations.js";
import { matters, requests, useful } from "../labels.js";
import { because, by, minute, named, personName } from "./event-context.js";

/** What was asked under a number. @param {EventContext} t @param {number} id */
const matterOf = ({ view }, id) => {
  const asked = view.around?.consents.find((each) => each.id === id);
  return asked ? matters()[asked.matter] : "";
};

/** @type {EventTexts} */
export const OF_PEOPLE = {
  // who sits with whom
  partner_seated: ({ person }, t) => w("{name} sits down beside their partner.", { name: personName(t, person) }),
  partner_left: ({ person }, t) => w("{name} no longer plays in this pair.", { name: personName(t, person) }),
  // times, breaks, breaches
  break_begun: ({ seat, until }, t) => {
    const minutes = Math.max(1, Math.round((until - t.at) / minute));
    return by(
      t,
      seat,
      plural("You take a break: {n} minute.", "You take a break: {n} minutes.", minutes),
      plural("{name} takes a break: {n} minute.", "{name} takes a break: {n} minutes.", minutes, {
        name: named(t, seat),
      }),
    );
  },
  back_from_break: ({ seat }, t) =>
    by(t, seat, w("You are back from the break."), w("{name} is back from the break.", { name: named(t, seat) })),
  absence_reported: ({ seat }, t) => w("{name} is reported absent.", { name: named(t, seat) }),
  arrived: ({ seat }, t) => w("{name} has arrived.", { name: named(t, seat) }),
  late_penalty_counted: ({ seat, late_ms }, t) =>
    w("{name} is {time} late.", { name: named(t, seat), time: duration(late_ms) }),
  late_penalty_waived: ({ seat, reason }, t) =>
    w("The late penalty of {name} is waived.", { name: named(t, seat) }) + because(reason),
  breaks_set: ({ breaks }) =>
    plural("Breaks in this match are {n} minute each.", "Breaks in this match are {n} minutes each.", breaks.minutes),
  start_moved: ({ reason }) => w("The start of the match is moved.") + because(reason),
  infraction_recorded: ({ seat, rule, role, note, person }, t) =>
    role === "system"
      ? null // a play made again has its own text
      : w("A breach is noted ({rule}): {name}.", {
          rule,
          name: seat == null ? personName(t, person) : named(t, seat),
        }) + because(note),
  // consents
  consent_asked: ({ seat, matter }, t) =>
    by(
      t,
      seat,
      w("You ask for permission to {matter}.", { matter: matters()[matter] }),
      w("{name} asks for permission to {matter}.", { name: named(t, seat), matter: matters()[matter] }),
    ),
  consent_given: ({ id }, t) => w("Agreed: {matter}.", { matter: matterOf(t, id) }),
  consent_refused: ({ id, reason }, t) => w("Not agreed: {matter}.", { matter: matterOf(t, id) }) + because(reason),
  consent_ended: ({ id, reason }, t) => w("No longer agreed: {matter}.", { matter: matterOf(t, id) }) + because(reason),
  allowance_announced: ({ matter }) => w("The director allows both to {matter}.", { matter: matters()[matter] }),
  // requests and people
  asked: ({ seat, what, reason }, t) =>
    by(
      t,
      seat,
      w("You ask the director: {what}.", { what: requests()[what] }),
      w("{name} asks the director: {what}.", { name: named(t, seat), what: requests()[what] }),
    ) + because(reason),
  answered: ({ granted, reason }) =>
    (granted ? w("The director grants it.") : w("The director says no.")) + because(reason),
  observer_appointed: ({ person }, t) =>
    w("{name} is an official observer of this match.", { name: personName(t, person) }),
  reader_appointed: ({ reads_for, person }, t) =>
    w("{person} reads for {name}.", { person: personName(t, person), name: named(t, reads_for) }),
  concern_told: ({ text }) => w("A spectator tells the director something.") + because(text),
  spectator_expelled: () => w("A spectator has been sent away."),
  spectator_delay_set: ({ delay_ms }) =>
    delay_ms
      ? w("Spectators now see the game {time} later.", { time: duration(delay_ms) })
      : w("Spectators now see the game at once."),
  role_given: ({ role, person }, t) =>
    role === "director" ? w("{name} directs this match.", { name: personName(t, person) }) : null,
  // connections
  line_lost: () => null, // shown, and announced with presence
  line_back: () => null,
  // before the match, and at a physical board
  wished: ({ seat, value }, t) => w("{name} would like: {what}.", { name: named(t, seat), what: value }),
  wish_rolled: ({ first, second }) => w("Rolled for it: {first} and {second}.", { first, second }),
  use_asked: ({ seat, what }, t) => w("{name} wants {what}.", { name: named(t, seat), what: useful()[what] ?? what }),
  use_set: ({ what }) => w("This match is played with {what}.", { what: useful()[what] ?? what }),
  use_exempted: ({ what }) => w("This match is played without {what}.", { what: useful()[what] ?? what }),
  equipment_changed: () => w("Equipment is changed."),
  approval_asked: () => w("The director has to approve the equipment. The match waits."),
  approval_given: ({ approved }) => (approved ? w("The equipment is approved.") : w("The equipment is not approved.")),
  mixing_asked: ({ seat }, t) => w("{name} wants the dice mixed.", { name: named(t, seat) }),
  die_picked: ({ seat }, t) => w("{name} picks a die.", { name: named(t, seat) }),
  featured_ordered: ({ reason }) => w("This is a featured match.") + because(reason),
  place_set: ({ room, table }) =>
    w("The match is played at {place}.", { place: [room, table].filter(Boolean).join(", ") }),
  score_written: ({ seat, score }, t) =>
    w("The card of {name} says {score}.", { name: named(t, seat), score: score.join("–") }),
  crawford_announced: () => w("The next game is announced as the Crawford game."),
  result_reported: ({ seat, score }, t) =>
    w("{name} reports the result: {score}.", { name: named(t, seat), score: score.join("–") }),
  result_confirmed: () => w("The result is confirmed."),
};
