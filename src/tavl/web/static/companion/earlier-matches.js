// The matches that this phone has kept, each with its games.
/** @import {Keeper} from "./match/current-match.js" */

import { dayText } from "../shared/dates-and-numbers.js";
import { part } from "./elements.js";

/** @param {Keeper} keeper */
export function drawEarlier(keeper) {
  const { earlier } = keeper.kept;
  part("earlier").hidden = earlier.length === 0;
  part("earlier-list").replaceChildren(
    ...earlier.map(({ began, names, score, text }) => {
      const item = document.createElement("li");
      const details = document.createElement("details");
      const title = document.createElement("summary");
      const day = dayText(began);
      title.textContent = `${names[0]} – ${names[1]}  ${score[0]}–${score[1]} · ${day}`;
      details.append(title);
      for (const line of text.split("\n").slice(1).filter(Boolean)) {
        const paragraph = document.createElement("p");
        paragraph.textContent = line;
        details.append(paragraph);
      }
      item.append(details);
      return item;
    }),
  );
}
