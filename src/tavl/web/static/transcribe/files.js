// A transcript as a file: saved, or handed to the analysis.
/** @import {ErrorAnswer} from "../shared/messages.js" */
/** @import {AskFile, Transcript} from "../shared/pages.js" */

import { ask } from "../shared/api.js";
import { make } from "../shared/dom.js";
import { toast } from "../shared/toast.js";

/** @param {Transcript} transcript @param {string} format */
async function written(transcript, format) {
  /** @type {AskFile} */
  const asked = { transcript, format };
  const response = await fetch("/transcribe/file", {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Tavl": "1" },
    body: JSON.stringify(asked),
  });
  if (!response.ok) throw new Error(/** @type {ErrorAnswer} */ (await response.json()).error.message);
  return response.text();
}

/** @param {Transcript} transcript @param {string} format */
export async function save(transcript, format) {
  try {
    const link = make("a", {
      href: URL.createObjectURL(new Blob([await written(transcript, format)])),
      download: `match.${format}`,
    });
    link.click();
    URL.revokeObjectURL(link.href);
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error));
  }
}

/** @param {Transcript} transcript @param {string} name */
export async function analyse(transcript, name) {
  try {
    const bytes = new TextEncoder().encode(await written(transcript, "json"));
    const file = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
    const made = /** @type {{analyses: {id: string}[]}} */ (await ask("POST", "/analyses", { file, name }));
    location.assign(`/analysis/${made.analyses[0].id}`);
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error));
  }
}
