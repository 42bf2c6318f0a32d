// What every part of the desk is given.
/** @import {TournamentAction} from "../shared/messages.js" */
/** @import {Tournament} from "./tournament.js" */

/**
 * @typedef {object} Context
 * @property {Tournament} t
 * @property {(action: TournamentAction, done?: string) => Promise<boolean>} act does it, and says why not; true: it is done
 * @property {(where: string) => void} go to a part of the desk, as in an address: "match/open/main.1.1"
 * @property {() => void} close what stands open beside the room
 * @property {() => () => void} closer closes what stands open now, unless something else does by then
 */

export {};
