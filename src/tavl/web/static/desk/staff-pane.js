// Who runs the tournament, and codes by which somebody without an account acts for themselves on their own device.
/** @import {NewCode} from "../shared/messages.js" */
/** @import {Context} from "./context.js" */

import { ask } from "../shared/api.js";
import { button, make } from "../shared/dom.js";
import { toast } from "../shared/toast.js";
import { w } from "../shared/translations.js";
import { choice, field, form, text } from "../shared/form.js";

/** @param {string} role */
function roleText(role) {
  const texts = /** @type {Record<string, string>} */ ({ director: w("Director"), helper: w("Helper") });
  return texts[role] ?? role;
}

const given = make("div");
/** For whose phones, what stands there now. @type {Map<string, HTMLElement>} */
const boxes = new Map();

/** @param {Context} context @returns {HTMLElement[]} */
export function staffPane(context) {
  const { t, act } = context;
  const rows = Object.entries(t.desk.staff).map(([person, role]) =>
    make("li", {}, [
      make("span", {}, [t.person(person), make("span", { class: "sub" }, [` ${roleText(role)}`])]),
      person !== t.state.me && dismissal(context, person),
    ]),
  );
  if (!given.isConnected) given.replaceChildren(); // of another time that this pane was open
  const entry = form(
    w("Appoint"),
    [
      field(w("Name"), "name", { required: true, maxlength: "40" }),
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

/** @param {string} id of the tournament @param {{code: string, name: string}} told */
function codeCard(id, { code, name }) {
  const address = `${location.origin}/tournaments/${id}/me?code=${code}`;
  return make("div", { class: "code-card", role: "status" }, [
    make("p", {}, [w("For {who}, and nobody else:", { who: name })]),
    make("p", { class: "told-code" }, [code]),
    make("p", { class: "sub" }, [make("a", { href: address, target: "_blank", rel: "noopener" }, [address])]),
  ]);
}

/** A new code for somebody's own phone; the one before it is worth nothing. @param {Context} context @param {string} person */
export function phoneCode({ t }, person) {
  const open = boxes.get(person);
  if (open?.isConnected) return open; // a code that is being read out stays
  const box = make("div");
  boxes.set(person, box);
  const give = async () => {
    try {
      /** @type {NewCode} */
      const { code } = await ask("POST", `/tournaments/${t.state.id}/people/${person}/code`);
      box.replaceChildren(codeCard(t.state.id, { code, name: t.person(person) }));
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
  };
  box.append(button(w("A code for {who}'s phone", { who: t.person(person) }), () => void give(), "quiet"));
  return box;
}
