// What the players have chosen for this phone: sound, vibration, and whether the upper half is upside down.
/** @import {Keeper} from "../match/current-match.js" */

import { all } from "../elements.js";

/** @typedef {{ sound: boolean, vibration: boolean, turned: boolean }} Habits */
/** @type {Habits} */
const HABITS = { sound: false, vibration: true, turned: true };

/** @param {Keeper} keeper @returns {Habits} */
export function habitsOf(keeper) {
  return { ...HABITS, .../** @type {object} */ (keeper.kept.choice.habits ?? {}) };
}

/** @param {Keeper} keeper */
export function bindHabits(keeper) {
  for (const input of /** @type {HTMLInputElement[]} */ (all(document, "[data-habit]"))) {
    const name = /** @type {keyof typeof HABITS} */ (input.dataset.habit);
    input.checked = habitsOf(keeper)[name];
    input.addEventListener("change", () => {
      keeper.kept.choice = { ...keeper.kept.choice, habits: { ...habitsOf(keeper), [name]: input.checked } };
      document.body.classList.toggle("turned", habitsOf(keeper).turned);
      keeper.save();
    });
  }
}
