// About the dice: from a link or a number to the page that checks a match.

const form = /** @type {HTMLFormElement} */ (document.getElementById("check-form"));
const field = /** @type {HTMLInputElement} */ (document.getElementById("check-table"));

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const table = /[0-9a-f]{20}/.exec(field.value)?.[0];
  if (table) location.assign(`/t/${table}/dice`);
  else field.select();
});
document.documentElement.dataset.ready = "true";
