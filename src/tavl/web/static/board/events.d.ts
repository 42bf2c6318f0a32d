// What the board's events bring, which tavl-board.js describes: whoever listens to one has the type of its detail.

export type BoardAction =
  | "roll"
  | "double"
  | "take"
  | "drop"
  | "beaver"
  | "resign"
  | "accept_resignation"
  | "refuse_resignation"
  | "start_game";

export interface BoardEvents {
  "tavl-play": { moves: [number, number][] };
  "tavl-action": { type: BoardAction; size?: number };
  "tavl-draft": { moves: [number, number][]; complete: boolean };
  "tavl-miss": { from: number; to: number | null };
  "tavl-place": { place: number };
  "tavl-barred": { type: BoardAction };
}

type Listened = { [Type in keyof BoardEvents]: CustomEvent<BoardEvents[Type]> };

declare global {
  interface HTMLElementEventMap extends Listened {}
}
