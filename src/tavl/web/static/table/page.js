// The table page: the board, the connection to the server, and what is beside the board.
/** @import {ClientAction, TableState, TableTerms} from "../shared/messages.js" */
/** @import {ActionType} from "../officiating/actions/action.js" */
/** @import {Problem} from "../shared/api.js" */
/** @import {TavlBoard} from "../board/tavl-board.js" */

import "../board/tavl-board.js";
import { ask as askServer, showProblem } from "../shared/api.js";
import { aboutOpponent, bindManners } from "../account/blocking-and-reporting.js";
import { Asking } from "./command-line.js";
import { boardState, nameOf } from "./board-state.js";
import { boardWords } from "../shared/board-labels.js";
import { Chat } from "./chat.js";
import { Ticker } from "./clock.js";
import { Conduct } from "../officiating/officiating.js";
import { forgetWord, keptWord, promiseAWord } from "../dice/fair-dice.js";
import { follow as coach } from "../learn/coach.js";
import { Line } from "./socket.js";
import { PlayList } from "./play-list.js";
import { bindPreferences, preferences } from "../shared/board-preferences.js";
import { Result } from "./result-card.js";
import { Tutor } from "./tutor.js";
import { showSide } from "./side-panel.js";
import { offerNotice, outcomeText } from "./result-text.js";
import { gameEnd, matchEnd, Story } from "./event-text.js";
import { clockFace, Standing } from "./connection-status.js";
import { showRated, showTerms } from "./terms-text.js";
import { copy, toast } from "../shared/toast.js";
import { w } from "../shared/translations.js";

const place = /** @type {HTMLElement} */ (document.getElementById("table"));
const table = place.dataset.table ?? "";
const board = /** @type {TavlBoard} */ (document.getElementById("board"));
const element = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const DRAFT = `tavl.draft.${table}`;

/** @type {TableState | null} */
let state = null;
/** @type {TableTerms | null} */
let terms = null;
let announcedEnd = "";
let begun = 0; // games
const said = new Set();
const announce = (/** @type {string} */ sentence) => board.announce(sentence);
const standing = new Standing(announce);
const story = new Story();
const plays = new PlayList();

board.labels = boardWords();
bindPreferences();

const line = new Line(table, {
  state: take,
  presence: (present) => state && standing.presence(present, state),
  chat: (said) => chat.hear(said, state),
  line: (up) => standing.line(up, line?.underWay > 0),
  problem,
  suspended: (reason) => standing.suspended(reason),
});
const chat = new Chat(line, announce);
const result = new Result(table, chat);
const ticker = new Ticker(
  () => line.time,
  clockFace(announce, () => state?.view.viewer ?? 0),
);
const conduct = new Conduct({
  act: async (action) => {
    const asSeen = state?.view.role !== "spectator"; // with a delay the page never has the current table
    let answer = await line.act(action, asSeen);
    if (!answer.done && answer.problem.code === "login_needed") {
      await askServer("POST", "/session", { table }); // somebody who only watched so far becomes a guest to say something
      line.reconnect();
      answer = await line.act(action, asSeen);
    }
    return answer.done ? null : answer.problem;
  },
  why: (action) => line.why(action),
  problem,
  moments: () => story.moments,
  table,
  time: () => line.time,
});
const tutor = new Tutor(table, board, (type) => act(type));
const asking = new Asking(board, {
  state: () => state,
  story,
  time: () => line.time,
  act: (type, more) => act(type, more),
  judge: (moves) => act("make_play", { moves }),
  conduct,
});

// What the server says

/** @param {TableState} next */
function take(next) {
  const first = state === null;
  const before = state;
  state = next;
  const { view, people } = next;
  const terse = preferences().wording === "terse";
  /** @type {[string, string]} */
  const names = [nameOf(view, people, 0), nameOf(view, people, 1)];
  plays.rename(names);
  for (const out of next.events) {
    if (out.event.type === "opened") terms = out.event.terms;
    if (out.event.type === "game_started") {
      const outcome = view.games[begun - 1]; // of the game before
      if (outcome) plays.result(outcomeText(outcome, view, people));
      begun += 1;
    }
    const { sentence, entry, note } = story.tell(out, view, people, terse);
    if (entry) plays.add(entry, names);
    if (note) plays.around(note.text, note.rule);
    if (sentence && !first) board.announce(sentence);
    if (sentence && !first && out.event.type === "resignation_refused" && out.event.seat !== view.viewer)
      toast(sentence);
  }
  const end = matchEnd(view, people);
  const ended = view.phase === "over" ? gameEnd(view, people) : null;
  const notice = end ? end.title : (ended ?? offerNotice(view, people));
  board.state = boardState(view, people, { manual: isManual(), notice });
  if (next.events.length) plays.toEnd();
  if (ended) tellEnd(ended, end ? end.title.replace(/[^!.]$/, "$&.") : "", first);
  else if (end) tellEnd(end.title, end.how, first);
  if (!end && isMyRoll(next) && (first || !before || !isMyRoll(before))) board.announce(w("Your turn."));
  if (first) {
    document.documentElement.dataset.ready = "true";
    takeUpDraft();
    bringIntoView();
    showTerms(terms);
  }
  ticker.set(view.clock, view.role === "player" ? view.viewer : null);
  lookAgain(next);
  conduct.hear(next.events);
  conduct.show(next, terms);
  showSide(next, terms, chat);
  showRated(next.rated);
  aboutOpponent(next);
  standing.presence(next.present, next);
  result.show(next, terms, end);
  coach(table, board, next);
  tutor.follow(next);
  followUp(next);
}

/** @param {TableState} at */
function isMyRoll({ view }) {
  return view.role === "player" && view.phase === "to_roll" && view.actions.includes("roll");
}

const LONGEST_TIMER = 2 ** 31 - 1; // a browser takes more for nothing
/** @type {ReturnType<typeof setTimeout> | undefined} */
let later;

/**
 * Who waits out a delay may play when it is over (T4.2.iii.c), and somebody gone can be claimed against after a while:
 * no event says so, the table is asked.
 * @param {TableState} at
 */
function lookAgain({ view, at, house }) {
  clearTimeout(later);
  const { clock } = view;
  const { gone, claim_from: claim } = house;
  if (gone !== null && house.lost[gone] !== null && claim !== null && claim > at && claim - at < LONGEST_TIMER) {
    later = setTimeout(() => line.look(), claim - at + 60); // who is gone may be claimed against then
  }
  const mine = view.role === "player" && view.turn === view.viewer && clock?.running === view.viewer;
  const held = view.phase === "to_play" ? "make_play" : view.phase === "to_roll" ? "roll" : null;
  if (!mine || !held || view.actions.includes(held) || !clock.delay_left || view.dispute) return;
  later = setTimeout(() => line.look(), clock.delay_left - (at - clock.at) + 60);
}

/** Where the clock has to be pressed, nothing is done for the player (T4.1.vi). */
function isManual() {
  const ends = terms?.match.profile.turn_ends.with_clock;
  const pressed = Boolean(terms?.clock) && ends === "opponents_time_started";
  // A roll that comes by itself would let the last play stand (T4.2.iii.a).
  return pressed || terms?.sitting === "challenge";
}

/**
 * Once for each game.
 * @param {string} sentence
 * @param {string} more
 * @param {boolean} first
 */
function tellEnd(sentence, more, first) {
  if (!state) return;
  const key = `${state.view.game_number} ${state.view.score} ${Boolean(state.view.result)}`;
  if (key === announcedEnd) return;
  announcedEnd = key;
  if (state.view.outcome && sentence === gameEnd(state.view, state.people)) plays.result(sentence);
  else plays.note(sentence);
  plays.toEnd();
  if (first) return;
  board.announce(sentence);
  if (more) board.announce(more);
}

/** What a browser does without being asked: words for the dice, the first game. @param {TableState} at */
async function followUp({ view, dice, present }) {
  const mine = dice.words[view.viewer];
  if (view.actions.includes("tell_word") && mine && once(`tell ${mine.promise}`)) {
    const word = keptWord(mine.promise);
    if (!word)
      return toast(w("Your word for the dice is kept by the browser you sat down with. Please open the table there."));
    const answer = await line.act({ type: "tell_word", seat: view.viewer, word });
    if (answer.done) forgetWord(mine.promise);
  } else if (view.actions.includes("promise_word") && once(`promise ${line.version}`)) {
    const { promise } = await promiseAWord();
    if (promise) await line.act({ type: "promise_word", seat: view.viewer, promise });
  } else if (
    view.actions.includes("start_game") &&
    view.game_number === 0 &&
    present[0] &&
    present[1] &&
    once("start")
  ) {
    await line.act({ type: "start_game", seat: view.viewer });
  } else if (
    view.actions.includes("end_session") &&
    /** @type {HTMLInputElement} */ (element("stop-after")).checked &&
    once(`end ${view.game_number}`)
  ) {
    await line.act({ type: "end_session", seat: view.viewer });
  }
}

/** @param {string} what */
function once(what) {
  if (said.has(what)) return false;
  said.add(what);
  return true;
}

/** @param {Problem} problem */
function problem({ message, rule }) {
  toast(message, rule ?? null);
  board.announce(message);
}

// What the person does

/**
 * @param {ActionType} type
 * @param {object} [more]
 */
async function act(type, more = {}) {
  if (!state) return;
  if (!(await tutor.allows(type, more))) return board.reopen();
  const action = /** @type {ClientAction} */ ({ type, seat: state.view.viewer, ...more });
  // What is taken back is one's own last decision, whether or not the bot has answered it meanwhile.
  const answer = await line.act(action, type !== "take_back");
  if (answer.done) return;
  board.reopen();
  if (answer.problem.code !== "stale" || type !== "start_game") problem(answer.problem);
}

board.addEventListener("tavl-play", (event) => {
  act("make_play", { moves: /** @type {CustomEvent} */ (event).detail.moves });
});
board.addEventListener("tavl-action", (event) => {
  const { type, size } = /** @type {CustomEvent} */ (event).detail;
  if (type === "resign") act("offer_resignation", { size });
  else act(type);
});

board.addEventListener("tavl-barred", async () => {
  if (!state) return;
  const refused = await line.why({ type: "offer_resignation", seat: state.view.viewer, size: 1 });
  if (refused) problem(refused);
});

/** Space and Enter roll and end the turn, when nothing else has the focus. */
document.addEventListener("keydown", (event) => {
  if (event.key !== " " && event.key !== "Enter") return;
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const focused = document.activeElement;
  const free = !focused || focused === document.body || focused === document.documentElement || focused.id === "main";
  const rolls = board.state?.actions?.includes("roll");
  if (!free || document.querySelector("dialog[open]") || !(board.complete || rolls)) return;
  event.preventDefault(); // space would scroll
  if (rolls) board.roll();
  else board.done();
});

// A half-made play survives a reload.
const turnKey = () =>
  state && JSON.stringify([state.view.game_number, state.view.score, state.view.position, state.view.dice]);

board.addEventListener("tavl-draft", (event) => {
  const { moves } = /** @type {CustomEvent} */ (event).detail;
  try {
    sessionStorage.setItem(DRAFT, JSON.stringify({ turn: turnKey(), moves }));
  } catch {
    // kept by the board alone, then
  }
});

function takeUpDraft() {
  const kept = JSON.parse(sessionStorage.getItem(DRAFT) ?? "null");
  if (kept && kept.turn === turnKey() && kept.moves.length && state?.view.tree) board.attempt(kept.moves);
}

/** On a small phone the board takes the whole screen: the bar above it scrolls away. */
function bringIntoView() {
  if (board.getBoundingClientRect().bottom > innerHeight + 1) board.scrollIntoView({ block: "start" });
}

/** Where the board has no room for the players' strips, their names and clocks go into the bar above it. */
function watchStrips() {
  const look = () =>
    document.body.classList.toggle("no-strips", board.shadowRoot?.querySelector(".strip")?.hasAttribute("hidden"));
  new ResizeObserver(look).observe(board);
  look();
}

// Buttons of the page

element("open-settings").addEventListener("click", () => {
  const dialog = /** @type {HTMLDialogElement} */ (element("settings"));
  for (const note of dialog.querySelectorAll(".manual-note")) /** @type {HTMLElement} */ (note).hidden = !isManual();
  dialog.showModal();
});
element("close-settings").addEventListener("click", () =>
  /** @type {HTMLDialogElement} */ (element("settings")).close(),
);
element("copy-link").addEventListener("click", () => copy(place.dataset.link ?? "", w("The link is copied.")));
element("close-table").addEventListener("click", async () => {
  await act("abort");
  location.assign("/");
});
element("abort").addEventListener("click", () => act("abort"));
for (const [id, field] of [
  ["copy-xgid", "xgid"],
  ["copy-gnu", "gnu_id"],
]) {
  element(id).addEventListener("click", async () => {
    const ids = await (await fetch(`/t/${table}/position.json`)).json();
    if (ids[field]) copy(ids[field], w("Copied: {text}", { text: ids[field] }));
    else toast(w("This moment has no such ID."));
  });
}
document.getElementById("join")?.addEventListener("click", async (event) => {
  const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
  button.disabled = true;
  try {
    await saveName(document.getElementById("join-name"));
    await askServer("POST", `/tables/${table}/join`, await promiseAWord());
    line.reconnect();
    element("join-card").hidden = true;
  } catch (error) {
    button.disabled = false;
    showProblem(document.querySelector("#join-card .problem"), error);
  }
});
document.getElementById("host-name")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    await saveName(/** @type {HTMLFormElement} */ (event.currentTarget).elements.namedItem("name"));
    toast(w("Saved."));
    line.look();
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error));
  }
});

/** A guest says what the other is to see. @param {unknown} field */
async function saveName(field) {
  if (!(field instanceof HTMLInputElement) || !field.value.trim() || field.value === field.defaultValue) return;
  await askServer("POST", "/session", { table }); // somebody new is a guest first
  await askServer("PATCH", "/me", { name: field.value });
  field.defaultValue = field.value;
}

asking.listen();
bindManners();
watchStrips();
