// A play that is claimed to be illegal, disputes, a last play that waits to be accepted, early rolls, corrections that are asked for.
/** @import {Card, CardButton, Seen} from "./card.js" */

import { cited, countdown } from "../../shared/dom.js";
import { w } from "../../shared/translations.js";
import { other } from "../../table/board-state.js";
import { correction, presumed } from "../labels.js";
import { line, may, mine, name, quote, when, who } from "./card.js";

const SEATS = /** @type {const} */ ([0, 1]);

/** @param {Seen} seen @returns {Card | null} */
export function claim(seen) {
  const { handling } = seen.view;
  if (!handling?.claimed_by || handling.claim_asked === null) return null;
  const asked = handling.claim_asked;
  const asks = mine(seen, asked);
  const byPlayer = handling.claimed_by === "player";
  const claimant = byPlayer
    ? name(seen, other(asked))
    : handling.claimed_by === "director"
      ? w("The director")
      : w("An observer");
  const until = seen.claimedAt && seen.terms?.ruler === "nobody" ? seen.claimedAt + seen.terms.default_after_ms : null;
  return {
    key: "claim",
    halts: true,
    title: w("Not legal?"),
    asks,
    body: [
      line(
        asks
          ? w("{name} says that the last play was not legal. If that is so, it is made again with the same dice.", {
              name: claimant,
            })
          : w("{name} says that the last play was not legal. {other} answers.", {
              name: claimant,
              other: name(seen, asked),
            }),
      ),
      ...(until ? [line(w("Without an answer it becomes a dispute in"), " ", countdown(until))] : []),
    ],
    does: [
      ...when(may(seen, "accept_facts"), {
        text: w("It was not legal"),
        kind: "primary",
        action: { type: "accept_facts" },
      }),
      ...when(may(seen, "dispute_facts"), { text: w("It was legal"), form: "dispute_facts" }),
      ...when(may(seen, "withdraw_claim"), { text: w("Take it back"), action: { type: "withdraw_claim" } }),
    ],
  };
}

/** @param {Seen} seen @returns {Card | null} */
export function dispute(seen) {
  const { dispute } = seen.view;
  if (!dispute) return null;
  const claimant = dispute.seat;
  const rolls = dispute.roll_wanted.filter((seat) => !mine(seen, seat));
  const ruler = {
    director: w("The director rules."),
    named: w("{name} rules.", { name: who(seen, dispute.ruler_person) }),
    nobody: "",
  }[dispute.ruler];
  const ends = dispute.default_at !== null;
  return {
    key: `dispute ${dispute.id}`,
    halts: true,
    title: w("Everything waits"),
    asks: may(seen, "concede_dispute") || may(seen, "settle_times") || may(seen, "rule"),
    body: [
      line(
        cited(
          dispute.claim?.type === "replay_play"
            ? w("The players do not agree whether the last play was legal.")
            : claimant === null
              ? w("There is a dispute.")
              : mine(seen, claimant)
                ? w("You have raised a dispute.")
                : w("{name} has raised a dispute.", { name: name(seen, claimant) }),
          dispute.rule,
        ),
      ),
      ...(dispute.statement && dispute.statement !== "…" ? [quote(dispute.statement, speaker(seen))] : []),
      ...(dispute.claim ? [line(w("If the claim is upheld:"), " ", correction(dispute.claim))] : []),
      line(
        dispute.claim?.type === "replay_play" && ends
          ? w("If you do not agree, the board says whether the play was legal.")
          : presumed(dispute.presumption),
      ),
      ruler
        ? line(ruler)
        : line(
            w("Nobody rules here: agree, let the dice decide, or it ends by itself in"),
            " ",
            countdown(dispute.default_at ?? 0),
          ),
      ...rolls.map((seat) => line(w("{name} wants the dice to decide.", { name: name(seen, seat) }))),
    ],
    does: [
      ...when(may(seen, "concede_dispute") && claimant !== null, {
        text: w("{name} is right", { name: claimant === null ? "" : name(seen, claimant) }),
        kind: "primary",
        action: { type: "concede_dispute" },
      }),
      ...when(may(seen, "withdraw_dispute"), { text: w("Take it back"), action: { type: "withdraw_dispute" } }),
      ...when(may(seen, "roll_for_dispute"), { text: w("Let the dice decide"), action: { type: "roll_for_dispute" } }),
      ...when(
        may(seen, "settle_times"),
        { text: w("Play on without a clock"), kind: "primary", action: { type: "settle_times", winner: null } },
        ...SEATS.map(
          (seat) =>
            /** @type {CardButton} */ ({
              text: w("{name} wins the match", { name: name(seen, seat) }),
              action: { type: "settle_times", winner: seat },
            }),
        ),
      ),
      ...when(may(seen, "rule"), { text: w("Rule on it"), kind: "primary", form: "rule" }),
    ],
  };
}

/**
 * Whose statement it is: where a flagged play is defended, the one who made it.
 * @param {Seen} seen
 */
function speaker(seen) {
  const { dispute, last } = seen.view;
  const seat = dispute?.claim?.type === "replay_play" ? last?.seat : dispute?.seat;
  return seat == null ? "" : name(seen, seat);
}

/** A play that ended the game waits to be accepted. @param {Seen} seen @returns {Card | null} */
export function acceptance(seen) {
  const { view } = seen;
  const waits = view.sitting === "challenge" && view.phase === "over" && view.handling?.can_be_flagged;
  if (!waits || !view.last || view.dispute) return null;
  const asks = may(seen, "accept_play");
  const last = name(seen, view.last.seat);
  return {
    key: "acceptance",
    halts: true,
    title: w("Was that the end?"),
    asks,
    body: [
      line(
        asks
          ? w("The last play of {name} ended the game. Look at it before you let it stand.", { name: last })
          : w("The last play ended the game. {name} may still say that it was not legal.", {
              name: name(seen, other(view.last.seat)),
            }),
      ),
    ],
    does: asks
      ? [
          { text: w("Let it stand"), kind: "primary", action: { type: "accept_play" } },
          { text: w("That was not legal"), action: { type: "flag_play" } },
        ]
      : [],
  };
}

/** @param {Seen} seen @returns {Card | null} */
export function earlyRoll(seen) {
  const { handling, turn } = seen.view;
  if (!handling || turn === null || (!handling.early_roll && !handling.early_double)) return null;
  const rolled = handling.early_roll;
  const words = { name: name(seen, other(turn)), dice: rolled ? `${rolled[0]}-${rolled[1]}` : "" };
  const asks = may(seen, "choose_early_roll");
  return {
    key: "early",
    title: rolled ? w("Rolled early: {dice}", words) : w("Doubled early"),
    asks,
    body: [
      line(
        rolled
          ? w("{name} has rolled before the turn was over.", words)
          : w("{name} has doubled before the turn was over.", words),
        " ",
        asks ? w("You choose whether it counts.") : w("It stands, and everybody sees it."),
      ),
    ],
    does: asks
      ? [
          { text: w("It counts"), action: { type: "choose_early_roll", stands: true } },
          { text: w("Roll it again"), action: { type: "choose_early_roll", stands: false } },
        ]
      : [],
  };
}

/** @param {Seen} seen @returns {Card | null} */
export function correctionAsked(seen) {
  const asked = seen.view.around?.correction_asked;
  if (!asked) return null;
  return {
    key: "correction",
    title: w("Something to put right"),
    asks: may(seen, "agree_to_correction"),
    body: [
      line(
        w("{name} wants something put right: {what}", { name: name(seen, asked.seat), what: correction(asked.what) }),
      ),
    ],
    does: [
      ...when(may(seen, "agree_to_correction"), {
        text: w("Agree"),
        kind: "primary",
        action: { type: "agree_to_correction" },
      }),
      ...when(may(seen, "dispute_correction"), { text: w("Do not agree"), form: "dispute_correction" }),
    ],
  };
}
