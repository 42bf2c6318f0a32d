// Phones and devices at the board of a match, for the desk: what players have agreed on, and what the director can do (T1.7.iv).
/** @import {Context} from "../context.js" */
/** @import {Match} from "../tournament.js" */

import { button, clauseLink, make } from "../../shared/dom.js";
import { w } from "../../shared/translations.js";
import { area, folded, form, text as typed } from "../../shared/form.js";

/** @param {Context} context @param {Match} match */
export function phonesPart(context, match) {
  const { t, act } = context;
  const rows = [
    ...match.phone_asked.map((entry) =>
      make("li", {}, [make("span", {}, [w("{who} has asked to use their phone.", { who: t.name(entry) })])]),
    ),
    ...match.phones.map((entry) =>
      make("li", {}, [
        make("span", {}, [w("{who} may use their phone.", { who: t.name(entry) })]),
        folded(
          w("Take it back"),
          form(
            w("Take the consent back"),
            [area(w("Reason"), "reason")],
            (values) => act({ type: "withdraw_phone", match: match.id, entry, reason: typed(values, "reason") }),
            "primary",
            { about: entry },
          ),
          entry,
        ),
      ]),
    ),
    match.device && make("li", {}, [make("span", {}, [w("A device from the director is there.")])]),
  ].filter((row) => row instanceof HTMLElement);
  const text = match.device ? w("The device is taken away") : w("Provide a device");
  const provide = make("div", { class: "row" }, [
    button(text, () => void act({ type: "provide_device", match: match.id, on: !match.device })),
  ]);
  if (!rows.length) return folded(w("Phones at the board"), provide);
  return make("section", {}, [
    make("h3", {}, [w("Phones at the board"), " ", clauseLink("T1.7.iv")]),
    make("ul", { class: "lines" }, rows),
    provide,
  ]);
}
