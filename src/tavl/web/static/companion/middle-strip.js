// The strip between the two halves: the cube, and which of its buttons can be used now.
/** @import {Keeper} from "./match/current-match.js" */
/** @import {State} from "./match/match.js" */

import { canPause } from "./dialogs/clock-stops.js";
import { part, within, write } from "./elements.js";
import { answering, gameRunning } from "./match/match.js";

/** @param {Keeper} keeper @param {State} state */
export function drawStrip(keeper, state) {
  const { game } = state;
  const face = within(part("double"), ".cube");
  const gone = game !== null && game.cube === null;
  write(face, gone ? "–" : String(game?.cube && game.cube.value > 1 ? game.cube.value : 64));
  face.classList.toggle("gone", gone);
  part("pause").hidden = !state.clock;
  const able = {
    undo: keeper.canUndo,
    double: gameRunning(state) && answering(game) === null && !gone,
    "end-game": gameRunning(state) && answering(game) === null,
    pause: canPause(state),
  };
  for (const [id, on] of Object.entries(able)) part(id).setAttribute("aria-disabled", String(!on));
}
