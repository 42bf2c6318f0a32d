// Cards of what goes on beside the play: corrections, consents, breaks, lost connections, requests, what the rules propose.
/** @import {Proposal, Seat} from "../../shared/messages.js" */
/** @import {Unsigned} from "../actions/action.js" */
/** @import {CardButton, Card, Seen} from "./card.js" */

import { isOver, other } from "../../table/board-state.js";
import { duration } from "../../table/clock.js";
import { plural, w } from "../../shared/translations.js";
import { cited } from "../../shared/dom.js";
import { correction, matters, penalties, requests, stops } from "../labels.js";
import { line, may, mine, name, quote, when, who } from "./card.js";

/** @param {Seen} seen @returns {Card | null} */
export function correctionAsked(seen) {
  const asked = seen.view.around?.correction_asked;
  if (!asked) return null;
  return {
    key: "correction",
    title: w("Something to put right"),
    asks: may(seen, "agree_to_correction"),
    body: [
      line(
        w("{name} wants something put right: {what}", { name: name(seen, asked.seat), what: correction(asked.what) }),
      ),
    ],
    does: [
      ...when(may(seen, "agree_to_correction"), {
        text: w("Agree"),
        kind: "primary",
        action: { type: "agree_to_correction" },
      }),
      ...when(may(seen, "dispute_correction"), { text: w("Do not agree"), form: "dispute_correction" }),
    ],
  };
}

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
            { text: w("Refuse"), form: "refuse_consent", values: { id: each.id } },
          ]
        : [],
    };
  });
}

/** @param {Seen} seen @returns {Card | null} */
export function onBreak(seen) {
  const now = seen.view.around?.conduct.on_break;
  if (seen.breakWanted && !isOver(seen.view)) return wantsBreak();
  if (!now || isOver(seen.view)) return null;
  const { seats } = now;
  const names = seats.map((seat) => name(seen, seat)).join(", ");
  return {
    key: "break",
    title: w("A break"),
    asks: false,
    until: now.until,
    body: [line(w("{names} takes a break.", { names }))],
    does: [
      ...when(may(seen, "return_from_break"), {
        text: w("I am back"),
        kind: "primary",
        action: { type: "return_from_break" },
      }),
      ...when(may(seen, "take_break") && !seats.includes(seen.view.viewer), {
        text: w("Take one of mine too"),
        form: "take_break",
      }),
    ],
  };
}

/** @returns {Card} */
function wantsBreak() {
  return {
    key: "break",
    title: w("A break after this game"),
    asks: false,
    body: [],
    does: [{ text: w("No, play on"), form: "no_break" }],
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

/** @param {Seen} seen @returns {Card | null} */
export function stopped(seen) {
  const reason = seen.view.around?.stopped_for;
  if (!reason || seen.view.dispute || seen.view.appeal !== null || seen.view.handling?.claimed_by) return null;
  return {
    key: "stopped",
    title: w("The clock is stopped"),
    asks: false,
    body: [line(stops()[reason] ?? "")],
    does: may(seen, "resume_clock") ? [{ text: w("Let it go on"), action: { type: "resume_clock" } }] : [],
  };
}

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
      line(w("{name} has lost the connection. The clock is stopped meanwhile.", { name: name(seen, house.waits_for) })),
    ],
    does: [],
  };
}

/**
 * The opponent is gone, and no clock runs: after a while this player may end it.
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

/** @param {Seen} seen @returns {Card[]} */
export function absences(seen) {
  const conduct = seen.view.around?.conduct;
  if (!conduct || isOver(seen.view)) return [];
  return /** @type {Seat[]} */ ([0, 1])
    .filter((seat) => conduct.absent[seat] && conduct.absent[seat].until == null)
    .map((seat) => ({
      key: `absent ${seat}`,
      title: w("{name} is not here", { name: name(seen, seat) }),
      asks: mine(seen, seat),
      body: [line(w("Reported absent. Late so far: {time}.", { time: duration(conduct.late_ms[seat]) }))],
      does: mine(seen, seat) ? [{ text: w("I am here"), kind: "primary", action: { type: "arrive" } }] : [],
    }));
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
      { text: w("Grant"), kind: "primary", form: "grant_request", values: { id: each.id, what: each.what } },
      { text: w("Refuse"), form: "refuse_request", values: { id: each.id } },
    ],
  }));
}

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
          values: { against },
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
    body: [line(w("Send the director's link to whoever is to rule here. Until then nobody does."))],
    does: [{ text: w("The director's link"), kind: "primary", form: "invite", values: { role: "director" } }],
  };
}

/** Both are to name somebody before anything can be ruled on. @param {Seen} seen @returns {Card | null} */
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
