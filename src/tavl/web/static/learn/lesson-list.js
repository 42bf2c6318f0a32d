// The list of lessons: where one is, what is done, and a way to any of them.

export class LessonMap {
  /** @type {NodeListOf<HTMLButtonElement>} */
  #buttons = document.querySelectorAll("[data-lesson]");

  /** @param {(lesson: string) => void} go */
  constructor(go) {
    for (const button of this.#buttons)
      button.addEventListener("click", () => go(button.dataset.lesson ?? ""));
  }

  /**
   * @param {string} at
   * @param {string[]} done
   */
  show(at, done) {
    for (const button of this.#buttons) {
      const id = button.dataset.lesson ?? "";
      const ticked = done.includes(id);
      button.classList.toggle("done", ticked);
      if (id === at) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
      const word = button.querySelector(".ticked");
      if (word instanceof HTMLElement) word.hidden = !ticked;
    }
  }
}
