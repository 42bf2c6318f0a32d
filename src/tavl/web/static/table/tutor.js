// The tutor at a table against a bot: asks before a blunder is made, gives hints in three steps, takes back.
// At every other table this does nothing.
/** @import {TableLine, TableState} from "../shared/messages.js" */
/** @import {AskHint, Check, Checked, Hinted, Moves, TutorAction} from "../shared/pages.js" */
/** @import {Arrow, TavlBoard} from "../board/tavl-board.js" */
/** @import {ActionType} from "../officiating/actions/action.js" */

import { ask, newId } from "../shared/api.js";
import { numberText } from "../shared/dates-and-numbers.js";
import { button, make } from "../shared/dom.js";
import { hopsOf, notation } from "../shared/play-text.js";
import { promiseAWord } from "../dice/fair-dice.js";
import { toast } from "../shared/toast.js";
import { w } from "../shared/translations.js";

/** What the server calls it, and what the tutor does. */
const ASKED = /** @type {Record<string, TutorAction>} */ ({
  make_play: "play",
  roll: "roll",
  double: "double",
  take: "take",
  drop: "drop",
  beaver: "beaver",
});

export class Tutor {
  #table;
  #board;
  #act;
  /** @type {TableState | null} */
  #state = null;
  #step = 0;
  #version = -1;
  /** @type {Arrow[]} */
  #arrows = [];
  #lines = make("div", { class: "tutor-lines", "aria-live": "polite" });
  #hint = button(w("Hint"), () => this.#askHint(), "primary");
  #back = button(w("Take back"), () => this.#takeBack());
  #again = button(w("Begin again from here"), () => this.#beginAgain(), "quiet");
  #card = make("section", { class: "card tutor", id: "tutor", "aria-labelledby": "tutor-title" }, [
    make("h2", { id: "tutor-title" }, [w("Tutor")]),
    this.#lines,
    make("div", { class: "row" }, [this.#hint, this.#back, this.#again]),
  ]);

  /**
   * @param {string} table
   * @param {TavlBoard} board
   * @param {(type: ActionType) => Promise<void>} act
   */
  constructor(table, board, act) {
    this.#table = table;
    this.#board = board;
    this.#act = act;
  }

  get #on() {
    return this.#state !== null && this.#state.house.tutor === true && this.#state.view.role === "player";
  }

  /** Takes every new state of the table. @param {TableState} state */
  follow(state) {
    this.#state = state;
    const from = state.view.role === "player" && state.house.start;
    if (!this.#on && !from) return;
    if (!this.#card.isConnected) {
      document.querySelector(".side")?.prepend(this.#card);
      const title = this.#card.querySelector("h2");
      if (title && !this.#on) title.textContent = w("From a position");
    }
    const { view } = state;
    const deciding = view.to_act.includes(view.viewer) && ["to_roll", "to_play", "doubled"].includes(view.phase ?? "");
    if (state.version !== this.#version) this.#forget(state.version);
    this.#hint.hidden = this.#back.hidden = !this.#on;
    this.#hint.disabled = !deciding;
    this.#back.disabled = !view.actions.includes("take_back");
    this.#again.hidden = !from;
  }

  /** @param {number} version */
  #forget(version) {
    this.#version = version;
    this.#step = 0;
    this.#hint.textContent = w("Hint");
    this.#lines.replaceChildren();
    this.#point([]);
  }

  /** @param {Arrow[]} arrows */
  #point(arrows) {
    if (!arrows.length && !this.#arrows.length) return;
    this.#arrows = arrows;
    if (this.#board.state) this.#board.state = { ...this.#board.state, arrows };
  }

  /**
   * Whether this is to be done: asked first, where it would be a blunder.
   * @param {string} type
   * @param {{moves?: Moves}} more
   */
  async allows(type, more) {
    const state = this.#state;
    const action = ASKED[type];
    if (!this.#on || !state || !action) return true;
    if (action === "roll" && !state.view.actions.includes("double")) return true;
    if (action === "play" && !more.moves?.length) return true;
    try {
      /** @type {Check} */
      const asked = { version: state.version, action, ...more };
      /** @type {Checked} */
      const said = await ask("POST", `/${this.#table}/tutor/check`, asked, "/t");
      return !said.warns || (await this.#warn(said));
    } catch {
      return true; // no help now: the table itself decides
    }
  }

  /** @param {Checked} said @returns {Promise<boolean>} keep it */
  #warn({ warning, reasons }) {
    return new Promise((resolve) => {
      const answer = (/** @type {boolean} */ keep) => {
        keeps = keep;
        dialog.close();
      };
      let keeps = false;
      const again = button(w("Try again"), () => answer(false), "primary");
      const dialog = make("dialog", { class: "sheet", id: "tutor-warning", "aria-labelledby": "warning-title" }, [
        make("h2", { id: "warning-title" }, [`${warning} ${w("Keep it or try again?")}`]),
        make(
          "ul",
          { class: "reasons" },
          reasons.map((reason) => make("li", {}, [reason])),
        ),
        make("div", { class: "row" }, [again, button(w("Keep it"), () => answer(true))]),
      ]);
      dialog.addEventListener("close", () => {
        dialog.remove();
        resolve(keeps);
      });
      document.body.append(dialog);
      dialog.showModal();
      again.focus();
    });
  }

  async #askHint() {
    const state = this.#state;
    if (!state) return;
    this.#hint.disabled = true;
    try {
      /** @type {AskHint} */
      const asked = { version: state.version, step: Math.min(this.#step + 1, 3) };
      /** @type {Hinted} */
      const said = await ask("POST", `/${this.#table}/tutor/hint`, asked, "/t");
      if (state.version !== this.#version) return;
      this.#step = said.step;
      this.#show(said, state);
      this.#hint.textContent = said.last ? w("Hint") : w("Another hint");
      this.#hint.disabled = said.last;
    } catch (error) {
      this.#hint.disabled = false;
      toast(error instanceof Error ? error.message : String(error));
    }
  }

  /**
   * @param {Hinted} said
   * @param {TableState} state
   */
  #show(said, { view }) {
    const text = (/** @type {Moves} */ moves) => notation(hopsOf(view.position, moves));
    const lines = [...said.lines];
    if (said.best) lines.splice(1, 0, w("Play {play}.", { play: text(said.best) }));
    if (said.next_best) {
      const loss = numberText(said.next_loss, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
      lines.push(w("The next best, {play}, loses {loss}.", { play: text(said.next_best), loss }));
    }
    this.#lines.replaceChildren(...lines.map((line) => make("p", {}, [line])));
    this.#point(said.best ? [{ seat: view.viewer, moves: said.best, kind: "best" }] : []);
  }

  async #takeBack() {
    this.#back.disabled = true;
    await this.#act("take_back");
  }

  /** Another table from the same position. */
  async #beginAgain() {
    const { start } = this.#state?.house ?? {};
    if (!start) return;
    this.#again.disabled = true;
    try {
      const level = document.getElementById("table")?.dataset.level || "full";
      const asked = { opponent: `bot:${level}`, start: { id: start.id }, tutor: this.#on, aids: true };
      /** @type {TableLine} */
      const { id } = await ask("POST", "/tables", { ...asked, ...(await promiseAWord()), id: newId() });
      location.assign(`/t/${id}`);
    } catch (error) {
      this.#again.disabled = false;
      toast(error instanceof Error ? error.message : String(error));
    }
  }
}
