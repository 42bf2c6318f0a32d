// The promise of a draw, computed again in the reader's own browser where it can be.
import { w } from "../shared/translations.js";

/** @param {string} hex @returns {Uint8Array<ArrayBuffer>} */
const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** Each draw on the page that was promised. @param {ParentNode} within */
export async function checkProofs(within) {
  if (!globalThis.crypto?.subtle) return; // only on pages served over https; the server has checked it as well
  for (const proof of within.querySelectorAll("[data-proof]")) {
    const verdict = proof.querySelector("[data-verdict]");
    if (!(proof instanceof HTMLElement) || !verdict) continue;
    const { seed = "", promise = "" } = proof.dataset;
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytesOf(seed)));
    const computed = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    if (computed === promise)
      verdict.textContent = w("The seed is the one that was promised: computed in your browser.");
  }
}
