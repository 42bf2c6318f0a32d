// What things are called on the desk.
/** @import {Booking, Change, Item, JournalLine} from "../shared/messages.js" */
/** @import {Match, Tournament} from "./tournament.js" */

import { plural, w } from "../shared/translations.js";
import { duration } from "../table/clock.js";
import { clockTime, dayText, money } from "./tournament.js";

/** @param {string} id of a stage */
export function stageName(id) {
  const group = /^group-(.+)$/.exec(id);
  if (group) return w("Group {name}", { name: group[1] });
  const names = /** @type {Record<string, string>} */ ({
    main: w("Main"),
    consolation: w("Consolation"),
    last_chance: w("Last chance"),
    swiss: w("Swiss"),
    final: w("Final"),
  });
  return names[id] ?? id.replaceAll("_", " ");
}

/** @param {string} account */
export function accountName(account) {
  const names = /** @type {Record<string, string>} */ ({
    till: w("In the till"),
    registration: w("Registration"),
    house: w("The house's share"),
    observers: w("Observers' fees"),
  });
  const [head, division, side] = account.split(".");
  if (head === "pool" && side)
    return w("Side pool {name}, {division}", { name: side, division: divisionName(division) });
  if (head === "pool") return w("Prize pool, {division}", { division: divisionName(division) });
  return names[account] ?? account.replaceAll(/[._]/g, " ");
}

/** @param {string} id of a division, as its organiser typed it */
export function divisionName(id) {
  return id.charAt(0).toUpperCase() + id.slice(1).replaceAll("_", " ");
}

/** Only what tells it from others here. @param {Tournament} t @param {Match} match */
export function roundName(t, match) {
  return [...eventName(t, match), roundText(t, match)].join(" · ");
}

/** Of which event it is, as far as there are several. @param {Tournament} t @param {Match} match */
export function eventName(t, match) {
  const division = t.division(match.division);
  const stages = new Set(division?.matches.map((each) => each.stage));
  const parts = [
    t.view.divisions.length > 1 ? divisionName(match.division) : "",
    stages.size > 1 ? stageName(match.stage) : "",
  ];
  return parts.filter(Boolean);
}

/** As on the public page: the last rounds of a bracket by their names. @param {Tournament} t @param {Match} match */
export function roundText(t, match) {
  if (match.round === 0) return w("Play-in");
  const last = t.division(match.division)?.last_rounds[match.stage];
  const fromTheEnd = [w("Final"), w("Semi-finals"), w("Quarter-finals"), w("Last 16"), w("Last 32")];
  const name = last === undefined ? undefined : fromTheEnd[last - match.round];
  return name ?? w("round {n}", { n: match.round });
}

/** What a match is at, for the eye and the ear. @param {Tournament} t @param {Match} match */
export function whereText(t, match) {
  const waits = match.waits_for.map((id) => t.match(id)).find((each) => each !== null);
  const texts = /** @type {Record<string, string>} */ ({
    waits: waits?.place ? w("waits for table {place}", { place: waits.place }) : w("waits"),
    ready: w("ready"),
    called: w("called"),
    playing: w("playing"),
    reported: w("to confirm"),
    differs: w("two results"),
    done: w("over"),
    walkover: w("walkover"),
    no_match: w("bye"),
  });
  return texts[match.where] ?? match.where;
}

/** @param {Match} match */
export function scoreText(match) {
  return match.score ? `${match.score[0]}–${match.score[1]}` : "";
}

/** @param {Tournament} t @param {string[]} people */
export function people(t, people) {
  return people.map((person) => t.person(person)).join(", ");
}

/** @param {number} ms */
export function minutes(ms) {
  return plural("{n} minute", "{n} minutes", Math.max(0, Math.floor(ms / 60_000)));
}

/** @typedef {{text: string, sub: string, verb: string}} Said */

/** A dispute is about a clause of its own. @param {Tournament} t @param {Item} item */
export function ruleOf(t, item) {
  const found = item.kind === "dispute" ? t.view.cases.find((each) => each.id === item.id) : null;
  return found?.rule ?? item.rule;
}

/** Where the players of a case sit. @param {Tournament} t @param {string} id */
function tableOfCase(t, id) {
  const found = t.view.cases.find((each) => each.id === id);
  const match = found?.match ? t.match(found.match) : null;
  if (!match) return "";
  return match.place ? w("Table {place}", { place: match.place }) : roundName(t, match);
}

/** @param {Item} item */
function suspendedText(item) {
  return item.facts.until
    ? w("Until {day}; approved before", { day: dayText(Number(item.facts.until)) })
    : w("For good; approved before");
}

/**
 * One line of what there is to do, and what the button that does it says.
 * @param {Tournament} t
 * @param {Item} item
 * @returns {Said}
 */
export function itemText(t, item) {
  const match = t.match(item.id);
  const pair = match ? t.pair(match) : "";
  const place = String(item.facts.place ?? match?.place ?? "");
  const table = place ? w("Table {place}", { place }) : match ? roundName(t, match) : "";
  const who = people(t, item.people);
  const entry = t.entry(item.id);
  const division = divisionName(entry?.division ?? item.id);
  switch (item.kind) {
    case "dispute":
      return { text: w("Dispute: {who}", { who }), sub: tableOfCase(t, item.id), verb: w("Give the ruling") };
    case "suspended":
      return { text: w("{who} is suspended", { who }), sub: suspendedText(item), verb: w("Open") };
    case "appeal":
      return {
        text: w("Appeal: {who}", { who }),
        sub: item.facts.members
          ? w("{votes} of {members} have voted", { votes: item.facts.votes, members: item.facts.members })
          : w("Name a committee"),
        verb: w("Open"),
      };
    case "committee_by_players":
      return {
        text: w("No director may rule: {who}", { who }),
        sub: w("The players choose a committee"),
        verb: w("Open"),
      };
    case "results_differ":
      return { text: w("Two results: {pair}", { pair }), sub: table, verb: w("Settle") };
    case "correction":
      if ("case" in item.facts)
        return {
          text: w("Is the result to be corrected? {pair}", { pair }),
          sub: item.facts.case
            ? w("Its ruling fell, and a later match has been played")
            : w("It goes on at its table, and a later match has begun"),
          verb: w("Open"),
        };
      return { text: w("{who} asks for a correction", { who }), sub: pair, verb: w("Open") };
    case "observer":
      return { text: w("{who} asks for an observer", { who }), sub: pair, verb: w("Open") };
    case "confirm":
      return { text: reported(t, item.id), sub: table, verb: w("Confirm") };
    case "late":
      return lateText(t, item, who, table);
    case "slow":
      return { text: w("{who} asks for a faster pace", { who }), sub: `${table} · ${pair}`, verb: w("Open") };
    case "equipment":
      return {
        text: w("{what}: free for {who}", { what: equipmentName(String(item.facts.kind)), who }),
        sub: `${table} · ${item.facts.kind === "board" && item.facts.playing ? w("between two games") : pair}`,
        verb: w("Give"),
      };
    case "request":
      return {
        text: requestText(t, item),
        sub: `${table} · ${pair}`,
        verb: item.facts.request ? w("Open the table") : w("Answer"),
      };
    case "clock":
      return { text: w("A clock is free for {who}", { who }), sub: `${table} · ${pair}`, verb: w("Give") };
    case "repeated":
      return { text: w("Again: {who}", { who }), sub: w("A warning is proposed"), verb: w("Open") };
    case "postpone":
      return { text: w("{who} asks to postpone", { who }), sub: pair, verb: w("Open") };
    case "deadline":
      return { text: w("The deadline has passed: {pair}", { pair }), sub: table, verb: w("Decide") };
    case "finish":
      return { text: w("Finish the evening"), sub: w("The last start is over"), verb: w("Close") };
    case "call":
      return { text: pair, sub: w("Call to table {place}", { place }), verb: w("Call") };
    case "entry":
      return {
        text: w("{who} enters {division}", { who, division }),
        sub: w("Waits for approval"),
        verb: w("Approve"),
      };
    case "place_free":
      return { text: w("A place for {who}", { who }), sub: division, verb: w("Admit") };
    case "announce":
      return { text: w("Announce the draw"), sub: division, verb: w("Look") };
    case "draw":
      return { text: nextDraw(t, item.id), sub: division, verb: w("Draw") };
    case "byes":
      return { text: w("A fairer exchange of byes"), sub: division, verb: w("Look") };
    case "prizes":
      return { text: w("Award the prizes"), sub: division, verb: w("Look") };
    case "owes":
      return { text: w("{who} owes {amount}", { who, amount: amountOf(t, item) }), sub: "", verb: w("Paid") };
    case "is_owed":
      return { text: w("Pay {who} {amount}", { who, amount: amountOf(t, item) }), sub: "", verb: w("Paid out") };
    default:
      return { text: `${item.kind.replaceAll("_", " ")} ${pair || who}`, sub: table, verb: w("Open") };
  }
}

/** What can be lent to a table beside a clock. */
export const LENT = /** @type {const} */ (["board", "lipped_cups", "precision_dice", "baffle_box"]);

/** @param {string} kind */
export function equipmentName(kind) {
  const names = /** @type {Record<string, string>} */ ({
    board: w("A board of 44 × 55 to 66 × 88 cm"),
    lipped_cups: w("Lipped cups"),
    precision_dice: w("Precision dice"),
    baffle_box: w("Baffle box"),
    clock: w("Clock"),
  });
  return names[kind] ?? kind;
}

/** @param {string} what */
export function requestName(what) {
  const names = /** @type {Record<string, string>} */ ({
    expel_spectators: w("spectators should leave the match"),
    baffle_box: w("a baffle box for the rest of the match"),
    approve_baffle_box: w("approval of the baffle box"),
    approve_clock: w("approval of the clock"),
    observer: w("an observer"),
    clock: w("a clock"),
    come: w("the director should come"),
  });
  return names[what] ?? what;
}

/** @param {Tournament} t @param {Item} item */
export function requestText(t, item) {
  return w("{who} asks: {what}", { who: people(t, item.people), what: requestName(String(item.facts.what)) });
}

/** @param {Tournament} t @param {Item} item */
function amountOf(t, item) {
  const line = t.balances(item.id)[0];
  return line ? money({ ...line.amount, minor: Math.abs(line.amount.minor) }) : String(item.facts.amount ?? "");
}

/** @param {Tournament} t @param {Item} item @param {string} who @param {string} table */
function lateText(t, item, who, table) {
  const points = Number(item.facts.points ?? 0);
  const text = w("{who} is not there: {time}", { who, time: minutes(t.now() - item.since) });
  const cost = points
    ? plural("{n} penalty point to give", "{n} penalty points to give", points)
    : w("Nothing to give yet");
  return { text, sub: `${table} · ${cost}`, verb: points ? w("Give") : w("Is here") };
}

/** @param {Tournament} t @param {string} division */
function nextDraw(t, division) {
  const made = t.division(division)?.draws.length ?? 0;
  return made ? w("Draw round {n}", { n: made + 1 }) : w("Make the draw");
}

/** What has been reported of a match. @param {Tournament} t @param {string} id */
function reported(t, id) {
  const report = t.details(id)?.reports.at(-1);
  if (!report) return "";
  const [one, two] = report.result.players;
  return `${t.name(one)} ${report.result.score[0]}–${report.result.score[1]} ${t.name(two)}`;
}

/** Whose money, and how much. @param {Tournament} t @param {Booking} booking */
function bookingText(t, { account, person, amount }) {
  return `${person ? t.person(person) : accountName(account)} ${money(amount)}`;
}

/** What an act was about. @param {Tournament} t @param {JournalLine} act */
export function actSubject(t, act) {
  const about = [
    ...act.booked.map((each) => bookingText(t, each)),
    ...act.about.map((each) => subjectText(t, each)).filter(Boolean),
  ];
  const told = [...new Set(about)];
  // Whose money it was is told of everybody; what an act has touched besides, of the first two.
  return told.slice(0, Math.max(2, new Set(act.booked.map((each) => bookingText(t, each))).size)).join(", ");
}

/** What an act was, from the kinds of its events. @param {JournalLine} act */
export function actText({ events, booked }) {
  const moved = /** @type {Record<string, string>} */ ({
    charge: w("Fee"),
    payment: w("Paid"),
    waiver: w("Fee waived"),
    refund: w("Refunded"),
    added: w("Money added"),
    house_share: w("The house's share"),
    award: w("Prize"),
    payout: w("Paid out"),
    handed_over: w("Handed over"),
    correction: w("Money corrected"),
  });
  if (booked.length) return moved[booked[0].kind] ?? w("Money");
  const texts = /** @type {Record<string, string>} */ ({
    tournament_created: w("Tournament created"),
    invitation_changed: w("Invitation changed"),
    division_added: w("Division added"),
    entries_opened: w("Entries opened"),
    appointed: w("Staff appointed"),
    dismissed: w("Staff dismissed"),
    entered: w("Entered"),
    entry_approved: w("Approved"),
    entry_refused: w("Refused"),
    higher_offered: w("Offered a higher division"),
    offer_answered: w("Offer answered"),
    entry_admitted: w("Admitted"),
    checked_in: w("Checked in"),
    entry_withdrawn: w("Withdrawn"),
    member_replaced: w("Partner replaced"),
    standing_approval_set: w("Standing approval"),
    standing_confirmation_set: w("Standing confirmation"),
    seed_promised: w("Seed promised"),
    drawn: w("Draw made"),
    entrants_swapped: w("Two swapped"),
    late_entry_placed: w("Late entry placed"),
    byes_traded: w("Byes exchanged"),
    draw_announced: w("Draw announced"),
    places_set: w("Tables set up"),
    match_called: w("Called"),
    call_withdrawn: w("Call withdrawn"),
    match_begun: w("Begun"),
    start_moved: w("Start moved"),
    length_set: w("Length set"),
    absence_reported: w("Reported absent"),
    arrived: w("Has come"),
    late_penalty_given: w("Penalty for lateness"),
    late_penalty_waived: w("Penalty waived"),
    equipment_preferred: w("Equipment wished for"),
    equipment_demanded: w("Equipment demanded"),
    equipment_given: w("Equipment given"),
    equipment_taken: w("Equipment taken away"),
    director_asked: w("Director asked"),
    request_answered: w("Request answered"),
    observer_asked: w("Observer asked for"),
    observer_appointed: w("Observer appointed"),
    unavailable_set: w("Not available"),
    outage_stated: w("Outage stated"),
    result_reported: w("Result"),
    results_differ: w("Results differ"),
    result_confirmed: w("Result confirmed"),
    result_corrected: w("Result corrected"),
    correction_asked: w("Correction asked for"),
    correction_refused: w("Correction refused"),
    match_stopped: w("Match stopped"),
    case_opened: w("Case opened"),
    statement_given: w("Statement"),
    case_ruled: w("Ruling"),
    case_dropped: w("Case dropped"),
    appealed: w("Appeal"),
    appeal_refused: w("Appeal refused"),
    committee_named: w("Committee named"),
    voted: w("Vote"),
    case_decided: w("Committee's decision"),
    penalised: w("Penalty"),
    penalty_revoked: w("Penalty taken back"),
    result_reopened: w("Match goes on"),
    phone_asked: w("Phone asked for"),
    phone_answered: w("Phone answered"),
    phone_withdrawn: w("Consent to a phone withdrawn"),
    device_provided: w("Device provided"),
    suspension_stated: w("Suspension"),
    spectator_expelled: w("Spectator expelled"),
    booked: w("Money"),
    prizes_awarded: w("Prizes awarded"),
    deal_agreed: w("Deal"),
    pool_joined: w("Side pool joined"),
    undone: w("Undone"),
    tournament_closed: w("Tournament closed"),
  });
  return texts[events[0]] ?? events[0]?.replaceAll("_", " ") ?? "";
}

/** What a change is about. @param {Tournament} t @param {string} about as "matches open/main.1.1" */
export function subjectText(t, about) {
  const [part, ...rest] = about.split(" ");
  const id = rest.join(" ");
  const match = part.startsWith("match") ? t.match(id) : null;
  if (match) return t.pair(match);
  const [, stage] = /^[^/]+\/(.+)\.0\.\d+$/.exec(id) ?? [];
  if (part.startsWith("match") && stage) return `${stageName(stage)} · ${w("Play-in")}`; // one that is not there yet
  if (part.startsWith("entr")) return t.name(id);
  if (part.startsWith("division")) return divisionName(id);
  if (part.startsWith("penalt")) return ""; // whom it is for, the match says
  const found = t.view.cases.find((each) => each.id === id);
  if (found) return people(t, found.parties);
  return t.state.names[id] ?? id;
}

/** @param {Tournament} t @param {Change} change */
export function changeText(t, change) {
  const whats = /** @type {Record<string, string>} */ ({
    players: w("players"),
    where: w("state"),
    place: w("table"),
    length: w("length"),
    starts_at: w("start"),
    points: w("penalty points"),
    result: w("result"),
    status: w("entry"),
    draws: w("draws"),
    announced: w("announced"),
    state: w("case"),
    score: w("score on the board"),
    match_length: w("length on the board"),
    cube: w("cube"),
    turn: w("turn"),
    dice: w("dice"),
    position: w("position"),
    times: w("clock"),
    winner: w("winner"),
    waits: w("waits for"),
    equipment: w("equipment"),
    play_in: w("for one place"),
    correction: w("correction"),
  });
  const subject = subjectText(t, `${change.kind === "match" ? "matches" : change.kind} ${change.id}`);
  return {
    subject,
    what: whats[change.what] ?? change.what,
    before: valueText(t, change, change.before),
    after: valueText(t, change, change.after),
  };
}

/** @param {Tournament} t @param {Change} change @param {string} value */
function valueText(t, change, value) {
  if (!value) return "–";
  if (change.what === "players")
    return value
      .split(" - ")
      .map((id) => t.name(id))
      .join(" – ");
  if (change.what === "play_in") {
    const [one, two] = value.split(" - ").map((id) => w("the loser of {match}", { match: losersOf(t, id) }));
    return w("{one} against {two}", { one, two });
  }
  if (change.what === "correction") return w("for the director to decide");
  if (change.what === "starts_at") return clockTime(Number(value));
  if (change.what === "result") return value.split(" ")[0].replace("-", "–"); // then who won, and how
  if (change.kind === "match") return onBoard(t, change, value);
  return value;
}

/** Who plays the match that a loser comes from. @param {Tournament} t @param {string} id */
function losersOf(t, id) {
  const match = t.match(id);
  return match ? t.pair(match) : id;
}

/** A match for a place, and who comes to it as far as that is known. @param {Tournament} t @param {string} id */
export function playInText(t, id) {
  const match = t.match(id);
  if (!match) return id;
  const sides = match.players.map((entry, seat) => {
    const source = match.sources?.[seat];
    if (entry || source?.type !== "loser") return t.name(entry);
    return w("the loser of {match}", { match: losersOf(t, `${match.division}/${source.match}`) });
  });
  return `${stageName(match.stage)}: ${w("{one} against {two}", { one: sides[0], two: sides[1] })}`;
}

/** What is said of a match and of its board. @param {Tournament} t @param {Change} change @param {string} value */
function onBoard(t, change, value) {
  const match = t.match(change.id);
  const seat = (/** @type {string} */ n) => t.name(match?.players[Number(n)]);
  switch (change.what) {
    case "where":
      return match ? whereText(t, /** @type {Match} */ ({ ...match, where: value, waits_for: [] })) : value;
    case "score":
    case "dice":
      return value.replace("-", "–");
    case "cube": {
      const [worth, owner] = value.split(" ");
      return owner === undefined ? w("{n}, in the middle", { n: worth }) : `${worth}, ${seat(owner)}`;
    }
    case "turn":
    case "winner":
      return seat(value);
    case "position":
      return change.before === value ? w("as it stands") : w("set");
    case "times":
      return value
        .split("-")
        .map((each) => duration(Number(each)))
        .join(" – ");
    case "equipment":
      return value.split(" ").map(equipmentName).join(", ");
    case "waits":
      return value === "committee" ? w("the committee") : w("the director");
    default:
      return value;
  }
}
