// What a card is made from and what it is: shared by all cards around the game.
/** @import {HouseView, Person, Seat, TableTerms, TableView} from "../../shared/messages.js" */
/** @import {ActionType, Unsigned, Values} from "../actions/action.js" */

import { nameOf, personName } from "../../shared/names.js";
import { make } from "../../shared/dom.js";

/**
 * A button: an action that is sent at once, or a form to be filled in first.
 * @typedef {{text: string, kind?: string, action?: Unsigned, form?: string, values?: Values}} CardButton
 */
/**
 * `key` is the same as long as it is the same matter; `asks`: the viewer is waited for; `halts`: nobody plays
 * meanwhile; `until`: when it is over.
 * @typedef {object} Card
 * @property {string} key
 * @property {string} title
 * @property {boolean} asks
 * @property {boolean} [halts]
 * @property {number} [until]
 * @property {(Node | string)[]} body
 * @property {CardButton[]} does
 */
/**
 * @typedef {object} Seen
 * @property {TableView} view
 * @property {Record<string, Person>} people
 * @property {TableTerms | null} terms
 * @property {HouseView} house
 * @property {string[]} watchers who watches; only for whoever may send somebody away
 * @property {number | null} claimedAt when the last play was flagged
 * @property {boolean} [breakWanted] the viewer wants one after this game
 */

/** @param {Seen} seen @param {ActionType} type */
export const may = ({ view }, type) => view.actions.includes(type);
/** @param {Seen} seen @param {Seat} seat */
export const name = ({ view, people }, seat) => nameOf(view, people, seat);
/** @param {Seen} seen @param {string | null | undefined} person */
export const who = ({ people }, person) => personName(people, person);
/** @param {Seen} seen @param {Seat | null | undefined} seat */
export const mine = ({ view }, seat) => view.role === "player" && seat === view.viewer;
/** @param {...(string | Node | null | false)} parts */
export const line = (...parts) => make("p", {}, parts);
/** Buttons that are there only if something is so. @param {boolean} so @param {...CardButton} buttons */
export const when = (so, ...buttons) => (so ? buttons : []);
/** What somebody has written. @param {string} text @param {string} [by] */
export const quote = (text, by = "") => make("blockquote", {}, [by && make("b", {}, [`${by}: `]), text]);
