// What the parts of the page are given.
/** @import {TournamentAction} from "../shared/messages.js" */
/** @import {Tournament} from "../desk/tournament.js" */
/** @import {Outbox} from "./outbox.js" */

/**
 * @typedef {object} Evening
 * @property {Tournament} t
 * @property {(action: TournamentAction, said: string) => Promise<boolean>} act does it, or stores it until the server is back
 * @property {Outbox} outbox
 * @property {() => void} redraw the page, whether or not the tournament has changed
 */

export {};
