// A match transcribed from video. The page keeps the entries; the server says what they lead to.
/** @import {Seat} from "../shared/messages.js" */
/** @import {AskState, Moves, Note, NoteKind, Stands, Transcript, TranscriptLine} from "../shared/pages.js" */
/** @import {BoardState, TavlBoard} from "../board/tavl-board.js" */

import "../board/tavl-board.js";
import { ask } from "../shared/api.js";
import { applyPreferences } from "../shared/board-preferences.js";
import { boardWords } from "../shared/board-labels.js";
import { make } from "../shared/dom.js";
import { mirrored } from "../shared/play-text.js";
import { toast } from "../shared/toast.js";
import { sense, w } from "../shared/translations.js";
import { analyse, save } from "./files.js";
import { bindKeys } from "./keyboard.js";
import { Film } from "./video.js";


const KEPT = "tavl.transcript";
const element = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const board = /** @type {TavlBoard} */ (element("board"));
const about = /** @type {HTMLFormElement} */ (element("about"));
const sizes = /** @type {HTMLDialogElement} */ (element("size"));
const film = new Film();

/** @type {Note[]} */
let notes = [];
/** The typed part of the next roll. @type {number[]} */
let typed = [];
let chosen = 0;
let byHand = false;
/** @type {Stands | null} */
let stands = null;
let asked = 0;

/** @param {string} name */
const field = (name) => /** @type {HTMLInputElement} */ (about.elements.namedItem(name));

/** @returns {Required<Transcript>} */
function transcript() {
  const length = Math.min(Number(field("length").max), Math.max(0, Math.trunc(Number(field("length").value) || 0)));
  const date = new Date().toISOString().slice(0, 10);
  return { players: [field("first").value, field("second").value], length, event: field("event").value, date, notes };
}

function keep() {
  try {
    localStorage.setItem(KEPT, JSON.stringify(transcript()));
  } catch {
    toast(w("This browser does not store anything: save the match before you leave."));
  }
}

function recall() {
  const kept = /** @type {Required<Transcript> | null} */ (JSON.parse(localStorage.getItem(KEPT) ?? "null"));
  if (!kept) return;
  [field("first").value, field("second").value] = kept.players;
  field("length").value = String(kept.length);
  field("event").value = kept.event;
  notes = kept.notes;
}

/** Its state, from the server; an answer that comes too late is dropped. */
async function look() {
  const number = ++asked;
  const dice = typed.length === 2 ? /** @type {[number, number]} */ (typed) : null;
  try {
    /** @type {AskState} */
    const wanted = { transcript: transcript(), dice };
    /** @type {Stands} */
    const found = await ask("POST", "/state.json", wanted, "/transcribe");
    if (number !== asked) return;
    stands = found;
    element("problem").replaceChildren();
    chosen = 0;
    show();
  } catch (error) {
    element("problem").replaceChildren(error instanceof Error ? error.message : String(error));
  }
}

/** @param {Note} note */
async function add(note) {
  notes = [...notes, note];
  [typed, byHand] = [[], false];
  keep();
  await look();
}

/** @param {number} face */
async function type(face) {
  if (!stands || stands.over || stands.doubled || typed.length === 2) return;
  typed = [...typed, face];
  if (typed.length === 2 && stands.opening && typed[0] === typed[1]) {
    typed = []; // equal dice: both roll again
    toast(w("Equal dice: both roll again."));
  }
  if (typed.length === 2) await look();
  else show();
}

/** Who plays the typed roll. @returns {Seat} */
function roller() {
  if (!stands) return 0;
  return stands.opening ? (typed[0] > typed[1] ? 0 : 1) : stands.turn;
}

/** @param {Moves} moves */
function play(moves) {
  const dice = /** @type {[number, number]} */ ([...typed]);
  return add({ kind: "turn", seat: roller(), dice, moves });
}

function enter() {
  const offered = stands?.plays?.[chosen];
  if (typed.length === 2 && offered && !byHand) play(offered.moves);
  else if (byHand) board.done();
}

function undo() {
  if (byHand || typed.length) [typed, byHand] = [[], false];
  else notes = notes.slice(0, -1);
  keep();
  look();
}

/** @param {NoteKind} kind */
function cube(kind) {
  if (!stands || stands.over || typed.length) return;
  const right = kind === "double" ? stands.may_double : stands.doubled;
  if (right) add({ kind, seat: stands.turn });
}

/** @param {number} by */
function choose(by) {
  const count = stands?.plays?.length ?? 0;
  if (!count || byHand) return;
  chosen = (chosen + by + count) % count;
  show();
}

function hand() {
  if (typed.length !== 2) return;
  byHand = !byHand;
  show();
}

/** @param {number} size */
function resign(size) {
  sizes.close();
  if (stands && !stands.over && !stands.opening) add({ kind: "resign", seat: stands.turn, size });
}

// What is shown

/** @param {number} seat */
function nameOf(seat) {
  return field(seat ? "second" : "first").value || (seat ? w("Black") : w("White"));
}

function headline() {
  if (!stands) return "";
  if (stands.over) return w("The match is over.");
  const name = nameOf(typed.length === 2 ? roller() : stands.turn);
  if (stands.doubled) return w("{name} is doubled: take or drop?", { name });
  if (typed.length === 2) return w("{name} plays {dice}", { name, dice: typed.join("") });
  if (stands.opening) {
    return typed.length
      ? w("The die of {name}", { name: nameOf(1) })
      : w("The opening: the die of {name}", { name: nameOf(0) });
  }
  return w("{name} rolls", { name });
}

function show() {
  if (!stands) return;
  element("now").textContent = headline();
  element("dice").textContent = typed.join(" ");
  showPlays(stands);
  showNotes(stands.lines);
  draw(stands);
  const may = /** @type {Record<string, boolean>} */ ({
    double: stands.may_double && !typed.length,
    take: stands.doubled,
    drop: stands.doubled,
    resign: !stands.over && !stands.opening,
    "by-hand": typed.length === 2,
    undo: notes.length > 0 || typed.length > 0,
  });
  for (const [id, open] of Object.entries(may)) {
    /** @type {HTMLButtonElement} */ (element(id)).disabled = !open;
  }
  element("by-hand").setAttribute("aria-pressed", String(byHand));
}

/** @param {Stands} at */
function showPlays({ plays, ordered }) {
  const open = typed.length === 2 ? (plays ?? []) : [];
  element("plays").replaceChildren(
    ...open.map(({ text, moves }, number) => {
      const line = make("li", { role: "option", id: `play-${number}`, "aria-selected": String(number === chosen) }, [
        text,
      ]);
      line.addEventListener("click", () => play(moves));
      return line;
    }),
  );
  element("plays").hidden = !open.length;
  element("unordered").hidden = ordered || !open.length;
  element("plays").querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  if (open.length) element("plays").setAttribute("aria-activedescendant", `play-${chosen}`);
}

/** @param {TranscriptLine[]} lines */
function showNotes(lines) {
  const said = /** @type {Record<string, string>} */ ({
    double: sense("button", "Double"),
    take: sense("button", "Take"),
    drop: sense("button", "Drop"),
    beaver: w("Beaver"),
    resign: w("Resigns"),
  });
  let game = -1;
  const shown = lines.flatMap((line) => {
    const text =
      line.kind === "turn" ? `${line.dice?.join("")}: ${line.text || w("Cannot move")}` : (said[line.kind] ?? "");
    const item = make("li", { class: `seat-${line.seat}${line.illegal ? " illegal" : ""}` }, [
      make("span", { class: "who" }, [nameOf(line.seat)]),
      text,
      line.illegal ? make("span", { class: "why" }, [line.illegal]) : null,
    ]);
    const heading = line.game === game ? [] : [make("li", { class: "game" }, [w("Game {n}", { n: line.game + 1 })])];
    game = line.game;
    return [...heading, item];
  });
  const list = element("notes");
  list.replaceChildren(...shown);
  list.scrollTop = list.scrollHeight;
  element("empty").hidden = shown.length > 0;
}

/** The play that is chosen is drawn with arrows; by hand the board turns to whoever plays. @param {Stands} at */
function draw({ board: at, plays, turn }) {
  const seat = typed.length === 2 ? roller() : turn;
  const viewer = byHand ? seat : 0;
  const offered = typed.length === 2 && !byHand ? plays?.[chosen] : null;
  board.state = /** @type {BoardState} */ ({
    position: viewer ? mirrored(at.position) : at.position,
    viewer,
    turn: typed.length === 2 ? seat : at.turn,
    dice: typed.length === 2 ? typed : null,
    cube: at.cube,
    offered: at.offered,
    offered_by: at.offered ? at.turn : null,
    crawford: at.crawford,
    score: at.score,
    length: at.length,
    names: [nameOf(0), nameOf(1)],
    free: byHand,
    actions: byHand ? ["play"] : [],
    arrows: offered?.moves.length ? [{ seat, moves: offered.moves, kind: "best" }] : [],
  });
}

// Keys and buttons

const askSize = () => stands && !stands.opening && !stands.over && sizes.showModal();
bindKeys({ enter, choose, film, undo, cube, hand, die: type, askSize, resign, sizes });

for (let face = 1; face <= 6; face++) {
  const key = make(
    "button",
    { type: "button", class: "face", "aria-label": w("Die {n}", { n: face }), press: () => type(face) },
    [String(face)],
  );
  element("faces").append(key);
}
for (const kind of /** @type {const} */ (["double", "take", "drop"])) {
  element(kind).addEventListener("click", () => cube(kind));
}
element("resign").addEventListener("click", () => sizes.showModal());
for (const press of /** @type {NodeListOf<HTMLElement>} */ (sizes.querySelectorAll("[data-size]"))) {
  press.addEventListener("click", () => resign(Number(press.dataset.size)));
}
element("close-size").addEventListener("click", () => sizes.close());
element("by-hand").addEventListener("click", hand);
element("undo").addEventListener("click", undo);
element("save-mat").addEventListener("click", () => save(transcript(), "mat"));
element("save-sgf").addEventListener("click", () => save(transcript(), "sgf"));
element("analyse").addEventListener("click", () => analyse(transcript(), `${nameOf(0)} – ${nameOf(1)}`));
element("new").addEventListener("click", () => {
  if (notes.length && !confirm(w("Begin a new match? What is written here is removed."))) return;
  [notes, typed, byHand] = [[], [], false];
  keep();
  look();
});
about.addEventListener("input", () => {
  keep();
  look();
});
about.addEventListener("submit", (event) => event.preventDefault());
board.addEventListener("tavl-play", (event) => play(event.detail.moves));

board.labels = boardWords();
applyPreferences();
board.setAttribute("colour", "light"); // White is at the bottom, whatever the player's own colour
recall();
await look();
document.documentElement.dataset.ready = "true";
