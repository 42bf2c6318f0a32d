// Storage on this phone. Written twice at every tap: to localStorage, which is immediate (a reload, a killed page), and
// to IndexedDB, which is safely on the disk (a dead battery). The newer of the two is read back.

import { facts } from "../elements.js";

const NAME = "tavl.wood"; // the page's original name: matches kept on phones are found by it

/**
 * @typedef {object} Kept
 * @property {number} revision
 * @property {import("../match/match-sheet.js").Sheet | null} sheet the match that is on, or the last one
 * @property {number} seen when the page was last alive
 * @property {import("../match/summary.js").Summary[]} earlier
 * @property {Record<string, unknown>} choice what was chosen last
 */

/** @type {Kept} */
const NOTHING = { revision: 0, sheet: null, seen: 0, earlier: [], choice: {} };

/**
 * A sheet that an earlier page wrote may lack a number of the rules that this one goes by.
 * @param {import("../match/match-sheet.js").Sheet} sheet
 */
function completed(sheet) {
  if (!sheet.terms.breaks) return sheet;
  const breaks = { ...facts.profiles[sheet.profile]?.breaks, ...sheet.terms.breaks };
  return { ...sheet, terms: { ...sheet.terms, breaks } };
}

/** @param {unknown} kept @returns {Kept} */
function checked(kept) {
  const found = /** @type {Partial<Kept> | null} */ (kept && typeof kept === "object" ? kept : null);
  if (!found || typeof found.revision !== "number") return NOTHING;
  const sheet = found.sheet?.form === 1 && Array.isArray(found.sheet.steps) ? completed(found.sheet) : null;
  return { ...NOTHING, ...found, sheet };
}

/** @returns {Kept} */
function fromLocalStorage() {
  try {
    return checked(JSON.parse(localStorage.getItem(NAME) ?? "null"));
  } catch {
    return NOTHING; // not allowed, or not ours
  }
}

/** @returns {Promise<IDBDatabase | null>} */
function database() {
  return new Promise((resolve) => {
    try {
      const asked = indexedDB.open(NAME, 1);
      asked.onupgradeneeded = () => asked.result.createObjectStore("kept");
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => resolve(null);
    } catch {
      resolve(null);
    }
  });
}

/** @type {Promise<IDBDatabase | null> | null} */
let opened = null;

/** @returns {Promise<Kept>} */
async function fromDisk() {
  opened ??= database();
  const disk = await opened;
  if (!disk) return NOTHING;
  return new Promise((resolve) => {
    const asked = disk.transaction("kept").objectStore("kept").get("all");
    asked.onsuccess = () => resolve(checked(asked.result));
    asked.onerror = () => resolve(NOTHING);
  });
}

/** What was kept here. @returns {Promise<Kept>} */
export async function read() {
  const [quick, sure] = [fromLocalStorage(), await fromDisk()];
  return sure.revision > quick.revision ? sure : quick;
}

/** @param {Kept} kept */
export function write(kept) {
  try {
    localStorage.setItem(NAME, JSON.stringify(kept));
  } catch {
    // full or forbidden: the disk below may still take it
  }
  opened ??= database();
  void opened.then((disk) => {
    if (!disk) return;
    disk.transaction("kept", "readwrite", { durability: "strict" }).objectStore("kept").put(kept, "all");
  });
}

/** Calls back when another tab has written. @param {(kept: Kept) => void} tell */
export function onOthersWriting(tell) {
  addEventListener("storage", (event) => {
    if (event.key === NAME) tell(fromLocalStorage());
  });
}
