// A match step by step: arrows, slider, list; a link to any moment.
/** @import {TableView} from "../shared/messages.js" */
/** @import {Replay} from "../shared/pages.js" */
/** @import {TavlBoard} from "../board/tavl-board.js" */

import "../board/tavl-board.js";
import { bindAnalyse } from "../analysis/analyse-button.js";
import { boardState } from "../table/board-state.js";
import { boardWords } from "../shared/board-labels.js";
import { nameOf } from "../shared/names.js";
import { notation } from "../shared/play-text.js";
import { PlayList } from "../table/play-list.js";
import { applyPreferences } from "../shared/board-preferences.js";
import { Story } from "../table/texts/event-text.js";
import { gameEnd, matchEnd } from "../table/texts/result-text.js";
import { copy } from "../shared/clipboard.js";
import { toast } from "../shared/toast.js";
import { heard, w } from "../shared/translations.js";

const element = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const board = /** @type {TavlBoard} */ (element("board"));
const slider = /** @type {HTMLInputElement} */ (element("slider"));
const table = element("replay").dataset.table ?? "";
const plays = new PlayList();

/** @type {Replay} */
const { frames, people } = heard(await (await fetch(`/t/${table}/replay.json`)).text());
/** Each step in words, with its line in the list. @type {{text: string, item: HTMLElement | null}[]} */
const steps = [];
let at = 0;

function prepare() {
  const story = new Story();
  frames.forEach((frame, number) => {
    /** @type {TableView} */
    const view = { ...frame.view, role: "spectator" };
    const { sentence, entry, note } = story.tell(frame, view, people);
    const choose = () => show(number);
    /** @type {HTMLElement | null} */
    let item = entry ? plays.add(entry, [nameOf(view, people, 0), nameOf(view, people, 1)], choose) : null;
    if (note) item = plays.around(note.text, note.rule, choose);
    const played = frame.event.type === "played" && story.last;
    const end = matchEnd(view, people)?.title ?? (view.phase === "over" ? gameEnd(view, people) : null);
    if (end && (number === frames.length - 1 || frames[number + 1].event.type === "game_started")) plays.note(end);
    const text = played
      ? `${nameOf(view, people, played.seat)}: ${played.hops.length ? notation(played.hops) : w("no play")}`
      : (sentence ?? end ?? "");
    item ??= steps.at(-1)?.item ?? null;
    steps.push({ text: end && played ? `${text}. ${end}` : text, item });
  });
}

/** @param {number} number */
function show(number) {
  if (!frames.length) return;
  at = Math.min(Math.max(0, number), frames.length - 1);
  const { view } = frames[at];
  board.state = boardState(view, people, { notice: view.phase === "over" ? gameEnd(view, people) : null });
  const { text, item } = steps[at];
  element("step-text").textContent = text;
  element("step-number").textContent = w("Step {n} of {all}", { n: at + 1, all: frames.length });
  slider.value = String(at);
  slider.setAttribute("aria-valuetext", text);
  for (const marked of document.querySelectorAll("#moves [aria-current]")) marked.removeAttribute("aria-current");
  item?.querySelector("button")?.setAttribute("aria-current", "step");
  if (item) plays.reveal(item);
  board.announce(text);
  history.replaceState(null, "", `#${at + 1}`);
}

/** The next heading of a game, before or after. @param {1 | -1} way */
function game(way) {
  let number = at + way;
  while (number > 0 && number < frames.length - 1 && frames[number].event.type !== "game_started") number += way;
  show(number);
}

const KEYS = /** @type {Record<string, () => void>} */ ({
  ArrowRight: () => show(at + 1),
  ArrowLeft: () => show(at - 1),
  ArrowDown: () => game(1),
  ArrowUp: () => game(-1),
  Home: () => show(0),
  End: () => show(frames.length - 1),
});

board.labels = boardWords();
applyPreferences();
prepare();
slider.max = String(Math.max(0, frames.length - 1));
slider.addEventListener("input", () => show(Number(slider.value)));
element("first").addEventListener("click", KEYS.Home);
element("back").addEventListener("click", KEYS.ArrowLeft);
element("forward").addEventListener("click", KEYS.ArrowRight);
element("last").addEventListener("click", KEYS.End);
document.addEventListener("keydown", (event) => {
  if (event.target === slider || event.ctrlKey || event.metaKey || event.altKey || event.target === board) return;
  const act = KEYS[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});
const analyse = document.getElementById("analyse");
if (analyse instanceof HTMLButtonElement) bindAnalyse(analyse, table);
element("share").addEventListener("click", () => copy(location.href, w("The link is copied.")));
for (const [id, field] of /** @type {const} */ ([
  ["copy-xgid", "xgid"],
  ["copy-gnu", "gnu_id"],
])) {
  element(id).addEventListener("click", () => {
    const text = frames[at]?.ids[field];
    if (text) copy(text, w("Copied: {text}", { text }));
    else toast(w("This moment has no such ID."));
  });
}
addEventListener("hashchange", () => show(Number(location.hash.slice(1)) - 1 || 0));
show(location.hash ? Number(location.hash.slice(1)) - 1 || 0 : 0);
if (!frames.length) element("step-text").textContent = w("Nothing has been played yet.");
document.documentElement.dataset.ready = "true";
