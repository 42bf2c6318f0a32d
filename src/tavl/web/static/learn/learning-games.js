// Tables to learn at: short, unrated, against a kind opponent. Being unrated and against a bot, they allow a coach.
/** @import {TableLine} from "../shared/messages.js" */

import { ask, newId } from "../shared/api.js";
import { promiseAWord } from "../dice/fair-dice.js";
import { opened } from "./progress.js";

/** One point is a game without the cube; the teacher plays like a newcomer and doubles in time. */
const GAMES = {
  first: { opponent: "bot:newcomer", length: 1 },
  cube: { opponent: "bot:teacher", length: 3 },
};

/** @typedef {keyof typeof GAMES} LearningGame */

/**
 * Opens one and goes there.
 * @param {LearningGame} game
 */
export async function sitDown(game) {
  const promised = await promiseAWord();
  /** @type {TableLine} */
  const { id } = await ask("POST", "/tables", { ...GAMES[game], aids: true, ...promised, id: newId() });
  opened(id, game);
  location.assign(`/t/${id}`);
}
