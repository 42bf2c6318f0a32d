// What people are called. The server's own bots have a name in every language, as in web/shared/bot_names.py.
/** @import {Person, Seat, TableView} from "./messages.js" */

import { language, w } from "./translations.js";

/** How the id of one of the server's own bots begins. */
const BOT = "bot.";

/** @param {string} person */
export const isBot = (person) => person.startsWith(BOT);

/** @param {string} person */
function botName(person) {
  const titles = /** @type {Record<string, string>} */ ({
    newcomer: w("Newcomer"),
    learner: w("Learner"),
    casual: w("Casual"),
    club: w("Club player"),
    strong: w("Strong"),
    expert: w("Expert"),
    full: w("Full strength"),
    teacher: w("Teacher"),
  });
  const title = titles[person.slice(BOT.length)];
  return title && `tavl ${title.toLocaleLowerCase(language)}`;
}

/**
 * @param {Record<string, Person>} people
 * @param {string | null | undefined} person
 * @returns {string}
 */
export function personName(people, person) {
  const bot = person && isBot(person) ? botName(person) : null;
  return bot || people[person ?? ""]?.name || w("Somebody");
}

/**
 * The name of the player in a seat.
 * @param {TableView} view
 * @param {Record<string, Person>} people
 * @param {Seat} seat
 */
export function nameOf(view, people, seat) {
  const who = view.seats[seat];
  if (who === null) return w("Empty seat");
  return personName(people, who);
}
