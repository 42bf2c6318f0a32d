// What happens at a table, event by event, in words: for the ear, for the list of plays, and for a replay.
/** @import {EventOut, Person, Seat, TableEvent, View} from "./types.js" */
/** @import {Hop} from "./moves.js" */

import { nameOf, other } from "./board-state.js";
import { hopsOf, mirrored, notation, spoken } from "./moves.js";
import { plural, w } from "./words.js";

const START = "24:2 13:5 8:3 6:5 | 24:2 13:5 8:3 6:5";

/**
 * An entry of the list of plays: a game's heading, or what a seat did.
 * @typedef {{kind: "game", game: number, crawford: boolean} | {kind: "turn", seat: Seat, text: string}} Entry
 */
/** @typedef {{sentence: string | null, entry: Entry | null}} Told */

/** @param {number} size */
export function sizeName(size) {
  return size === 3 ? w("a backgammon") : size === 2 ? w("a gammon") : w("a single game");
}

export class Story {
  /** Seen by seat 0. */
  #position = START;
  #game = 0;
  #cube = 1;
  #offered = 1;
  /** @type {[number, number] | null} */
  #dice = null;
  /** The last play, for whoever asks. @type {{seat: Seat, dice: [number, number], hops: Hop[]} | null} */
  last = null;

  /**
   * @param {EventOut} out
   * @param {View} view the table after it, or later
   * @param {Record<string, Person>} people
   * @param {boolean} terse
   * @returns {Told}
   */
  tell({ event }, view, people, terse = false) {
    const seat = /** @type {Seat} */ (event.seat ?? 0);
    const mine = view.role === "player" && seat === view.viewer;
    const name = nameOf(view, people, seat);
    /** @type {(seat: Seat, text: string) => Entry} */
    const turn = (seat, text) => ({ kind: "turn", seat, text });
    switch (event.type) {
      case "seated":
        return told(mine ? null : w("{name} sits down.", { name }));
      case "seat_left":
        return told(mine ? null : w("{name} has left.", { name }));
      case "game_started":
        return this.#begin(event);
      case "opening_rolled":
        return this.#open(event, view, people);
      case "rolled": {
        this.#dice = event.dice;
        const [first, second] = event.dice;
        if (terse) return told(mine ? `${first}${second}` : `${name} ${first}${second}`);
        return told(
          mine
            ? w("You roll {first} and {second}.", { first, second })
            : w("{name} rolls {first} and {second}.", { name, first, second }),
        );
      }
      case "played":
        return this.#play(event, seat, mine, name, terse);
      case "doubled":
        this.#offered = this.#cube * 2;
        return {
          sentence: mine
            ? w("You double to {value}.", { value: this.#offered })
            : w("{name} doubles to {value}.", { name, value: this.#offered }) +
              (view.role === "player" ? ` ${w("Take or drop?")}` : ""),
          entry: turn(seat, w("Doubles to {value}", { value: this.#offered })),
        };
      case "beavered":
        this.#offered *= 2;
        return {
          sentence: mine
            ? w("You beaver: the cube would be at {value}.", { value: this.#offered })
            : w("{name} beavers: the cube would be at {value}.", { name, value: this.#offered }),
          entry: turn(seat, w("Beavers to {value}", { value: this.#offered })),
        };
      case "taken":
        this.#cube = this.#offered;
        return {
          sentence: mine
            ? w("You take. The cube is at {value}.", { value: this.#cube })
            : w("{name} takes. The cube is at {value}.", { name, value: this.#cube }),
          entry: turn(seat, w("Takes")),
        };
      case "dropped":
        return { sentence: mine ? w("You drop.") : w("{name} drops.", { name }), entry: turn(seat, w("Drops")) };
      case "resignation_offered":
        return {
          sentence: mine
            ? w("You offer to resign {size}.", { size: sizeName(event.size) })
            : w("{name} offers to resign {size}.", { name, size: sizeName(event.size) }),
          entry: turn(seat, w("Resigns {size}", { size: sizeName(event.size) })),
        };
      case "resignation_accepted":
        return told(mine ? w("You accept.") : w("{name} accepts.", { name }));
      case "resignation_refused":
        return told(mine ? w("You refuse; the game goes on.") : w("{name} refuses; the game goes on.", { name }));
      case "suspended":
        return told(w("The service was away. Nobody's time ran meanwhile."));
      case "aborted":
        return told(w("The table is closed. Nothing counts."));
      default:
        return told(null);
    }
  }

  /** @param {TableEvent} event @returns {Told} */
  #begin(event) {
    this.#position = START;
    this.#cube = this.#offered = 1;
    this.last = null;
    this.#game += 1;
    const begins = w("Game {n} begins.", { n: this.#game });
    return {
      sentence: event.crawford ? `${begins} ${w("This is the Crawford game: nobody may double.")}` : begins,
      entry: { kind: "game", game: this.#game, crawford: Boolean(event.crawford) },
    };
  }

  /**
   * @param {TableEvent} event
   * @param {View} view
   * @param {Record<string, Person>} people
   * @returns {Told}
   */
  #open(event, view, people) {
    this.#dice = event.first === event.second ? null : [event.first, event.second];
    const dice = [event.first, event.second];
    const watching = view.role !== "player";
    const [a, b] = watching ? [0, 1] : [view.viewer, other(view.viewer)];
    const words = {
      first: dice[a],
      second: dice[b],
      name: nameOf(view, people, /** @type {Seat} */ (a)),
      other: nameOf(view, people, /** @type {Seat} */ (b)),
    };
    const fell = watching
      ? w("Opening roll: {name} {first}, {other} {second}.", words)
      : w("Opening roll: you {first}, {other} {second}.", words);
    if (dice[0] === dice[1]) return told(`${fell} ${w("Once more.")}`);
    const begins = dice[0] > dice[1] ? 0 : 1;
    const who =
      !watching && begins === view.viewer
        ? w("You begin.")
        : w("{name} begins.", { name: nameOf(view, people, begins) });
    return told(`${fell} ${who}`);
  }

  /**
   * @param {TableEvent} event
   * @param {Seat} seat
   * @param {boolean} mine
   * @param {string} name
   * @param {boolean} terse
   * @returns {Told}
   */
  #play(event, seat, mine, name, terse) {
    const before = seat === 0 ? this.#position : mirrored(this.#position);
    const hops = hopsOf(before, event.moves);
    const dice = this.#dice ?? [0, 0];
    this.#position = seat === 1 ? event.result : mirrored(event.result); // seen by the opponent of whoever moved
    this.last = { seat, dice, hops };
    this.#dice = null;
    const text = notation(hops);
    const roll = [...dice].sort((a, b) => b - a).join("");
    /** @type {Entry} */
    const entry = { kind: "turn", seat, text: `${roll}: ${text || w("no play")}` };
    if (mine) return { sentence: null, entry };
    if (!hops.length) return { sentence: w("{name} cannot move.", { name }), entry };
    return {
      sentence: terse ? `${name} ${text}` : w("{name} plays {moves}.", { name, moves: spoken(hops) }),
      entry,
    };
  }
}

/** @param {string | null} sentence @returns {Told} */
function told(sentence) {
  return { sentence, entry: null };
}

/**
 * How a game that is over ended; null while it goes on.
 * @param {View} view
 * @param {Record<string, Person>} people
 */
export function gameEnd(view, people) {
  const { outcome } = view;
  if (!outcome) return null;
  const { winner, size, points, reason } = outcome;
  const mine = view.role === "player" && winner === view.viewer;
  const name = nameOf(view, people, winner);
  if (reason === "dropped") {
    return mine
      ? plural("You win {n} point.", "You win {n} points.", points)
      : plural("{name} wins {n} point.", "{name} wins {n} points.", points, { name });
  }
  const words = { name, size: sizeName(size) };
  return mine
    ? plural("You win {size}: {n} point.", "You win {size}: {n} points.", points, words)
    : plural("{name} wins {size}: {n} point.", "{name} wins {size}: {n} points.", points, words);
}

/**
 * How a match that is over ended; null while it goes on.
 * @param {View} view
 * @param {Record<string, Person>} people
 * @returns {{title: string, how: string} | null}
 */
export function matchEnd(view, people) {
  if (view.aborted) return { title: w("The table is closed"), how: w("Nothing counts.") };
  const { result } = view;
  if (!result) return null;
  if (result.winner === null) return { title: w("The session is over"), how: gameEnd(view, people) ?? "" };
  const mine = view.role === "player" && result.winner === view.viewer;
  const name = nameOf(view, people, result.winner);
  const title = mine ? w("You win the match!") : w("{name} wins the match", { name });
  if (result.reason === "time") {
    const loser = nameOf(view, people, other(result.winner));
    const yours = view.role === "player" && !mine;
    return { title, how: yours ? w("Your time is out.") : w("{name} has no time left.", { name: loser }) };
  }
  return { title, how: gameEnd(view, people) ?? "" };
}

/**
 * "3 – 1", the viewer's points first.
 * @param {View} view
 */
export function scoreText(view) {
  return `${view.score[view.viewer]} – ${view.score[other(view.viewer)]}`;
}
