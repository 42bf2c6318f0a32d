// The player's own settings of the board, kept in this browser.

const KEPT = "tavl.settings";
const SWITCHES = ["numbers", "hints", "sound", "end-on-dice", "auto-roll", "auto-play", "auto-pass", "auto-bear-off"];

/** @typedef {Record<string, string>} Preferences values as attributes have them; a switch is "on" or "off" */

/** @type {Preferences} */
const DEFAULTS = {
  theme: "wood",
  direction: "right",
  colour: "light",
  click: "move",
  speed: "normal",
  wording: "full",
  "slash-key": "on", // all single keys by now; browsers have stored it by the name of the first
  ...Object.fromEntries(SWITCHES.map((name) => [name, name === "numbers" || name === "sound" ? "on" : "off"])),
};

/** @returns {Preferences} */
export function preferences() {
  try {
    return { ...DEFAULTS, .../** @type {Preferences} */ (JSON.parse(localStorage.getItem(KEPT) ?? "{}")) };
  } catch {
    return { ...DEFAULTS };
  }
}

/** Letters, digits and signs work as keys by themselves, unless somebody has switched them off (WCAG 2.1.4). */
export const singleKeys = () => preferences()["slash-key"] !== "off";

/** @param {Preferences} chosen */
function keep(chosen) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(chosen));
  } catch {
    // a browser without storage: the settings hold for this page
  }
}

/**
 * "auto" follows the page's colours, which a person may have chosen against the system's.
 * @param {string} theme
 */
function boardTheme(theme) {
  const page = document.documentElement.dataset.theme;
  return theme === "auto" && (page === "light" || page === "dark") ? page : theme;
}

/** Hand the settings to every board on the page. */
export function applyPreferences() {
  const chosen = preferences();
  for (const board of document.querySelectorAll("tavl-board")) {
    for (const [name, value] of Object.entries(chosen)) {
      if (name === "wording" || name === "slash-key") continue;
      if (name === "speed" && board.getAttribute("speed") === "slow" && board.id === "picture") continue;
      board.setAttribute(name, name === "theme" ? boardTheme(value) : value);
    }
  }
}

/** Fill the settings' form, where the page has one, and listen to it. */
export function bindPreferences() {
  applyPreferences();
  for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-settings]"))) {
    const chosen = preferences();
    for (const field of form.elements) {
      if (field instanceof HTMLSelectElement) field.value = chosen[field.name] ?? field.value;
      if (field instanceof HTMLInputElement) field.checked = chosen[field.name] === "on";
    }
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("change", () => {
      const now = preferences();
      for (const field of form.elements) {
        if (field instanceof HTMLSelectElement) now[field.name] = field.value;
        if (field instanceof HTMLInputElement) now[field.name] = field.checked ? "on" : "off";
      }
      keep(now);
      applyPreferences();
    });
  }
}
