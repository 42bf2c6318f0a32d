// What is printed: kinds of sheets are chosen, the rest is left out.
import { localTimes } from "./live.js";

for (const box of document.querySelectorAll(".tools input"))
  box.addEventListener("change", () => {
    if (!(box instanceof HTMLInputElement)) return;
    for (const sheet of document.querySelectorAll(".a4"))
      if (sheet instanceof HTMLElement && sheet.dataset.kind === box.name) sheet.hidden = !box.checked;
  });
document.querySelector("#print")?.addEventListener("click", () => print());
localTimes(document);
document.documentElement.dataset.ready = "true";
