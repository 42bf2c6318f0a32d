// Replays trace files with the phone's own clock and score card; prints where it shows something else than table/ does.
import { readFileSync } from "node:fs";

import { act } from "../../../src/tavl/web/static/companion/match/actions.js";
import { firstOut, out, reads } from "../../../src/tavl/web/static/companion/match/clock.js";
import * as match from "../../../src/tavl/web/static/companion/match/match.js";

function clockShown(clock, at) {
  const { times, delayLeft } = reads(clock, at);
  const held = [...clock.held].sort();
  return {
    times,
    delay_left: delayLeft,
    running: clock.running,
    held,
    out: out(clock, at),
    first_out: firstOut(clock, at),
  };
}

function shown(state, at) {
  const { game } = state;
  const running = match.gameRunning(state);
  const result = match.result(state);
  return {
    score: state.score,
    length: state.terms.length,
    cube: game ? game.cube : { value: 1, owner: null },
    offered: match.offered(game),
    crawford: running ? game.crawford : match.nextIsCrawford(state),
    post_crawford: match.postCrawford(state),
    stake: game?.stake ?? 1,
    worth: running ? [1, 2, 3].map((size) => match.worth(state, size)) : null,
    dead: [0, 1].map((seat) => match.cubeIsDead(state, seat)),
    winner: result?.winner ?? null,
    ended: result?.reason ?? null,
    stand: state.stand.reason,
    asked: state.stand.asked,
    frozen: state.dispute !== null,
    breaks_left: [0, 1].map((seat) => match.breaksLeft(state, seat)),
    break: state.onBreak,
    ...(state.clock ? { clock: clockShown(state.clock, at) } : {}),
  };
}

const differences = [];
function compare(place, mine, theirs) {
  for (const key of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const [own, right] = [JSON.stringify(mine[key]), JSON.stringify(theirs[key])];
    if (own !== right) differences.push(`${place}: ${key} is ${own}, should be ${right}`);
  }
}

let steps = 0;
for (const path of process.argv.slice(2)) {
  const trace = JSON.parse(readFileSync(path, "utf-8"));
  let state = match.begin(trace.terms);
  compare(`${path} start`, shown(state, 0), trace.start);
  for (const [index, step] of trace.steps.entries()) {
    const place = `${path} step ${index} ${step.action.type}`;
    const answer = act(state, step.action, step.at);
    const refused = answer.refused && { code: answer.refused.code, rule: answer.refused.rule };
    compare(place, { refused }, { refused: step.refused });
    state = answer.state ?? state;
    compare(place, shown(state, step.at), step.shows);
    for (const [wait, clock] of step.later ?? [])
      compare(`${place} +${wait}`, clockShown(state.clock, step.at + wait), clock);
    steps += 1;
  }
}
console.log(JSON.stringify({ steps, differences }));
