// What the server says of an analysed match and of a position: web/analysis/match.py, steps.py and positions.py.

/** @typedef {0 | 1} Seat */
/** @typedef {[number, number][]} Moves */
/** @typedef {{win: number, win_gammon: number, win_backgammon: number, lose_gammon: number, lose_backgammon: number}} Chances */
/** @typedef {{ply?: number, games?: number, standard_error?: number | null, book?: boolean}} Look */
/** @typedef {{moves: Moves, equity: number, loss: number, cubeless: number, chances: Chances, look: Look}} JudgedPlay */
/**
 * @typedef {{verdict: string, no_double: number, double_take: number, double_drop: number, cubeless: number,
 *   chances: Chances, look: Look}} JudgedCube
 */
/** @typedef {{take_point: number, live_take_point: number, gammon_value: number, gammon_value_doubled: number}} Stakes */
/**
 * Seen by the first seat.
 * @typedef {{position: string, turn: Seat | null, dice: [number, number] | null,
 *   cube: {value: number, owner: Seat | null} | null, offered: number | null, crawford: boolean,
 *   score: [number, number], length: number | null, opening: boolean}} Board
 */
/**
 * @typedef {{program: string, error: number | null, unit: string, depth: string, no_double: number | null,
 *   double_take: number | null, double_drop: number | null, plays: {moves: Moves, equity: number | null,
 *   chances: Chances | null, depth: string, played: boolean}[]}} Stored
 */
/** @typedef {{winner: Seat, points: number, ending: string}} GameResult */
/**
 * Defaults are left out.
 * @typedef {{game: number, kind: "play" | "double" | "take" | "end", seat: Seat, board: Board, chance: number,
 *   error?: number, error_class?: "none" | "inaccuracy" | "mistake" | "blunder", counts?: boolean, decided?: boolean,
 *   mistake?: string | null, cost?: number, luck?: number | null, luck_cost?: number, plays?: JudgedPlay[],
 *   played?: number | null, made?: Moves | null, legal_plays?: number, cube?: JudgedCube | null,
 *   cube_action?: string | null, stakes?: [Stakes, Stakes] | null, illegal?: string | null, reasons?: string[],
 *   stored?: Stored | null, comment?: string, answered?: number | null, entry?: number | null,
 *   ids?: Ids | null, result?: GameResult | null, side_lines?: SideLine[]}} Step
 */
/** What somebody tried instead: each entry, and the board after the last one. @typedef {{number: number, steps: Step[], after: Board}} SideLine */
/** @typedef {{xgid: string | null, gnu_id: string | null}} Ids */
/**
 * @typedef {{errors: {plays: number, doubles: number, takes: number, mistakes: number, blunders: number},
 *   performance_rating: number | null, snowie_error_rate: number | null, cost: number, luck: number,
 *   luck_cost: number}} Totals
 */
/**
 * @typedef {{score: [number, number], crawford: boolean, result: GameResult | null, totals: [Totals, Totals],
 *   chances: [number, number]}} Game
 */
/**
 * @typedef {{players: [string, string], length: number | null, score: [number, number], winner: Seat | null,
 *   depth: string, program: string, event: string, totals: [Totals, Totals], result: number,
 *   result_without_luck: number, skipped: number, games: Game[], steps: Step[]}} Match
 */
/** @typedef {{state: string, done: number, of: number, viewer: Seat, mine: boolean, problems: string[], match: Match | null}} Analysis */
/** @typedef {{seat: Seat, position: string, mean: number, rolls: {dice: [number, number], equity: number, moves: Moves}[]}} Rolls */
/** @typedef {{board: Board, ids: Ids, step: Step}} Evaluated */

export {};
