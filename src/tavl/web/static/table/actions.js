// What a player does at the board: plays and presses become actions, and what is refused is said.
/** @import {ClientAction, TableState} from "../shared/messages.js" */
/** @import {ActionType} from "../officiating/actions/action.js" */
/** @import {ApiProblem} from "../shared/api.js" */
/** @import {TavlBoard} from "../board/tavl-board.js" */
/** @import {Line} from "./socket.js" */

/**
 * @typedef {object} Table
 * @property {TavlBoard} board
 * @property {Line} line
 * @property {() => TableState | null} state
 * @property {(type: ActionType, more: object) => Promise<boolean>} allows asked before anything is sent
 * @property {(problem: ApiProblem) => void} problem says what is wrong
 */

/** @param {Table} table */
export function bindActions({ board, line, state, allows, problem }) {
  /**
   * @param {ActionType} type
   * @param {object} [more]
   */
  async function act(type, more = {}) {
    const at = state();
    if (!at) return;
    if (!(await allows(type, more))) return board.reopen();
    const action = /** @type {ClientAction} */ ({ type, seat: at.view.viewer, ...more });
    // The player's own last decision is taken back, whether or not the bot has already answered it.
    const answer = await line.act(action, type !== "take_back");
    if (answer.done) return;
    board.reopen();
    if (answer.problem.code !== "stale" || type !== "start_game") problem(answer.problem);
  }

  board.addEventListener("tavl-play", ({ detail: { moves } }) => {
    act("make_play", { moves });
  });
  board.addEventListener("tavl-action", ({ detail: { type, size } }) => {
    if (type === "resign") act("offer_resignation", { size });
    else act(type);
  });

  board.addEventListener("tavl-barred", async () => {
    const at = state();
    if (!at) return;
    const refused = await line.why({ type: "offer_resignation", seat: at.view.viewer, size: 1 });
    if (refused) problem(refused);
  });

  return act;
}
