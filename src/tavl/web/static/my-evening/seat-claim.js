// Who am I? A seat is claimed by the code of a table or by one's own, and given back if that was wrong. Whoever has no code
// enters while entries are open (own-entry.js).
/** @import {Tournament} from "../desk/tournament.js" */
/** @import {Outbox} from "./outbox.js" */

import { roundName } from "../desk/labels.js";
import { ask, Refused, showProblem } from "../shared/api.js";
import { button, make } from "../shared/dom.js";
import { limits } from "../shared/limits.js";
import { toast } from "../shared/toast.js";
import { w } from "../shared/translations.js";
import { entryForm } from "./own-entry.js";

const found = new URLSearchParams(location.search); // as the code that was read has it: a claim takes it out of the address

/** The two names at the table whose code was read, or a line for one's own code. @param {Tournament} t @returns {HTMLElement[]} */
export function claim(t) {
  const place = found.get("place");
  const code = found.get("code");
  const match = place ? t.at(place) : null;
  /** @type {HTMLElement[]} */
  const parts = [make("h1", {}, [match ? w("Who are you?") : w("Your evening")])];
  if (place && code && match) {
    parts.push(make("p", { class: "lead" }, [`${w("Table {place}", { place })} · ${roundName(t, match)}`]));
    for (const person of match.players.flatMap((entry) => (entry ? (t.entry(entry)?.members ?? []) : []))) {
      parts.push(button(t.person(person), () => void seat(t, { code, place, person }), "primary big"));
    }
  } else if (place) parts.push(make("p", { class: "lead" }, [w("Nobody is called to table {place} now.", { place })]));
  const problem = make("p", { class: "problem", role: "alert", hidden: true });
  const own = make("form", { class: "card own-code" }, [
    make("label", { class: "field" }, [
      w("Your own code"),
      make("input", {
        name: "code",
        autocomplete: "off",
        autocapitalize: "none",
        required: true,
        maxlength: String(limits.max_code),
        value: place ? "" : (code ?? ""),
      }),
    ]),
    make("p", { class: "hint" }, [w("It was given to you when you entered. The desk can give you a new one.")]),
    problem,
    make("button", { type: "submit" }, [w("This is me")]),
  ]);
  own.addEventListener("submit", (event) => {
    event.preventDefault();
    const typed = String(new FormData(own).get("code")).trim();
    seat(t, { code: typed }).catch((error) => showProblem(problem, error));
  });
  return [...parts, own, ...entryForm(t)];
}

/** @param {Tournament} t @param {{code: string, place?: string, person?: string}} claimed */
async function seat(t, claimed) {
  try {
    await ask("POST", `/tournaments/${t.state.id}/seats`, claimed);
    history.replaceState(null, "", location.pathname);
    /** @type {HTMLElement | null} */ (document.activeElement)?.blur(); // the form has done its work
    await t.load();
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error), error instanceof Refused ? error.rule : null);
  }
}

/** @param {Tournament} t @param {Outbox} outbox */
export function giveBackButton(t, outbox) {
  return button(w("That is not me"), () => void giveBack(t, outbox), "quiet");
}

/** @param {Tournament} t @param {Outbox} outbox */
async function giveBack(t, outbox) {
  await ask("DELETE", `/tournaments/${t.state.id}/seats`).catch(() => {});
  outbox.clear(); // they were not allowed to
  await t.load();
}
