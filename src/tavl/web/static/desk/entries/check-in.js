// Checking in. In the desk's one line: a few letters and Enter, and whoever has not paid is asked for it at once; who came
// after the list was made is entered on the spot. From the list of entries: everybody at once.
/** @import {EntryView} from "../../shared/messages.js" */
/** @import {Choice} from "../command-line/command-line.js" */
/** @import {Context} from "../context.js" */

import { money } from "../../shared/dates-and-numbers.js";
import { toast } from "../../shared/toast.js";
import { w } from "../../shared/translations.js";
import { divisionName } from "../labels.js";
import { LineUse } from "../command-line/line-use.js";
import { send, Tournament } from "../tournament.js";
import { enterPeople } from "./enter-people.js";

export class CheckIn extends LineUse {
  /** Who was checked in last and has not paid: Enter on an empty line takes it. @type {EntryView | null} */
  #unpaid = null;

  get hint() {
    return w("Three letters of a name");
  }

  opened() {
    this.#unpaid = null;
  }

  /** Enter on an empty line. */
  enter() {
    return this.#unpaid ? this.#pay(this.#unpaid) : undefined;
  }

  /** @param {string} text @returns {Choice[]} */
  found(text) {
    const { t } = this.context;
    const known = t.entries
      .filter(
        (entry) => ["pending", "waiting", "approved"].includes(entry.status) && Tournament.fits(text, t.name(entry.id)),
      )
      .sort((one, two) => Number(one.checked_in) - Number(two.checked_in))
      .map((entry) => ({
        text: t.name(entry.id),
        sub: [divisionName(entry.division), entry.checked_in ? w("is here") : "", this.#owes(entry)]
          .filter(Boolean)
          .join(" · "),
        press: () => this.#arrive(entry),
      }));
    const division = t.state.invitation.divisions[0];
    if (!division || text.length < 2 || t.view.phase !== "open") return known;
    const sub = t.state.invitation.divisions.length > 1 ? divisionName(division.id) : w("nobody of that name yet");
    return [
      ...known,
      { text: w("Enter {name}", { name: capitalised(text) }), sub, press: () => this.#newcomer(text, division) },
    ];
  }

  /** Somebody who comes after the list was made. @param {string} typed @param {import("../../shared/messages.js").DivisionTerms} division */
  async #newcomer(typed, division) {
    const { t, go } = this.context;
    const name = typed === typed.toLowerCase() ? capitalised(typed) : typed;
    try {
      await enterPeople(t.state.id, {
        division: division.id,
        members: division.members ?? 1,
        names: [name],
        here: true,
      });
      await t.load();
    } catch (error) {
      return this.line.say(error instanceof Error ? error.message : String(error), true);
    }
    const entry = t.entries.filter((each) => t.name(each.id) === name).at(-1);
    if (!entry) return undefined;
    await this.#arrive(entry);
    // After the draw of a bracket there is a place to choose (`late-entries.js`): a bye that nobody has used.
    if (t.matches.some((match) => match.division === division.id && match.where === "no_match"))
      go(`entry/${entry.id}`);
    return undefined;
  }

  /** @param {EntryView} entry */
  #owes(entry) {
    const lines = entry.members
      .flatMap((person) => this.context.t.balances(person))
      .filter((line) => line.amount.minor > 0);
    return lines.length ? w("owes {amount}", { amount: lines.map((line) => money(line.amount)).join(" + ") }) : "";
  }

  /** @param {EntryView} entry */
  async #arrive(entry) {
    const { t, act } = this.context;
    if (!entry.checked_in && !(await act({ type: "check_in", entry: entry.id, seen: entry.version }))) return;
    const owes = this.#owes(entry);
    this.line.next(
      owes
        ? w("{who} is here and {owes}. Enter: paid.", { who: t.name(entry.id), owes })
        : w("{who} is here.", { who: t.name(entry.id) }),
    );
    this.#unpaid = owes ? entry : null;
  }

  /** @param {EntryView} entry */
  async #pay(entry) {
    const { t, act } = this.context;
    for (const person of entry.members) {
      for (const line of t.balances(person).filter((each) => each.amount.minor > 0)) {
        if (!(await act({ type: "take_payment", person, amount: line.amount }))) return;
      }
    }
    this.#unpaid = null;
    this.line.next(w("{who} has paid.", { who: t.name(entry.id) }));
  }
}

/** Capitalises a name that was typed in small letters. @param {string} name */
function capitalised(name) {
  const raised = (/** @type {string} */ _, /** @type {string} */ before, /** @type {string} */ letter) =>
    before + letter.toUpperCase();
  return name.replace(/(^|[\s/-])(\p{L})/gu, raised);
}

/** Everybody who was expected is here. @param {Context} context */
export async function checkInAll(context) {
  const { t } = context;
  try {
    for (const each of t.entries.filter((entry) => entry.status === "approved" && !entry.checked_in)) {
      await send(t.state.id, { type: "check_in", entry: each.id, seen: each.version });
    }
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error));
  }
  await t.load();
}
