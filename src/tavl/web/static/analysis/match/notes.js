// One's own note on a decision, kept with the analysis and written into its file.
/** @import {AnalysisStep, AskNote, KeptNote} from "../../shared/pages.js" */

import { ask } from "../../shared/api.js";
import { button, make } from "../../shared/dom.js";
import { limits } from "../../shared/limits.js";
import { toast } from "../../shared/toast.js";
import { w } from "../../shared/translations.js";

/**
 * @param {string} id of the analysis
 * @param {AnalysisStep} step
 */
export function noteField(id, step) {
  const { game, entry } = step;
  if (typeof entry !== "number") return null;
  const text = make("textarea", { rows: "3", maxlength: String(limits.max_analysis_note), id: "note-text" });
  text.value = step.comment ?? "";
  const save = async () => {
    try {
      /** @type {AskNote} */
      const asked = { game, entry, text: text.value };
      /** @type {KeptNote} */
      const kept = await ask("POST", `/${id}/note.json`, asked, "/analysis");
      step.comment = kept.text;
      toast(w("Saved."));
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
  };
  const details = make("details", { class: "note" }, [
    make("summary", {}, [w("My note")]),
    make("label", { class: "field", for: "note-text" }, [w("Kept with the analysis, and in its .sgf file")]),
    text,
    make("div", { class: "row" }, [button(w("Save"), save)]),
  ]);
  details.open = Boolean(step.comment);
  return details;
}
