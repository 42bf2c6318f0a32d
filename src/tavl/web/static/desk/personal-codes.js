// Personal codes, by which somebody without an account acts for themselves on their own device.
/** @import {NewCode} from "../shared/messages.js" */
/** @import {Context} from "./context.js" */

import { ask } from "../shared/api.js";
import { button, make } from "../shared/dom.js";
import { toast } from "../shared/toast.js";
import { w } from "../shared/translations.js";

/** The code shown for each person's phone. @type {Map<string, HTMLElement>} */
const boxes = new Map();

/** @param {string} id of the tournament @param {{code: string, name: string}} told */
export function codeCard(id, { code, name }) {
  const address = `${location.origin}/tournaments/${id}/me?code=${code}`;
  return make("div", { class: "code-card", role: "status" }, [
    make("p", {}, [w("For {who}, and nobody else:", { who: name })]),
    make("p", { class: "told-code" }, [code]),
    make("p", { class: "sub" }, [make("a", { href: address, target: "_blank", rel: "noopener" }, [address])]),
  ]);
}

/** A new code for somebody's own phone; the earlier one no longer works. @param {Context} context @param {string} person */
export function phoneCode({ t }, person) {
  const open = boxes.get(person);
  if (open?.isConnected) return open; // keep a code that is being read out
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
