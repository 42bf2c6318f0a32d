// The live region: what is announced at the board, by itself or by its page, and read out by a screen reader.
import { html } from "./svg.js";

const MAX_SAID = 12; // sentences that stay in it

export class LiveRegion {
  element = html("div", { class: "log", role: "log", "aria-live": "polite" });

  /** @param {string} sentence */
  announce(sentence) {
    this.element.append(html("p", {}, [sentence]));
    while (this.element.childElementCount > MAX_SAID) this.element.firstElementChild?.remove();
  }
}
