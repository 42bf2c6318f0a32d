// Plays in words: notation, spoken moves, and the list of legal ones. No rules: the tree and the board's own counting.
/** @import {Step} from "./messages.js" */
/** @import {Position} from "../board/position.js" */

import { moved, parsePosition } from "../board/position.js";
import { sense, w } from "./translations.js";

/** @typedef {{from: number, to: number, hit: boolean}} Hop */

/** @param {number} place */
export function placeName(place) {
  if (place === 25) return sense("notation", "bar");
  if (place === 0) return sense("notation", "off");
  return String(place);
}

/**
 * The hops of a play and what they hit, played on the position before it, seen by its mover.
 * @param {string} before
 * @param {[number, number][]} moves
 * @returns {Hop[]}
 */
export function hopsOf(before, moves) {
  let position = parsePosition(before);
  return moves.map(([from, to]) => {
    const hit = to > 0 && position.opponent[25 - to] === 1;
    position = moved(position, { from, to, hit });
    return { from, to, hit };
  });
}

/** A position seen from the other side. @param {string} position */
export function mirrored(position) {
  const [own, opponent] = position.split("|").map((side) => side.trim());
  return `${opponent} | ${own}`;
}

/**
 * "24/18 13/10*": a checker that goes on without hitting is written once, equal moves are counted. On the way off every
 * stop is written, because 3/off by one die and 3/2/off by two are different plays.
 * @param {Hop[]} hops
 */
export function notation(hops) {
  /** @type {{stops: number[], hit: boolean}[]} */
  const ways = [];
  for (const { from, to, hit } of [...hops].sort((a, b) => b.from - a.from)) {
    const way = ways.find((earlier) => earlier.stops.at(-1) === from && !earlier.hit);
    if (way) {
      way.stops.push(to);
      way.hit = hit;
    } else ways.push({ stops: [from, to], hit });
  }
  /** @type {Map<string, number>} */
  const counted = new Map();
  for (const { stops, hit } of ways) {
    const written = stops.at(-1) === 0 ? stops : [stops[0], stops[stops.length - 1]];
    const text = written.map(placeName).join("/") + (hit ? "*" : "");
    const bare = text.replace("*", "");
    const known = [...counted.keys()].find((each) => each.replace("*", "") === bare);
    counted.set(known ?? text, (counted.get(known ?? text) ?? 0) + 1);
  }
  return [...counted].map(([text, n]) => (n > 1 ? `${text}(${n})` : text)).join(" ");
}

/**
 * "24 to 18, 13 to 10, hits"
 * @param {Hop[]} hops
 */
export function spoken(hops) {
  return hops
    .map(({ from, to, hit }) => {
      const words = { from: placeName(from), to: placeName(to) };
      return hit ? w("{from} to {to}, hits", words) : w("{from} to {to}", words);
    })
    .join(", ");
}

/**
 * Every play of a tree, one for each position it leads to.
 * @param {Step[][]} tree
 * @param {string} position
 * @returns {Hop[][]}
 */
export function legalPlays(tree, position) {
  /** @type {Map<string, Hop[]>} */
  const found = new Map();
  /** @type {Set<string>} */
  const seen = new Set();
  const walk = (/** @type {number} */ node, /** @type {Position} */ at, /** @type {Hop[]} */ hops) => {
    const here = `${node} ${at.own} ${at.opponent}`;
    if (seen.has(here)) return;
    seen.add(here);
    if (tree[node].length === 0) {
      found.set(`${at.own} ${at.opponent}`, hops);
      return;
    }
    for (const [from, to, , hit, next] of tree[node]) {
      const hop = { from, to, hit: Boolean(hit) };
      walk(next, moved(at, hop), [...hops, hop]);
    }
  };
  walk(0, parsePosition(position), []);
  return [...found.values()];
}

/**
 * A play that was typed: "8/5 6/5", "13/7(2)", "bar/20", "6/off". Null if it is not one.
 * @param {string} text
 * @returns {[number, number][] | null}
 */
export function readPlay(text) {
  const bar = ["bar", sense("notation", "bar"), "25"];
  const off = ["off", sense("notation", "off"), "0"];
  /** @type {[number, number][]} */
  const moves = [];
  for (const word of text.toLocaleLowerCase().replace(/[,;]/g, " ").trim().split(/\s+/)) {
    const parts = /^([^/(]+)((?:\/[^/(]+)+)(?:\(([1-4])\))?$/.exec(word.replace(/[-–]/g, "/").replace(/\*/g, ""));
    if (!parts) return null;
    const places = [parts[1], ...parts[2].slice(1).split("/")].map((name) =>
      bar.includes(name) ? 25 : off.includes(name) ? 0 : /^([1-9]|1\d|2[0-4])$/.test(name) ? Number(name) : NaN,
    );
    if (places.some(Number.isNaN)) return null;
    for (let times = Number(parts[3] ?? 1); times > 0; times--) {
      for (let i = 1; i < places.length; i++) moves.push([places[i - 1], places[i]]);
    }
  }
  return moves.length ? moves : null;
}
