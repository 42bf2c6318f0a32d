// The live region: announcements of the board or its page, read out by a screen reader.
import { html } from "./svg.js";

const MAX_SAID = 12; // how many sentences stay in it

export class LiveRegion {
  element = html("div", { class: "log", role: "log", "aria-live": "polite" });

  /** @param {string} sentence */
  announce(sentence) {
    this.element.append(html("p", {}, [sentence]));
    while (this.element.childElementCount > MAX_SAID) this.element.firstElementChild?.remove();
  }
}
