// The dialogs that people open in a game: a double, its end, a pause, a break, more.
/** @import {Seat} from "../match/clock.js" */
/** @import {State} from "../match/match.js" */
/** @import {Keeper} from "../match/current-match.js" */

import { plural, w } from "../../shared/translations.js";
import { whyNot } from "../match/actions.js";
import { SEATS } from "../match/clock.js";
import { drawHalves } from "../player-halves.js";
import { breaksLeft, cubeValue, gameRunning, worth } from "../match/match.js";
import { all, facts, part, within } from "../elements.js";
import { termsText } from "../match/match-setup.js";
import { dialogOf, open } from "./dialog-display.js";
import { gameLines, nameOf } from "../match/summary.js";
import { refusalText } from "../match/refusal-text.js";

/** When the dialog was opened: that moment counts for the clock, not by how long somebody looks for a button. */
let openedAt = 0;

/** @param {Keeper} keeper @param {string} id */
function opened(keeper, id) {
  openedAt = keeper.at;
  return open(id);
}

/** @param {string} label @param {string} small @param {() => void} does */
function choice(label, small, does) {
  const button = document.createElement("button");
  button.type = "button";
  const text = document.createElement("span");
  text.textContent = label;
  const beside = document.createElement("small");
  beside.textContent = small;
  button.append(text, beside);
  button.addEventListener("click", does);
  return button;
}

/** @typedef {(refused: import("../match/match.js").Refused | null) => void} Tell */

/** @param {Keeper} keeper @param {Tell} tell */
export function openDouble(keeper, tell) {
  const state = /** @type {State} */ (keeper.state);
  opened(keeper, "double-dialog");
  const value = state.game ? cubeValue(state.game) * 2 : 2;
  const turn = state.clock?.running ?? null;
  const order = turn === 1 ? [...SEATS].reverse() : SEATS;
  const buttons = order.map((seat) => {
    const why = whyNot(state, { type: "double", seat }, openedAt);
    const label = w("{name} doubles to {value}", { name: nameOf(keeper.sheet, seat), value });
    const button = choice(label, why ? refusalText(why) : "", () =>
      tell(keeper.take([{ type: "double", seat }], { at: openedAt })),
    );
    button.disabled = why !== null;
    button.classList.toggle("primary", why === null && seat === turn);
    return button;
  });
  part("doublers").replaceChildren(...buttons);
  part("equal-dice").hidden = !(state.terms.automatic_doubles && state.game?.phase === "opening" && turn === null);
}

/** @param {Keeper} keeper @param {Seat | null} [winner] */
export function openEnd(keeper, winner = null) {
  const state = /** @type {State} */ (keeper.state);
  const dialog = opened(keeper, "end-dialog");
  for (const seat of SEATS) within(dialog, `[data-name="${seat}"]`).textContent = nameOf(keeper.sheet, seat);
  for (const input of /** @type {HTMLInputElement[]} */ (all(dialog, "[name=winner]")))
    input.checked = Number(input.value) === winner;
  const resigned = /** @type {HTMLInputElement} */ (part("resigned"));
  resigned.checked = false;
  for (const button of all(dialog, "[data-size]")) {
    const size = Number(button.dataset.size);
    button.hidden = size > 1 && !state.terms.gammons;
    const points = worth(state, size);
    within(button, "b").textContent = plural("{n} point", "{n} points", points);
  }
  part("jacoby-words").hidden = !(state.terms.jacoby && state.game && cubeValue(state.game) === 1);
  showWinner();
}

function showWinner() {
  const winner = document.querySelector("#end-dialog [name=winner]:checked");
  for (const button of /** @type {HTMLButtonElement[]} */ (all(part("sizes"), "button"))) button.disabled = !winner;
}

/** @param {Keeper} keeper */
export function openPause(keeper) {
  opened(keeper, "pause-dialog");
}

/** @param {Keeper} keeper @param {Tell} tell */
export function openBreak(keeper, tell) {
  const state = /** @type {State} */ (keeper.state);
  open("break-choice-dialog");
  const takers = SEATS.map((seat) => {
    const left = breaksLeft(state, seat);
    const label = plural("{n} break left", "{n} breaks left", left);
    const button = choice(nameOf(keeper.sheet, seat), label, () => tell(keeper.take([{ type: "take_break", seat }])));
    button.disabled = left === 0;
    return button;
  });
  if (SEATS.every((seat) => breaksLeft(state, seat) > 0)) {
    const both = SEATS.map((seat) => ({ type: "take_break", seat }));
    takers.push(choice(w("Both, joined"), "", () => tell(keeper.take(both))));
  }
  part("break-takers").replaceChildren(...takers);
}

/** @param {Keeper} keeper */
export function openMore(keeper) {
  const state = /** @type {State} */ (keeper.state);
  const dialog = open("more-dialog");
  part("more-terms").textContent = termsText(state.terms, keeper.sheet.money);
  for (const input of /** @type {HTMLInputElement[]} */ (all(dialog, "[data-rename]"))) {
    input.value = keeper.sheet.names[/** @type {Seat} */ (Number(input.dataset.rename))];
  }
}

/** @param {HTMLElement} list @param {Keeper} keeper */
export function listGames(list, keeper) {
  const lines = keeper.state ? gameLines(keeper.sheet, keeper.state) : [];
  list.replaceChildren(
    ...(lines.length ? lines : [w("No game is over yet.")]).map((line) => {
      const item = document.createElement("li");
      item.textContent = line;
      return item;
    }),
  );
}

/** @param {Keeper} keeper @param {Tell} tell */
export function setUpDoing(keeper, tell) {
  for (const button of all(part("equal-dice"), "[data-equal]")) {
    button.addEventListener("click", () => {
      const face = Number(button.dataset.equal);
      tell(keeper.take([{ type: "record_opening", seat: 0, first: face, second: face }]));
    });
  }
  part("winner").addEventListener("change", showWinner);
  for (const button of all(part("sizes"), "button")) {
    button.addEventListener("click", () => {
      const input = /** @type {HTMLInputElement | null} */ (
        document.querySelector("#end-dialog [name=winner]:checked")
      );
      if (!input) return;
      const resigned = /** @type {HTMLInputElement} */ (part("resigned")).checked;
      const note = button.dataset.note ?? (resigned ? "resigned" : undefined);
      tell(
        keeper.gameEnded(/** @type {Seat} */ (Number(input.value)), Number(button.dataset.size), {
          at: openedAt,
          note,
        }),
      );
    });
  }
  for (const button of all(part("reasons"), "button")) {
    button.addEventListener("click", () => {
      const seat = keeper.state?.clock?.running ?? 0;
      tell(keeper.take([{ type: "stop_clock", seat, reason: button.dataset.reason }], { at: openedAt }));
    });
  }
  part("restart-delay").addEventListener("click", () => {
    tell(keeper.take([{ type: "restart_delay", seat: keeper.state?.clock?.turnOf ?? 0 }], { at: openedAt }));
  });
  for (const input of /** @type {HTMLInputElement[]} */ (all(dialogOf("more-dialog"), "[data-rename]"))) {
    input.addEventListener("change", () => {
      keeper.rename(/** @type {Seat} */ (Number(input.dataset.rename)), input.value.trim());
      drawHalves(keeper);
    });
  }
}

/** What a stop is called, and its clause. @param {string} reason */
export const stopText = (reason) => facts.stops[reason] ?? [reason, "T4.3.ii"];

/** The clock may be stopped now. @param {State} state */
export const canPause = (state) => gameRunning(state) && state.clock?.running != null;
