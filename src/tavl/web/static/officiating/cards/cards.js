// What is going on around the game right now, as cards: what it is, who has to do something, and what can be done. Here is
// their order; in an ordinary game there is none.
/** @import {Card, Seen} from "./card.js" */

import { absences, onBreak, stopped } from "./breaks-and-lateness.js";
import { acceptance, claim, correctionAsked, dispute, earlyRoll } from "./claims-and-disputes.js";
import { consents, requestsOpen } from "./consents-and-requests.js";
import { gone, waits } from "./lost-connections.js";
import { proposals } from "./proposals.js";
import { appealed, noDirector, noRuler } from "./who-rules.js";

/** @param {Seen} seen @returns {Card[]} */
export function mattersOf(seen) {
  if (seen.view.aborted) return [];
  return [
    claim(seen),
    dispute(seen),
    appealed(seen),
    acceptance(seen),
    earlyRoll(seen),
    correctionAsked(seen),
    ...consents(seen),
    onBreak(seen),
    stopped(seen),
    waits(seen),
    gone(seen),
    ...absences(seen),
    ...requestsOpen(seen),
    ...proposals(seen),
    noRuler(seen),
    noDirector(seen),
  ].filter((card) => card !== null);
}
