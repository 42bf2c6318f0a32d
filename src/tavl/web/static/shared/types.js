// What the server sends, as docs/api.md describes it. Types only.

/** @typedef {0 | 1} Seat */
/** @typedef {{type: string, seat?: Seat, [field: string]: any}} TableEvent */
/** @typedef {{version: number, at: number, event: TableEvent}} EventOut */
/** @typedef {{name: string, bot: boolean, rating?: number, provisional?: boolean}} Person */
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
 * @property {"enforced" | "challenge" | "recorded"} [sitting]
 * @property {Handling | null} [handling] the board in hand, where it does not enforce
 * @property {Dispute | null} [dispute]
 * @property {Outcome[]} [games] how those that are finished ended
 * @property {any} [around] where conduct is kept; as `AroundView` in docs/table.md's vocabulary
 */
/**
 * @typedef {object} Handling
 * @property {string | null} arranged
 * @property {[number, number] | null} early_roll
 * @property {boolean} early_double
 * @property {boolean} can_be_flagged
 * @property {string | null} claimed_by a role
 * @property {Seat | null} claim_asked
 */
/**
 * @typedef {object} Dispute
 * @property {number} id
 * @property {string} rule
 * @property {Seat | null} seat
 * @property {string} statement
 * @property {{type: string} | null} claim
 * @property {string} presumption
 * @property {"director" | "named" | "nobody"} ruler
 * @property {string | null} ruler_person
 * @property {Seat[]} roll_wanted
 * @property {number | null} default_at
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
 * @property {any} [house] who has which role, who may watch, what happens when a connection is lost
 * @property {string[]} watchers who watches and has said who that is; only for whoever may send somebody away
 * @property {boolean} rated the match will be rated, as far as can be told from whoever sits there by now
 */

/** @typedef {{code: string, message: string, rule?: string, facts: Record<string, any>}} Problem */

export {};
