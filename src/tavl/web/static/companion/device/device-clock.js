// What time it is. A phone has two clocks: one that runs evenly but stands still while the phone sleeps and starts again
// with the page, and one that goes on but may be set. Together they give instants that never decrease and that count time asleep.

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
      instant += Math.max(0, wallNow - wall, evenNow - even); // set back: the even one is right; asleep: the other
      [wall, even] = [wallNow, evenNow];
      return Math.round(instant);
    },
    /** What was written down before this page began is not in the future. */
    atLeast(earlier) {
      instant = Math.max(instant, earlier);
    },
  };
}
