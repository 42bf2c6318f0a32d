// How much may be typed: what the server takes, which the page brings along (web/shared/limits.py).
/** @import {Limits} from "./pages.js" */

export const limits = /** @type {Limits} */ (JSON.parse(document.getElementById("limits")?.textContent ?? ""));
