// Drop, choose or paste a match, and go to its analysis.
/** @import {AnalysisList} from "../shared/messages.js" */

import { ask, Refused } from "../shared/api.js";
import { plural, w } from "../shared/translations.js";

const element = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const form = /** @type {HTMLFormElement} */ (element("upload"));
const file = /** @type {HTMLInputElement} */ (element("file"));
const text = /** @type {HTMLTextAreaElement} */ (element("text"));
const drop = element("drop");
const MAX_ID = 200;

/** @param {Blob} data */
async function base64(data) {
  const bytes = new Uint8Array(await data.arrayBuffer());
  let binary = "";
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary);
}

/** @param {{name: string, data: Blob}[]} files */
async function send(files) {
  if (!files.length) return;
  element("problem").textContent = "";
  element("sending").textContent = plural("Sending {n} file …", "Sending {n} files …", files.length);
  const depth = String(new FormData(form).get("depth"));
  /** @type {string[]} */
  const begun = [];
  let sent = "";
  try {
    for (const { name, data } of files) {
      sent = name;
      /** @type {AnalysisList} */
      const { analyses } = await ask("POST", "/analyses", {
        file: await base64(data),
        name: name.slice(0, 200),
        depth,
      });
      begun.push(...analyses.map((line) => line.id));
    }
    location.assign(begun.length === 1 ? `/analysis/${begun[0]}` : "/analysis");
  } catch (error) {
    element("sending").textContent = "";
    element("problem").textContent = whyNot(error, sent);
  }
}

/**
 * @param {unknown} error
 * @param {string} file
 */
function whyNot(error, file) {
  if (!(error instanceof Refused) || error.code !== "file_refused")
    return error instanceof Error ? error.message : String(error);
  const faults = /** @type {Record<string, string>} */ ({
    empty: w("{file} is empty.", { file }),
    unknown_format: w("{file} is not a match file or a position that tavl knows.", { file }),
    no_match: w("There is no game and no position in {file}.", { file }),
  });
  return faults[String(error.facts.fault)] ?? w("{file} cannot be read.", { file });
}

/** @param {FileList | null | undefined} list */
const sendFiles = (list) => send([...(list ?? [])].map((data) => ({ name: data.name, data })));

file.addEventListener("change", () => sendFiles(file.files));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const pasted = text.value.trim();
  if (!pasted) {
    element("problem").textContent = w("There is nothing to analyse yet: drop a file, or paste a text.");
    return text.focus();
  }
  // One short line is an ID; anything longer is a match.
  if (pasted.length <= MAX_ID && !pasted.includes("\n")) {
    return location.assign(`/analysis/position?id=${encodeURIComponent(pasted)}`);
  }
  send([{ name: w("Pasted text"), data: new Blob([pasted]) }]);
});

// Files can be dropped anywhere on the page.
let over = 0;
addEventListener("dragenter", (event) => {
  event.preventDefault();
  over += 1;
  drop.classList.add("over");
});
addEventListener("dragleave", () => {
  over -= 1;
  if (over <= 0) drop.classList.remove("over");
});
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  over = 0;
  drop.classList.remove("over");
  sendFiles(event.dataTransfer?.files);
});
document.documentElement.dataset.ready = "true";
