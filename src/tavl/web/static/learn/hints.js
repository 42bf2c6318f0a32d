// The hints of an exercise: each says more than the one before. One comes with every wrong try, or when it is asked for.

export class Hints {
  /** @type {string[]} */
  #all = [];
  #given = 0;

  /** Of a new exercise. @param {string[]} all */
  begin(all) {
    this.#all = all;
    this.#given = 0;
  }

  /** Whether none is left: then the solution can be shown. */
  get areOver() {
    return this.#given >= this.#all.length;
  }

  /** The next hint; when there are none left, the last one again. */
  next() {
    this.#given = Math.min(this.#given + 1, this.#all.length);
    return this.#all[this.#given - 1];
  }
}
