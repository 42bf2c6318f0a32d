// The last acts, in words: what each was, and whom or what it was about.
/** @import {Booking, JournalLine} from "../../shared/messages.js" */
/** @import {Tournament} from "../tournament.js" */

import { money } from "../../shared/dates-and-numbers.js";
import { w } from "../../shared/translations.js";
import { accountName, subjectText } from "../labels.js";

/** Whose money, and how much. @param {Tournament} t @param {Booking} booking */
function bookingText(t, { account, person, amount }) {
  return `${person ? t.person(person) : accountName(account)} ${money(amount)}`;
}

/** What an act was about. @param {Tournament} t @param {JournalLine} act */
export function actSubject(t, act) {
  const about = [
    ...act.booked.map((each) => bookingText(t, each)),
    ...act.about.map((each) => subjectText(t, each)).filter(Boolean),
  ];
  const told = [...new Set(about)];
  // Everybody whose money it was is named; of the other things that an act touched only the first two.
  return told.slice(0, Math.max(2, new Set(act.booked.map((each) => bookingText(t, each))).size)).join(", ");
}

/** What an act was, from the kinds of its events. @param {JournalLine} act */
export function actText({ events, booked }) {
  const moved = /** @type {Record<string, string>} */ ({
    charge: w("Fee"),
    payment: w("Paid"),
    waiver: w("Fee waived"),
    refund: w("Refunded"),
    added: w("Money added"),
    house_share: w("The house's share"),
    award: w("Prize"),
    payout: w("Paid out"),
    handed_over: w("Handed over"),
    correction: w("Money corrected"),
  });
  if (booked.length) return moved[booked[0].kind] ?? w("Money");
  const texts = /** @type {Record<string, string>} */ ({
    tournament_created: w("Tournament created"),
    invitation_changed: w("Invitation changed"),
    division_added: w("Division added"),
    entries_opened: w("Entries opened"),
    appointed: w("Staff appointed"),
    dismissed: w("Staff dismissed"),
    entered: w("Entered"),
    entry_approved: w("Approved"),
    entry_refused: w("Refused"),
    higher_offered: w("Offered a higher division"),
    offer_answered: w("Offer answered"),
    entry_admitted: w("Admitted"),
    checked_in: w("Checked in"),
    entry_withdrawn: w("Withdrawn"),
    member_replaced: w("Partner replaced"),
    standing_approval_set: w("Standing approval"),
    standing_confirmation_set: w("Standing confirmation"),
    seed_promised: w("Seed promised"),
    drawn: w("Draw made"),
    entrants_swapped: w("Two swapped"),
    late_entry_placed: w("Late entry placed"),
    byes_traded: w("Byes exchanged"),
    draw_announced: w("Draw announced"),
    places_set: w("Tables set up"),
    match_called: w("Called"),
    call_withdrawn: w("Call withdrawn"),
    match_begun: w("Begun"),
    start_moved: w("Start moved"),
    length_set: w("Length set"),
    absence_reported: w("Reported absent"),
    arrived: w("Has arrived"),
    late_penalty_given: w("Penalty for lateness"),
    late_penalty_waived: w("Penalty waived"),
    equipment_preferred: w("Equipment wished for"),
    equipment_demanded: w("Equipment demanded"),
    equipment_given: w("Equipment given"),
    equipment_taken: w("Equipment taken away"),
    director_asked: w("Director asked"),
    request_answered: w("Request answered"),
    observer_asked: w("Observer asked for"),
    observer_appointed: w("Observer appointed"),
    unavailable_set: w("Not available"),
    outage_stated: w("Outage noted"),
    result_reported: w("Result"),
    results_differ: w("Results differ"),
    result_confirmed: w("Result confirmed"),
    result_corrected: w("Result corrected"),
    correction_asked: w("Correction asked for"),
    correction_refused: w("Correction refused"),
    match_stopped: w("Match stopped"),
    case_opened: w("Case opened"),
    statement_given: w("Statement"),
    case_ruled: w("Ruling"),
    case_dropped: w("Case dropped"),
    appealed: w("Appeal"),
    appeal_refused: w("Appeal refused"),
    committee_named: w("Committee named"),
    voted: w("Vote"),
    case_decided: w("Committee's decision"),
    penalised: w("Penalty"),
    penalty_revoked: w("Penalty taken back"),
    result_reopened: w("Match goes on"),
    phone_asked: w("Phone asked for"),
    phone_answered: w("Phone answered"),
    phone_withdrawn: w("Consent to a phone withdrawn"),
    device_provided: w("Device provided"),
    suspension_stated: w("Suspension"),
    spectator_expelled: w("Spectator expelled"),
    booked: w("Money"),
    prizes_awarded: w("Prizes awarded"),
    deal_agreed: w("Deal"),
    pool_joined: w("Side pool joined"),
    undone: w("Undone"),
    tournament_closed: w("Tournament closed"),
  });
  return texts[events[0]] ?? events[0]?.replaceAll("_", " ") ?? "";
}
