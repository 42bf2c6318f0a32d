// The draw: who is in it, made and looked at with its byes and why, swapped by hand if need be, then announced.
/** @import {DivisionView} from "../../shared/messages.js" */
/** @import {Context} from "../context.js" */
/** @import {Page} from "../entries/entries-page.js" */

import { clockTime } from "../../shared/dates-and-numbers.js";
import { button, make } from "../../shared/dom.js";
import { plural, w } from "../../shared/translations.js";
import { area, choice, field, folded, form, text } from "../../shared/form.js";
import { previewed } from "../preview.js";
import { divisionName, roundText, stageName } from "../labels.js";
import { playInText } from "../preview-text.js";
import { redraw } from "../../shared/unsent-input.js";

const MINUTE = 60_000;
/** Formats whose next pairings are drawn when results are there. */
const BY_ROUNDS = ["swiss", "club_night", "triple"];

/** @param {Context} context @param {string} wanted a division */
export function drawPage(context, wanted) {
  const { t } = context;
  const id = t.division(wanted)
    ? wanted
    : (t.desk.now.find((item) => item.kind === "announce" || item.kind === "draw")?.id ??
      t.view.divisions[0]?.id ??
      "");
  const body = make("div", { class: "draw" });
  const tabs = make(
    "div",
    { class: "row" },
    t.view.divisions.length > 1
      ? t.view.divisions.map((each) =>
          button(divisionName(each.id), () => context.go(`draw/${each.id}`), each.id === id ? "primary" : "quiet"),
        )
      : [],
  );
  let shown = "";
  const show = () => {
    const division = t.division(id);
    const sign = JSON.stringify([
      division?.version,
      division?.draws.length,
      t.entries.filter((each) => each.division === id),
      t.desk.now.find((item) => item.id === id)?.kind,
    ]);
    if (sign === shown) return;
    shown = sign;
    const had = body.contains(document.activeElement);
    redraw(body, () =>
      body.replaceChildren(
        ...(division ? parts(context, division) : [make("p", { class: "empty" }, [w("There is no division.")])]),
      ),
    );
    // Enter goes on: it drew, and now it announces.
    if (had && !body.contains(document.activeElement))
      /** @type {HTMLElement | null} */ (body.querySelector("[data-enter]"))?.focus();
  };
  /** @type {Page} */
  const page = { title: w("Draw"), element: make("div", { class: "page" }, [tabs, body]), show };
  return page;
}

/** @param {Context} context @param {DivisionView} division */
function parts(context, division) {
  const { t } = context;
  const entries = t.entries.filter((each) => each.division === division.id && each.status === "approved");
  const absent = entries.filter((each) => !each.checked_in);
  const announce = t.desk.now.some((item) => item.kind === "announce" && item.id === division.id);
  const last = division.draws.at(-1);
  /** @type {HTMLElement[]} */
  const found = [
    make("h2", {}, [divisionName(division.id)]),
    make("p", { class: "lead" }, [plural("{n} entrant", "{n} entrants", entries.length)]),
  ];
  if (absent.length && !last) {
    found.push(
      make("p", { class: "warning" }, [
        w("Not checked in: {names}. Byes go to those who are here first.", {
          names: absent.map((each) => t.name(each.id)).join(", "),
        }),
      ]),
    );
  }
  const trade = t.desk.now.find((item) => item.kind === "byes" && item.id === division.id)?.action;
  if (trade) {
    found.push(
      make("section", {}, [
        make("h3", {}, [w("A fairer exchange of byes")]),
        make("p", { class: "hint" }, [
          w("Somebody would have a second bye, and somebody who has had none could take it instead."),
        ]),
        previewed(context, trade, w("Exchange"), { done: () => undefined }),
      ]),
    );
  }
  if (announce && last) found.push(...look(context, division));
  else found.push(...drawing(context, division, entries.length));
  return found;
}

/** @param {Context} context @param {DivisionView} division @param {number} entrants */
function drawing(context, division, entrants) {
  const made = division.draws.length;
  if (made && !BY_ROUNDS.includes(division.format)) return [pairs(context, division)];
  const verb = made ? w("Draw round {n}", { n: made + 1 }) : w("Draw");
  const draw = () => void context.act({ type: "make_draw", division: division.id, seen: division.version });
  const press = button(verb, draw, "primary");
  press.dataset.enter = "";
  const row = make("div", { class: "row" }, [press]);
  /** @type {HTMLElement[]} */
  const found = [row];
  if (!made && !division.promise && entrants >= 2) {
    const promise = () => void context.act({ type: "promise_seed", division: division.id });
    row.append(button(w("Promise the seed first"), promise, "quiet"));
    const why = w("A promise that is published before the draw lets everybody recompute it afterwards.");
    found.push(make("p", { class: "hint" }, [why]));
  }
  if (division.promise && !made) {
    found.push(make("p", { class: "hint" }, [`${w("Promise")}: `, make("code", {}, [division.promise.slice(0, 16)])]));
  }
  if (made) found.push(pairs(context, division));
  found.push(byHand(context, division));
  return found;
}

/** @param {Context} context @param {DivisionView} division */
function look(context, division) {
  const soon = Math.ceil((context.t.now() + 5 * MINUTE) / (5 * MINUTE)) * 5 * MINUTE;
  const announce = form(
    w("Announce"),
    [field(w("Starts at"), "time", { type: "time", value: timeValue(soon), required: true })],
    async (values) => {
      const starts_at = instantOf(context, text(values, "time"));
      const announce = /** @type {const} */ ({
        type: "announce_draw",
        division: division.id,
        starts_at,
        seen: division.version,
      });
      const done = await context.act(announce);
      if (done) context.go("");
      return done;
    },
  );
  announce.classList.add("announce");
  announce.querySelector("button")?.setAttribute("data-enter", "");
  const names = /** @type {[string, string][]} */ (division.entries.map((id) => [id, context.t.name(id)]));
  const swap = form(
    w("Swap"),
    [choice(w("One"), "one", names), choice(w("The other"), "two", names), area(w("Reason"), "reason")],
    (values) =>
      context.act({
        type: "swap_entrants",
        division: division.id,
        one: text(values, "one"),
        two: text(values, "two"),
        reason: text(values, "reason"),
        seen: division.version,
      }),
  );
  return [
    announce,
    pairs(context, division),
    folded(w("Swap two by hand"), swap),
    make("p", { class: "hint" }, [w("Undo takes the draw back as long as it is not announced.")]),
  ];
}

/** The matches of the last draw's first round, and who has a bye. @param {Context} context @param {DivisionView} division */
function pairs(context, division) {
  const { t } = context;
  const own = division.matches.map((match) => ({ ...match, division: division.id }));
  const round = Math.max(1, ...(BY_ROUNDS.includes(division.format) ? own.map((match) => match.round) : [1]));
  const first = own.filter((match) => match.round === round && (match.players[0] || match.players[1]));
  const played = first.filter((match) => match.players[0] && match.players[1]);
  const byes = first.filter((match) => match.where === "no_match").map((match) => t.name(match.players.find(Boolean)));
  const rows = played.map((match) =>
    make("li", {}, [
      make("span", {}, [t.name(match.players[0])]),
      make("span", { class: "sub" }, ["–"]),
      make("span", {}, [t.name(match.players[1])]),
    ]),
  );
  const draw = division.draws.at(-1);
  const marks = [
    draw?.by_hand ? [w("by hand"), draw.reason].filter(Boolean).join(": ") : "",
    draw?.witness ? w("Witness: {name}", { name: t.person(draw.witness) }) : "",
    ...(draw?.traded ?? []).map(([, one, two]) =>
      w("{one} and {two} changed places, so that nobody has two byes.", { one: t.name(one), two: t.name(two) }),
    ),
    ...(draw?.no_drop ?? []).map(([entry, reason]) =>
      w("{who} entered late; whoever loses that match is out: {reason}", { who: t.name(entry), reason }),
    ),
    ...(draw?.play_ins ?? []).map(([entry, match, reason]) =>
      [
        w("{who} entered late, and every place was taken: two losers play for one ({where}).", {
          who: t.name(entry),
          where: playInText(t, `${division.id}/${match}`),
        }),
        reason || "T1.4.i",
      ].join(" "),
    ),
    ...(draw?.swaps ?? []).map(([one, two, reason]) =>
      w("{one} and {two} swapped: {reason}", { one: t.name(one), two: t.name(two), reason }),
    ),
  ].filter(Boolean);
  return make("section", {}, [
    make("h3", {}, [
      `${stageName(first[0]?.stage ?? "main")} · ${first[0] ? roundText(context.t, first[0]) : w("round {n}", { n: round })} · ${plural("{n} match", "{n} matches", played.length)}`,
    ]),
    make("ol", { class: "pairs" }, rows),
    byes.length
      ? make("p", { class: "sub" }, [`${plural("{n} bye", "{n} byes", byes.length)}: ${byes.join(", ")}`])
      : "",
    marks.length ? make("p", { class: "warning" }, [marks.join(" · ")]) : "",
    draw?.seed
      ? make("p", { class: "hint" }, [
          `${w("Seed")}: `,
          make("code", {}, [draw.seed.slice(0, 16), "…"]),
          draw.starts_at ? " · " : "",
          draw.starts_at ? w("starts at {time}", { time: clockTime(draw.starts_at) }) : "",
        ])
      : "",
  ]);
}

/** Lots from a bag, typed in as they fell: one pair a line, a name alone has a bye. @param {Context} context @param {DivisionView} division */
function byHand(context, division) {
  const { t } = context;
  const entry = form(
    w("Enter the draw"),
    [
      make("label", { class: "field" }, [
        w("One pair a line, by the first letters of their names; a name alone has a bye"),
        make("textarea", { name: "pairs", rows: "4", required: true, placeholder: "anna, bo\ncarl" }),
      ]),
      field(w("Witness"), "witness", { placeholder: w("Who saw the lots drawn") }),
      area(w("How it was drawn"), "reason"),
    ],
    async (values) => {
      const lines = text(values, "pairs")
        .split("\n")
        .map((line) =>
          line
            .split(/[,;–]| - /)
            .map((part) => part.trim())
            .filter(Boolean),
        );
      const found = lines
        .filter((line) => line.length)
        .map((line) => [0, 1].map((n) => (line[n] ? only(line[n]) : null)));
      const seen = text(values, "witness");
      const witness = seen ? await t.personCalled(seen) : null;
      return context.act({
        type: "enter_draw",
        witness,
        division: division.id,
        pairs: /** @type {[string | null, string | null][]} */ (found),
        reason: text(values, "reason"),
        seen: division.version,
      });
    },
  );
  /** @param {string} letters */
  function only(letters) {
    const all = division.entries.filter((id) => t.name(id).toLowerCase().startsWith(letters.toLowerCase()));
    const exact = all.filter((id) => t.name(id).toLowerCase() === letters.toLowerCase());
    const fits = exact.length ? exact : all;
    if (fits.length !== 1)
      throw new Error(
        fits.length
          ? w("{name} is not clear: {n} names begin like that.", { name: letters, n: fits.length })
          : w("Nobody is called {name}.", { name: letters }),
      );
    return fits[0];
  }
  return folded(w("Drawn by hand"), entry);
}

/** @param {number} at */
function timeValue(at) {
  const date = new Date(at);
  return `${String(date.getHours()).padStart(2, "0")}:${String(date.getMinutes()).padStart(2, "0")}`;
}

/** The next instant with this time of day, from an hour ago on. @param {Context} context @param {string} time */
function instantOf(context, time) {
  const [hours, minutes] = time.split(":").map(Number);
  const date = new Date(context.t.now());
  date.setHours(hours, minutes, 0, 0);
  if (date.getTime() < context.t.now() - 60 * MINUTE) date.setDate(date.getDate() + 1);
  return date.getTime();
}
