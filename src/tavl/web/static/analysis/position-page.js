// Any position, set up by hand or from an ID, and what to do in it.
/** @import {Seat} from "../shared/messages.js" */
/** @import {AnalysedMatch, AskPosition, Board, Evaluated, Moves} from "../shared/pages.js" */
/** @import {Arrow, TavlBoard} from "../board/tavl-board.js" */
/** @import {Side} from "../board/position.js" */

import "../board/tavl-board.js";
import { ask, Refused } from "../shared/api.js";
import { askToPlayOn } from "./play-on.js";
import { applyPreferences } from "../shared/board-preferences.js";
import { boardWords } from "../shared/board-labels.js";
import { copy } from "../shared/clipboard.js";
import { withClause } from "../shared/toast.js";
import { w } from "../shared/translations.js";
import { BAR, OFF, OPPONENT_BAR, OPPONENT_OFF, parsePosition, START } from "../board/position.js";
import { decisionView } from "./decision/decision-view.js";

const CHECKERS = 15;
const element = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const board = /** @type {TavlBoard} */ (element("board"));
const form = /** @type {HTMLFormElement} */ (element("setup"));
const idField = /** @type {HTMLInputElement} */ (element("id"));
const names = /** @type {[string, string]} */ ([w("White"), w("Black")]);

let position = parsePosition(START);
/** @type {Arrow[]} */
let arrows = [];

/** @param {string} name */
function field(name) {
  const found = form.elements.namedItem(name);
  return /** @type {HTMLInputElement} */ (found);
}

/** @param {Side} side */
function sideText(side) {
  const words = side.flatMap((count, place) =>
    count ? [`${place === BAR ? "bar" : place === OFF ? "off" : place}:${count}`] : [],
  );
  return words.reverse().join(" ");
}

const positionText = () => `${sideText(position.own)} | ${sideText(position.opponent)}`;

/** Everything in the form. @returns {Required<Omit<AskPosition, "id">>} */
function asked() {
  /** @type {[number, number]} */
  const dice = [Number(field("die1").value), Number(field("die2").value)];
  const seat = (/** @type {string} */ value) => /** @type {Seat} */ (Number(value));
  return {
    position: positionText(),
    turn: seat(field("turn").value),
    dice: dice[0] && dice[1] ? dice : null,
    cube: Number(field("cube").value),
    owner: field("owner").value === "" ? null : seat(field("owner").value),
    score: [Number(field("own").value), Number(field("other").value)],
    length: Number(field("length").value),
    crawford: field("crawford").checked,
  };
}

function draw() {
  const { turn, dice, cube, owner, score, length, crawford } = asked();
  board.state = {
    position: positionText(),
    setup: true,
    turn,
    dice,
    cube: crawford || length === 1 ? null : { value: cube, owner },
    score,
    length: length || null,
    crawford,
    names,
    arrows,
  };
}

/** Something has changed: the earlier evaluation is of another position. */
function changed() {
  arrows = [];
  element("answer").hidden = true;
  element("problem").replaceChildren();
  draw();
}

/**
 * A checker put down or taken away; those that are not on the board are off.
 * @param {number} place in the viewer's numbers
 */
function press(place) {
  const brush = new FormData(form).get("brush");
  const theirs =
    place === OPPONENT_BAR ? BAR : place === OPPONENT_OFF || place === OFF ? OFF : place === BAR ? null : 25 - place;
  const mine = place === OPPONENT_BAR ? null : place === OPPONENT_OFF ? OFF : place;
  const { own, opponent } = position;
  if (brush === "none") {
    if (mine && own[mine]) lift(own, mine);
    else if (theirs && opponent[theirs]) lift(opponent, theirs);
  } else if (brush === "mine" && mine) put(own, opponent, mine, theirs);
  else if (brush === "theirs") {
    const at = place === BAR ? BAR : theirs; // either half of the bar will do
    if (at) put(opponent, own, at, place === OPPONENT_BAR ? null : place === BAR ? null : place);
  }
  changed();
}

/**
 * @param {Side} side
 * @param {number} place
 */
function lift(side, place) {
  side[place] -= 1;
  side[OFF] += 1;
}

/**
 * @param {Side} side
 * @param {Side} other
 * @param {number} place
 * @param {number | null} there the same place in the other's numbers
 */
function put(side, other, place, there) {
  if (!side[OFF]) return tell(w("All 15 checkers are on the board: take one away first."));
  while (there !== null && place !== BAR && other[there]) lift(other, there); // a point is one player's
  side[place] += 1;
  side[OFF] -= 1;
}

/** @param {string} text */
function tell(text) {
  queueMicrotask(() => element("problem").replaceChildren(text));
}

/** @param {Board} found */
function fill(found) {
  position = parsePosition(found.position);
  const set = (/** @type {string} */ name, /** @type {unknown} */ value) => (field(name).value = String(value ?? ""));
  set("turn", found.turn ?? 0);
  set("die1", found.dice?.[0]);
  set("die2", found.dice?.[1]);
  set("cube", found.cube?.value ?? 1);
  set("owner", found.cube?.owner);
  set("length", found.length ?? 0);
  set("own", found.score[0]);
  set("other", found.score[1]);
  field("crawford").checked = found.crawford;
}

/**
 * @param {AskPosition} question
 * @param {boolean} filling the form is filled from the answer
 */
async function evaluate(question, filling) {
  const button = /** @type {HTMLButtonElement} */ (element("evaluate"));
  button.disabled = true;
  element("problem").replaceChildren();
  try {
    /** @type {Evaluated} */
    const found = await ask("POST", "/position.json", question, "/analysis");
    if (filling) fill(found.board);
    idField.value = found.ids.xgid ?? found.ids.gnu_id ?? "";
    history.replaceState(null, "", `?id=${encodeURIComponent(idField.value)}`);
    answer(found);
  } catch (error) {
    arrows = [];
    draw();
    element("answer").hidden = true;
    const rule = error instanceof Refused ? error.rule : null;
    element("problem").replaceChildren(withClause(error instanceof Error ? error.message : String(error), rule));
  }
  button.disabled = false;
}

/** @param {Evaluated} found */
function answer({ step }) {
  const match = /** @type {AnalysedMatch} */ ({ players: names, length: step.board.length });
  const show = (/** @type {Moves | null} */ moves) => {
    arrows = moves ? [{ seat: step.seat, moves, kind: "best" }] : [];
    draw();
  };
  element("verdict").replaceChildren(...decisionView(match, step, show));
  element("answer").hidden = false;
  show(step.plays?.[0]?.moves ?? null);
}

board.labels = boardWords();
applyPreferences();
board.setAttribute("colour", "light"); // White is at the bottom, whatever the player's own colour
board.addEventListener("tavl-place", (event) => press(event.detail.place));
form.addEventListener("change", (event) => {
  const name = event.target instanceof HTMLInputElement ? event.target.name : "";
  if (name !== "brush" && event.target !== idField) changed();
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (document.activeElement === idField) evaluate({ id: idField.value }, true);
  else evaluate(asked(), false);
});
element("use").addEventListener("click", () => evaluate({ id: idField.value }, true));
element("clear").addEventListener("click", () => {
  position = parsePosition(`off:${CHECKERS} | off:${CHECKERS}`);
  changed();
});
element("begin").addEventListener("click", () => {
  position = parsePosition(START);
  changed();
});
element("share").addEventListener("click", () => copy(location.href, w("The link is copied.")));
element("verdict").addEventListener("click", ({ target }) => {
  const text = target instanceof Element ? target.closest(".copy-id")?.getAttribute("data-id") : null;
  if (text) copy(text, w("Copied: {text}", { text }));
  const from = target instanceof Element ? target.closest(".play-on")?.getAttribute("data-id") : null;
  if (from) askToPlayOn(from, names);
});
draw();
if (form.dataset.id) await evaluate({ id: form.dataset.id }, true);
document.documentElement.dataset.ready = "true";
