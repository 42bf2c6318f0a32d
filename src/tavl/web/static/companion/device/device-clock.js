// The current time. A phone has two clocks: one that runs evenly but stops while the phone sleeps and starts again
// with the page, and one that goes on but can be changed. Together they give instants that never decrease and include time asleep.

/**
 * @param {{ wall: () => number, even: () => number }} [clocks]
 * @returns {{ now: () => number, atLeast: (instant: number) => void }}
 */
export function instants(clocks = { wall: () => Date.now(), even: () => performance.now() }) {
  let instant = clocks.wall();
  let wall = instant;
  let even = clocks.even();
  return {
    now() {
      const [wallNow, evenNow] = [clocks.wall(), clocks.even()];
      instant += Math.max(0, wallNow - wall, evenNow - even); // set back: the even one is right; asleep: the other one
      [wall, even] = [wallNow, evenNow];
      return Math.round(instant);
    },
    /** Instants recorded before this page was opened are not in the future. */
    atLeast(earlier) {
      instant = Math.max(instant, earlier);
    },
  };
}
