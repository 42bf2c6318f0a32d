// A half-made play survives a reload: kept in this tab, for the turn it was made in.
/** @import {TableState} from "../shared/messages.js" */
/** @import {TavlBoard} from "../board/tavl-board.js" */

/** @typedef {{turn: string | null, moves: TavlBoard["moves"]}} KeptDraft */

/** @param {TableState | null} state */
const turnKey = (state) =>
  state && JSON.stringify([state.view.game_number, state.view.score, state.view.position, state.view.dice]);

/** @param {string} table */
const keyOf = (table) => `tavl.draft.${table}`;

/**
 * @param {string} table
 * @param {TavlBoard} board
 * @param {() => TableState | null} state
 */
export function keepDraft(table, board, state) {
  board.addEventListener("tavl-draft", ({ detail: { moves } }) => {
    try {
      /** @type {KeptDraft} */
      const kept = { turn: turnKey(state()), moves };
      sessionStorage.setItem(keyOf(table), JSON.stringify(kept));
    } catch {
      // then only the board has it
    }
  });
}

/**
 * @param {string} table
 * @param {TavlBoard} board
 * @param {TableState} state
 */
export function takeUpDraft(table, board, state) {
  const kept = /** @type {KeptDraft | null} */ (JSON.parse(sessionStorage.getItem(keyOf(table)) ?? "null"));
  if (kept && kept.turn === turnKey(state) && kept.moves.length && state.view.tree) board.attempt(kept.moves);
}
