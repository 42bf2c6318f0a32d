// The video beside a transcript: a file of one's own, which goes nowhere, or a link to one.

const BACK_S = 3;

export class Film {
  #film = /** @type {HTMLVideoElement} */ (document.getElementById("film"));
  /** @type {string | null} */
  #opened = null;

  constructor() {
    const file = /** @type {HTMLInputElement} */ (document.getElementById("film-file"));
    const link = /** @type {HTMLInputElement} */ (document.getElementById("film-link"));
    file.addEventListener("change", () => {
      const [chosen] = file.files ?? [];
      if (chosen) this.#show(URL.createObjectURL(chosen));
      file.blur();
    });
    link.addEventListener("change", () => {
      if (link.value && link.checkValidity()) this.#show(link.value);
    });
  }

  /** @param {string} address */
  #show(address) {
    if (this.#opened?.startsWith("blob:")) URL.revokeObjectURL(this.#opened);
    this.#opened = address;
    this.#film.src = address;
    this.#film.hidden = false;
  }

  pause() {
    if (!this.#opened) return;
    if (this.#film.paused) this.#film.play().catch(() => {});
    else this.#film.pause();
  }

  back() {
    this.#film.currentTime = Math.max(0, this.#film.currentTime - BACK_S);
  }
}
