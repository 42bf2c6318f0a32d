// Outbox for reports while the server cannot be reached: they stay on the phone, and are sent when the server is back.
/** @import {TournamentAction} from "../shared/messages.js" */
/** @import {Tournament} from "../desk/tournament.js" */

import { unanswered } from "../shared/api.js";
import { button, cited, make } from "../shared/dom.js";
import { w } from "../shared/translations.js";
import { send } from "../desk/tournament.js";

/**
 * An entry. `key` makes sure that it is done once, however often it is sent.
 * @typedef {{key: string, action: TournamentAction, refused?: string, rule?: string | null}} Unsent
 */

export class Outbox {
  #id;
  #name;
  #sending = false;

  /** @param {string} id of the tournament */
  constructor(id) {
    this.#id = id;
    this.#name = `tavl.unsent.${id}`;
  }

  /** @returns {Unsent[]} the oldest first */
  get all() {
    try {
      return /** @type {Unsent[]} */ (JSON.parse(localStorage.getItem(this.#name) ?? "[]"));
    } catch {
      return [];
    }
  }

  get waits() {
    return this.all.some((each) => !each.refused);
  }

  /** @param {Unsent[]} all */
  #write(all) {
    if (all.length) localStorage.setItem(this.#name, JSON.stringify(all));
    else localStorage.removeItem(this.#name);
  }

  /** @param {TournamentAction} action @param {string} key @param {number} at by the server's clock: a match has ended then, not when it is handed in */
  keep(action, key, at) {
    const dated = action.type === "report_result" ? { ...action, ended_at: action.ended_at ?? at } : action;
    this.#write([...this.all, { key, action: dated }]);
  }

  /** @param {string} key */
  drop(key) {
    this.#write(this.all.filter((each) => each.key !== key));
  }

  clear() {
    this.#write([]);
  }

  /** Sends all of it in order, while the connection lasts. Returns whether anything was accepted. */
  async handIn() {
    if (this.#sending) return false;
    this.#sending = true;
    let taken = false;
    try {
      for (const { key, action } of this.all.filter((each) => !each.refused)) {
        try {
          await send(this.#id, action, key);
          this.drop(key);
          taken = true;
        } catch (error) {
          if (unanswered(error)) break;
          this.#refuse(key, /** @type {import("../shared/api.js").Refused} */ (error));
        }
      }
    } finally {
      this.#sending = false;
    }
    return taken;
  }

  /** It stays until it was read. @param {string} key @param {import("../shared/api.js").Refused} error */
  #refuse(key, { message, rule }) {
    this.#write(this.all.map((each) => (each.key === key ? { ...each, refused: message, rule } : each)));
  }
}

/**
 * What waits for the server, or was refused when it got there.
 * @param {Tournament} t
 * @param {Unsent} unsent
 * @param {() => void} drop
 */
export function unsentCard(t, { action, refused, rule }, drop) {
  const waits =
    action.type === "open_case"
      ? w("The director does not know yet: go and fetch them.")
      : w("It will be handed in when the server is back.");
  return make("section", { class: "card matter unsent" }, [
    make("h2", {}, [refused ? w("This was refused.") : w("Not handed in yet")]),
    make("p", {}, [unsentText(t, action)]),
    make("p", { class: refused ? "problem" : "sub" }, [refused ? cited(refused, rule) : waits]),
    make("div", { class: "row" }, [button(refused ? w("All right") : w("Take it back"), drop)]),
  ]);
}

/** @param {Tournament} t @param {TournamentAction} action */
function unsentText(t, action) {
  switch (action.type) {
    case "report_result": {
      const [one, two] = action.players.map((entry) => t.name(entry));
      return `${one} ${action.score[0]}–${action.score[1]} ${two}`;
    }
    case "report_absence":
      return w("{who} is not here", { who: t.name(action.entry) });
    case "ask_observer":
      return w("Ask for an observer");
    default:
      return "statement" in action ? String(action.statement) : "reason" in action ? String(action.reason) : "";
  }
}
