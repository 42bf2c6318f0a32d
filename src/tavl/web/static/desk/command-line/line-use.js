// What every use of the desk's one line has.
/** @import {Line} from "./command-line.js" */
/** @import {Context} from "../context.js" */

export class LineUse {
  /** @param {Line} line @param {Context} context */
  constructor(line, context) {
    this.line = line;
    this.context = context;
  }
}
