// How texts are compared in a search; `fold` in rules/clauses.py does the same.

/** Without capitals and without accents. @param {string} text */
export function fold(text) {
  const letters = text.toLowerCase().replaceAll("ø", "o").replaceAll("æ", "ae");
  return letters.normalize("NFD").replace(/\p{M}/gu, "");
}
