// Entering people by name, on every page of the desk where that is done.
/** @import {AddedPeople} from "../../shared/messages.js" */

import { ask } from "../../shared/api.js";
import { send } from "../tournament.js";

/**
 * Typed names become people, and people become entries, approved and here if so wanted. In doubles a line is "Anna / Bo".
 * @param {string} id of the tournament
 * @param {{division: string, members: number, names: string[], known?: string[], here?: boolean}} wanted
 */
export async function enterPeople(id, { division, members, names, known = [], here = false }) {
  const groups = names.map((name) =>
    members > 1
      ? name
          .split("/")
          .map((part) => part.trim())
          .filter(Boolean)
      : [name],
  );
  /** @type {AddedPeople} */
  const added = await ask("POST", `/tournaments/${id}/people`, { names: groups.flat(), known });
  const ids = added.people.map((person) => person.id);
  const sizes = [...groups.map((group) => group.length), ...known.map(() => 1)];
  let at = 0;
  for (const size of sizes) {
    const done = await send(id, { type: "enter", division, members: ids.slice(at, at + size) });
    at += size;
    const entered = done.events.find((event) => event.type === "entered");
    if (!entered || !("entry" in entered)) continue;
    const entry = String(entered.entry);
    if (!done.events.some((event) => event.type === "entry_approved")) await send(id, { type: "approve_entry", entry });
    if (here) await send(id, { type: "check_in", entry });
  }
}
