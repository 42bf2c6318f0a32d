// After an analysis: which side was mine, and on to practising its mistakes.
/** @import {TakenUp} from "../shared/messages.js" */
/** @import {AnalysedMatch, MatchState} from "../shared/pages.js" */

import { playerName } from "../analysis/step-text.js";
import { ask, showProblem } from "../shared/api.js";
import { make } from "../shared/dom.js";
import { plural, w } from "../shared/translations.js";

/**
 * @param {HTMLElement} place
 * @param {string} analysis
 * @param {AnalysedMatch} match
 */
export async function offerPractice(place, analysis, match) {
  /** @type {MatchState} */
  const known = await ask("GET", `/match.json?analysis=${encodeURIComponent(analysis)}`, undefined, "/practice");
  if (known.seat === null) place.replaceChildren(...question(place, analysis, match));
  else place.replaceChildren(...links(known.cards, analysis));
  place.hidden = false;
}

/**
 * @param {HTMLElement} place
 * @param {string} analysis
 * @param {AnalysedMatch} match
 */
function question(place, analysis, match) {
  const problem = make("p", { class: "problem", role: "alert", hidden: true });
  const side = (/** @type {0 | 1} */ seat) => {
    const button = make("button", { type: "button" }, [playerName(match, seat)]);
    button.addEventListener("click", async () => {
      try {
        /** @type {TakenUp} */
        const taken = await ask("POST", "/practice/matches", { analysis, seat });
        place.replaceChildren(...links(taken.new + taken.known, analysis));
        place.querySelector("a")?.focus();
      } catch (error) {
        showProblem(problem, error);
      }
    });
    return button;
  };
  return [
    make("p", {}, [w("Which side was yours? Its mistakes become a quiz.")]),
    make("div", { class: "row" }, [side(0), side(1)]),
    problem,
  ];
}

/**
 * @param {number} cards
 * @param {string} analysis
 */
function links(cards, analysis) {
  return [
    make("p", {}, [plural("{n} card to practise", "{n} cards to practise", cards)]),
    make("div", { class: "row" }, [
      make("a", { class: "button primary", href: "/practice/quiz" }, [w("Practise now")]),
      make("a", { class: "button quiet", href: `/practice/positions?source=${encodeURIComponent(analysis)}` }, [
        w("Look at them"),
      ]),
    ]),
  ];
}
