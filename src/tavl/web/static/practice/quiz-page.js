// The quiz: a position on the board, an answer, what it was worth, and the next one. By keys, mouse and finger.
/** @import {Arrow, BoardState, TavlBoard} from "../board/tavl-board.js" */
/** @import {CardState, PracticeOverview} from "../shared/messages.js" */
/** @import {AnalysedMatch, Moves, QuizPage, QuizQuestion, QuizVerdict} from "../shared/pages.js" */

import "../board/tavl-board.js";
import { decisionView } from "../analysis/decision/decision-view.js";
import { loss } from "../analysis/numbers.js";
import { playText } from "../analysis/step-text.js";
import { ask, Refused } from "../shared/api.js";
import { applyPreferences, singleKeys } from "../shared/board-preferences.js";
import { boardWords } from "../shared/board-labels.js";
import { dayText, fromNow } from "../shared/dates-and-numbers.js";
import { make } from "../shared/dom.js";
import { copy } from "../shared/clipboard.js";
import { toast, withClause } from "../shared/toast.js";
import { plural, sense, w } from "../shared/translations.js";

const element = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const root = element("quiz");
const board = /** @type {TavlBoard} */ (element("board"));
const ofTheDay = root.dataset.day === "yes";
const offset = -new Date().getTimezoneOffset();
const names = /** @type {[string, string]} */ ([w("You"), w("Opponent")]);

let ahead = root.dataset.ahead === "yes";
/** @type {QuizQuestion | null} */
let question = null;
let waiting = false;
/** @type {PracticeOverview | null} */
let numbers = null;

/** @param {string | null} [card] */
async function load(card = null) {
  const query = new URLSearchParams({ offset: String(offset) });
  if (root.dataset.deck) query.set("deck", root.dataset.deck);
  if (ahead) query.set("ahead", "1");
  if (card) query.set("card", card);
  try {
    /** @type {QuizPage} */
    const page = await ask("GET", ofTheDay ? "/day.json" : `/next.json?${query}`, undefined, "/practice");
    show(page);
  } catch (error) {
    problem(error);
  }
}

/** @param {QuizPage} page */
function show({ overview, question: asked }) {
  question = asked;
  waiting = false;
  numbers = overview;
  element("numbers").textContent = overview ? numbersText(overview) : w("The same for everybody today.");
  for (const name of ["answered", "decision", "problem"]) element(name).hidden = true;
  element("question").hidden = !asked;
  element("finished").hidden = Boolean(asked);
  if (!asked) return finish(overview);
  element("say").textContent = asked.say;
  element("about").textContent = scoreText(asked);
  element("how").textContent =
    asked.kind === "play"
      ? w("Play it on the board, then press Done.")
      : w("Press a button, or its number on the keyboard.");
  element("actions").replaceChildren(...asked.actions.map(actionButton));
  board.state = stateOf(asked);
  board.announce(`${asked.say} ${scoreText(asked)}`);
}

/** @param {PracticeOverview} overview */
function numbersText({ due, streak, answered_today: today }) {
  const parts = [w("{n} due", { n: due }), w("{n} answered today", { n: today })];
  if (streak) parts.push(plural("{n} day in a row", "{n} days in a row", streak));
  return parts.join(" · ");
}

/** @param {QuizQuestion} asked */
function scoreText({ about, board: { score, length, crawford } }) {
  const parts = [about];
  parts.push(
    length ? w("{own} – {other} in a match to {length}", { own: score[0], other: score[1], length }) : w("money play"),
  );
  if (crawford) parts.push(w("Crawford game"));
  return parts.join(" · ");
}

/** @param {PracticeOverview | null} overview */
function finish(overview) {
  board.state = { position: "24:2 13:5 8:3 6:5 | 24:2 13:5 8:3 6:5", pips: false };
  const cards = overview?.cards ?? 0;
  const next = overview?.next_due ?? null;
  element("ahead").hidden = !cards;
  element("finished-text").textContent = !cards
    ? w("There are no cards here yet. Have a match analysed, or add a deck to your practice.")
    : next
      ? w("Nothing is due. The next card comes {when}.", { when: fromNow(next) })
      : w("Nothing is due.");
  board.announce(element("finished-text").textContent ?? "");
}

/**
 * @param {QuizQuestion} asked
 * @returns {BoardState}
 */
function stateOf({ board: shown, tree }) {
  return {
    ...shown,
    viewer: 0,
    offered_by: shown.turn,
    names,
    tree: tree ? { nodes: tree } : null,
    actions: tree ? ["play"] : [],
    manual: true,
  };
}

/**
 * @param {string} action
 * @param {number} number
 */
function actionButton(action, number) {
  const button = make("button", { type: "button", class: "big", "data-action": action }, [
    actionText(action),
    make("kbd", { "aria-hidden": "true" }, [String(number + 1)]),
  ]);
  button.addEventListener("click", () => answer({ action }));
  return button;
}

/** @param {string} action */
function actionText(action) {
  const texts = /** @type {Record<string, string>} */ ({
    roll: w("No double"),
    double: sense("cube", "Double"),
    take: sense("cube", "Take"),
    drop: sense("cube", "Drop"),
    beaver: sense("cube", "Beaver"),
  });
  return texts[action] ?? action;
}

/** @param {{moves?: Moves, action?: string}} attempt */
async function answer(attempt) {
  if (!question || waiting) return;
  waiting = true;
  element("problem").hidden = true;
  const { id, answers } = question;
  try {
    const path = ofTheDay ? "/day.json" : `/cards/${id}/answer.json`;
    /** @type {QuizVerdict} */
    const verdict = await ask("POST", path, { ...attempt, answers }, "/practice");
    judge(question, verdict);
  } catch (error) {
    waiting = false;
    if (error instanceof Refused && error.code === "answered_already") return load();
    board.reopen();
    problem(error);
  }
}

/**
 * @param {QuizQuestion} asked
 * @param {QuizVerdict} verdict
 */
function judge(asked, verdict) {
  const { step } = verdict;
  const match = /** @type {AnalysedMatch} */ ({ players: names, length: step.board.length });
  const place = (/** @type {Moves | null} */ moves) => {
    board.state = { ...stateOf(asked), tree: null, actions: [], arrows: arrowsOf(verdict, moves) };
  };
  if (numbers) {
    const { due, streak, answered_today: today } = numbers;
    const counted = { due: Math.max(0, due - 1), streak: Math.max(1, streak), answered_today: today + 1 };
    element("numbers").textContent = numbersText({ ...numbers, ...counted });
  }
  element("question").hidden = true;
  element("answered").hidden = false;
  element("own").className = `verdict ${verdict.error_class === "none" ? "right" : verdict.error_class}`;
  element("own").replaceChildren(...ownVerdict(verdict));
  for (const name of ["stricter", "undo", "card-tools"]) element(name).hidden = ofTheDay;
  element("next").hidden = ofTheDay;
  element("stricter").hidden = ofTheDay || verdict.grade === "again";
  element("decision").hidden = false;
  element("decision-title").textContent = matchText(verdict);
  element("verdict").replaceChildren(...decisionView(match, { ...step, answered: verdict.answered }, place));
  place(null);
  board.announce(element("own").innerText);
  if (!ofTheDay) element("next").focus({ preventScroll: true });
  if (matchMedia("(max-width: 999px)").matches) element("answered").scrollIntoView({ block: "nearest" });
}

/** @param {QuizVerdict} verdict */
function ownVerdict({ lost, error_class: grade, answered, action, due, step }) {
  const play = answered === null ? null : step.plays?.[answered];
  const did = play ? playText(step, play.moves) : actionText(action ?? "");
  const words = { none: w("Right!"), inaccuracy: w("Nearly."), mistake: w("Mistake"), blunder: w("Blunder") };
  return [
    make("p", { class: "verdict-line" }, [
      make("span", { class: "grade" }, [words[grade]]),
      grade !== "none" && make("span", { class: "lost" }, [`−${loss(lost)}`]),
    ]),
    make("p", { class: "verdict-text" }, [w("You answered: {answer}", { answer: did })]),
    due !== null && make("p", { class: "sub", id: "again" }, [againText(due)]),
  ].filter((part) => part !== false);
}

/** @param {number} due */
const againText = (due) => w("You will see it again {when}.", { when: fromNow(due) });

/** @param {QuizVerdict} verdict */
function matchText({ opponent, at }) {
  if (at === null) return w("The analysis");
  const date = dayText(at);
  return opponent
    ? w("In your match against {opponent}, {date}", { opponent, date })
    : w("In your match, {date}", { date });
}

/**
 * @param {QuizVerdict} verdict
 * @param {Moves | null} moves
 * @returns {Arrow[]}
 */
function arrowsOf({ step, answered }, moves) {
  const plays = step.plays ?? [];
  if (!plays.length) return [];
  if (moves) return [{ seat: 0, moves, kind: "best" }];
  /** @type {Arrow[]} */
  const arrows = [{ seat: 0, moves: plays[0].moves, kind: "best" }];
  if (answered) arrows.push({ seat: 0, moves: plays[answered].moves, kind: "played" });
  return arrows;
}

/** @param {unknown} error */
function problem(error) {
  const place = element("problem");
  const rule = error instanceof Refused ? error.rule : null;
  place.replaceChildren(withClause(error instanceof Error ? error.message : String(error), rule));
  place.hidden = false;
}

async function undo() {
  try {
    /** @type {CardState} */
    const { card } = await ask("DELETE", "/practice/answers/last");
    await load(card.id);
    toast(w("The answer is taken back."));
  } catch (error) {
    problem(error);
  }
}

async function beStricter() {
  try {
    /** @type {CardState} */
    const { card } = await ask("POST", "/practice/answers/last/stricter");
    element("again").textContent = againText(card.due);
    element("stricter").hidden = true;
    element("next").focus();
  } catch (error) {
    problem(error);
  }
}

async function remove() {
  if (!question) return;
  try {
    await ask("DELETE", `/practice/cards/${question.id}`);
    await load();
  } catch (error) {
    problem(error);
  }
}

board.labels = boardWords();
applyPreferences();
board.addEventListener("tavl-play", (event) => answer({ moves: event.detail.moves }));
element("next").addEventListener("click", async () => {
  await load();
  const focus = board.shadowRoot?.querySelector(".place[tabindex='0']");
  const first = question?.kind === "play" ? focus : element("actions").firstElementChild;
  if (first instanceof HTMLElement || first instanceof SVGElement) first.focus({ preventScroll: true });
  scrollTo({ top: 0 });
});
element("undo").addEventListener("click", undo);
element("stricter").addEventListener("click", beStricter);
element("remove").addEventListener("click", remove);
element("ahead").addEventListener("click", () => {
  ahead = true;
  load();
});
element("verdict").addEventListener("click", ({ target }) => {
  const text = target instanceof Element ? target.closest(".copy-id")?.getAttribute("data-id") : null;
  if (text) copy(text, w("Copied: {text}", { text }));
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
  if (!singleKeys()) return;
  const asking = !element("question").hidden;
  const action = asking ? question?.actions[Number(event.key) - 1] : undefined;
  if (action) answer({ action });
  else if (event.key === "u" && !asking && !ofTheDay) undo();
  else if (event.key === "s" && !element("stricter").hidden && !element("answered").hidden) beStricter();
});
await load();
document.documentElement.dataset.ready = "true";
