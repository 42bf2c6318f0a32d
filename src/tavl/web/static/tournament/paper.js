// What is printed: kinds of sheets are chosen, the rest is left out. If told to, the cards and lists of the next round are
// printed automatically as soon as they are known, for a hall whose phones cannot be reached.
import { fetchParts, follow, localTimes } from "./live-updates.js";

const page = /** @type {HTMLElement} */ (document.querySelector("main"));
const id = page.dataset.id ?? "";
const byItself = /** @type {HTMLInputElement} */ (document.querySelector("#by-itself"));
const TOLD = `tavl.paper.${id}.by-itself`;
const PRINTED = `tavl.paper.${id}.printed`;

const boxes = () => /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(".tools input[name]"));
const sheets = () => /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".a4"));

function choose() {
  const wanted = new Map([...boxes()].map((box) => [box.name, box.checked]));
  for (const sheet of sheets()) sheet.hidden = wanted.get(sheet.dataset.kind ?? "") === false;
}

/** @returns {Set<string>} */
function printed() {
  return new Set(/** @type {string[]} */ (JSON.parse(localStorage.getItem(PRINTED) ?? "[]")));
}

/** Cards and lists that have not been printed. @returns {HTMLElement[]} */
function fresh() {
  const had = printed();
  const all = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-print]"));
  return [...all].filter((one) => !had.has(one.dataset.print ?? ""));
}

/** @param {HTMLElement[]} parts */
function remember(parts) {
  const all = [...printed(), ...parts.map((part) => part.dataset.print ?? "")];
  localStorage.setItem(PRINTED, JSON.stringify([...new Set(all)]));
}

/** Only what is new: whole lists, and cards so many a sheet. */
function printFresh() {
  const parts = fresh();
  if (!parts.length) return;
  for (const sheet of sheets()) sheet.hidden = true;
  const cards = parts.filter((part) => !part.classList.contains("a4"));
  for (const part of parts) if (part.classList.contains("a4")) part.hidden = false;
  const first = cards[0]?.closest(".a4");
  const fits = Number(/** @type {HTMLElement | null} */ (first?.querySelector("[data-fits]"))?.dataset.fits);
  for (let at = 0; first && at < cards.length; at += fits) {
    const sheet = /** @type {HTMLElement} */ (first.cloneNode(true));
    sheet.dataset.kind = "fresh";
    const some = Array.from({ length: fits }, (_, n) => cards[at + n]?.cloneNode(true) ?? document.createElement("div"));
    sheet.querySelector("[data-fits]")?.replaceChildren(...some);
    sheet.querySelector("footer span:last-child")?.replaceChildren();
    sheet.hidden = false;
    page.append(sheet);
  }
  remember(parts);
  print();
}

async function refresh() {
  const next = (await fetchParts(location.href)).querySelector("main");
  if (!next) return;
  localTimes(next);
  page.replaceChildren(...next.childNodes);
  page.dataset.version = next.dataset.version;
  choose();
  if (byItself.checked) printFresh();
}

for (const box of boxes()) box.addEventListener("change", choose);
document.querySelector("#print")?.addEventListener("click", () => {
  choose();
  remember(fresh());
  print();
});
byItself.checked = localStorage.getItem(TOLD) === "on";
byItself.addEventListener("change", () => {
  localStorage.setItem(TOLD, byItself.checked ? "on" : "off");
  if (byItself.checked) printFresh();
});
localTimes(document);
follow(
  id,
  (version, news) => {
    if (byItself.checked && (news || version !== Number(page.dataset.version))) refresh().catch(() => {});
  },
  () => {},
);
document.documentElement.dataset.ready = "true";
