// A link for somebody who is to rule, observe, read or watch.
/** @import {RoleMade} from "../shared/messages.js" */
/** @import {Seen} from "./cards/card.js" */

import { ask } from "../shared/api.js";
import { copy } from "../shared/clipboard.js";
import { w } from "../shared/translations.js";
import { button, make } from "../shared/dom.js";

/**
 * The roles that this person may give, as the server has it; it refuses what is not so.
 * @param {Seen} seen
 * @returns {Record<string, string>}
 */
export function rolesToGive({ view, terms, house }) {
  const directs = view.role === "director";
  const plays = view.role === "player";
  const directed = house.roles.some((each) => each.role === "director");
  /** @type {Record<string, string>} */
  const found = {};
  if (plays && terms?.ruler === "named") found.ruler = w("Somebody to rule");
  if (terms?.ruler === "director" && (directs || (plays && !directed))) found.director = w("A director");
  if (directs) found.observer = w("An official observer");
  if (plays && terms?.ruler !== "director") found.reader = w("Somebody who reads and moves for you");
  if ((plays || directs) && !house.spectators) found.spectator = w("Somebody to watch");
  return found;
}

/**
 * Makes the link and shows it.
 * @param {string} table
 * @param {string} role
 * @returns {Promise<HTMLElement>}
 */
export async function linkFor(table, role) {
  /** @type {RoleMade} */
  const { code } = await ask("POST", `/tables/${table}/roles`, { role });
  const shared = document.getElementById("table")?.dataset.link; // the address at which others reach us, if it is a different one
  const link = `${new URL(shared ?? location.href).origin}/t/${table}?role=${encodeURIComponent(code ?? "")}&as=${role}`;
  const field = make("input", { readonly: true, value: link, "aria-label": w("Link to this role") });
  return make("div", { class: "link-made" }, [
    make("p", {}, [w("Send this link. It works once, for a day, for the first person who opens it.")]),
    make("div", { class: "link-row" }, [field, button(w("Copy"), () => copy(link, w("The link is copied.")))]),
  ]);
}
