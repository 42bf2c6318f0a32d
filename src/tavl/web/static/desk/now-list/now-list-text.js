// What there is to do, in words: the lines of the Now list.
/** @import {Item} from "../../shared/messages.js" */
/** @import {Tournament} from "../tournament.js" */

import { dayText, money } from "../../shared/dates-and-numbers.js";
import { plural, w } from "../../shared/translations.js";
import { divisionName, equipmentName, minutes, people, requestName, roundName } from "../labels.js";

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
          text: w("Correct the result? {pair}", { pair }),
          sub: item.facts.case
            ? w("Its ruling was overturned, and a later match has been played")
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
