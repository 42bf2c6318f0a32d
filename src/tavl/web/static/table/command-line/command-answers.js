// Questions about a table, answered in words: the same for eye and ear.
/** @import {Person, Seat, TableView} from "../../shared/messages.js" */
/** @import {Story} from "../texts/event-text.js" */

import { parsePosition } from "../../board/position.js";
import { isOver, other } from "../board-state.js";
import { duration, reading } from "../clock.js";
import { nameOf } from "../../shared/names.js";
import { legalPlays, notation, spoken } from "../../shared/play-text.js";
import { listed, plural, w } from "../../shared/translations.js";

const MAX_PLAYS = 24;

/** @typedef {{view: TableView, people: Record<string, Person>, story: Story, time: number, terse: boolean}} AskedAtTable */

/** @param {AskedAtTable} asked @param {number} place */
function onPoint({ view, terse }, place) {
  const { own, opponent } = parsePosition(view.position);
  const mine = own[place];
  const theirs = opponent[25 - place];
  if (terse) return mine ? `${place}:${mine}` : theirs ? `${place}:-${theirs}` : "";
  if (mine) return plural("{place}: {n} yours", "{place}: {n} yours", mine, { place });
  if (theirs) return plural("{place}: {n} theirs", "{place}: {n} theirs", theirs, { place });
  return "";
}

/** @param {AskedAtTable} asked @param {number} quadrant 1 to 4 */
function quadrant(asked, quadrant) {
  const from = quadrant * 6;
  const points = [0, 1, 2, 3, 4, 5].map((i) => onPoint(asked, from - i)).filter(Boolean);
  const names = [w("Your home"), w("Your outer board"), w("Their outer board"), w("Their home")];
  const what = points.length ? points.join(", ") : w("empty");
  return asked.terse ? what : `${names[quadrant - 1]}, ${from}–${from - 5}: ${what}.`;
}

/** @param {AskedAtTable} asked */
function bar(asked) {
  const { own, opponent } = parsePosition(asked.view.position);
  if (!own[25] && !opponent[25]) return w("There are no checkers on the bar.");
  return w("On the bar: yours {own}, theirs {opponent}.", { own: own[25], opponent: opponent[25] });
}

/** @type {Record<string, (asked: AskedAtTable, rest: string) => string>} */
export const ANSWERS = {
  dice({ view }) {
    if (!view.dice || view.turn === null) return w("No dice lie on the board.");
    const words = { first: view.dice[0], second: view.dice[1] };
    return view.role === "player" && view.turn === view.viewer
      ? w("Your dice: {first} and {second}.", words)
      : w("Their dice: {first} and {second}.", words);
  },
  position(asked, rest) {
    const number = Number(rest);
    if (number >= 1 && number <= 4) return quadrant(asked, number);
    return [bar(asked), ...[1, 2, 3, 4].map((n) => quadrant(asked, n)), ANSWERS.off(asked, "")].join(" ");
  },
  bar,
  off({ view }) {
    const { own, opponent } = parsePosition(view.position);
    return w("Borne off: yours {own}, theirs {opponent}.", { own: own[0], opponent: opponent[0] });
  },
  blots({ view }) {
    const { own, opponent } = parsePosition(view.position);
    const points = Array.from({ length: 24 }, (_, i) => 24 - i);
    const say = (/** @type {number[]} */ found) => (found.length ? listed(found.map(String)) : w("none"));
    return w("Your blots: {own}. Their blots: {opponent}.", {
      own: say(points.filter((place) => own[place] === 1)),
      opponent: say(points.filter((place) => opponent[25 - place] === 1)),
    });
  },
  cube({ view, people }) {
    const { cube, offered } = view;
    if (offered !== null) return w("A double to {value} is offered.", { value: offered });
    if (!cube) return view.crawford ? w("No cube: this is the Crawford game.") : w("There is no cube.");
    if (cube.owner === null) return w("The cube is in the middle, at {value}.", { value: cube.value });
    return cube.owner === view.viewer && view.role === "player"
      ? w("The cube is yours at {value}.", { value: cube.value })
      : w("{name} has the cube at {value}.", { name: nameOf(view, people, cube.owner), value: cube.value });
  },
  score({ view, people }) {
    const words = {
      own: view.score[view.viewer],
      opponent: view.score[other(view.viewer)],
      name: nameOf(view, people, other(view.viewer)),
    };
    const score = w("Score: you {own}, {name} {opponent}.", words);
    return view.length === null
      ? score
      : `${score} ${plural("Match to {n} point.", "Match to {n} points.", view.length)}`;
  },
  clock({ view, people, time }) {
    if (!view.clock) return w("There is no clock.");
    const { remaining, delay } = reading(view.clock, time);
    const text = w("You have {own}, {name} has {opponent}.", {
      own: duration(remaining[view.viewer]),
      opponent: duration(remaining[other(view.viewer)]),
      name: nameOf(view, people, other(view.viewer)),
    });
    const left = w("Delay left: {seconds}.", { seconds: Math.ceil(delay / 1000) });
    return delay > 0 ? `${text} ${left}` : text;
  },
  pips({ view }) {
    if (!view.pips) return w("Pip counts are not shown at this table.");
    return w("Pips: you {own}, they {opponent}.", { own: view.pips[0], opponent: view.pips[1] });
  },
  last({ view, people, story, terse }) {
    const { last } = story;
    if (!last) return w("Nothing has been played yet.");
    const mine = view.role === "player" && last.seat === view.viewer;
    const name = mine ? w("You") : nameOf(view, people, last.seat);
    const play = last.hops.length ? (terse ? notation(last.hops) : spoken(last.hops)) : w("no play");
    return `${name}, ${last.dice[0]}-${last.dice[1]}: ${play}.`;
  },
  plays({ view }) {
    if (view.sitting === "challenge") return w("This table does not list legal plays: see for yourself.");
    if (!view.tree) return w("You have nothing to play now.");
    const plays = legalPlays(view.tree, view.position).map(notation);
    if (plays.length === 1 && plays[0] === "") return w("Nothing can be played.");
    const shown = plays.slice(0, MAX_PLAYS).join("; ");
    const rest = plays.length - MAX_PLAYS;
    const more = rest > 0 ? ` ${plural("And {n} more.", "And {n} more.", rest)}` : "";
    return `${plural("{n} play:", "{n} plays:", plays.length)} ${shown}.${more}`;
  },
  turn({ view, people }) {
    if (isOver(view)) return w("The match is over.");
    if (view.dispute) return w("Everything waits until the dispute is settled.");
    if (view.appeal !== null) return w("Everything waits for the committee.");
    if (view.handling?.claimed_by && view.handling.claim_asked !== null)
      return w("It is claimed that the last play was illegal. {name} answers.", {
        name: nameOf(view, people, view.handling.claim_asked),
      });
    if (!view.to_act.length) return w("Nobody has to do anything.");
    const mine = view.role === "player" && view.to_act.includes(view.viewer);
    if (mine && view.actions.includes("take")) return w("A double is offered to you: take or drop.");
    if (mine && view.actions.includes("accept_resignation"))
      return w("A resignation is offered to you: accept or refuse.");
    if (mine && view.actions.includes("make_play")) return w("Your turn: play your dice.");
    if (mine && view.actions.includes("double")) return w("Your turn: roll or double.");
    if (mine) return w("Your turn.");
    return w("Waiting for {name}.", { name: nameOf(view, people, /** @type {Seat} */ (view.to_act[0])) });
  },
};

/**
 * A point by its number.
 * @param {AskedAtTable} asked
 * @param {number} place
 */
export function pointAnswer(asked, place) {
  return onPoint({ ...asked, terse: false }, place) || w("{place}: empty", { place });
}

/** Where a word begins several commands. @param {string[]} words */
export const whichAnswer = (words) => w("Which: {words}?", { words: listed(words) });

export const notUnderstood = () => w("Not understood. Type help to see what you can ask.");

/** @param {string[]} words of all commands */
export const helpAnswer = (words) => `${w("A play such as 8/5 6/5, the number of a point, or:")} ${listed(words)}.`;
