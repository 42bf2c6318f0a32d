// What happens at a table, event by event, in words: for the ear, for the list of plays, and for a replay.
// What a board says that stands by itself, on no page of tavl: ../board/standalone-narration.js.
/** @import {EventOut, GameStarted, OpeningRolled, Person, Played, Seat, TableEvent, TableView} from "../../shared/messages.js" */
/** @import {Hop} from "../../shared/play-text.js" */

import { other } from "../board-state.js";
import { officiatingText } from "../../officiating/event-texts/event-text.js";
import { dropCost, sizeName } from "./result-text.js";
import { nameOf } from "../../shared/names.js";
import { START } from "../../board/position.js";
import { hopsOf, mirrored, notation, spoken } from "../../shared/play-text.js";
import { w } from "../../shared/translations.js";

/**
 * An entry of the list of plays: a game's heading, or what a seat did.
 * @typedef {{kind: "game", game: number, crawford: boolean} | {kind: "turn", seat: Seat, text: string}} StoryEntry
 */
/**
 * `note`: what stays in the list beside the plays, with its clause.
 * @typedef {{sentence: string | null, entry: StoryEntry | null, note?: {text: string, rule: string | null} | null}} Told
 */
/**
 * A moment that a ruling may go back to, seen by seat 0.
 * @typedef {{text: string, position: string, turn: Seat, dice: [number, number] | null}} Moment
 */

const MAX_MOMENTS = 40;

export class Story {
  /** Seen by seat 0. */
  #position = START;
  #game = 0;
  #cube = 1;
  #offered = 1;
  /** @type {[number, number] | null} */
  #dice = null;
  /** @type {Seat} */
  #turn = 0;
  /**
   * Where the last play was made from.
   * @type {{position: string, dice: [number, number] | null, last: Story["last"]} | null}
   */
  #before = null;
  #waits = false;
  /** @type {Moment[]} */
  moments = [];
  /** The last play, for whoever asks. @type {{seat: Seat, dice: [number, number], hops: Hop[]} | null} */
  last = null;

  /**
   * @param {EventOut} out
   * @param {TableView} view the table after it, or later
   * @param {Record<string, Person>} people
   * @param {boolean} terse
   * @returns {Told}
   */
  tell({ event, at }, view, people, terse = false) {
    this.#follow(event);
    const seat = ("seat" in event ? event.seat : null) ?? 0;
    const mine = view.role === "player" && seat === view.viewer;
    const name = nameOf(view, people, seat);
    /** @type {(seat: Seat, text: string) => StoryEntry} */
    const turn = (seat, text) => ({ kind: "turn", seat, text });
    switch (event.type) {
      case "seated":
        return sentenceOnly(mine ? null : w("{name} sits down.", { name }));
      case "seat_left":
        return sentenceOnly(mine ? null : w("{name} has left.", { name }));
      case "game_started":
        return this.#begin(event, view.length);
      case "opening_rolled":
        return this.#open(event, view, people);
      case "rolled": {
        const [first, second] = event.dice;
        if (terse) return sentenceOnly(mine ? `${first}${second}` : `${name} ${first}${second}`);
        return sentenceOnly(
          mine
            ? w("You roll {first} and {second}.", { first, second })
            : w("{name} rolls {first} and {second}.", { name, first, second }),
        );
      }
      case "played":
        return this.#play(event, mine, name, terse, view);
      case "doubled":
        this.#offered = this.#cube * 2;
        return {
          sentence: mine
            ? w("You double to {value}.", { value: this.#offered })
            : w("{name} doubles to {value}.", { name, value: this.#offered }) +
              (view.role === "player" ? ` ${dropCost(view, seat, this.#cube)} ${w("Take or drop?")}` : ""),
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
        return sentenceOnly(mine ? w("You accept.") : w("{name} accepts.", { name }));
      case "resignation_refused":
        return {
          sentence: mine ? w("You refuse; the game goes on.") : w("{name} refuses; the game goes on.", { name }),
          entry: turn(seat, w("Refuses; the game goes on")),
        };
      case "match_waits":
        this.#waits = true;
        return sentenceOnly(w("The match is waiting for {name} to reconnect.", { name }));
      case "suspended":
        return sentenceOnly(this.#waits ? null : w("The server was down. Nobody's clock ran during that time."));
      case "resumed": {
        const waited = this.#waits;
        this.#waits = false;
        return sentenceOnly(waited ? w("The match goes on.") : null);
      }
      case "aborted":
        return sentenceOnly(w("The table is closed. Nothing counts."));
      default: {
        const around = officiatingText(event, { view, people, terse, at });
        const note = around?.note ? { text: around.note, rule: around.rule } : null;
        return { sentence: around?.sentence ?? null, entry: null, note };
      }
    }
  }

  /** What corrections and rulings set. @param {TableEvent} event */
  #follow(event) {
    switch (event.type) {
      case "rolled":
        this.#turn = event.seat;
        this.#dice = event.dice;
        this.#keep(`${event.dice[0]}-${event.dice[1]}`);
        break;
      case "play_reopened":
        if (!this.#before) break;
        this.#turn = this.last?.seat ?? this.#turn;
        this.#position = this.#before.position;
        this.#dice = this.#before.dice;
        this.last = this.#before.last;
        this.#before = null;
        break;
      case "turn_set":
        this.#turn = event.seat;
        this.#dice = event.dice;
        break;
      case "position_set": // seen by the player whose turn it is
        this.#position = this.#turn === 0 ? event.position : mirrored(event.position);
        this.last = null;
        break;
      case "cube_set":
      case "double_annulled":
        this.#cube = this.#offered = event.cube?.value ?? 1;
        break;
    }
  }

  /** @param {string} text */
  #keep(text) {
    this.moments.push({ text, position: this.#position, turn: this.#turn, dice: this.#dice });
    if (this.moments.length > MAX_MOMENTS) this.moments.shift();
  }

  /** @param {GameStarted} event @param {number | null} length @returns {Told} */
  #begin(event, length) {
    this.#position = START;
    this.#cube = this.#offered = 1;
    this.last = this.#before = null;
    this.moments = [];
    this.#game += 1;
    const begins = w("Game {n} begins.", { n: this.#game });
    return {
      sentence:
        event.crawford && length !== 1 ? `${begins} ${w("This is the Crawford game: nobody may double.")}` : begins,
      entry: { kind: "game", game: this.#game, crawford: event.crawford && length !== 1 },
    };
  }

  /**
   * @param {OpeningRolled} event
   * @param {TableView} view
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
    if (dice[0] === dice[1]) return sentenceOnly(`${fell} ${w("Once more.")}`);
    const begins = dice[0] > dice[1] ? 0 : 1;
    this.#turn = begins;
    this.#keep(`${dice[0]}-${dice[1]}`);
    const who =
      !watching && begins === view.viewer
        ? w("You begin.")
        : w("{name} begins.", { name: nameOf(view, people, begins) });
    return sentenceOnly(`${fell} ${who}`);
  }

  /**
   * @param {Played} event
   * @param {boolean} mine
   * @param {string} name
   * @param {boolean} terse
   * @param {TableView} view
   * @returns {Told}
   */
  #play(event, mine, name, terse, view) {
    const { seat } = event;
    const before = seat === 0 ? this.#position : mirrored(this.#position);
    const hops = hopsOf(before, event.moves);
    const dice = this.#dice ?? [0, 0];
    this.#before = { position: this.#position, dice: this.#dice, last: this.last };
    this.#turn = other(seat);
    this.#position = seat === 1 ? event.result : mirrored(event.result); // seen by the opponent of whoever moved
    this.last = { seat, dice, hops };
    this.#dice = null;
    const text = notation(hops);
    const roll = [...dice].sort((a, b) => b - a).join("");
    /** @type {StoryEntry} */
    const entry = { kind: "turn", seat, text: `${roll}: ${text || w("no play")}` };
    this.#keep(entry.text);
    if (mine) return { sentence: null, entry };
    // Where the board does not check, it does not know whether something could have been played.
    const none =
      view.sitting === "challenge" ? w("{name} plays nothing.", { name }) : w("{name} cannot move.", { name });
    if (!hops.length) return { sentence: none, entry };
    return {
      sentence: terse ? `${name} ${text}` : w("{name} plays {moves}.", { name, moves: spoken(hops) }),
      entry,
    };
  }
}

/** @param {string | null} sentence @returns {Told} */
function sentenceOnly(sentence) {
  return { sentence, entry: null };
}
