// Answers that need a word of explanation, reached from the cards of what is going on.
/** @import {SheetAction, Field} from "./action.js" */

import { w } from "../../shared/translations.js";
import { peopleAround, ruled, seatFrom, words } from "./action.js";

/** @type {Record<string, SheetAction>} */
export const ANSWERS = {
  dispute_facts: {
    type: "dispute_facts",
    title: () => w("It was legal"),
    hint: (seen) =>
      ruled(seen) ? w("Whoever rules decides.") : w("If you two do not agree, the board decides."),
    fields: () => [{ name: "statement", kind: "text", label: w("In your own words"), optional: true }],
    action: (_, { statement }) => ({ type: "dispute_facts", statement }),
  },
  dispute_correction: {
    type: "dispute_correction",
    title: () => w("Do not agree"),
    hint: () => w("It becomes a dispute."),
    fields: () => [{ name: "statement", kind: "text", label: w("In your own words"), optional: true }],
    action: (_, { statement }) => ({ type: "dispute_correction", statement }),
  },
  refuse_consent: {
    type: "refuse_consent",
    title: () => w("Refuse"),
    hint: () => w("Recording and headphones are not refused without a reason."),
    fields: () => [words(w("Why?"), { optional: true })],
    action: (_, { id, reason }) => ({ type: "refuse_consent", id: Number(id), reason }),
  },
  grant_request: {
    type: "answer_request",
    title: () => w("Grant"),
    hint: (_) => w("The player is told."),
    fields: (seen, { what }) => [
      ...(what === "observer" || what === "expel_spectators"
        ? [/** @type {Field} */ ({ name: "person", kind: "choice", label: w("Who?"), of: peopleAround(seen) })]
        : []),
      words(w("In your own words"), { optional: true }),
    ],
    action: (_, { id, reason, person }) => ({
      type: "answer_request",
      id: Number(id),
      granted: true,
      reason,
      person: person ?? "",
    }),
  },
  refuse_request: {
    type: "answer_request",
    title: () => w("Refuse"),
    hint: () => w("The player is told."),
    fields: () => [words(w("Why?"))],
    action: (_, { id, reason }) => ({ type: "answer_request", id: Number(id), granted: false, reason }),
  },
  waive_late_penalty: {
    type: "waive_late_penalty",
    title: () => w("Waive the late penalty"),
    hint: () => w("The reason goes on the record."),
    fields: () => [words(w("Why?"))],
    action: (_, { against, reason }) => ({ type: "waive_late_penalty", against: seatFrom(against), reason }),
  },
};
