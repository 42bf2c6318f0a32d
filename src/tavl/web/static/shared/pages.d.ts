// Generated: do not edit. `python -m tests.web.shared.make_types` writes it from the JSON Schema of what the server takes and sends.

import type {
  Chances,
  Cube,
  CubeActionKind,
  DecisionKind,
  Depth,
  ErrorClass,
  ErrorKind,
  GameResult,
  Grade,
  JudgedCube,
  JudgedPlay,
  Late,
  Person,
  PlayFor,
  PlayerStakes,
  PracticeOverview,
  Seat,
  TableEvent,
  TableView,
  Totals,
} from "./messages.js";

export interface AnalysedGame {
  score: [number, number];
  crawford: boolean;
  result: GameResult | null;
  totals: [Totals, Totals];
  chances: [number, number];
}

export interface AnalysedMatch {
  players: [string, string];
  length: number | null;
  score: [number, number];
  winner: Seat | null;
  depth: Depth;
  program: string;
  event: string;
  totals: [Totals, Totals];
  result: number;
  result_without_luck: number;
  skipped: number;
  games: AnalysedGame[];
  steps: AnalysisStep[];
}

export interface AnalysisStep {
  game: number;
  kind: StepKind;
  seat: Seat;
  board: Board;
  chance: number;
  error?: number;
  error_class?: ErrorClass;
  counts?: boolean;
  decided?: boolean;
  mistake?: ErrorKind | null;
  cost?: number;
  luck?: number | null;
  luck_cost?: number;
  plays?: JudgedPlay[];
  played?: number | null;
  made?: [number, number][] | null;
  legal_plays?: number;
  cube?: JudgedCube | null;
  cube_action?: CubeActionKind | null;
  stakes?: [PlayerStakes, PlayerStakes] | null;
  illegal?: string | null;
  reasons?: string[];
  stored?: Stored | null;
  comment?: string;
  entry?: number | null;
  ids?: Ids | null;
  result?: GameResult | null;
  side_lines?: SideLine[];
}

// How far an analysis is, and at the end all of it.
export interface AnalysisView {
  state: string;
  done: number;
  of: number;
  viewer: Seat;
  mine: boolean;
  problems: string[];
  match: AnalysedMatch | null;
}

export interface AskFile {
  transcript: Transcript;
  format?: string;
}

export interface AskHint {
  version: number;
  step?: number;
}

// A line from before an entry, and the dice that come next in it.
export interface AskLine {
  game: number;
  entry: number;
  notes?: Note[];
  dice?: [number, number] | null;
}

export interface AskNote {
  game: number;
  entry: number;
  text: string;
}

// An ID, or a position set up by hand, seen by the first seat.
export interface AskPosition {
  id?: string | null;
  position?: string | null;
  turn?: Seat;
  dice?: [number, number] | null;
  cube?: number;
  owner?: Seat | null;
  score?: [number, number];
  length?: number;
  crawford?: boolean;
}

export interface AskScores {
  id: string;
  moves?: [number, number][] | null;
}

// The transcript so far; with dice, the plays of the roll that comes next.
export interface AskState {
  transcript: Transcript;
  dice?: [number, number] | null;
}

// A whole play (`moves`); a move that the board does not let through (`moves` so far and `source`, with a `target` or
// none); or something about the cube (`action`).
export interface Attempt {
  moves?: [number, number][];
  source?: number | null;
  target?: number | null;
  action?: string | null;
}

// What the board draws, seen by the first seat.
export interface Board {
  position: string;
  turn: Seat | null;
  dice: [number, number] | null;
  cube: Cube | null;
  offered: number | null;
  crawford: boolean;
  score: [number, number];
  length: number | null;
  opening: boolean;
}

// A line more, or one less.
export interface ChangeLines {
  game: number;
  entry: number;
  kind: DecisionKind;
  add?: Note[] | null;
  remove?: number | null;
}

// Something that somebody is about to do, at the version of the table that they see.
export interface Check {
  version: number;
  action: TutorAction;
  moves?: [number, number][];
}

export interface Checked {
  warns: boolean;
  loss: number;
  error_class: string;
  warning: string;
  reasons: string[];
}

// A clause in a form in which one is chosen.
export interface ClauseChoice {
  id: string;
  title: string;
  rule: string;
  chapter: string;
}

// `moment` says what it is about, as in `game_coach.Advice`.
export interface CoachAdvice {
  version: number;
  moment: string;
  heading: string;
  lines: string[];
}

// What the page has for its scripts: profiles, texts of refusals, stops and their clauses, clauses.
export interface CompanionFacts {
  profiles: Record<string, DeviceTerms>;
  reasons: Record<string, string>;
  stops: Record<string, [string, string]>;
  clauses: Record<string, string>;
  max_began_ago_ms: number;
}

export interface DeviceBreaks {
  minutes: number;
  up_to_15_points: number;
  over_15_points: number;
  long_match: number;
}

// What the phone needs to know of a profile, so that it knows none by name.
export interface DeviceTerms {
  play: PlayFor;
  choices: string[];
  crawford: boolean;
  crawford_from: number;
  gammons: boolean;
  jacoby: boolean;
  beavers: boolean;
  automatic_doubles: boolean;
  dead_cube_barred: boolean;
  breaks: DeviceBreaks | null;
  late: Late | null;
}

export interface Evaluated {
  board: Board;
  ids: Ids;
  step: AnalysisStep;
}

// The state of `<tavl-board>`; what has its default is left out.
export interface ExerciseBoard {
  position: string;
  turn: Seat;
  cube: Cube | null;
  offered: number | null;
  actions: string[];
  last?: ExerciseLast | null;
  dice?: [number, number] | null;
  tree?: ExerciseTree | null;
}

// The opponent's play before.
export interface ExerciseLast {
  seat: Seat;
  dice: [number, number];
  moves: [number, number][];
}

// `say` is praise, or what is missing, or why it is not allowed; then `rule` names the clause.
export interface ExerciseReply {
  done: boolean;
  say: string;
  code: string | null;
  rule: string | null;
}

export interface ExerciseTree {
  nodes: [number, number, number, boolean, number][][];
}

export interface ExerciseView {
  say: string;
  hints: string[];
  state: ExerciseBoard;
  rolls: boolean;
  solution: [number, number][] | null;
}

export interface Frame {
  version: number;
  at: number;
  event: TableEvent;
  view: TableView;
  ids: Ids;
}

export interface Hinted {
  step: number;
  last: boolean;
  lines: string[];
  source: number | null;
  best: [number, number][] | null;
  next_best: [number, number][] | null;
  next_loss: number;
}

// None where other programs have no way to write it.
export interface Ids {
  xgid: string | null;
  gnu_id: string | null;
}

// Those of a decision, as they are kept now.
export interface KeptLines {
  side_lines: SideLine[];
}

export interface KeptNote {
  text: string;
}

export interface LessonView {
  id: string;
  title: string;
  exercises: ExerciseView[];
}

export interface Limits {
  login_pattern: string;
  max_analysis_note: number;
  max_chat: number;
  max_code: number;
  max_length: number;
  max_login: number;
  max_mail_address: number;
  max_name: number;
  max_note: number;
  max_organisation_name: number;
  max_places: number;
  max_position_id: number;
  max_suspension_days: number;
  max_text: number;
  max_title: number;
  min_letters: number;
  min_login: number;
  min_password: number;
}

// Of both seats; none before the end of the match.
export interface MatchLuck {
  luck: [number, number] | null;
}

// Which side of an analysed match is known to be theirs, and how many cards it gave.
export interface MatchState {
  seat: Seat | null;
  cards: number;
}

// What was seen.
export interface Note {
  kind: NoteKind;
  seat: Seat;
  dice?: [number, number] | null;
  moves?: [number, number][];
  size?: number;
}

export type NoteKind = "beaver" | "double" | "drop" | "resign" | "take" | "turn";

export interface OfferedPlay {
  moves: [number, number][];
  text: string;
}

// What the page's worker shows (`static/notifications/push-worker.js`).
export interface PushMessage {
  title: string;
  body: string;
  url: string;
  tag: string;
  language: string;
}

export interface QuizPage {
  overview: PracticeOverview | null;
  question: QuizQuestion | null;
}

export interface QuizQuestion {
  id: string;
  answers: number;
  kind: DecisionKind;
  say: string;
  about: string;
  board: Board;
  tree: [number, number, number, boolean, number][][] | null;
  actions: string[];
}

export interface QuizVerdict {
  lost: number;
  error_class: ErrorClass;
  grade: Grade;
  answered: number | null;
  action: string | null;
  due: number | null;
  opponent: string;
  at: number | null;
  step: AnalysisStep;
}

export interface Replay {
  table: string;
  over: boolean;
  people: Record<string, Person>;
  frames: Frame[];
}

export interface RollValue {
  dice: [number, number];
  equity: number;
  moves: [number, number][];
}

// What every roll is worth to the player on roll, as positions stand, and the mean of them all.
export interface Rolls {
  seat: Seat;
  position: string;
  rolls: RollValue[];
  mean: number;
}

// `own` and `other`: points that the player who decides still needs, and the other; both 0 for money.
export interface ScoreCell {
  own: number;
  other: number;
  best: [number, number][] | null;
  loss: number | null;
  verdict: string | null;
}

export interface Scores {
  seat: Seat;
  cells: ScoreCell[];
}

// What somebody tried instead: each entry, and the board after the last one.
export interface SideLine {
  number: number;
  steps: AnalysisStep[];
  after: Board;
}

export interface Stands {
  game: number;
  board: Board;
  turn: Seat;
  opening: boolean;
  doubled: boolean;
  may_double: boolean;
  over: boolean;
  lines: TranscriptLine[];
  plays: OfferedPlay[] | null;
  ordered: boolean;
}

export type StepKind = "double" | "end" | "play" | "take";

// What the program that wrote the file thought.
export interface Stored {
  program: string;
  error: number | null;
  unit: Unit;
  plays: StoredPlay[];
  no_double: number | null;
  double_take: number | null;
  double_drop: number | null;
  depth: string;
}

export interface StoredPages {
  version: string;
  pages: string[];
  files: string[];
}

export interface StoredPlay {
  moves: [number, number][];
  equity: number | null;
  chances: Chances | null;
  depth: string;
  played: boolean;
}

export interface Transcript {
  players?: [string, string];
  length?: number;
  event?: string;
  date?: string;
  notes?: Note[];
}

// An entry as it is shown.
export interface TranscriptLine {
  game: number;
  seat: Seat;
  kind: string;
  dice: [number, number] | null;
  text: string;
  illegal: string | null;
}

export interface TriedLine {
  line: SideLine;
  board: Board;
  turn: Seat;
  doubled: boolean;
  may_double: boolean;
  over: boolean;
  step: AnalysisStep | null;
  tree: [number, number, number, boolean, number][][] | null;
}

export type TutorAction = "beaver" | "double" | "drop" | "play" | "roll" | "take";

// What an equity is measured in.
export type Unit = "emg" | "mwc" | "points";

export type Moves = OfferedPlay["moves"];
