// A player's own phone at the board: only with the opponent's consent in each match, which the director can take back.
// A device that the director provides needs none (T1.7.iv, T4.7).
/** @import {Match, Tournament} from "../desk/tournament.js" */
/** @import {DoAction} from "./cases.js" */

import { button, cited, make } from "../shared/dom.js";
import { w } from "../shared/translations.js";

/** May this player keep card and clock on a screen in this match? @param {Match} match @param {string | null} mine an entry */
export function mayUsePhone(match, mine) {
  return match.device || (mine !== null && match.phones.includes(mine));
}

/**
 * What has been asked and answered about phones in this match, and what can be.
 * @param {Tournament} t
 * @param {Match} match
 * @param {number} side of this player
 * @param {DoAction} act
 * @returns {HTMLElement}
 */
export function phonePart(t, match, side, act) {
  const mine = match.players[side];
  const theirs = match.players[1 - side];
  const who = t.name(theirs);
  const has = (/** @type {string[]} */ entries, /** @type {string | null} */ entry) =>
    entry !== null && entries.includes(entry);
  const answer = (/** @type {boolean} */ consents) =>
    void act(
      { type: "answer_phone", match: match.id, consents },
      consents ? w("{who} knows that you agree.", { who }) : w("{who} knows that you do not agree.", { who }),
    );
  const parts = [make("h2", {}, [w("Phones at the board")])];
  if (has(match.phone_asked, theirs))
    parts.push(
      make("p", {}, [
        cited(
          w("{who} asks for your consent to use their phone as score card and clock in this match.", { who }),
          "T1.7.iv",
        ),
      ]),
      make("div", { class: "row" }, [
        button(w("Agree"), () => answer(true), "primary"),
        button(w("Do not agree"), () => answer(false)),
      ]),
    );
  if (has(match.phones, theirs))
    parts.push(
      make("p", {}, [
        cited(
          w("You have agreed to {who}'s phone in this match. Only the director can take that back.", { who }),
          "T1.7.iv",
        ),
      ]),
    );
  if (match.device)
    parts.push(
      make("p", {}, [cited(w("There is a device from the director at this board. It needs nobody's consent."), "T4.7")]),
    );
  else if (has(match.phones, mine))
    parts.push(
      make("p", {}, [
        cited(w("{who} has agreed to your phone in this match. The director can take that back.", { who }), "T1.7.iv"),
      ]),
    );
  else {
    const asked = has(match.phone_asked, mine);
    parts.push(
      make("p", {}, [
        cited(
          asked
            ? w("You have asked {who}. Until they agree, your phone stays away from the board, except in breaks.", {
                who,
              })
            : w("Without {who}'s consent your phone stays away from the board during the match, except in breaks.", {
                who,
              }),
          "T1.7.iv",
        ),
      ]),
      make("p", { class: "hint" }, [w("Keep the score on a paper card, or ask the director for a device.")]),
    );
    if (!asked) {
      const ask = /** @type {const} */ ({ type: "ask_phone", match: match.id });
      parts.push(
        make("div", { class: "row" }, [
          button(w("Ask {who} to agree to my phone", { who }), () => void act(ask, w("{who} has been asked.", { who }))),
        ]),
      );
    }
  }
  return make("section", { class: "card matter" }, parts);
}
