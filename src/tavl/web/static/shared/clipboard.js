// Copying a text to the clipboard.

import { toast } from "./toast.js";

/**
 * Put a text on the clipboard, and say so.
 * @param {string} text
 * @param {string} said
 */
export async function copy(text, said) {
  try {
    await navigator.clipboard.writeText(text);
    toast(said);
  } catch {
    toast(text); // no clipboard: it can be copied by hand
  }
}
