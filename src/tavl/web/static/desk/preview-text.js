// What an action would change, in words.
/** @import {Change} from "../shared/messages.js" */
/** @import {Match, Tournament} from "./tournament.js" */

import { clockTime } from "../shared/dates-and-numbers.js";
import { w } from "../shared/translations.js";
import { duration } from "../table/clock.js";
import { equipmentName, stageName, subjectText, whereText } from "./labels.js";

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
