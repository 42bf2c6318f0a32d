// What an action would change, and for whom, before it is done; and the question that has to be answered first.
/** @import {TournamentAction, PreviewAnswer} from "../shared/messages.js" */
/** @import {Context} from "./context.js" */

import { button, cited, make } from "../shared/dom.js";
import { plural, w } from "../shared/translations.js";
import { subjectText } from "./labels.js";
import { changeText } from "./preview-text.js";
import { whileSending } from "../shared/unsent-input.js";

const SHOWN = 12;
const MINUTE = 60_000;

/** At what score and time, as typed in a preview that may be made again. @type {Map<string, {score: string, starts: string}>} */
const stops = new Map();

/** @typedef {{done?: () => void, form?: HTMLFormElement}} Preview `done` comes after the action was done; the form that it was filled in */

/**
 * The preview as an element: it fills itself.
 * @param {Context} context
 * @param {TournamentAction} action
 * @param {string} verb
 * @param {Preview} [more]
 */
export function previewed(context, action, verb, { done = context.closer(), form } = {}) {
  const box = make("div", { class: "preview", "aria-live": "polite" }, [
    make("p", { class: "hint" }, [w("Checking what would change …")]),
  ]);
  void fill(box, context, action, verb, { done, form });
  return box;
}

/** @param {HTMLElement} box @param {Context} context @param {TournamentAction} action @param {string} verb @param {Preview} more */
async function fill(box, context, action, verb, { done, form }) {
  /** @type {PreviewAnswer} */
  let answer;
  try {
    answer = await context.t.preview(action);
  } catch (error) {
    box.replaceChildren(
      make("p", { class: "problem", role: "alert" }, [error instanceof Error ? error.message : String(error)]),
    );
    return;
  }
  if (answer.refused && !answer.question) {
    box.replaceChildren(
      make("p", { class: "problem", role: "alert" }, [cited(answer.refused.message, answer.refused.rule)]),
    );
    return;
  }
  const { t } = context;
  const names = answer.people.map((person) => answer.names[person] ?? t.person(person));
  const parts = [
    ...answer.warnings.map(([person, warning]) =>
      make("p", { class: "warning" }, [`${t.person(person)}: ${warningText(warning)}`]),
    ),
    changes(context, answer),
    names.length > 0 &&
      make("p", { class: "sub" }, [
        `${w("Affects")}: ${names.length > 8 ? plural("{n} person", "{n} people", names.length) : names.join(", ")}`,
      ]),
  ];
  const go = async (/** @type {TournamentAction} */ chosen) => {
    const did = form ? await whileSending(form, () => context.act(chosen)) : await context.act(chosen);
    if (!did) return;
    if ("match" in chosen) stops.delete(String(chosen.match));
    done?.();
  };
  const row = make("div", { class: "row" });
  if (answer.question) {
    parts.push(make("p", { class: "question" }, [questionText(context, answer)]));
    const stop = stopFields(context, action);
    if (stop) parts.push(stop.element);
    for (const each of answer.question.answers)
      row.append(button(answerText(each), () => void go(stop ? stop.filled(each) : each), "primary"));
  } else row.append(button(verb, () => void go(action), "primary"));
  box.replaceChildren(...parts.filter((part) => part instanceof Node), row);
  const first = row.querySelector("button");
  if (first && mayFocus(box)) first.focus();
}

/** Not while somebody is typing in it. @param {HTMLElement} box */
function mayFocus(box) {
  const element = document.activeElement;
  if (!element || element === document.body) return true;
  return Boolean(box.closest(".pane")?.contains(element)) && !element.matches("input, textarea, select");
}

/** @param {Context} context @param {PreviewAnswer} answer */
function changes(context, answer) {
  // Of a match that is not there yet, only who comes to it.
  const told = answer.changes.filter(
    (change) => change.kind !== "match" || change.what === "play_in" || context.t.match(change.id),
  );
  const lines = told.map((change) => changeText(context.t, change));
  const list = make(
    "ul",
    { class: "changes" },
    lines
      .slice(0, SHOWN)
      .map((line) =>
        make("li", {}, [
          make("b", {}, [line.subject]),
          ` ${line.what}: `,
          make("s", {}, [line.before]),
          " → ",
          make("span", {}, [line.after]),
        ]),
      ),
  );
  if (lines.length > SHOWN)
    list.append(make("li", { class: "sub" }, [plural("and {n} more", "and {n} more", lines.length - SHOWN)]));
  if (!lines.length) list.append(make("li", { class: "sub" }, [w("Nothing that others would see.")]));
  return list;
}

/** @param {Context} context @param {PreviewAnswer} answer */
function questionText(context, answer) {
  const which = answer.question?.matches.map((id) => subjectText(context.t, `matches ${id}`)).join("; ") ?? "";
  return w("This affects a match that has begun: {which}. Stop it and replace the player, or let it stand?", { which });
}

/** At what score a match is stopped, and when the one in its place starts. @param {Context} context @param {TournamentAction} action */
function stopFields(context, action) {
  if (action.type !== "correct_result") return null;
  const score = make("input", {
    name: "stopped",
    autocomplete: "off",
    placeholder: "2-1",
    pattern: "\\d+\\s*[-–]\\s*\\d+",
  });
  const soon = new Date(Math.ceil((context.t.now() + 10 * MINUTE) / (5 * MINUTE)) * 5 * MINUTE);
  const start = make("input", { name: "starts", type: "time", value: soon.toTimeString().slice(0, 5) });
  const before = stops.get(action.match);
  if (before) [score.value, start.value] = [before.score, before.starts];
  for (const each of [score, start])
    each.addEventListener("input", () => stops.set(action.match, { score: score.value, starts: start.value }));
  /** @param {TournamentAction} chosen @returns {TournamentAction} */
  const filled = (chosen) => {
    if (chosen.type !== "correct_result" || chosen.follow !== "replace") return chosen;
    const [, one, two] = /^\s*(\d+)\s*[-–]\s*(\d+)\s*$/.exec(score.value) ?? [];
    const [hours, minutes] = start.value.split(":").map(Number);
    const at = new Date(context.t.now());
    at.setHours(hours, minutes, 0, 0);
    return {
      ...chosen,
      ...(one === undefined ? {} : { stopped_at: /** @type {[number, number]} */ ([Number(one), Number(two)]) }),
      ...(start.value ? { starts_at: at.getTime() } : {}),
    };
  };
  const element = make("div", { class: "score-fields" }, [
    make("label", { class: "field" }, [w("Score when it is stopped"), score]),
    make("label", { class: "field" }, [w("The new match starts at"), start]),
  ]);
  return { element, filled };
}

/** @param {TournamentAction} action */
function answerText(action) {
  const follow = "follow" in action ? action.follow : null;
  return follow === "stand" ? w("Let it stand") : w("Stop and replace");
}

/** @param {string} warning */
function warningText(warning) {
  const texts = /** @type {Record<string, string>} */ ({
    plays_now: w("is playing now"),
    meets_party: w("may meet one of the parties next"),
    same_club: w("is in the same club"),
    team_mate: w("is in the same team"),
  });
  return texts[warning] ?? warning;
}
