// How far somebody has come, and which tables were opened to learn at; kept in this browser.

const KEPT = "tavl.learn";

/** @typedef {{done: string[], at: string | null, tables: Record<string, "first" | "cube">}} CourseProgress */

/** @returns {CourseProgress} */
function read() {
  const nothing = { done: [], at: null, tables: {} };
  try {
    return { ...nothing, .../** @type {Partial<CourseProgress>} */ (JSON.parse(localStorage.getItem(KEPT) ?? "{}")) };
  } catch {
    return nothing;
  }
}

/** @param {(progress: CourseProgress) => void} change */
function write(change) {
  const progress = read();
  change(progress);
  try {
    localStorage.setItem(KEPT, JSON.stringify(progress));
  } catch {
    // a browser without storage: the lessons start again next time
  }
}

export const isDone = (/** @type {string} */ lesson) => read().done.includes(lesson);

export const where = () => read().at;

/** @param {string} lesson */
export function goneTo(lesson) {
  write((progress) => (progress.at = lesson));
}

/** @param {string} lesson */
export function finished(lesson) {
  write((progress) => (progress.done = [...new Set([...progress.done, lesson])]));
}

/** The game that a table was opened for; null for all others. @param {string} table */
export const gameAt = (table) => read().tables[table] ?? null;

/**
 * @param {string} table
 * @param {"first" | "cube"} game
 */
export function opened(table, game) {
  write((progress) => (progress.tables[table] = game));
}
