// The two score cards on the page, after each game: that they agree, or both side by side and what to do (T4.7).
/** @import {Pair} from "../match/clock.js" */
/** @import {Keeper} from "../match/current-match.js" */
/** @import {Compared} from "./card-comparison.js" */

import { unanswered } from "../../shared/api.js";
import { button, cited, make } from "../../shared/dom.js";
import { toast } from "../../shared/toast.js";
import { w } from "../../shared/translations.js";
import { callDirector, cardOf, CardComparison } from "./card-comparison.js";
import { all } from "../elements.js";
import { nameOf } from "../match/player-names.js";
import { backOf } from "../tournament-match.js";

const CARDS_MS = 10_000; // until the other's card is looked for again

const comparison = new CardComparison();
let shown = "";
/** The difference about which the director has been called. */
let called = "";

/** @param {Pair} score */
const scoreText = ([one, two]) => `${one}–${two}`;

/**
 * Hand the card in where that is to be done, and show what came of it.
 * @param {Keeper} keeper
 * @param {boolean} [again] what was handed in before, too
 */
export async function compareCards(keeper, again = false) {
  const back = backOf(keeper);
  const before = comparison.found?.differ ?? null;
  if (back && keeper.state) await comparison.look(back, keeper.state, again);
  drawCards(keeper);
  const differ = comparison.found?.differ ?? null;
  if (differ !== null && differ !== before && !document.querySelector("dialog[open] [data-cards]"))
    toast(differText(differ), "T4.7"); // a game is on
}

/** @param {number} game */
const differText = (game) => w("The score cards differ after game {n}.", { n: game });

/** @param {Keeper} keeper */
export function drawCards(keeper) {
  const { found, waits } = comparison;
  const there = keeper.state !== null && backOf(keeper) !== null;
  const games = there && keeper.state ? cardOf(keeper.state).length : 0;
  const sign = JSON.stringify([games, there && found, waits, called]);
  if (sign === shown) return;
  shown = sign;
  for (const place of all(document, "[data-cards]")) {
    place.replaceChildren(...(games ? parts(keeper, found, games) : []));
  }
}

/**
 * @param {Keeper} keeper
 * @param {Compared | null} found
 * @param {number} games on this phone's card
 * @returns {HTMLElement[]}
 */
function parts(keeper, found, games) {
  const name = nameOf(keeper.sheet, 1);
  if (found && found.differ !== null) return differing(keeper, found, found.differ);
  if (comparison.waits) return [hint(w("Your card will be handed in when the server is back."))];
  if (!found?.theirs) return []; // the other keeps none here
  if (found.games < games) return [hint(w("{name}'s card of this game is not here yet.", { name }))];
  const score = scoreText(found.mine[games - 1]);
  return [make("p", { class: "agree" }, [w("Both score cards say {score}.", { score })])];
}

/** @param {string} text */
const hint = (text) => make("p", { class: "hint" }, [text]);

/** @param {Keeper} keeper @param {Compared} found @param {number} game */
function differing(keeper, found, game) {
  const { mine, theirs, games, behind, changed } = found;
  const names = [nameOf(keeper.sheet, 0), nameOf(keeper.sheet, 1)];
  const rows = mine.slice(0, games).map((score, index) => {
    const other = theirs?.[index] ?? score;
    const same = scoreText(score) === scoreText(other);
    const cells = [String(index + 1), scoreText(score), scoreText(other)].map((text) => make("td", {}, [text]));
    return make("tr", { class: same ? "" : "differs" }, cells);
  });
  const heads = [w("Game"), ...names.map((name) => w("{name}'s card", { name }))];
  const said = make("p", { class: "problem", role: "status" });
  const [one, two] = [mine, theirs ?? mine].map((card) => scoreText(card[game - 1]));
  const marks = names
    .filter((_, side) => changed[side])
    .map((name) => w("{name}'s card was changed after both were shown.", { name }));
  const statement = [`${differText(game)} ${names[0]}: ${one}. ${names[1]}: ${two}.`, ...marks].join(" ");
  const call = async () => {
    const back = backOf(keeper);
    if (!back) return;
    press.disabled = true;
    try {
      await callDirector(back, statement);
      called = statement;
      drawCards(keeper);
    } catch (error) {
      const nobody = w("The director does not know yet: go and fetch them.");
      said.textContent = unanswered(error) ? nobody : /** @type {Error} */ (error).message;
      press.disabled = false;
    }
  };
  const press = button(w("Call the director"), () => void call());
  const name = names[behind ?? 0];
  const decides = w("If you cannot, the card of {name}, who is behind, decides if it is clear.", { name });
  return [
    make("p", { class: "problem" }, [cited(differText(game), "T4.7")]),
    make("table", { class: "two-cards" }, [
      make("thead", {}, [
        make(
          "tr",
          {},
          heads.map((text) => make("th", { scope: "col" }, [text])),
        ),
      ]),
      make("tbody", {}, rows),
    ]),
    make("p", {}, [w("Settle it between you: whoever is wrong takes the game back with Oops and enters it again.")]),
    ...marks.map((mark) => make("p", { class: "problem" }, [mark])),
    ...(behind === null || changed[behind] ? [] : [hint(decides)]),
    called === statement
      ? make("p", { role: "status" }, [w("The director is called. Leave everything as it is.")])
      : make("div", { class: "row" }, [press]),
    said,
  ];
}

/** Check regularly for the other's card. @param {Keeper} keeper */
export function watchCards(keeper) {
  setInterval(() => void compareCards(keeper, true), CARDS_MS);
}
