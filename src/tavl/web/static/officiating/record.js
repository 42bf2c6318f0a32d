// What is on record around the game: rulings with their clauses, penalties, what was agreed and asked, who watches.
/** @import {Reply, Seat} from "../shared/messages.js" */
/** @import {ActionType, Unsigned} from "./actions/action.js" */
/** @import {Seen} from "./cards/card.js" */

import { nameOf, personName } from "../shared/names.js";
import { plural, w } from "../shared/translations.js";
import { button, cited, make } from "../shared/dom.js";
import { concerns, matters, penalties, requests } from "./labels.js";

/**
 * @param {string} title
 * @param {HTMLElement[]} items
 * @returns {HTMLElement[]}
 */
const section = (title, items) =>
  items.length ? [make("section", {}, [make("h3", {}, [title]), make("ul", {}, items)])] : [];

/**
 * @param {Seen} seen
 * @param {(action: Unsigned) => void} press
 * @returns {HTMLElement[]}
 */
export function recordOf(seen, press) {
  const { view, people, house } = seen;
  const around = view.around;
  if (!around) return [];
  const name = (/** @type {Seat} */ seat) => nameOf(view, people, seat);
  const person = (/** @type {string} */ id) => personName(people, id);
  const item = (/** @type {(Node | string | false)[]} */ ...parts) => make("li", {}, parts);
  const may = (/** @type {ActionType} */ type) => view.actions.includes(type);
  const answers = /** @type {Record<Reply, string>} */ ({
    open: w("not answered yet"),
    given: w("agreed"),
    refused: w("refused"),
    ended: w("ended"),
  });
  return [
    ...section(
      w("Rulings"),
      around.rulings.map((each) =>
        item(
          cited(w("{name}: {reason}", { name: person(each.person), reason: each.reason }), each.rule),
          each.final ? ` ${w("Final.")}` : each.appealed ? ` ${w("Appealed.")}` : "",
          may("appeal") && !each.final && !each.appealed
            ? button(w("Appeal"), () => press({ type: "appeal", ruling: each.id }), "small")
            : "",
        ),
      ),
    ),
    ...section(
      w("Penalties"),
      around.conduct.penalties.map((each) =>
        item(
          cited(
            each.kind === "points"
              ? plural("{name}: {n} penalty point", "{name}: {n} penalty points", each.points, {
                  name: name(each.seat),
                })
              : `${name(each.seat)}: ${penalties()[each.kind]}`,
            each.rule,
          ),
        ),
      ),
    ),
    ...section(
      w("Breaches noted"),
      around.conduct.infractions.map((each) =>
        item(
          cited(each.seat == null ? person(each.person) : name(each.seat), each.rule),
          each.note ? ` ${each.note}` : "",
        ),
      ),
    ),
    ...section(
      w("Consents"),
      around.consents.map((each) =>
        item(
          `${each.seat == null ? w("Both") : name(each.seat)}: ${matters()[each.matter]} · ${answers[each.answer] ?? ""}`,
          each.answer === "given" && may("withdraw_consent")
            ? button(w("Withdraw"), () => press({ type: "withdraw_consent", id: each.id }), "small")
            : "",
        ),
      ),
    ),
    ...section(
      w("Asked of whoever rules"),
      around.requests.map((each) =>
        item(
          `${requests()[each.what]} · ${each.granted == null ? answers.open : each.granted ? w("granted") : w("refused")}`,
          each.answer && each.answer !== "…" ? ` ${each.answer}` : "",
        ),
      ),
    ),
    ...section(
      w("Reported by spectators"),
      around.concerns.map((each) =>
        item(`${person(each.person)}: ${concerns()[each.concern]}`, each.text ? ` ${each.text}` : ""),
      ),
    ),
    ...section(
      w("People"),
      house.roles.map((each) => item(`${person(each.person)} · ${roleName(each.role)}`)),
    ),
    ...section(
      w("Spectators"),
      seen.watchers.map((each) => item(person(each))),
    ),
  ];
}

/** @param {string} role */
function roleName(role) {
  const names = /** @type {Record<string, string>} */ ({
    director: w("director"),
    ruler: w("named to rule"),
    observer: w("official observer"),
    reader: w("reader"),
    spectator: w("spectator"),
  });
  return names[role] ?? role;
}
