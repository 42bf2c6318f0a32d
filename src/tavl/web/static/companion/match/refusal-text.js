// Why something may not be done now, in words: the page brings the sentences along.
/** @import {Refused} from "./match.js" */

import { toast } from "../../shared/toast.js";
import { facts, minutes } from "../elements.js";

/** @param {Refused} refused */
export function refusalText({ code, facts: given = {} }) {
  const template = facts.reasons[code] ?? code;
  return template.replace(/\{(\w+)\}/g, (_, /** @type {string} */ name) =>
    name.endsWith("_ms") ? minutes(given[name]) : String(given[name] ?? ""),
  );
}

/** @param {Refused | null} refused */
export function tell(refused) {
  if (refused) toast(refusalText(refused), refused.rule);
}
