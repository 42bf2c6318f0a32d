// Handing in: a finished match becomes a recorded table on the server, step by step, with the phone's own instants.
// Everything has numbers and an id, so a broken connection just means another try.
/** @import {OpenTable, Seat, TableLine} from "../shared/messages.js" */
/** @import {PhoneAction} from "./match/match.js" */
/** @import {Sheet} from "./match/match-sheet.js" */

import { ask } from "../shared/api.js";
import { other } from "./match/clock.js";
import { facts } from "./elements.js";
import { timeOf } from "./match/match-sheet.js";

const AT_ONCE = 300; // actions; with room to spare in a request; the server takes more (table/device_batches.py)
const OPTIONS = /** @type {const} */ (["crawford", "jacoby", "beavers", "automatic_doubles"]);

/**
 * How two fallen flags are settled is entered once on the shared phone, but by each player at a table.
 * @param {PhoneAction} action
 * @returns {PhoneAction[]}
 */
const saidBy = (action) =>
  action.type === "settle_times"
    ? [
        { ...action, seat: 0 },
        { ...action, seat: 1 },
      ]
    : [action];

/** The actions to send, in order and numbered. @param {Sheet} sheet */
export function numbered(sheet) {
  return sheet.steps
    .flatMap(({ at, acts }) => acts.flatMap(saidBy).map((action) => ({ at, action })))
    .map(({ at, action }, index) => {
      const sent = { sequence: index + 1, elapsed: at, action };
      return action.type === "claim_flag" ? { ...sent, seat: other(/** @type {Seat} */ (action.against)) } : sent;
    });
}

/** The table to open. @param {Sheet} sheet @param {number} now @returns {OpenTable} */
function tableOf(sheet, now) {
  const { terms, profile } = sheet;
  const differ = OPTIONS.filter(
    (name) => name in facts.profiles[profile] && facts.profiles[profile][name] !== terms[name],
  );
  // In money play there is no Crawford rule, on or off.
  const vary = Object.fromEntries(
    differ.filter((name) => terms.length !== null || name !== "crawford").map((name) => [name, terms[name]]),
  );
  return {
    opponent: "beside",
    opponent_name: sheet.names[1] || undefined,
    length: terms.length,
    profile,
    vary,
    clock: terms.clock,
    sitting: "recorded",
    detail: "cube",
    ruled_by: "named", // so that the clock may have been stopped for a reason of the players' own
    began_ago_ms: Math.min(facts.max_began_ago_ms, timeOf(sheet, now)),
    id: `wood-${sheet.id}`,
  };
}

/**
 * Sends the whole sheet; answers with the table's id. Sending it again does nothing more.
 * @param {Sheet} sheet
 * @param {() => number} now
 * @returns {Promise<string>}
 */
export async function handIn(sheet, now) {
  /** @type {TableLine} */
  const { id } = await ask("POST", "/tables", tableOf(sheet, now()));
  const actions = numbered(sheet);
  for (let from = 0; from < actions.length; from += AT_ONCE) {
    const part = actions.slice(from, from + AT_ONCE);
    await ask("POST", `/tables/${id}/batch`, { device: "phone", sent: timeOf(sheet, now()), actions: part });
  }
  return id;
}
