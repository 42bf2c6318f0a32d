// Whether this phone may still be at the board of a tournament's match: the director can take the consent back (T1.7.iv).
/** @import {Keeper} from "./match/current-match.js" */

import { toast } from "../shared/toast.js";
import { w } from "../shared/translations.js";
import { backOf, mayLie } from "./tournament-match.js";

const CONSENT_MS = 15_000; // until it is asked again

/** @param {Keeper} keeper */
export function watchConsent(keeper) {
  setInterval(() => void askConsent(keeper), CONSENT_MS);
}

/** The director can take a consent back: then this phone shows it, after asking regularly. @param {Keeper} keeper */
async function askConsent(keeper) {
  const back = keeper.playing ? backOf(keeper) : null;
  if (!back || !navigator.onLine || document.visibilityState === "hidden") return;
  const may = await mayLie(back).catch(() => true); // without a server the match goes on
  if (may) return;
  const text = w(
    "This phone may no longer be used in the match. Go on with a paper card, or ask the director for a device.",
  );
  toast(text, "T1.7.iv");
}
