// Members of the organisation, found by a few letters and entered with one press (T1.2: who is suspended is marked).
/** @import {FoundMember, FoundMembers} from "../../shared/messages.js" */
/** @import {Context} from "../context.js" */

import { ask, Refused } from "../../shared/api.js";
import { dayText } from "../../shared/dates-and-numbers.js";
import { button, clauseLink, make } from "../../shared/dom.js";
import { limits } from "../../shared/limits.js";
import { toast } from "../../shared/toast.js";
import { w } from "../../shared/translations.js";
import { enterPeople } from "./enter-people.js";

/**
 * @param {Context} context
 * @param {() => string} division the division that a pressed member enters
 */
export function memberSearch(context, division) {
  const { t } = context;
  const list = make("ul", { class: "members", "aria-live": "polite" });
  const input = make("input", {
    name: "member",
    type: "search",
    autocomplete: "off",
    placeholder: w("{n} letters of a name, or a number", { n: limits.min_letters }),
  });
  let asked = "";

  const enter = async (/** @type {FoundMember} */ member) => {
    try {
      await enterPeople(t.state.id, { division: division(), members: 1, names: [], known: [member.person] });
      toast(w("{who} has entered.", { who: member.name }));
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), error instanceof Refused ? error.rule : null);
    }
    await t.load();
    input.select();
    void look(true);
  };

  const look = async (again = false) => {
    const letters = input.value.trim();
    if (letters === asked && !again) return;
    asked = letters;
    if (letters.length < limits.min_letters) return list.replaceChildren();
    try {
      /** @type {FoundMembers} */
      const { members } = await ask("GET", `/tournaments/${t.state.id}/members?text=${encodeURIComponent(letters)}`);
      if (asked !== letters) return; // something else was typed in the meantime
      list.replaceChildren(...members.map((member) => line(member, enter)));
      if (!members.length) list.append(make("li", { class: "sub" }, [w("No member is called that.")]));
    } catch (error) {
      list.replaceChildren(
        make("li", { class: "problem", role: "alert" }, [error instanceof Error ? error.message : String(error)]),
      );
    }
  };
  input.addEventListener("input", () => void look());
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    list.querySelector("button")?.click();
  });
  return make("div", { class: "member-search" }, [
    make("label", { class: "field" }, [w("Find a member"), input]),
    list,
  ]);
}

/** @param {FoundMember} member @param {(member: FoundMember) => Promise<void>} enter */
function line(member, enter) {
  const facts = [
    member.number,
    member.club,
    (member.rating / 100).toFixed(2),
    member.licensed ? w("licensed director") : "",
    member.member ? "" : w("not a member now"),
  ];
  const until = member.suspended_until
    ? w("suspended until {day}", { day: dayText(member.suspended_until) })
    : w("suspended");
  return make("li", { class: member.suspended ? "suspended" : "" }, [
    make("span", { class: "said" }, [
      make("b", {}, [member.name]),
      make("span", { class: "sub" }, [
        facts.filter(Boolean).join(" · "),
        ...(member.suspended ? [" · ", make("strong", { class: "warn" }, [until]), " ", clauseLink("T1.2")] : []),
      ]),
    ]),
    member.entered
      ? make("span", { class: "sub" }, [w("has entered")])
      : member.suspended
        ? ""
        : button(w("Enter"), () => void enter(member)),
  ]);
}
