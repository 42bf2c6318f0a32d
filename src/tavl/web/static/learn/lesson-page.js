// The lesson page: one exercise on the board at a time, checked by the server, with more help at each hint.
/** @import {TavlBoard, BoardState} from "../board/tavl-board.js" */
/** @import {LearningGame} from "./learning-games.js" */
/** @import {Attempt, ExerciseReply, LessonView} from "../shared/pages.js" */

import "../board/tavl-board.js";
import { ask, showProblem } from "../shared/api.js";
import { Asking } from "../table/command-line/command-line.js";
import { boardWords } from "../shared/board-labels.js";
import { applyPreferences } from "../shared/board-preferences.js";
import { Story } from "../table/texts/event-text.js";
import { w } from "../shared/translations.js";
import { lookOf } from "./exercise-view.js";
import { Hints } from "./hints.js";
import { LessonMap } from "./lesson-list.js";
import { finished, goneTo, isDone, where } from "./progress.js";
import { Reply } from "./reply.js";
import { sitDown } from "./learning-games.js";

const FINISH = "finish";
const CUBE = ["roll", "double", "take", "drop"];
const lessons = /** @type {LessonView[]} */ (JSON.parse(document.getElementById("lessons")?.textContent ?? "[]"));
const board = /** @type {TavlBoard} */ (document.getElementById("board"));
const element = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const map = new LessonMap((id) => go(id));
const reply = new Reply(board);
const hints = new Hints();

let lesson = lessons[0];
let number = 0;
let rolled = false;

const exercise = () => lesson.exercises[number];

// The pupil is light and sees every number, whatever was chosen for games.
applyPreferences();
for (const [name, value] of Object.entries({
  colour: "light",
  numbers: "on",
  hints: "on",
  click: "pick",
  "auto-roll": "off",
  "auto-play": "off",
  "auto-pass": "off",
  "auto-bear-off": "off",
}))
  board.setAttribute(name, value);
board.labels = boardWords();

// Where we are

/** @param {string} id */
function go(id) {
  goneTo(id);
  map.show(id, lessons.map((each) => each.id).filter(isDone));
  if (location.hash.slice(1) !== id) history.replaceState(null, "", `#${id}`);
  element("finish").hidden = id !== FINISH;
  /** @type {HTMLElement} */ (document.querySelector(".lesson")).hidden = id === FINISH;
  document.body.classList.toggle("finished", id === FINISH);
  if (id === FINISH) {
    board.state = { position: lessons[0].exercises[0].state.position, pips: false };
    scrollTo({ top: 0 });
    element("finish-title").focus({ preventScroll: true });
    return;
  }
  lesson = lessons.find((each) => each.id === id) ?? lessons[0];
  start(0);
}

/** @param {number} at */
function start(at) {
  number = at;
  hints.begin(exercise().hints);
  rolled = !exercise().rolls;
  const of = { n: lessons.indexOf(lesson) + 1, all: lessons.length };
  const part = { n: number + 1, all: lesson.exercises.length };
  element("lesson-number").textContent =
    w("Lesson {n} of {all}", of) + (part.all > 1 ? ` · ${w("part {n} of {all}", part)}` : "");
  element("lesson-title").textContent = lesson.title;
  element("lesson-say").textContent = exercise().say;
  reply.clear();
  showButtons(false);
  bringIntoView();
  board.state = stateNow();
  const { dice } = board.state;
  const lying = dice ? ` ${w("Your dice: {first} and {second}.", { first: dice[0], second: dice[1] })}` : "";
  board.announce(`${lesson.title}. ${exercise().say}${lying}`);
}

/** On a phone words and board fill the screen: the bar above them scrolls away. */
function bringIntoView() {
  if (matchMedia("(max-width: 980px)").matches) scrollTo({ top: element("learn").offsetTop });
}

/** @returns {BoardState} */
function stateNow() {
  const { state } = exercise();
  const shown = { ...state, viewer: /** @type {0} */ (0), pips: ["cube", "race"].includes(lesson.id) };
  return rolled ? shown : { ...shown, dice: null, tree: null, actions: ["roll"] };
}

/** @param {boolean} done */
function showButtons(done) {
  element("next").hidden = !done;
  element("again").hidden = !done;
  element("hint").hidden = done || hints.areOver;
  element("show").hidden = done || !hints.areOver || !exercise().solution;
  element("skip").hidden = done;
}

function next() {
  if (number + 1 < lesson.exercises.length) start(number + 1);
  else go(lessons[lessons.indexOf(lesson) + 1]?.id ?? FINISH);
  // The button is gone; keyboard users go on at the board.
  if (!document.body.classList.contains("finished")) focusBoard();
}

function focusBoard() {
  /** @type {HTMLElement | null | undefined} */ (board.shadowRoot?.querySelector(".place[tabindex='0']"))?.focus({
    preventScroll: true,
  });
}

// What the pupil does

/** @param {Attempt} attempt */
async function judge(attempt) {
  const [of, at] = [lesson, number];
  try {
    /** @type {ExerciseReply} */
    const answer = await ask("POST", `/${of.id}/${at + 1}`, attempt, "/learn");
    if (of !== lesson || at !== number) return; // another exercise was chosen in the meantime
    if (answer.done) return succeed(answer.say);
    board.reopen();
    reply.wrong(answer, hints.next());
    showButtons(false);
  } catch (error) {
    board.reopen();
    reply.trouble(error);
  }
}

/** @param {string} praise */
function succeed(praise) {
  reply.praise(praise);
  if (number + 1 === lesson.exercises.length) {
    finished(lesson.id);
    map.show(lesson.id, lessons.map((each) => each.id).filter(isDone));
  }
  showButtons(true);
  element("next").focus();
}

board.addEventListener("tavl-play", (event) => judge({ moves: event.detail.moves }));
board.addEventListener("tavl-miss", ({ detail: { from, to } }) => {
  if (!board.complete || !board.moves.length) judge({ moves: board.moves, source: from, target: to });
});
board.addEventListener("tavl-draft", () => reply.stale());
board.addEventListener("tavl-action", ({ detail }) => act(detail.type));

/** @param {string} type */
function act(type) {
  if (type === "roll" && !rolled) {
    rolled = true;
    board.state = stateNow();
    const [first, second] = /** @type {[number, number]} */ (board.state.dice);
    return board.announce(w("You roll {first} and {second}.", { first, second }));
  }
  if (exercise().solution || !CUBE.includes(type)) return board.announce(w("That is not part of this exercise."));
  return judge({ action: type });
}

element("next").addEventListener("click", next);
element("skip").addEventListener("click", next);
element("again").addEventListener("click", () => {
  start(number);
  focusBoard();
});
element("hint").addEventListener("click", () => {
  reply.hint(hints.next());
  showButtons(false);
});
element("show").addEventListener("click", () => {
  const { solution } = exercise();
  if (!rolled) act("roll");
  while (board.moves.length) board.undo();
  if (solution?.length) board.attempt(solution);
  focusBoard();
});
for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-table]"))) {
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await sitDown(/** @type {LearningGame} */ (button.dataset.table));
    } catch (error) {
      showProblem(document.querySelector("#finish .problem"), error);
      button.disabled = false;
    }
  });
}
addEventListener("hashchange", () => go(known(location.hash.slice(1)) ?? lessons[0].id));
addEventListener("pageshow", () => {
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-table]")))
    button.disabled = false;
});

// The same line as at a table: moves, questions, what can be done.
new Asking(board, {
  state: () => lookOf(board, w("Opponent")),
  story: new Story(),
  time: () => 0,
  act,
  judge: (moves) => judge({ moves }),
}).listen();

/** @param {string | null} id */
function known(id) {
  return id === FINISH || lessons.some((each) => each.id === id) ? id : null;
}

go(known(location.hash.slice(1)) ?? known(where()) ?? lessons[0].id);
document.documentElement.dataset.ready = "true";
