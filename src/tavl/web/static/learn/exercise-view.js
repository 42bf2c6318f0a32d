// An exercise as the view of a table, so that the same code answers questions about it.
/** @import {TavlBoard} from "../board/tavl-board.js" */
/** @import {TableState, TableView, Step} from "../shared/messages.js" */

import { parsePosition } from "../board/position.js";

const ME = "me";
const OTHER = "other";
const NAMES = /** @type {Record<string, string>} */ ({ play: "make_play" });

/**
 * @param {TavlBoard} board
 * @param {string} opponent what the other side is called
 * @returns {TableState | null}
 */
export function lookOf(board, opponent) {
  const { state } = board;
  if (!state) return null;
  const { own, opponent: theirs } = parsePosition(state.position);
  const pips = (/** @type {number[]} */ side) => side.reduce((sum, n, place) => sum + n * place, 0);
  const view = {
    viewer: 0,
    role: "player",
    seats: [ME, OTHER],
    position: state.position,
    phase: state.dice ? "to_play" : "to_roll",
    turn: state.turn ?? 0,
    to_act: [0],
    dice: state.dice ?? null,
    cube: state.cube ?? null,
    offered: state.offered ?? null,
    score: [0, 0],
    length: null,
    crawford: false,
    result: null,
    aborted: false,
    clock: null,
    pips: [pips(own), pips(theirs)],
    actions: (state.actions ?? []).map((name) => NAMES[name] ?? name),
    tree: /** @type {Step[][] | null} */ (state.tree?.nodes ?? null),
  };
  const people = { [ME]: { name: "", bot: false }, [OTHER]: { name: opponent, bot: true } };
  return /** @type {TableState} */ (
    /** @type {unknown} */ ({ view: /** @type {TableView} */ (/** @type {unknown} */ (view)), people })
  );
}
