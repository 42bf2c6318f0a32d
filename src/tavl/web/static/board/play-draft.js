// A play that is being tried: a path in the tree of legal plays that the server gave.
/** @import {Position} from "./position.js" */
/** @import {Tree} from "./tavl-board.js" */

import { moved, OFF } from "./position.js";

/** @typedef {{from: number, to: number, die: number, hit: boolean, next: number}} Step */

export class Draft {
  /** @type {Step[]} */
  #steps = [];
  /** @type {Step[][]} */
  #nodes;
  #swapped = false;

  /**
   * @param {Position} start
   * @param {Tree} tree
   * @param {[number, number]} dice
   */
  constructor(start, tree, dice) {
    this.start = start;
    this.dice = dice;
    this.#nodes = tree.nodes.map((node) =>
      node.map(([from, to, die, hit, next]) => ({ from, to, die, hit: Boolean(hit), next })),
    );
    /** A person has undone something: nothing is done automatically any more. */
    this.touched = false;
  }

  get steps() {
    return this.#steps;
  }

  /** @returns {[number, number][]} */
  get moves() {
    return this.#steps.map(({ from, to }) => [from, to]);
  }

  get position() {
    return this.#steps.reduce(moved, this.start);
  }

  get node() {
    return this.#steps.at(-1)?.next ?? 0;
  }

  /** Nothing is left to play. */
  get complete() {
    return this.#nodes[this.node].length === 0;
  }

  /** The turn can be ended. */
  get endable() {
    return this.complete;
  }

  /** There was nothing to play at all. */
  get dances() {
    return this.#nodes[0].length === 0;
  }

  /** The dice in the order they are shown; the first is tried first. */
  get order() {
    const [first, second] = this.dice;
    return this.#swapped ? [second, first] : [first, second];
  }

  swap() {
    this.#swapped = !this.#swapped;
  }

  get swapped() {
    return this.#swapped;
  }

  /** Steps from here, those by the die shown first before the others. */
  #open() {
    const [first] = this.order;
    return this.#from(this.node, first);
  }

  /**
   * @param {number} node
   * @param {number} first
   */
  #from(node, first) {
    return this.#nodes[node].toSorted((a, b) => Number(b.die === first) - Number(a.die === first));
  }

  /** Places that a checker can be taken from. */
  get sources() {
    return new Set(this.#nodes[this.node].map((step) => step.from));
  }

  /**
   * Where the checker on a place can go, with one die or several, and the steps that take it there: as few as
   * possible, and the die shown first before the other.
   * @param {number} from
   * @returns {Map<number, Step[]>}
   */
  destinations(from) {
    /** @type {Map<number, Step[]>} */
    const found = new Map();
    let chains = this.#open()
      .filter((step) => step.from === from)
      .map((step) => [step]);
    while (chains.length) {
      for (const chain of chains) {
        const to = chain[chain.length - 1].to;
        if (!found.has(to)) found.set(to, chain);
      }
      chains = chains.flatMap((chain) => {
        const last = chain[chain.length - 1];
        const onward = this.#from(last.next, this.order[0]).filter((step) => step.from === last.to);
        return onward.map((step) => [...chain, step]);
      });
    }
    return found;
  }

  /**
   * @param {number} from
   * @param {number} to
   * @returns {Step[] | null} the steps made, null if that is not open
   */
  move(from, to) {
    return this.#make(this.destinations(from).get(to));
  }

  /**
   * One step by the die shown first; by another where that one does not go.
   * @param {number} from
   */
  moveByDie(from) {
    const step = this.#open().find((step) => step.from === from);
    return this.#make(step && [step]);
  }

  /**
   * @param {Step[] | undefined} steps
   * @returns {Step[] | null}
   */
  #make(steps) {
    if (!steps) return null;
    this.#steps.push(...steps);
    return steps;
  }

  /** @returns {Step | null} the step taken back */
  undo() {
    this.touched = true;
    return this.#steps.pop() ?? null;
  }

  /**
   * The only play, if there is just one.
   * @returns {Step[] | null}
   */
  get forced() {
    return this.#only(() => true);
  }

  /**
   * The one play that bears off a checker with every die, if there is one.
   * @returns {Step[] | null}
   */
  get allOff() {
    return this.#only((step) => step.to === OFF);
  }

  /**
   * The way from the root to an end by such steps, if they all lead to the same end.
   * @param {(step: Step) => boolean} wanted
   */
  #only(wanted) {
    /** @type {Map<number, Step[]>} */
    const ways = new Map([[0, []]]);
    /** @type {Set<number>} */
    const ends = new Set();
    for (const [node, way] of ways) {
      if (this.#nodes[node].length === 0) ends.add(node);
      if (ends.size > 1) return null;
      for (const step of this.#nodes[node].filter(wanted)) {
        if (!ways.has(step.next)) ways.set(step.next, [...way, step]);
      }
    }
    const [end] = ends;
    return end ? (ways.get(end) ?? null) : null;
  }
}
