// Repeats a match's dice in this browser and shows every roll.
/** @import {DiceVerdict} from "./fair-dice.js" */

import { allEvents } from "../shared/api.js";
import { canCompute, verify } from "./fair-dice.js";
import { plural, w } from "../shared/translations.js";

const place = /** @type {HTMLElement} */ (document.getElementById("verdict"));
const text = /** @type {HTMLElement} */ (document.getElementById("verdict-text"));
const table = place.dataset.table ?? "";

/** @type {Record<string, () => string>} */
const FAULTS = {
  nothing_promised: () => w("The server promised nothing."),
  secret_not_told: () => w("The server has not revealed its secret: the match is not over."),
  other_secret: () => w("The secret is not the one that was promised."),
  word_not_told: () => w("A player's word was not revealed."),
  other_word: () => w("A player's word is not the one that was promised."),
  rolled_before_words_were_told: () => w("A roll was made before both words were revealed."),
  promised_after_words_were_told: () => w("A text was promised after a word was revealed."),
  promised_again: () => w("A text was promised again, in place of another."),
  told_before_all_were_promised: () => w("A word was revealed before all three texts were promised."),
  told_again: () => w("A text was revealed twice, or out of turn."),
  words_drawn_again: () => w("Both words were drawn again without a reason."),
  secret_told_too_soon: () => w("The server revealed its secret before the match was over."),
  roll_not_due: () => w("A roll was made that was not due."),
  game_not_due: () => w("A game was begun that was not due."),
  not_by_the_rules: () => w("Something happened that the rules do not allow."),
  not_whole: () => w("This is not the full record of the match."),
  other_dice: () => w("The dice rolled are not those that the three texts give."),
};

/** What is wrong, each thing once. @param {DiceVerdict} verdict */
function showFaults(verdict) {
  const list = document.createElement("ul");
  for (const code of new Set(verdict.faults)) {
    const item = document.createElement("li");
    item.textContent = FAULTS[code]?.() ?? code;
    list.append(item);
  }
  place.append(list);
}

/** @param {DiceVerdict} verdict */
function showTexts(verdict) {
  const list = document.getElementById("texts");
  const rows = [
    [w("The server's promise"), verdict.promise],
    [w("The server's secret"), verdict.secret ?? w("revealed when the match is over")],
    ...verdict.words.flatMap((word, seat) => [
      [w("Promise of player {n}", { n: seat + 1 }), word.promise],
      [
        w("Word of player {n}", { n: seat + 1 }),
        `${word.word ?? "–"}${word.drawn_by_server ? ` (${w("drawn by the server")})` : ""}`,
      ],
    ]),
  ];
  for (const [name, value] of rows) {
    const term = document.createElement("dt");
    const told = document.createElement("dd");
    term.textContent = name ?? "";
    told.textContent = value ?? "–";
    list?.append(term, told);
  }
}

/** @param {DiceVerdict} verdict */
function showRolls(verdict) {
  const rolls = /** @type {HTMLTableElement} */ (document.getElementById("rolls"));
  for (const { game, roll, fell, computed, right } of verdict.rolls) {
    const row = rolls.tBodies[0].insertRow();
    const cells = [String(game), String(roll), fell.join("-"), computed.join("-"), right ? "✓" : "✗"];
    for (const cell of cells) row.insertCell().textContent = cell;
    row.cells[4].setAttribute("aria-label", right ? w("right") : w("wrong"));
    row.className = right ? "right" : "wrong";
  }
  rolls.hidden = verdict.rolls.length === 0;
}

async function check() {
  if (!canCompute) {
    text.textContent = w("This browser can compute this only over a secure connection (https).");
    return;
  }
  const verdict = await verify(await allEvents(table));
  showTexts(verdict);
  showRolls(verdict);
  if (!place.dataset.over)
    text.textContent = w("The match is not over. Its secret is revealed at the end; then every roll can be computed.");
  else if (verdict.proven)
    text.textContent = plural(
      "{n} roll, computed again just now: it is as promised.",
      "All {n} rolls, computed again just now, are as promised.",
      verdict.rolls.length,
    );
  else {
    text.textContent = w("These dice are not as promised!");
    showFaults(verdict);
  }
  place.classList.add(place.dataset.over ? (verdict.proven ? "good" : "bad") : "open");
}

try {
  await check();
} catch (error) {
  text.textContent = error instanceof Error ? error.message : String(error);
}
document.documentElement.dataset.ready = "true";
