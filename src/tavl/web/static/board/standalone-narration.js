// What a stand-alone board says: what happened between two states, as sentences, in order. On tavl's own pages
// it has `narrate="off"`, and the page says what happens: at a table ../table/event-text.js.
/** @import {ReadState} from "./state.js" */
/** @import {Say} from "./labels.js" */

import { nameOf, where } from "./labels.js";
import { isNewPlay } from "./state-changes.js";

/**
 * @param {ReadState | null} before
 * @param {ReadState} after
 * @param {Say} say
 * @returns {string[]}
 */
export function narrate(before, after, say) {
  if (!before) return [];
  const { viewer } = after;
  const mine = (/** @type {number | null} */ seat) => seat === viewer;
  const name = (/** @type {0 | 1} */ seat) => nameOf(after, seat, say);
  const changed = (/** @type {keyof ReadState} */ field) =>
    JSON.stringify(before[field]) !== JSON.stringify(after[field]);
  const told = [];
  const { last, dice, cube } = after;
  // People need not hear what they have just played themselves.
  if (last && isNewPlay(before, after) && !(mine(last.seat) && before.tree)) {
    const moves = last.moves
      .map(([from, to]) => say("say_move", { from: where(from, say), to: where(to, say) }))
      .join(", ");
    told.push(
      moves ? say("say_played", { name: name(last.seat), moves }) : say("say_passed", { name: name(last.seat) }),
    );
  }
  if (after.offered !== null && changed("offered") && after.offered_by !== null) {
    const words = { value: after.offered, name: name(after.offered_by) };
    told.push(say(mine(after.offered_by) ? "say_doubled_own" : "say_doubled", words));
  }
  if (cube && cube.owner !== null && changed("cube")) {
    told.push(say(mine(cube.owner) ? "say_cube_own" : "say_cube", { value: cube.value, name: name(cube.owner) }));
  }
  if (changed("score")) {
    const opponent = viewer === 0 ? 1 : 0;
    told.push(say("say_score", { own: after.score[viewer], opponent: after.score[opponent], name: name(opponent) }));
  }
  if (dice && changed("dice") && after.dice_owner !== null) {
    const words = { first: dice[0], second: dice[1], name: name(after.dice_owner) };
    told.push(say(mine(after.dice_owner) ? "say_rolled_own" : "say_rolled", words));
    if (after.tree && after.tree.nodes[0].length === 0) told.push(say("say_no_play"));
  }
  if (after.actions.includes("roll") && !before.actions.includes("roll")) told.push(say("say_your_turn"));
  if (after.notice && changed("notice")) told.push(after.notice);
  return told;
}
