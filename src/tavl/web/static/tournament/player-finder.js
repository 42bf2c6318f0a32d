// Finds a player: their way through the tournament as a list, and marked in every bracket and table.
import { fold } from "../shared/search-text.js";

const KEPT = "tavl-tournament-found";

/** @param {Element} element */
const entriesOf = (element) => (element.getAttribute("data-entry") ?? "").split(" ").filter(Boolean);

export class Finder {
  /** @param {HTMLElement} root the tournament */
  constructor(root) {
    this.root = root;
    /** @type {string | null} */
    this.entry = null;
    this.input = /** @type {HTMLInputElement} */ (root.querySelector("#find-name"));
    this.key = `${KEPT}-${root.dataset.id}`;
  }

  start() {
    this.input.addEventListener("input", () => this.typed(false));
    this.root.querySelector("#find")?.addEventListener("submit", (event) => {
      event.preventDefault();
      this.typed(true);
    });
    this.root.querySelector("#way-close")?.addEventListener("click", () => this.show(null));
    this.root.addEventListener("click", (event) => {
      const line = event.target instanceof Element ? event.target.closest(".bracket .line[data-entry]") : null;
      if (line) this.show(entriesOf(line)[0] === this.entry ? null : (entriesOf(line)[0] ?? null));
    });
    const kept = localStorage.getItem(this.key);
    if (kept && this.name(kept)) this.show(kept, false);
  }

  /** @returns {HTMLOptionElement[]} */
  get options() {
    return [...this.root.querySelectorAll("datalist option")].filter((each) => each instanceof HTMLOptionElement);
  }

  /** @param {string} entry */
  name(entry) {
    return this.options.find((each) => each.dataset.entry === entry)?.value ?? null;
  }

  /** @param {boolean} chosen Enter was pressed: the first that fits will do */
  typed(chosen) {
    const text = fold(this.input.value.trim());
    if (!text) return;
    const exact = this.options.find((each) => fold(each.value) === text);
    const near = chosen
      ? this.options.find(
          (each) =>
            fold(each.value)
              .split(" ")
              .some((part) => part.startsWith(text)) || fold(each.value).includes(text),
        )
      : null;
    const found = exact ?? near;
    if (found?.dataset.entry) this.show(found.dataset.entry);
  }

  /**
   * @param {string | null} entry
   * @param {boolean} [scroll]
   */
  show(entry, scroll = true) {
    this.entry = entry;
    if (entry) localStorage.setItem(this.key, entry);
    else localStorage.removeItem(this.key);
    this.input.value = (entry && this.name(entry)) || "";
    this.mark();
    if (entry && scroll) this.scrollTo();
  }

  /** Marks them wherever they are; again after every change of the page. */
  mark() {
    const { entry, root } = this;
    root.classList.toggle("finds", entry !== null);
    for (const each of root.querySelectorAll("[data-entry]"))
      each.classList.toggle("found", entry !== null && entriesOf(each).includes(entry));
    for (const each of root.querySelectorAll(".bracket .match"))
      each.classList.toggle("found", each.querySelector(".line.found") !== null);
    const way = /** @type {HTMLElement} */ (root.querySelector("#way"));
    way.hidden = entry === null;
    if (entry === null) return;
    const title = /** @type {HTMLElement} */ (root.querySelector("#way-title"));
    title.textContent = this.name(entry);
    const seen = new Set();
    const items = [...root.querySelectorAll(".division .listed.found")].filter((each) => {
      const match = each.getAttribute("data-match");
      if (seen.has(match)) return false;
      seen.add(match);
      return true;
    });
    root.querySelector("#way-list")?.replaceChildren(...items.map((each) => wayItem(each)));
  }

  /** To the match that is on, or the last one, in the bracket that is shown. */
  scrollTo() {
    const all = [...this.root.querySelectorAll(".bracket .line.found")].filter((each) => each.checkVisibility());
    const live = all.find((each) => each.closest(".called, .playing"));
    const line = live ?? all.at(-1);
    const area = line?.closest(".bracket-scroll");
    if (!line || !area) return;
    const box = line.getBoundingClientRect();
    const frame = area.getBoundingClientRect();
    const seen = Math.max(160, Math.min(frame.bottom, innerHeight) - frame.top); // of the bracket, on the screen
    area.scrollBy({
      left: box.left - frame.left - Math.max(0, (frame.width - box.width) / 2),
      top: box.top - frame.top - seen * 0.6,
      behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth",
    });
  }
}

/** A line of a bracket's list, with the round that stands above it there. @param {Element} item */
function wayItem(item) {
  const copy = /** @type {HTMLElement} */ (item.cloneNode(true));
  copy.removeAttribute("data-key");
  const round = item.parentElement?.previousElementSibling;
  const stage = item.closest(".stage-part")?.getAttribute("data-stage");
  const said = [stage, round?.localName === "h4" ? round.textContent : null].filter(Boolean).join(" · ");
  const sub = copy.querySelector(".sub");
  if (sub && said) sub.textContent = [said, sub.textContent?.trim()].filter(Boolean).join(" · ");
  return copy;
}
