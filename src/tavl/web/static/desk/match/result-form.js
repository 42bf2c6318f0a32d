// The result of a match in its pane: what was reported, the form that takes a result, and the one that corrects it.
/** @import {TournamentAction} from "../../shared/messages.js" */
/** @import {Context} from "../context.js" */
/** @import {Match} from "../tournament.js" */

import { clockTime } from "../../shared/dates-and-numbers.js";
import { button, make } from "../../shared/dom.js";
import { area, choice, field, folded, form, text } from "../../shared/form.js";
import { w } from "../../shared/translations.js";
import { previewed } from "../preview.js";

/** The reports of its result, each with a button that confirms it. @param {Context} context @param {Match} match */
export function reportedResults(context, match) {
  const { t, act } = context;
  const details = t.details(match.id);
  if (!details?.reports.length || match.where === "done") return null;
  const rows = details.reports.map((report, n) => {
    const [one, two] = report.result.players;
    const said = `${t.name(one)} ${report.result.score[0]}–${report.result.score[1]} ${t.name(two)}`;
    /** @type {TournamentAction} */
    const confirm = { type: "confirm_result", match: match.id, report: n + 1, seen: match.version };
    return make("li", {}, [
      make("span", {}, [said, make("span", { class: "sub" }, [` ${t.person(report.by)} ${clockTime(report.at)}`])]),
      button(w("This holds"), () => void act(confirm), match.where === "differs" ? "" : "primary"),
    ]);
  });
  return make("section", {}, [make("h3", {}, [w("Reported")]), make("ul", { class: "lines" }, rows)]);
}

/** @param {Context} context @param {Match} match */
function scoreFields(context, match) {
  const { t } = context;
  const most = String(match.length);
  return make(
    "div",
    { class: "score-fields" },
    [0, 1].map((n) =>
      field(t.name(match.players[n]), `score-${n}`, {
        type: "number",
        inputmode: "numeric",
        min: "0",
        max: most,
        required: true,
      }),
    ),
  );
}

const HOW = () =>
  /** @type {[string, string][]} */ ([
    ["played", w("played")],
    ["short", w("short of the length")],
    ["forfeit", w("given up")],
    ["penalty", w("by penalty points")],
    ["walkover", w("walkover")],
    ["nobody", w("nobody wins")],
  ]);

/** @param {FormData} values @returns {[number, number]} */
function scoreOf(values) {
  return [Number(values.get("score-0")), Number(values.get("score-1"))];
}

/** @param {Context} context @param {Match} match */
export function resultForm(context, match) {
  const [one, two] = match.players;
  if (!one || !two) return null;
  const unusual = folded(
    w("Not played to the end"),
    make("div", { class: "small-form" }, [choice(w("How it ended"), "how", HOW()), area(w("Reason"), "reason", false)]),
  );
  const close = context.closer();
  const entry = form(w("Take the result"), [scoreFields(context, match), unusual], async (values) => {
    const how = /** @type {"played"} */ (text(values, "how") || "played");
    /** @type {TournamentAction} */
    const action = {
      type: "report_result",
      match: match.id,
      players: [one, two],
      score: scoreOf(values),
      how,
      reason: text(values, "reason"),
      confirms: true,
      seen: match.version,
    };
    const done = await context.act(action);
    if (done) close();
    return done;
  });
  return make("section", {}, [make("h3", {}, [w("Result")]), entry]);
}

/** @param {Context} context @param {Match} match */
export function correctionForm(context, match) {
  const fields = [scoreFields(context, match), area(w("Reason"), "reason")];
  const what = form(
    w("What follows?"),
    fields,
    (values) => {
      what.parentElement?.querySelector(".preview")?.remove();
      const action = correctionOf(match, scoreOf(values), text(values, "reason"));
      what.after(previewed(context, action, w("Correct it"), { form: what }));
    },
    "primary",
    { looks: true },
  );
  return folded(w("Correct the result"), make("div", {}, [what]));
}

/** @param {Match} match @param {[number, number]} score @param {string} reason @returns {TournamentAction} */
export function correctionOf(match, score, reason) {
  const [one, two] = match.players;
  return {
    type: "correct_result",
    match: match.id,
    players: [one ?? "", two ?? ""],
    score,
    reason,
    seen: match.version,
  };
}
