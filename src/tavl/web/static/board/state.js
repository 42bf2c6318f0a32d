// The state from the page, checked field by field, with defaults filled in.
/** @import {Arrow, BoardState, Tree} from "./tavl-board.js" */
/** @import {Position} from "./position.js" */

import { parsePosition, StateError } from "./position.js";

/** @typedef {Required<BoardState> & {placed: Position}} ReadState */

/**
 * @param {BoardState} input
 * @returns {ReadState} frozen; raises StateError, which names the field
 */
export function readState(input) {
  if (typeof input !== "object" || input === null) throw new StateError("state", "an object is expected");
  if (typeof input.position !== "string") throw new StateError("position", "a text is expected");
  const state = {
    position: input.position,
    placed: parsePosition(input.position),
    viewer: seat(input.viewer ?? 0, "viewer"),
    turn: seatOrNull(input.turn, "turn"),
    dice: dice(input.dice, "dice"),
    dice_owner: seatOrNull(input.dice_owner ?? input.turn, "dice_owner"),
    opening: Boolean(input.opening),
    cube: cube(input.cube),
    offered: input.offered == null ? null : whole(input.offered, "offered"),
    offered_by: seatOrNull(input.offered_by ?? input.turn, "offered_by"),
    crawford: Boolean(input.crawford),
    score: pair(input.score, [0, 0], "score"),
    length: input.length == null ? null : whole(input.length, "length"),
    names: pair(input.names, ["", ""], "names"),
    pips: input.pips ?? true,
    last: last(input.last),
    tree: tree(input.tree),
    free: Boolean(input.free),
    actions: list(input.actions ?? [], "actions"),
    resign_sizes: list(input.resign_sizes ?? [1, 2, 3], "resign_sizes"),
    resign_barred: Boolean(input.resign_barred),
    resigned: input.resigned ?? null,
    manual: Boolean(input.manual),
    notice: input.notice ?? null,
    arrows: arrows(input.arrows ?? []),
    setup: Boolean(input.setup),
  };
  if (state.tree && !state.dice) throw new StateError("dice", "a tree needs the dice it is of");
  if (state.tree && state.free) throw new StateError("free", "either a tree or free");
  return Object.freeze(state);
}

/**
 * @param {unknown} value
 * @param {string} field
 * @returns {0 | 1}
 */
function seat(value, field) {
  if (value === 0 || value === 1) return value;
  throw new StateError(field, "a seat is 0 or 1");
}

/**
 * @param {unknown} value
 * @param {string} field
 */
function seatOrNull(value, field) {
  return value == null ? null : seat(value, field);
}

/**
 * @param {unknown} value
 * @param {string} field
 */
function whole(value, field) {
  if (typeof value === "number" && Number.isInteger(value) && value >= 0) return value;
  throw new StateError(field, "a whole number is expected");
}

/**
 * @template T
 * @param {T[]} value
 * @param {string} field
 * @returns {T[]}
 */
function list(value, field) {
  if (Array.isArray(value)) return value;
  throw new StateError(field, "a list is expected");
}

/**
 * @template T
 * @param {[T, T] | undefined} value
 * @param {[T, T]} fallback
 * @param {string} field
 * @returns {[T, T]}
 */
function pair(value, fallback, field) {
  if (value == null) return fallback;
  if (Array.isArray(value) && value.length === 2) return value;
  throw new StateError(field, "one for each seat is expected");
}

/**
 * @param {[number, number] | null | undefined} value
 * @param {string} field
 * @returns {[number, number] | null}
 */
function dice(value, field) {
  if (value == null) return null;
  const good = Array.isArray(value) && value.length === 2 && value.every((die) => [1, 2, 3, 4, 5, 6].includes(die));
  if (!good) throw new StateError(field, "two numbers from 1 to 6 are expected");
  return [value[0], value[1]];
}

/**
 * @param {BoardState["cube"]} value
 * @returns {Required<BoardState>["cube"]}
 */
function cube(value) {
  if (value == null) return null;
  return { value: whole(value.value, "cube.value"), owner: seatOrNull(value.owner, "cube.owner") };
}

/**
 * @param {BoardState["last"]} value
 * @returns {Required<BoardState>["last"]}
 */
function last(value) {
  if (value == null) return null;
  return {
    seat: seat(value.seat, "last.seat"),
    moves: list(value.moves, "last.moves"),
    dice: dice(value.dice, "last.dice"),
  };
}

/**
 * @param {Arrow[]} value
 * @returns {Arrow[]}
 */
function arrows(value) {
  for (const arrow of list(value, "arrows")) {
    seat(arrow.seat, "arrows.seat");
    for (const move of list(arrow.moves, "arrows.moves")) pair(move, [0, 0], "arrows.moves");
    if (arrow.kind !== "best" && arrow.kind !== "played") throw new StateError("arrows.kind", "best or played");
  }
  return value;
}

/**
 * @param {BoardState["tree"]} value
 * @returns {Tree | null}
 */
function tree(value) {
  if (value == null) return null;
  const nodes = list(value.nodes, "tree.nodes");
  if (nodes.length === 0) throw new StateError("tree.nodes", "a root is expected");
  for (const steps of nodes) {
    for (const step of list(steps, "tree.nodes")) {
      if (!Array.isArray(step)) throw new StateError("tree.nodes", "a step is a list");
      const [from, to, , , next] = step;
      const good = from >= 1 && from <= 25 && to >= 0 && to <= 24 && nodes[next];
      if (!good) throw new StateError("tree.nodes", `[${step}] leads nowhere`);
    }
  }
  return value;
}
