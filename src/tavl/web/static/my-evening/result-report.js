// A player reports a result: what was reported so far, and two taps for one's own.
/** @import {MyNext} from "../shared/messages.js" */
/** @import {Match} from "../desk/tournament.js" */
/** @import {Evening} from "./context.js" */

import { button, make } from "../shared/dom.js";
import { w } from "../shared/translations.js";

/** Of which match somebody is about to say who won, and whether it was they. @type {{match: string, mine: boolean | null}} */
let telling = { match: "", mine: null };

/** @param {Evening} evening @param {Match} match @param {number} mine @param {string} other @param {MyNext} next @returns {HTMLElement[]} */
export function resultParts(evening, match, mine, other, next) {
  const { t, act, outbox } = evening;
  const parts = [];
  const reports = next.reported ?? [];
  const theirs = reports.find((report) => !report.mine);
  const own = reports.find((report) => report.mine);
  if (own)
    parts.push(
      make("p", { class: "saved", role: "status" }, [
        w("You reported {score}.", { score: `${own.score[mine]}–${own.score[1 - mine]}` }),
      ]),
    );
  const unsent = outbox.all.some(
    ({ action, refused }) => action.type === "report_result" && action.match === match.id && !refused,
  );
  if (theirs && !own && !unsent) {
    const said = `${theirs.score[mine]}–${theirs.score[1 - mine]}`;
    parts.push(make("p", {}, [w("{who} reported {score}.", { who: t.name(other), score: said })]));
    parts.push(button(w("That is right"), () => void report(act, match, theirs.score), "primary big"));
  }
  if (!own && !unsent) parts.push(resultForm(evening, match, mine, other));
  return parts;
}

/** Two taps: who won, and the loser's points. @param {Evening} evening @param {Match} match @param {number} mine @param {string} other */
function resultForm({ t, act }, match, mine, other) {
  if (telling.match !== match.id) telling = { match: "", mine: null };
  const points = make("div", { class: "points", role: "group", "aria-label": w("The loser's points") });
  const fill = () =>
    points.replaceChildren(
      ...Array.from({ length: match.length }, (_, lost) =>
        button(String(lost), () => {
          /** @type {[number, number]} */
          const score = [0, 0];
          score[telling.mine ? mine : 1 - mine] = match.length;
          score[telling.mine ? 1 - mine : mine] = lost;
          void report(act, match, score);
        }),
      ),
    );
  const choose = (/** @type {boolean} */ mineWon, /** @type {string} */ text) => {
    const press = button(text, () => {
      telling = { match: match.id, mine: mineWon };
      for (const each of winners.querySelectorAll("button")) each.setAttribute("aria-pressed", String(each === press));
      points.hidden = false;
      hint.hidden = false;
    });
    press.setAttribute("aria-pressed", String(telling.mine === mineWon));
    return press;
  };
  const winners = make("div", { class: "winners" }, [
    choose(true, w("I won")),
    choose(false, w("{who} won", { who: t.name(other) })),
  ]);
  const hint = make("p", { class: "hint" }, [w("How many points does the loser have?")]);
  hint.hidden = points.hidden = telling.mine === null;
  fill();
  return make("details", { class: "result", open: true }, [make("summary", {}, [w("Result")]), winners, hint, points]);
}

/** @param {Evening["act"]} act @param {Match} match @param {[number, number]} score */
async function report(act, match, score) {
  const [one, two] = match.players;
  if (one && two)
    await act(
      { type: "report_result", match: match.id, players: [one, two], score, seen: match.version },
      w("Reported."),
    );
}
