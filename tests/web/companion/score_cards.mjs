// A phone's score card against a real server, look by look: URL, cookie, what it was handed, and for each look the
// games so far as [winner, size], whether it asks again, whether the server is away. Prints what it knows after each.
import { fold, newSheet, stepped } from "../../../src/tavl/web/static/companion/match/match-sheet.js";

globalThis.document = { getElementById: () => null, documentElement: { lang: "en" } };
const { CardComparison } = await import("../../../src/tavl/web/static/companion/score-cards/card-comparison.js");
const [url, cookie, back, looks] = process.argv.slice(2);
const { fetch } = globalThis;
let asked = 0;
let away = false;
globalThis.fetch = (path, options) => {
  asked += 1;
  if (away) throw new TypeError("nobody there");
  return fetch(url + path, { ...options, headers: { ...options.headers, Cookie: cookie } });
};

const RULES = { crawford: true, gammons: true, jacoby: false, beavers: false, automatic_doubles: false };
const terms = { ...RULES, dead_cube_barred: true, breaks: null, director: true, length: 7, clock: null };

function after(games) {
  const sheet = newSheet({ id: "a", names: ["I", "They"], profile: "dbf-tournament", terms, money: null, began: 0 });
  const acts = games.flatMap(([winner, size]) => [
    [{ type: "start_game", seat: 0 }],
    [0, 1].map((seat) => ({ type: "record_result", seat, winner, size })),
  ]);
  return fold(
    acts.reduce((now, act, at) => {
      const answer = stepped(now, fold(now), act, at);
      if (answer.refused) throw new Error(JSON.stringify(answer.refused));
      return answer.sheet;
    }, sheet),
  );
}

const comparison = new CardComparison();
const known = [];
for (const look of JSON.parse(looks)) {
  asked = 0;
  away = look.away ?? false;
  await comparison.look(JSON.parse(back), after(look.games), look.again ?? false);
  known.push({ ...comparison.found, waits: comparison.waits, asked });
}
console.log(JSON.stringify(known));
