// The desk's keys, and what each of them does. The dialog that explains them is in templates/desk/desk.html.
/** @import {Context} from "../context.js" */
/** @import {Journal} from "../journal.js" */
/** @import {Keys} from "./key-listener.js" */
/** @import {Line} from "../command-line.js" */
/** @import {NowList} from "../now-list.js" */

/**
 * @param {{ context: Context, nowList: NowList, line: Line, journal: Journal, keysDialog: HTMLDialogElement }} desk
 * @returns {Keys}
 */
export function deskKeys({ context, nowList, line, journal, keysDialog }) {
  return {
    " ": () => nowList.doFirst(),
    "/": () => line.open("find"),
    r: () => line.open("result"),
    c: () => line.open("check-in"),
    l: () => line.open("late"),
    d: () => void drawNext(context),
    z: () => journal.undoLast(),
    p: () => void window.open(`/tournaments/${context.t.state.id}/paper`, "_blank", "noopener"),
    "?": () => keysDialog.showModal(),
  };
}

/**
 * The next round is drawn at once, for the staff alone until it is announced; before the first there is more to decide.
 * @param {Context} context
 */
async function drawNext({ t, act, go }) {
  const [next, ...more] = t.desk.now.filter((item) => item.kind === "draw" || item.kind === "announce");
  const known = next?.kind === "draw" && !more.length && Boolean(t.division(next.id)?.draws.length);
  if (known && next.action) await act(next.action);
  go("draw");
}
