// One game, as far as its dice depend on it: whose turn it is, what was rolled, when it is over and what it pays. Whether a
// play used as many dice as it could is not looked at.
/** @import {DoubleAnnulled, EarlyRolled, Played, Profile, Seat, TableEvent} from "../shared/messages.js" */
/** @import {Position} from "../board/position.js" */

import { BAR, moved, OFF, parsePosition, START, total } from "../board/position.js";

/** @param {Seat} seat */
const other = (seat) => /** @type {Seat} */ (1 - seat);
/** @param {Position} position @returns {Position} */
const mirrored = ({ own, opponent }) => ({ own: opponent, opponent: own });
/** @param {Position} a @param {Position} b */
const same = (a, b) => `${a.own} ${a.opponent}` === `${b.own} ${b.opponent}`;

/**
 * Where these moves by these dice lead; null if they cannot be made.
 * @param {Position} position seen by the mover
 * @param {[number, number]} dice
 * @param {[number, number][]} moves
 */
function playedOut(position, dice, moves) {
  const left = dice[0] === dice[1] ? [...dice, ...dice] : [...dice];
  for (const [from, to] of moves) {
    const { own, opponent } = position;
    if (!own[from] || from < 1 || from > BAR || (own[BAR] && from !== BAR)) return null;
    if (to === OFF && own.some((count, place) => place > 6 && count > 0)) return null;
    if (to !== OFF && opponent[25 - to] >= 2) return null;
    const farther = own.some((count, place) => place > from && count > 0);
    const exact = left.indexOf(from - to);
    const used = exact < 0 && to === OFF && !farther ? left.findIndex((die) => die > from) : exact;
    if (used < 0) return null;
    left.splice(used, 1);
    position = moved(position, { from, to, hit: to !== OFF && opponent[25 - to] === 1 });
  }
  return position;
}

export class DiceGame {
  /** @type {"opening" | "to_roll" | "to_play" | "doubled" | "beavered" | "over"} */
  phase = "opening";
  /** @type {{winner: Seat, points: number, dropped: boolean} | null} */
  outcome = null;
  /** @type {Seat} */
  #turn = 0;
  #position = parsePosition(START); // seen by whose turn it is
  /** @type {[number, number] | null} */
  #dice = null;
  #cube = 1;
  #stake = 1;
  #ties = 0;
  /** @type {{seat: Seat, size: number} | null} */
  #resignation = null;
  /** @type {{seat: Seat, dice: [number, number], before: Position} | null} */
  #last = null;
  /** @type {Profile} */
  #profile;
  /** @type {boolean} */
  #enforced;

  /** @param {Profile} profile @param {boolean} enforced the board allows only what is legal */
  constructor(profile, enforced) {
    this.#profile = profile;
    this.#enforced = enforced;
  }

  /**
   * Whether this roll was due.
   * @param {TableEvent} event
   * @param {EarlyRolled | null} early what its roller rolled before
   */
  rollDue(event, early) {
    if (event.type !== "opening_rolled" && event.type !== "rolled" && event.type !== "early_rolled") return false;
    const dice = event.type === "opening_rolled" ? [event.first, event.second] : event.dice;
    if (!dice.every((die) => [1, 2, 3, 4, 5, 6].includes(die)) || this.#resignation) return false;
    if (event.type === "opening_rolled") return this.phase === "opening";
    if (event.type === "early_rolled") {
      const allowed = !this.#enforced && this.#profile.early_roll !== "enforced";
      return allowed && !early && this.phase === "to_play" && event.seat === other(this.#turn);
    }
    const own = !early || (early.seat === event.seat && `${early.dice}` === `${event.dice}`);
    return own && this.phase === "to_roll" && event.seat === this.#turn;
  }

  /** Whether this could be done now; says nothing about events that are not a game's. @param {TableEvent} event */
  allows(event) {
    const seat = "seat" in event ? event.seat : null;
    const [mine, theirs] = [seat === this.#turn, seat === other(this.#turn)];
    const answers = (this.phase === "doubled" && theirs) || (this.phase === "beavered" && mine);
    switch (event.type) {
      case "played":
        return !this.#resignation && this.phase === "to_play" && mine && this.#playPossible(event);
      case "doubled":
        return !this.#resignation && this.phase === "to_roll" && mine;
      case "taken":
      case "dropped":
        return answers;
      case "beavered":
        return this.phase === "doubled" && theirs && this.#profile.beavers;
      case "resignation_offered":
        return !this.#resignation && ["to_roll", "to_play"].includes(this.phase);
      case "resignation_accepted":
      case "resignation_refused":
        return this.#resignation?.seat === other(event.seat);
      default:
        return true;
    }
  }

  /** @param {Played} event */
  #playPossible(event) {
    const result = mirrored(parsePosition(event.result));
    const { own, opponent } = this.#position;
    if (!this.#enforced) return total(result.own) === total(own) && total(result.opponent) === total(opponent);
    const after = this.#dice && playedOut(this.#position, this.#dice, event.moves);
    return after !== null && same(after, result);
  }

  /** Applies it, whether it was possible or not. @param {TableEvent} event */
  follow(event) {
    switch (event.type) {
      case "opening_rolled":
        return this.#open(event.first, event.second);
      case "rolled":
        return this.#handTo(event.seat, "to_play", event.dice);
      case "played":
        return this.#play(event);
      case "doubled":
        return this.#handTo(event.seat, "doubled", null);
      case "beavered":
        this.phase = "beavered";
        break;
      case "taken":
        this.#cube *= this.phase === "beavered" ? 4 : 2;
        this.phase = "to_roll";
        break;
      case "dropped":
        return this.#end(other(event.seat), this.#stake * this.#cube * (this.phase === "beavered" ? 2 : 1), true);
      case "resignation_offered":
        this.#resignation = { seat: event.seat, size: event.size };
        break;
      case "resignation_refused":
        this.#resignation = null;
        break;
      case "resignation_accepted":
        return this.#end(event.seat, this.#worth(this.#resignation?.size ?? 1));
      case "position_set":
        this.#position = parsePosition(event.position);
        [this.#last, this.#resignation] = [null, null];
        break;
      case "turn_set":
        return this.#handTo(event.seat, event.dice ? "to_play" : "to_roll", event.dice ?? null);
      case "play_reopened":
        return this.#reopen();
      case "cube_set":
        this.#cube = event.cube?.value ?? 1;
        break;
      case "outcome_set":
        this.phase = "over";
        break;
      case "double_annulled":
        return this.#annul(event);
    }
  }

  /** @param {Seat} seat @param {DiceGame["phase"]} phase @param {[number, number] | null} dice */
  #handTo(seat, phase, dice) {
    if (this.#turn !== seat) this.#position = mirrored(this.#position);
    [this.#turn, this.phase, this.#dice, this.#resignation] = [seat, phase, dice, null];
  }

  /** @param {number} first @param {number} second */
  #open(first, second) {
    if (first !== second) return this.#handTo(first > second ? 0 : 1, "to_play", [first, second]);
    const { automatic_doubles: doubles, automatic_doubles_limit: limit } = this.#profile;
    if (doubles && (limit === null || this.#ties < limit)) this.#stake *= 2;
    this.#ties += 1;
  }

  /** @param {Played} event */
  #play(event) {
    const [seat, dice] = [event.seat, this.#dice];
    this.#handTo(seat, "to_roll", null);
    this.#last = dice && { seat, dice, before: this.#position };
    [this.#position, this.#turn] = [parsePosition(event.result), other(seat)];
    const { own, opponent } = this.#position; // seen by the opponent of whoever played
    const won = opponent[OFF] === total(opponent);
    if (!won && own[OFF] !== total(own)) return;
    const loser = won ? own : opponent;
    const behind = loser.some((count, place) => place >= 19 && count > 0);
    this.#end(won ? seat : other(seat), this.#worth(loser[OFF] > 0 ? 1 : behind ? 3 : 2));
  }

  #reopen() {
    if (!this.#last) return;
    [this.#turn, this.#dice, this.#position] = [this.#last.seat, this.#last.dice, this.#last.before];
    [this.phase, this.#last, this.#resignation] = ["to_play", null, null];
  }

  /** @param {DoubleAnnulled} event */
  #annul(event) {
    this.#cube = event.cube?.value ?? 1;
    const goesOn = this.phase !== "over" || this.outcome?.dropped;
    if (event.outcome) this.phase = "over";
    else if (goesOn && ["doubled", "beavered", "over"].includes(this.phase)) this.phase = "to_roll";
  }

  /** @param {number} size */
  #worth(size) {
    const counts = this.#profile.gammons && (!this.#profile.jacoby || this.#cube > 1);
    return this.#stake * this.#cube * (counts ? size : 1);
  }

  /** @param {Seat} winner @param {number} points */
  #end(winner, points, dropped = false) {
    [this.phase, this.#resignation] = ["over", null];
    this.outcome = { winner, points, dropped };
  }
}
