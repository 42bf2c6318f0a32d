// What the server sends, as docs/api.md describes it. Types only.

/** @typedef {0 | 1} Seat */
/** @typedef {{type: string, seat?: Seat, [field: string]: any}} TableEvent */
/** @typedef {{version: number, at: number, event: TableEvent}} EventOut */
/** @typedef {{name: string, bot: boolean}} Person */
/** @typedef {[from: number, to: number, die: number, hit: boolean, next: number]} Step */
/**
 * @typedef {object} ClockView
 * @property {number} at
 * @property {[number, number]} remaining
 * @property {[number, number]} delay
 * @property {number} delay_left
 * @property {Seat | null} running
 */
/** @typedef {{winner: Seat, size: number, points: number, reason: string}} Outcome */

/**
 * @typedef {object} View
 * @property {Seat} viewer
 * @property {string} role
 * @property {[string | null, string | null]} seats
 * @property {string} position
 * @property {string | null} phase
 * @property {Seat | null} turn
 * @property {Seat[]} to_act
 * @property {[number, number] | null} dice
 * @property {{value: number, owner: Seat | null} | null} cube
 * @property {number | null} offered
 * @property {[number, number]} score
 * @property {number | null} length
 * @property {number} game_number
 * @property {boolean} crawford
 * @property {number} stake
 * @property {{seat: Seat, dice: [number, number], moves: [number, number][]} | null} last
 * @property {{seat: Seat, size: number} | null} resignation
 * @property {Outcome | null} outcome
 * @property {{winner: Seat | null, reason: string} | null} result
 * @property {boolean} aborted
 * @property {ClockView | null} clock
 * @property {[number, number] | null} pips
 * @property {string[]} actions
 * @property {number[]} resign_sizes
 * @property {Step[][] | null} tree
 */

/** @typedef {{promise: string, drawn_by_server: boolean, word: string | null}} Word */
/**
 * @typedef {object} Dice
 * @property {string | null} promise
 * @property {[Word | null, Word | null]} words
 * @property {string | null} secret
 * @property {number} game
 * @property {number} rolls
 */

/**
 * @typedef {object} TableState
 * @property {"state"} type
 * @property {string} table
 * @property {number} version
 * @property {number} at
 * @property {View} view
 * @property {Dice} dice
 * @property {Record<string, Person>} people
 * @property {[boolean, boolean]} present
 * @property {EventOut[]} events
 */

/** @typedef {{code: string, message: string, rule?: string, facts: Record<string, any>}} Problem */

export {};
