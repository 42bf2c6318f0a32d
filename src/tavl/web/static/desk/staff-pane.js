// Who runs the tournament: appointed with a code for their own device, and dismissed.
/** @import {Context} from "./context.js" */

import { button, make } from "../shared/dom.js";
import { w } from "../shared/translations.js";
import { choice, field, form, text } from "../shared/form.js";
import { limits } from "../shared/limits.js";
import { codeCard } from "./personal-codes.js";

/** @param {string} role */
function roleText(role) {
  const texts = /** @type {Record<string, string>} */ ({ director: w("Director"), helper: w("Helper") });
  return texts[role] ?? role;
}

const given = make("div");

/** @param {Context} context @returns {HTMLElement[]} */
export function staffPane(context) {
  const { t, act } = context;
  const rows = Object.entries(t.desk.staff).map(([person, role]) =>
    make("li", {}, [
      make("span", {}, [t.person(person), make("span", { class: "sub" }, [` ${roleText(role)}`])]),
      person !== t.state.me && dismissal(context, person),
    ]),
  );
  if (!given.isConnected) given.replaceChildren(); // from an earlier time that this pane was open
  const entry = form(
    w("Appoint"),
    [
      field(w("Name"), "name", { required: true, maxlength: String(limits.max_name) }),
      choice(w("Role"), "role", [
        ["helper", w("Helper")],
        ["director", w("Director")],
      ]),
    ],
    async (values) => {
      const [added] = await t.addPeople([text(values, "name")]);
      const role = /** @type {"helper"} */ (text(values, "role"));
      const done = await act({ type: "appoint", person: added.id, role });
      if (done) given.replaceChildren(codeCard(t.state.id, added));
      return done;
    },
  );
  return [
    make("h2", {}, [w("Staff")]),
    make("ul", { class: "lines" }, rows),
    make("p", { class: "hint" }, [
      w("Whoever is appointed opens the address on their own device; no account is needed."),
    ]),
    entry,
    given,
  ];
}

/** @param {Context} context @param {string} person */
function dismissal({ t, act }, person) {
  const press = button(w("Dismiss"), () => void act({ type: "dismiss", person }), "quiet");
  press.setAttribute("aria-label", w("Dismiss {who}", { who: t.person(person) }));
  return press;
}
