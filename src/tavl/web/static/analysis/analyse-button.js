// "Analyse" after a match: requests the analysis, and opens its page.
/** @import {AnalysisList} from "../shared/messages.js" */

import { ask } from "../shared/api.js";
import { toast } from "../shared/toast.js";

/**
 * @param {HTMLButtonElement} button
 * @param {string} table
 */
export function bindAnalyse(button, table) {
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      /** @type {AnalysisList} */
      const { analyses } = await ask("POST", "/analyses", { table });
      location.assign(`/analysis/${analyses[0].id}`);
    } catch (error) {
      button.disabled = false;
      toast(error instanceof Error ? error.message : String(error));
    }
  });
}
