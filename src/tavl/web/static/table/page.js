// The table page: the board, the connection to the server, and what is beside the board.
/** @import {TableState, TableTerms} from "../shared/messages.js" */
/** @import {ApiProblem} from "../shared/api.js" */
/** @import {TavlBoard} from "../board/tavl-board.js" */

import "../board/tavl-board.js";
import { ask as askServer } from "../shared/api.js";
import { aboutOpponent, bindBlockingAndReporting } from "../account/blocking-and-reporting.js";
import { bindActions } from "./actions.js";
import { AutomaticActions } from "./automatic-actions.js";
import { Asking } from "./command-line/command-line.js";
import { boardState, isManual } from "./board-state.js";
import { boardWords } from "../shared/board-labels.js";
import { Chat } from "./chat.js";
import { clockFace, Ticker } from "./clock.js";
import { Conduct } from "../officiating/officiating.js";
import { follow as coach } from "../learn/game-coach.js";
import { keepDraft, takeUpDraft } from "./draft-storage.js";
import { showHeader, watchStrips } from "./header.js";
import { bindInvitation, showInvitation } from "./invite-and-join.js";
import { bindKeys } from "./keyboard.js";
import { Line } from "./socket.js";
import { PlayList } from "./play-list.js";
import { bindPreferences, preferences } from "../shared/board-preferences.js";
import { Result } from "./result-card.js";
import { Tutor } from "./tutor.js";
import { bindSide, showSide } from "./side-panel.js";
import { Story } from "./texts/event-text.js";
import { gameEnd, matchEnd, offerNotice, outcomeText } from "./texts/result-text.js";
import { Standing } from "./connection-status.js";
import { showRated, showTerms } from "./texts/terms-text.js";
import { nameOf } from "../shared/names.js";
import { toast } from "../shared/toast.js";
import { w } from "../shared/translations.js";

const place = /** @type {HTMLElement} */ (document.getElementById("table"));
const table = place.dataset.table ?? "";
const board = /** @type {TavlBoard} */ (document.getElementById("board"));
const element = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @type {TableState | null} */
let state = null;
/** @type {TableTerms | null} */
let terms = null;
let announcedEnd = "";
let begun = 0; // games
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
const automatic = new AutomaticActions(line);
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
const act = bindActions({
  board,
  line,
  state: () => state,
  allows: (type, more) => tutor.allows(type, more),
  problem,
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
  board.state = boardState(view, people, { manual: isManual(terms), notice });
  if (next.events.length) plays.toEnd();
  if (ended) tellEnd(ended, end ? end.title.replace(/[^!.]$/, "$&.") : "", first);
  else if (end) tellEnd(end.title, end.how, first);
  if (!end && isMyRoll(next) && (first || !before || !isMyRoll(before))) board.announce(w("Your turn."));
  if (first) {
    document.documentElement.dataset.ready = "true";
    takeUpDraft(table, board, next);
    bringIntoView();
    showTerms(terms);
  }
  ticker.set(view.clock, view.role === "player" ? view.viewer : null);
  lookAgain(next);
  conduct.hear(next.events);
  conduct.show(next, terms);
  showHeader(next, terms);
  showInvitation(next);
  showSide(next, chat);
  showRated(next.rated);
  aboutOpponent(next);
  standing.presence(next.present, next);
  result.show(next, terms, end);
  coach(table, board, next);
  tutor.follow(next);
  automatic.follow(next);
}

/** @param {TableState} at */
function isMyRoll({ view }) {
  return view.role === "player" && view.phase === "to_roll" && view.actions.includes("roll");
}

const MAX_TIMER = 2 ** 31 - 1; // a browser takes more for nothing
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
  if (gone !== null && house.lost[gone] !== null && claim !== null && claim > at && claim - at < MAX_TIMER) {
    later = setTimeout(() => line.look(), claim - at + 60); // who is gone may be claimed against then
  }
  const mine = view.role === "player" && view.turn === view.viewer && clock?.running === view.viewer;
  const held = view.phase === "to_play" ? "make_play" : view.phase === "to_roll" ? "roll" : null;
  if (!mine || !held || view.actions.includes(held) || !clock.delay_left || view.dispute) return;
  later = setTimeout(() => line.look(), clock.delay_left - (at - clock.at) + 60);
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

/** @param {ApiProblem} problem */
function problem({ message, rule }) {
  toast(message, rule ?? null);
  board.announce(message);
}

/** On a small phone the board takes the whole screen: the bar above it scrolls away. */
function bringIntoView() {
  if (board.getBoundingClientRect().bottom > innerHeight + 1) board.scrollIntoView({ block: "start" });
}

// Buttons of the page

element("open-settings").addEventListener("click", () => {
  const dialog = /** @type {HTMLDialogElement} */ (element("settings"));
  for (const note of dialog.querySelectorAll(".manual-note")) /** @type {HTMLElement} */ (note).hidden = !isManual(terms);
  dialog.showModal();
});
element("close-settings").addEventListener("click", () =>
  /** @type {HTMLDialogElement} */ (element("settings")).close(),
);
bindInvitation(table, place.dataset.link ?? "", line, () => act("abort"));
bindSide(table, act);
keepDraft(table, board, () => state);
bindKeys(board);
asking.listen();
bindBlockingAndReporting();
watchStrips(board);
