// One decision: the verdict, the candidates or the cube, the reasons, luck, what the file says, and all 21 rolls.
/** @import {Chances, JudgedCube, Match, Moves, Rolls, Step, Stored} from "./types.js" */

import { make } from "../shared/dom.js";
import { savePicture } from "./picture-download.js";
import { otherScores } from "./other-scores.js";
import { sense, w } from "../shared/translations.js";
import { equity, loss, percent, percentSign, share, signedPoints } from "./numbers.js";
import { deedText, endText, gradeOf, gradeText, mistakeText, playerName, playText, verdictText } from "./step-text.js";

const SHOWN = 5; // candidates, until somebody asks for more

/** Shows a play on the board; none: what was played and what was best. @typedef {(moves: Moves | null) => void} Show */

/**
 * @param {Match} match
 * @param {Step} step
 * @param {Show} show
 * @returns {HTMLElement[]}
 */
export function decisionView(match, step, show) {
  if (step.kind === "end")
    return [make("p", { class: "verdict-text" }, [`${endText(match, step)}.`]), ending(match, step)];
  return [
    headline(match, step),
    reasons(step),
    step.plays?.length ? candidates(step, show) : null,
    step.cube ? cubeTable(match, step, step.cube) : null,
    stakes(match, step),
    luck(step),
    step.comment ? make("blockquote", {}, [step.comment]) : null,
    step.stored ? stored(step, step.stored) : null,
    allRolls(step, show),
    otherScores(step, show),
    tools(step),
  ].filter((part) => part !== null);
}

/**
 * @param {Match} match
 * @param {Step} step
 */
function ending(match, step) {
  const [first, second] = step.board.score;
  return make("p", { class: "sub" }, [`${playerName(match, 0)} ${first} – ${second} ${playerName(match, 1)}`]);
}

/**
 * @param {Match} match
 * @param {Step} step
 */
function headline(match, step) {
  const error = step.error ?? 0;
  const dice = step.board.dice;
  const cost = step.cost ?? 0;
  return make("header", { class: `verdict ${gradeOf(step)}` }, [
    make("p", { class: "verdict-line" }, [
      make("span", { class: "grade" }, [gradeText(step)]),
      error > 0 && make("span", { class: "lost" }, [`−${loss(error)}`]),
      cost >= 0.0005 &&
        make("span", { class: "sub" }, [
          match.length
            ? w("{percent} % of the match", { percent: percent(cost) })
            : w("{points} points", { points: signedPoints(cost).replace("+", "") }),
        ]),
    ]),
    make("p", { class: "verdict-text" }, [
      make("strong", {}, [playerName(match, step.seat)]),
      ` ${dice ? `${dice.join("-")} ` : ""}`,
      step.decided === false ? "" : deedText(step),
    ]),
    step.illegal ? make("p", { class: "problem" }, [step.illegal]) : null,
    step.mistake ? make("p", { class: "better" }, [mistakeText(step)]) : null,
  ]);
}

/**
 * @param {Step} step
 * @param {Show} show
 */
function candidates(step, show) {
  const plays = step.plays ?? [];
  const rows = plays.map((play, number) => {
    const made = number === step.played;
    const button = make("button", { type: "button", class: "play", press: () => show(play.moves) }, [
      playText(step, play.moves),
    ]);
    const first = number < SHOWN || made || number === step.answered;
    return make("tr", { class: number === 0 ? "best" : made ? "made" : "", hidden: !first }, [
      make("th", { scope: "row" }, [
        button,
        number === 0 ? make("span", { class: "tag best" }, [w("best")]) : null,
        made && step.decided !== false ? make("span", { class: "tag made" }, [w("played")]) : null,
        number === step.answered ? make("span", { class: "tag answered" }, [w("your answer")]) : null,
        bar(play.chances),
      ]),
      make("td", { class: "absolute" }, [equity(play.equity)]),
      make("td", { class: "equity" }, [number === 0 ? "–" : `−${loss(play.loss)}`]),
      ...chanceCells(play.chances),
    ]);
  });
  const all = step.legal_plays ?? 0;
  const more = make("button", { type: "button", class: "quiet more" }, [w("More plays")]);
  more.addEventListener("click", () => {
    for (const row of rows) row.hidden = false;
    more.remove();
  });
  return make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": w("Candidates") }, [
    make("table", { class: "candidates" }, [
      make("thead", {}, [
        make("tr", {}, [
          make("th", { scope: "col" }, [sense("column", "Play")]),
          make("th", { scope: "col", class: "absolute" }, [w("Equity")]),
          make("th", { scope: "col" }, [w("Lost")]),
          ...chanceHeadings(),
        ]),
      ]),
      make("tbody", {}, rows),
    ]),
    make("p", { class: "hint" }, [
      ...(rows.some((row) => row.hidden) ? [more, " "] : []),
      `${lookText(plays[0].look)}${all > plays.length ? ` · ${w("{shown} of {all} plays", { shown: plays.length, all })}` : ""}`,
    ]),
  ]);
}

/** @param {import("./types.js").Look} look */
function lookText(look) {
  if (look.book) return w("From the book, rolled out, {games} games", { games: look.games ?? 0 });
  if (look.games) return w("Rolled out, {games} games", { games: look.games });
  const ply = look.ply ?? 0;
  return [w("At a glance"), w("One roll ahead"), w("Two rolls ahead"), w("Three rolls ahead")][ply] ?? "";
}

function chanceHeadings() {
  const heading = (/** @type {string} */ short, /** @type {string} */ long) =>
    make("th", { scope: "col", title: long }, [
      make("span", { "aria-hidden": "true" }, [short]),
      make("span", { class: "hidden" }, [long]),
    ]);
  return [
    heading(sense("column", "Win"), w("Games won, percent")),
    heading(sense("column", "G"), w("Gammons won, percent")),
    heading(sense("column", "BG"), w("Backgammons won, percent")),
    heading(sense("column", "−G"), w("Gammons lost, percent")),
    heading(sense("column", "−BG"), w("Backgammons lost, percent")),
  ];
}

/** @param {Chances} chances */
function chanceCells(chances) {
  const { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon } = chances;
  return [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon].map((chance) =>
    make("td", {}, [percent(chance)]),
  );
}

/** Won and lost as a bar, gammons darker. @param {Chances} chances */
function bar({ win, win_gammon, lose_gammon }) {
  const part = (/** @type {string} */ name, /** @type {number} */ width) => {
    const piece = make("i", { class: name });
    piece.style.width = `${100 * width}%`;
    return piece;
  };
  return make("span", { class: "bar", "aria-hidden": "true" }, [
    part("gammon", win_gammon),
    part("win", win - win_gammon),
    part("lose", 1 - win - lose_gammon),
    part("lost-gammon", lose_gammon),
  ]);
}

/**
 * Equities are those of who may double; what is lost, of who decides.
 * @param {Match} match
 * @param {Step} step
 * @param {JudgedCube} cube
 */
function cubeTable(match, step, cube) {
  const answering = step.kind === "take";
  const doubler = answering ? (step.seat === 0 ? 1 : 0) : step.seat;
  const doubling = Math.min(cube.double_take, cube.double_drop);
  const best = Math.max(cube.no_double, doubling);
  const rows = answering
    ? [
        {
          text: w("Take"),
          value: cube.double_take,
          lost: Math.max(0, cube.double_take - cube.double_drop),
          done: step.cube_action === "take" || step.cube_action === "beaver",
        },
        {
          text: w("Drop"),
          value: cube.double_drop,
          lost: Math.max(0, cube.double_drop - cube.double_take),
          done: step.cube_action === "drop",
        },
      ]
    : [
        {
          text: w("No double"),
          value: cube.no_double,
          lost: Math.max(0, best - cube.no_double),
          done: step.cube_action == null,
        },
        {
          text: w("Double, take"),
          value: cube.double_take,
          lost: cube.double_take <= cube.double_drop ? Math.max(0, best - doubling) : null,
          done: step.cube_action === "double" && cube.double_take <= cube.double_drop,
        },
        {
          text: w("Double, drop"),
          value: cube.double_drop,
          lost: cube.double_drop < cube.double_take ? Math.max(0, best - doubling) : null,
          done: step.cube_action === "double" && cube.double_drop < cube.double_take,
        },
      ];
  return make("div", {}, [
    make("p", { class: "right-cube" }, [make("strong", {}, [verdictText(cube.verdict)])]),
    make("table", { class: "candidates" }, [
      make("caption", { class: "hidden" }, [w("The cube, seen by {name}", { name: playerName(match, doubler) })]),
      make("thead", {}, [
        make("tr", {}, [
          make("th", { scope: "col" }, [w("Cube")]),
          make("th", { scope: "col" }, [w("Equity")]),
          make("th", { scope: "col" }, [w("Lost")]),
        ]),
      ]),
      make(
        "tbody",
        {},
        rows.map(({ text, value, lost, done }) =>
          make("tr", { class: lost === 0 ? "best" : done ? "made" : "" }, [
            make("th", { scope: "row" }, [
              make("span", { class: "play" }, [text]),
              lost === 0 ? make("span", { class: "tag best" }, [w("best")]) : null,
              done && step.decided !== false ? make("span", { class: "tag made" }, [sense("deed", "done")]) : null,
            ]),
            make("td", { class: "equity" }, [equity(value)]),
            make("td", {}, [lost === null ? "" : lost === 0 ? "–" : `−${loss(lost)}`]),
          ]),
        ),
      ),
    ]),
    bar(cube.chances),
    make("p", { class: "hint" }, [
      w("{name} wins {win} %, {gammon} % with a gammon, and loses {lost} % with a gammon.", {
        name: playerName(match, doubler),
        win: percent(cube.chances.win),
        gammon: percent(cube.chances.win_gammon),
        lost: percent(cube.chances.lose_gammon),
      }),
      ` ${lookText(cube.look)}.`,
    ]),
  ]);
}

/** @param {Step} step */
function reasons(step) {
  if (!step.reasons?.length) return null;
  return make("div", { class: "reasons" }, [
    make("h3", {}, [step.kind === "play" ? w("Why") : w("What counts here")]),
    make(
      "ul",
      {},
      step.reasons.map((reason) => make("li", {}, [reason])),
    ),
  ]);
}

/**
 * Take points and gammon values, where the cube is the question.
 * @param {Match} match
 * @param {Step} step
 */
function stakes(match, step) {
  if (!step.stakes || !step.cube) return null;
  const heading = (/** @type {string} */ text) => make("th", { scope: "col" }, [text]);
  return make("details", {}, [
    make("summary", {}, [w("Take points and gammon values")]),
    scrolling(
      w("Take points and gammon values"),
      make("table", { class: "candidates" }, [
        make("thead", {}, [
          make("tr", {}, [
            heading(w("Player")),
            heading(w("Take point, dead cube")),
            heading(w("Live cube")),
            heading(w("Gammon value")),
            heading(w("After a double")),
          ]),
        ]),
        make(
          "tbody",
          {},
          step.stakes.map((each, seat) =>
            make("tr", {}, [
              make("th", { scope: "row" }, [playerName(match, seat)]),
              make("td", {}, [percentSign(each.take_point)]),
              make("td", {}, [percentSign(each.live_take_point)]),
              make("td", {}, [share(each.gammon_value)]),
              make("td", {}, [share(each.gammon_value_doubled)]),
            ]),
          ),
        ),
      ]),
    ),
  ]);
}

/**
 * A table that may be wider than a phone.
 * @param {string} label
 * @param {HTMLElement} table
 */
function scrolling(label, table) {
  return make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": label }, [table]);
}

/** @param {Step} step */
function luck(step) {
  if (step.luck == null) return null;
  const name = step.luck >= 0.2 ? w("A lucky roll") : step.luck <= -0.2 ? w("An unlucky roll") : w("An ordinary roll");
  return make("p", { class: "luck" }, [`${name}: `, make("strong", {}, [equity(step.luck)])]);
}

/**
 * @param {Step} step
 * @param {Stored} said
 */
function stored(step, said) {
  const number = (/** @type {number | null} */ value) => (value === null ? "–" : equity(value));
  const row = (/** @type {string} */ text, /** @type {string} */ value, /** @type {string} */ more) =>
    make("tr", {}, [
      make("th", { scope: "row" }, [text]),
      make("td", { class: "equity" }, [value]),
      make("td", {}, [more]),
    ]);
  const rows = said.plays.length
    ? said.plays
        .slice(0, 8)
        .map((play) =>
          row(
            `${playText(step, play.moves)}${play.played ? ` (${w("played")})` : ""}`,
            number(play.equity),
            play.depth,
          ),
        )
    : [
        row(w("No double"), number(said.no_double), said.depth),
        row(w("Double, take"), number(said.double_take), ""),
        row(w("Double, drop"), number(said.double_drop), ""),
      ];
  return make("details", { class: "stored" }, [
    make("summary", {}, [
      said.program ? w("What {program} said", { program: said.program }) : w("What the file says"),
      said.error !== null
        ? make("span", { class: "tag" }, [said.error > 0 ? `−${loss(said.error)}` : w("best")])
        : null,
    ]),
    scrolling(
      w("What the file says"),
      make("table", { class: "candidates" }, [
        make("thead", {}, [
          make("tr", {}, [
            make("th", { scope: "col" }, [said.plays.length ? sense("column", "Play") : w("Cube")]),
            make("th", { scope: "col" }, [said.unit === "mwc" ? w("Match chances") : w("Equity")]),
            make("th", { scope: "col" }, [w("Depth")]),
          ]),
        ]),
        make("tbody", {}, rows),
      ]),
    ),
  ]);
}

/**
 * The map of all rolls, asked for when somebody opens it.
 * @param {Step} step
 * @param {Show} show
 */
function allRolls(step, show) {
  const id = step.ids?.xgid;
  if (!id) return null;
  const place = make("div", { class: "rolls-place" }, []);
  const details = make("details", {}, [make("summary", {}, [w("All 21 rolls")]), place]);
  let asked = false;
  details.addEventListener("toggle", async () => {
    if (!details.open || asked) return;
    asked = true;
    const response = await fetch(`/analysis/rolls.json?id=${encodeURIComponent(id)}`);
    const found = await response.json();
    if (!response.ok) {
      place.replaceChildren(make("p", { class: "problem" }, [found.error.message]));
      return;
    }
    place.replaceChildren(rollMap(step, found, show));
  });
  return details;
}

/**
 * @param {Step} step
 * @param {Rolls} found
 * @param {Show} show
 */
function rollMap(step, { rolls, mean }, show) {
  const faces = [1, 2, 3, 4, 5, 6];
  const most = Math.max(0.01, ...rolls.map((roll) => Math.abs(roll.equity - mean)));
  const rolled = step.board.dice ? [...step.board.dice].sort().join("") : "";
  const cell = (/** @type {number} */ high, /** @type {number} */ low) => {
    const roll = rolls.find(({ dice: [a, b] }) => Math.max(a, b) === high && Math.min(a, b) === low);
    if (!roll) return make("td", {}, []);
    const play = playText(step, roll.moves);
    const button = make("button", { type: "button", title: play, press: () => show(roll.moves) }, [
      make("b", {}, [`${high}${low}`]),
      make("span", {}, [equity(roll.equity)]),
      make("span", { class: "hidden" }, [play]),
    ]);
    const away = (roll.equity - mean) / most;
    button.style.setProperty("--away", `${Math.round(Math.abs(away) * 70)}%`);
    button.className = away >= 0 ? "good" : "bad";
    if (rolled === `${low}${high}`) button.classList.add("rolled");
    return make("td", {}, [button]);
  };
  return make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": w("All 21 rolls") }, [
    make("table", { class: "roll-map" }, [
      make(
        "tbody",
        {},
        faces.map((high) =>
          make(
            "tr",
            {},
            faces.filter((low) => low <= high).map((low) => cell(high, low)),
          ),
        ),
      ),
    ]),
    make("p", { class: "hint" }, [w("On average {mean}. Press a roll to see its best play.", { mean: equity(mean) })]),
  ]);
}

/** @param {Step} step */
function tools(step) {
  const id = step.ids?.xgid;
  if (!id) return null;
  const query = `?id=${encodeURIComponent(id)}`;
  return make("div", { class: "row tools-row" }, [
    make("a", { class: "button quiet change", href: `/analysis/position${query}` }, [w("Change this position")]),
    make("a", { class: "button quiet", href: `/analysis/position.svg${query}`, download: "position.svg" }, [
      w("Picture"),
    ]),
    make("button", { type: "button", class: "quiet", press: () => savePicture(`/analysis/position.svg${query}`) }, [
      "PNG",
    ]),
    make("button", { type: "button", class: "quiet copy-id", "data-id": id }, [w("Copy XGID")]),
    make("button", { type: "button", class: "quiet play-on", "data-id": id }, [w("Play on from here")]),
  ]);
}
