// Claims, early rolls, the clock, corrections, disputes and rulings, in words.
/** @import {PenaltyGiven, PlayFlagged, TableView} from "../../shared/messages.js" */
/** @import {EventTexts, EventContext} from "./event-context.js" */

import { other } from "../../table/board-state.js";
import { duration } from "../../table/clock.js";
import { plural, w } from "../../shared/translations.js";
import { correction, penalties } from "../labels.js";
import { because, by, isMine, more, named, personName } from "./event-context.js";

/** Whoever flags: a player, or an official. @param {PlayFlagged} event @param {EventContext} t */
function flags({ seat, role }, t) {
  if (role === "director") return w("The director says that the last play was not legal.");
  if (role === "observer" || seat == null) return w("An observer says that the last play was not legal.");
  return by(
    t,
    seat,
    w("You say that the last play was not legal."),
    w("{name} says that the last play was not legal.", { name: named(t, seat) }),
  );
}

/** @param {TableView} view */
function whoRules(view, /** @type {EventContext} */ t) {
  const ruler = view.dispute?.ruler;
  if (ruler === "director") return w("The director rules.");
  if (ruler === "named") return w("{name} rules.", { name: personName(t, view.dispute?.ruler_person) });
  return ruler === "nobody" ? w("Nobody rules here: agree, roll for it, or wait.") : "";
}

/** @param {PenaltyGiven} event @param {EventContext} t */
function penalty({ seat, kind, points, rule, reason }, t) {
  const words = { name: named(t, seat), rule };
  if (kind === "points")
    return plural("{name} gets {n} penalty point ({rule}).", "{name} gets {n} penalty points ({rule}).", points, words);
  if (kind === "warning") return w("{name} is warned ({rule}).", words) + because(reason);
  return w("{name}: {penalty} ({rule}).", { ...words, penalty: penalties()[kind] ?? kind }) + because(reason);
}

/** @type {EventTexts} */
export const OF_PLAY = {
  // the board in hand
  play_accepted: ({ seat }, t) =>
    by(t, seat, w("You let the last play stand."), w("{name} lets the last play stand.", { name: named(t, seat) })),
  play_flagged: (event, t) => flags(event, t) + (isMine(t, event.asked) ? ` ${w("Do you agree?")}` : ""),
  facts_accepted: ({ seat }, t) =>
    by(t, seat, w("You agree: it was not legal."), w("{name} agrees: it was not legal.", { name: named(t, seat) })),
  claim_withdrawn: () => w("The claim is taken back."),
  play_reopened: (_, t) => {
    const { turn } = t.view;
    return turn === null
      ? w("The last play is taken back.")
      : by(
          t,
          turn,
          w("The last play is taken back: make it again."),
          w("The last play is taken back; {name} makes it again.", { name: named(t, turn) }),
        );
  },
  early_rolled: ({ seat, dice }, t) =>
    w("{name} rolls {first} and {second} before the turn is over.", {
      name: named(t, seat),
      first: dice[0],
      second: dice[1],
    }),
  early_roll_kept: () => w("The early roll stands."),
  early_roll_annulled: () => w("The early roll does not count."),
  early_doubled: ({ seat }, t) => w("{name} doubles before the turn is over.", { name: named(t, seat) }),
  roll_invalid: ({ seat }, t) => w("The roll of {name} does not count.", { name: named(t, seat) }),
  // the clock
  clock_stopped: ({ reason, seat }, t) => {
    if (reason !== "director") return null; // the other stops follow from the event that caused them
    return seat == null
      ? w("The director stops the clock.")
      : by(t, seat, w("You stop the clock."), w("{name} stops the clock.", { name: named(t, seat) }));
  },
  clock_resumed: () => w("The clock goes on."),
  turn_time_started: ({ seat, held }, t) =>
    held ? w("{name} waits until the delay is out.", { name: named(t, seat) }) : null,
  delay_loss_asked: ({ seat }, t) => w("It is claimed that {name} lifted the dice too early.", { name: named(t, seat) }),
  delay_lost: ({ seat }, t) => w("{name} waits out the next delay.", { name: named(t, seat) }),
  times_noted: ({ seat }, t) => w("{name} has written down both times.", { name: named(t, seat) }),
  clock_set: ({ times, rule }, t) =>
    times
      ? w("The clock is set: {name} {first}, {other} {second} ({rule}).", {
          name: named(t, 0),
          other: named(t, 1),
          first: duration(times[0]),
          second: duration(times[1]),
          rule,
        })
      : w("The clock is set again ({rule}).", { rule }),
  clock_brought: () => w("From now on the match is played with a clock."),
  clock_taken_away: () => w("The rest is played without a clock."),
  // corrections
  correction_asked: ({ seat, what }, t) =>
    w("{name} wants something put right: {what}", { name: named(t, seat), what: correction(what) }),
  corrected: ({ what, rule }) => w("Put right ({rule}): {what}", { rule, what: correction(what) }),
  length_to_be_corrected: ({ length }) => w("From the next game on the match is to {n} points.", { n: length }),
  length_correction_dropped: () => w("The match stays at its length."),
  result_stated: ({ seat, winner }, t) =>
    w("{name} says that {winner} won the game.", { name: named(t, seat), winner: named(t, winner) }),
  double_annulled: () => w("The double is annulled."),
  outcome_set: ({ outcome }, t) =>
    plural("The game goes to {name}: {n} point.", "The game goes to {name}: {n} points.", outcome.points, {
      name: named(t, outcome.winner),
    }),
  position_set: () => w("The position is set."),
  turn_set: ({ seat, dice }, t) =>
    w("It is the turn of {name}.", { name: named(t, seat) }) + (dice ? ` ${dice[0]}-${dice[1]}.` : ""),
  cube_set: ({ cube }) =>
    cube ? w("The cube is set to {value}.", { value: cube.value }) : w("The cube is taken away."),
  score_set: ({ score }, t) => {
    const own = t.view.role === "player" ? t.view.viewer : 0;
    return w("The score is now {own} – {opponent}.", { own: score[own], opponent: score[other(own)] });
  },
  length_set: ({ length }) => w("The match is now to {n} points.", { n: length }),
  match_reopened: () => w("The match is open again."),
  // disputes and rulings
  dispute_raised: ({ seat, rule, statement, claim }, t) => {
    const raised =
      claim?.type === "replay_play"
        ? w("The players do not agree whether that was legal ({rule}).", { rule })
        : seat == null
          ? w("There is a dispute ({rule}).", { rule })
          : by(
              t,
              seat,
              w("You raise a dispute ({rule}).", { rule }),
              w("{name} raises a dispute ({rule}).", { name: named(t, seat), rule }),
            );
    return `${raised}${because(statement)}${more(t, w("Everything waits."))}${more(t, whoRules(t.view, t))}`;
  },
  dispute_roll_wanted: ({ seat }, t) =>
    by(t, seat, w("You want the dice to decide."), w("{name} wants the dice to decide.", { name: named(t, seat) })),
  dispute_rolled: ({ first, second }, t) => {
    const fell = w("The dice for the dispute: {name} {first}, {other} {second}.", {
      name: named(t, 0),
      other: named(t, 1),
      first,
      second,
    });
    return first === second ? `${fell} ${w("It is a tie: roll again, or agree.")}` : fell;
  },
  settlement_stated: ({ seat, winner }, t) =>
    winner === null
      ? w("{name} would play on without a clock.", { name: named(t, seat) })
      : w("{name} would give the match to {winner}.", { name: named(t, seat), winner: named(t, winner) }),
  dispute_settled: ({ how, upheld }) => {
    if (how === "withdrawn") return w("The dispute is taken back.");
    if (how === "agreement") return w("The dispute is settled by agreement.");
    const said = upheld ? w("The claim is upheld.") : w("The claim is not upheld.");
    if (how === "roll") return `${w("The dice have decided.")} ${said}`;
    return how === "default" ? `${w("The time to agree is over.")} ${said}` : said;
  },
  ruler_named: ({ seat, person }, t) =>
    w("{name} names {person} to rule.", { name: named(t, seat), person: personName(t, person) }),
  ruled: ({ rule, reason, person }, t) =>
    w("Ruling by {name} ({rule}): {reason}", { name: personName(t, person), rule, reason }),
  penalty_given: penalty,
  appeal_lodged: ({ seat }, t) => w("{name} appeals the ruling.", { name: named(t, seat) }),
};
