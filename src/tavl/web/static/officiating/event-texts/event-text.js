// What happens around a game, event by event, in words: claims, disputes, rulings, the clock, breaks, consents, people.
// The game itself is put into words by table/event-text.js. Terse wording leaves out what the screen says anyway.
/** @import {TableEvent, TableView} from "../../shared/messages.js" */
/** @import {EventTexts, EventContext} from "./event-context.js" */

import { OF_PEOPLE } from "./breaks-requests-and-people.js";
import { OF_PLAY } from "./claims-clock-and-rulings.js";

/** @type {EventTexts} */
const TELLERS = { ...OF_PLAY, ...OF_PEOPLE };

/** On the record, but not read out. */
/** @type {Set<TableEvent["type"]>} */
export const SILENT = new Set([
  "opened",
  "offered",
  "board_set",
  "withheld",
  "registered",
  "secret_promised",
  "secret_told",
  "word_promised",
  "word_told",
  "word_overdue",
  "arranged",
  "session_ended",
  "match_decided",
  "clock_pressed",
  "delay_restarted",
  "cube_reported",
  "set_up_reported",
  "double_recorded",
  "equipment_brought",
  "smoke_free_wished",
  "device_heard",
  "device_action_refused",
  "reading_reported",
]);

/** These leave a line in the list of plays. */
/** @type {Set<TableEvent["type"]>} */
const NOTED = new Set([
  "play_flagged",
  "play_reopened",
  "early_rolled",
  "early_doubled",
  "corrected",
  "dispute_raised",
  "dispute_settled",
  "ruled",
  "penalty_given",
  "score_set",
  "length_set",
  "clock_set",
  "match_reopened",
  "break_begun",
  "observer_appointed",
]);

/**
 * @param {TableEvent} event
 * @param {EventContext} context
 * @returns {{sentence: string, note: string | null, rule: string | null} | null} null: nothing of this kind
 */
export function officiatingText(event, context) {
  const tell = /** @type {((event: TableEvent, context: EventContext) => string | null) | undefined} */ (
    TELLERS[event.type]
  );
  const sentence = tell?.(event, context);
  if (!tell || !sentence) return null;
  // Lines that stay on the list are worded for a bystander: they ask nobody anything.
  /** @type {TableView} */
  const view = { ...context.view, role: "spectator" };
  const note = NOTED.has(event.type) ? tell(event, { ...context, view, terse: true }) : null;
  return { sentence, note, rule: "rule" in event ? event.rule : null };
}
