// What the phone's own record does with undoing, money, and clocks that are set or that sleep; prints it for the test.
import { reads } from "../../../src/tavl/web/static/companion/match/clock.js";
import { instants } from "../../../src/tavl/web/static/companion/device/device-clock.js";
import {
  fold,
  games,
  newSheet,
  skipping,
  stepped,
  timeOf,
} from "../../../src/tavl/web/static/companion/match/match-sheet.js";
import { latePoints } from "../../../src/tavl/web/static/companion/match/match.js";
import { settlement } from "../../../src/tavl/web/static/companion/match/settlement.js";
import { undone } from "../../../src/tavl/web/static/companion/match/undo.js";

const RULES = {
  crawford: true,
  gammons: true,
  jacoby: false,
  beavers: false,
  automatic_doubles: false,
  dead_cube_barred: true,
  breaks: null,
  director: true,
};
const CLOCK = { minutes_per_point: 2, delay_seconds: 12 };

function begun(length, clock, money = null, lead = undefined) {
  const terms = { ...RULES, length, clock };
  return newSheet({ id: "a", names: ["Anna", "Bo"], profile: "dbf-tournament", terms, money, lead, began: 1_000_000 });
}

function after(sheet, ...steps) {
  return steps.reduce((now, [at, ...acts]) => {
    const answer = stepped(now, fold(now), acts, at);
    if (answer.refused) throw new Error(JSON.stringify(answer.refused));
    return answer.sheet;
  }, sheet);
}

const start = { type: "start_game", seat: 0 };
const press = (seat) => ({ type: "press_clock", seat });
const won = (winner, size) => [0, 1].map((seat) => ({ type: "record_result", seat, winner, size }));

// Bo presses at 20 s by mistake while Anna's time runs; at 50 s it is undone; she presses at 70 s of the phone's clock.
const mistake = after(begun(7, CLOCK), [0, start], [0, press(1)], [20_000, press(0)]);
const back = undone(mistake, 1_050_000);
const again = after(back, [timeOf(back, 1_070_000), press(0)]);
const undo = {
  at: timeOf(back, 1_050_000),
  running: fold(back).clock.running,
  times: reads(fold(back).clock, timeOf(back, 1_050_000)).times,
  later: reads(fold(again).clock, timeOf(again, 1_070_000)).times,
};

const off = skipping(mistake, 3_600_000);
const skipped = reads(fold(off).clock, timeOf(off, 1_000_000 + 3_600_000 + 25_000)).times;

const evening = after(
  begun(null, null, { stake: 0.1, currency: "kr" }),
  [0, start],
  [1, ...won(0, 2)],
  [2, start],
  [3, ...won(1, 1)],
  [4, start],
  [5, ...won(0, 3)],
);
const money = {
  score: fold(evening).score,
  owed: settlement(evening, fold(evening)),
  even: settlement(begun(null, null), fold(begun(null, null))),
  games: games(evening, fold(evening)).map(({ winner, points, before, after: then }) => [winner, points, before, then]),
};

// Bo was twelve minutes late: Anna leads 2-0, and the clock has the points that are left (T3.5.vi).
const late = after(begun(7, CLOCK, null, [2, 0]), [0, start], [1, ...won(1, 2)]);
const lead = {
  first: fold(begun(7, CLOCK, null, [2, 0])).score,
  score: fold(late).score,
  games: games(late, fold(late)).map(({ before, after: then }) => [before, then]),
  times: fold(late).clock.remaining,
};

const refused = stepped(
  mistake,
  fold(mistake),
  [
    { type: "double", seat: 1 },
    { type: "double", seat: 1 },
  ],
  30_000,
);

let [wall, even] = [5000, 100];
const clock = instants({ wall: () => wall, even: () => even });
const read = [];
for (const [nextWall, nextEven] of [
  [5250, 350],
  [65_250, 400],
  [1000, 900],
  [1100, 1000],
  [1100, 1000],
]) {
  [wall, even] = [nextWall, nextEven];
  read.push(clock.now());
}
clock.atLeast(100_000);
read.push(clock.now());

const rules = JSON.parse(process.argv[2]);
const lateness = rules.flatMap((late) => [-1, 0, 299_999, 300_000, 600_000, 1_200_000].map((ms) => latePoints(late, ms)));

console.log(JSON.stringify({ undo, skipped, money, lead, refused, read, lateness }));
