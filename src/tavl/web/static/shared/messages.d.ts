// What the server takes and sends, from its JSON Schema. Written by `python -m tests.web.make_types`.

// Close a table at which nothing counts yet.
export interface Abort {
  type: "abort";
  seat: Seat;
}

export interface Aborted {
  type: "aborted";
  seat: Seat;
}

export interface Absence {
  since: number;
  until: number | null;
  counted: number;
  waived: boolean;
}

export interface AbsenceReported {
  type: "absence_reported";
  seat: Seat;
  since: number;
}

export interface AcceptFacts {
  type: "accept_facts";
  seat: Seat;
}

// Let a play that ended the game stand.
export interface AcceptPlay {
  type: "accept_play";
  seat: Seat;
}

export interface AcceptResignation {
  type: "accept_resignation";
  seat: Seat;
}

// The login name and the code that gets a lost password replaced; the code is shown this once.
export interface AccountMade {
  me: Me;
  login: string;
  recovery_code: string;
}

// Something an administrator did. `by` is `command` where it was done by `tavl admin`.
export interface Act {
  id: string;
  at: number;
  by: string;
  act: string;
  about: string | null;
  note: string | null;
}

export interface ActList {
  acts: Act[];
  people: Record<string, Person>;
}

// `credential` is what `navigator.credentials.create` answered, as JSON.
export interface AddPasskey {
  ceremony: string;
  credential: Record<string, unknown>;
  name?: string | null;
}

export interface AgreeToCorrection {
  type: "agree_to_correction";
  seat: Seat;
}

export interface AllowanceAnnounced {
  type: "allowance_announced";
  id: number;
  matter: Matter;
  what: string;
}

// `game`, `entry`, `seat`, `kind`, `error`, `error_class` and `counts` are those of every decision.
export interface AnalysedDecision {
  game: number;
  entry: number;
  seat: Seat;
  kind: DecisionKind;
  error: number;
  error_class: ErrorClass;
  counts: boolean;
  situation: Situation;
  phase: GamePhase;
  mistake?: ErrorKind | null;
  cost?: number;
  plays?: JudgedPlay[];
  legal_plays?: number;
  played?: number | null;
  cube?: JudgedCube | null;
  cube_action?: CubeActionKind | null;
  illegal?: Refused | null;
  decided?: boolean;
  stakes?: [PlayerStakes, PlayerStakes] | null;
  stored_error?: number | null;
  reasons?: Reason[];
}

// An analysis in a list.
export interface AnalysisLine {
  id: string;
  name: string;
  table: string | null;
  depth: Depth;
  state: string;
  made: number;
  done: number;
  of: number;
}

export interface AnalysisList {
  analyses: AnalysisLine[];
}

// How far it is, what was wrong with the file, and at the end the result.
export interface AnalysisState {
  line: AnalysisLine;
  mine: boolean;
  problems: Problem[];
  result: MatchAnalysis | null;
}

// The director allows it to both, or orders it.
export interface AnnounceAllowed {
  type: "announce_allowed";
  matter: Matter;
  what?: string;
}

export interface AnnounceCrawford {
  type: "announce_crawford";
  seat: Seat;
}

// Whoever lifted the dice too early accepts the loss of the next delay, or has the director called (T4.1.v.b).
export interface AnswerDelayLoss {
  type: "answer_delay_loss";
  seat: Seat;
  accept: boolean;
}

// `person`: the observer appointed, or the spectator expelled; `fee` goes with an observer.
export interface AnswerRequest {
  type: "answer_request";
  id: number;
  granted: boolean;
  reason?: string;
  person?: string;
  fee?: number;
  charged?: Charged;
}

export interface Answered {
  type: "answered";
  id: number;
  granted: boolean;
  reason: string;
}

// Ask for a committee (T5.2); the tournament takes it up.
export interface Appeal {
  type: "appeal";
  seat: Seat;
  ruling: number;
}

export interface AppealLodged {
  type: "appeal_lodged";
  seat: Seat;
  ruling: number;
}

export interface ApplyLatePenalty {
  type: "apply_late_penalty";
  against: Seat;
  seat?: Seat | null;
}

export interface AppointObserver {
  type: "appoint_observer";
  person: string;
  fee?: number;
  charged?: Charged;
}

// Somebody reads and moves for a blind player.
export interface AppointReader {
  type: "appoint_reader";
  reads_for: Seat;
  person: string;
}

export interface ApprovalAsked {
  type: "approval_asked";
  seat: Seat;
  what: Useful;
}

export interface ApprovalGiven {
  type: "approval_given";
  what: Useful;
  approved: boolean;
  reason: string;
}

export interface Approve {
  type: "approve";
  what: Useful;
  approved: boolean;
  reason?: string;
}

export interface AroundView {
  sheet: SheetView;
  stopped_for: StopReason | null;
  delay_loss_asked: Seat | null;
  times_noted: [[number, number] | null, [number, number] | null];
  conduct: ConductView;
  consents: Consent[];
  requests: Line[];
  observers: string[];
  fees: Fee[];
  concerns: ConcernTold[];
  correction_asked: CorrectionAsked | null;
  cube_shown: Cube | null;
  cube_wrong: boolean;
  rulings: RulingLine[];
  cards: CardsView;
  devices: Device[];
  devices_differ: string[];
  proposals: Proposal[];
}

// Put the checkers down; the turn is not over yet and this may be done again. `position`, if the moves alone do not
// tell what stands there, is seen by the mover.
export interface Arrange {
  type: "arrange";
  seat: Seat;
  moves?: [number, number][];
  position?: string | null;
}

// `result` is seen by the opponent, as in `Played`.
export interface Arranged {
  type: "arranged";
  seat: Seat;
  moves: [number, number][];
  result: string;
}

export interface Arrive {
  type: "arrive";
  seat: Seat;
}

export interface Arrived {
  type: "arrived";
  seat: Seat;
}

export interface AskApproval {
  type: "ask_approval";
  seat: Seat;
  what: Useful;
}

export interface AskConsent {
  type: "ask_consent";
  seat: Seat;
  matter: Matter;
  what?: string;
}

export interface AskDirector {
  type: "ask_director";
  seat: Seat;
  what: Request;
  reason?: string;
}

// Ask for a clock or a baffle box: used when both ask, or at once where the asker has the preference.
export interface AskUse {
  type: "ask_use";
  seat: Seat;
  what: Useful;
}

// May this be done now, and if not, why not?
export interface AskWhy {
  action: ClientAction;
}

export interface Asked {
  type: "asked";
  id: number;
  seat: Seat;
  what: Request;
  reason: string;
}

export interface BackFromBreak {
  type: "back_from_break";
  seat: Seat;
}

// Everything up to `sequence` is in; `refused` is what the table could not take, by number.
export interface BatchTaken {
  version: number;
  sequence: number;
  refused: Record<string, ErrorBody>;
}

// Turn the cube once more and keep it (G11.3).
export interface Beaver {
  type: "beaver";
  seat: Seat;
}

export interface Beavered {
  type: "beavered";
  seat: Seat;
}

export interface Block {
  person: string;
}

export interface Blocked {
  person: string;
  name: string;
  at: number;
}

// Both are out of time: who was first, if that is known (T4.3.iii).
export interface BothOut {
  type: "both_out";
  first: Seat | null;
}

export interface Break {
  seats: Seat[];
  until: number;
}

export interface BreakBegun {
  type: "break_begun";
  seat: Seat;
  count: number;
  until: number;
}

export interface Breaks {
  minutes: number;
  up_to_15_points: number;
  over_15_points: number;
}

export interface BreaksSet {
  type: "breaks_set";
  breaks: Breaks;
  reason: string;
}

// Something has come free at the venue.
export interface BringEquipment {
  type: "bring_equipment";
  kind: Equipment;
}

export interface Card {
  games: number;
  score: [number, number];
  clear: boolean;
}

export interface CardsView {
  cards: [Card | null, Card | null];
  differ: boolean;
  proof: Proof | null;
  crawford_next: boolean;
  reported: [number, number] | null;
  confirmed: boolean;
}

// Without the cube; a gammon counts backgammons in.
export interface Chances {
  win: number;
  win_gammon: number;
  win_backgammon: number;
  lose_gammon: number;
  lose_backgammon: number;
}

// By the director at any time; by a player for a defect (T3.7.i).
export interface ChangeEquipment {
  type: "change_equipment";
  kind: Equipment;
  defect?: boolean;
  seat?: Seat | null;
}

export interface ChangeMe {
  name?: string | null;
  language?: string | null;
}

// The old one is asked for where there is one.
export interface ChangePassword {
  password: string;
  old?: string | null;
  end_others?: boolean;
}

export type Charged = "all" | "asker" | "nobody";

export interface ChatLine {
  type: "chat";
  seat: Seat;
  person: string;
  text: string;
  at: number;
}

export interface ChatSaid {
  text: string;
}

// The player whose turn had not ended lets the early roll stand, or has it rolled again (G9.4).
export interface ChooseEarlyRoll {
  type: "choose_early_roll";
  seat: Seat;
  stands: boolean;
}

// How I want to be told that it is my move. What is not said stays. An address is used once it is confirmed; an empty
// one is forgotten.
export interface ChooseNotices {
  mail?: boolean | null;
  push?: boolean | null;
  address?: string | null;
}

// State that a player's time is out (T4.3.iii).
export interface ClaimFlag {
  type: "claim_flag";
  against: Seat;
}

// The opponent, who is waited for, has been gone for long enough.
export interface ClaimWin {
  type: "claim_win";
  seat: Seat;
}

export interface ClaimWithdrawn {
  type: "claim_withdrawn";
}

// From here on the match is played with a clock (T3.5.i), with this time for each (T3.5.vi).
export interface ClockBrought {
  type: "clock_brought";
  setting: ClockSetting;
  times: [number, number];
}

export interface ClockPressed {
  type: "clock_pressed";
  seat: Seat;
  times: [number, number];
}

export interface ClockResumed {
  type: "clock_resumed";
  seat: Seat;
}

export interface ClockSet {
  type: "clock_set";
  rule: string;
  reason: string;
  times: [number, number] | null;
  delay_left: number | null;
  delay: [number, number] | null;
}

// Simple delay (T3.5.v).
export interface ClockSetting {
  minutes_per_point: number;
  delay_seconds: number;
}

export interface ClockStopped {
  type: "clock_stopped";
  reason: StopReason;
  times: [number, number];
  seat: Seat | null;
}

// The rest is played without a clock (T4.3.iii).
export interface ClockTakenAway {
  type: "clock_taken_away";
  rule: string;
}

// Times at `at`; a running clock goes on from there on the screen.
export interface ClockView {
  at: number;
  remaining: [number, number];
  delay: [number, number];
  delay_left: number;
  running: Seat | null;
}

// The same, for whoever does not want the win: nothing counts, or the money session is over.
export interface CloseAbandoned {
  type: "close_abandoned";
  seat: Seat;
}

export interface CloseReport {
  outcome?: string;
}

export interface ConcedeDispute {
  type: "concede_dispute";
  seat: Seat;
}

// What a spectator may tell the director (T1.6.i).
export type Concern = "cheating" | "fallen_flag" | "invalid_double" | "other" | "wrongly_started_clock";

export interface ConcernTold {
  type: "concern_told";
  person: string;
  concern: Concern;
  text: string;
}

export interface ConductView {
  breaks_left: [number, number];
  on_break: Break | null;
  absent: [Absence | null, Absence | null];
  late_ms: [number, number];
  penalty_points: [number, number];
  infractions: InfractionRecorded[];
  penalties: PenaltyGiven[];
}

export interface ConfirmResult {
  type: "confirm_result";
}

export interface Consent {
  id: number;
  matter: Matter;
  seat: Seat | null;
  what: string;
  answer: Reply;
  why: string;
}

export interface ConsentAsked {
  type: "consent_asked";
  id: number;
  seat: Seat;
  matter: Matter;
  what: string;
}

export interface ConsentEnded {
  type: "consent_ended";
  id: number;
  why: string;
  reason: string;
}

export interface ConsentGiven {
  type: "consent_given";
  id: number;
}

export interface ConsentRefused {
  type: "consent_refused";
  id: number;
  reason: string;
}

// Ask the opponent to have something set right; the director sets it right at once.
export interface Correct {
  type: "correct";
  what: ReplayPlay | SetUpRight | CubeRight | VoidDouble | RightLength | RightScore | LoseDelay | BothOut;
  seat?: Seat | null;
}

// `rule` is the clause that gives the correction; what changed comes after it.
export interface Corrected {
  type: "corrected";
  what: ReplayPlay | SetUpRight | CubeRight | VoidDouble | RightLength | RightScore | LoseDelay | BothOut;
  rule: string;
}

export interface CorrectionAsked {
  type: "correction_asked";
  what: ReplayPlay | SetUpRight | CubeRight | VoidDouble | RightLength | RightScore | LoseDelay | BothOut;
  seat: Seat;
}

export interface CrawfordAnnounced {
  type: "crawford_announced";
  seat: Seat;
}

export interface Cube {
  value: number;
  owner: Seat | null;
}

export type CubeActionKind = "beaver" | "double" | "drop" | "raccoon" | "take";

export interface CubeReported {
  type: "cube_reported";
  cube: Cube | null;
}

// The physical cube shows or lies wrong (T4.4.i, T4.4.vi).
export interface CubeRight {
  type: "cube_right";
}

// No cube: it is off the board.
export interface CubeSet {
  type: "cube_set";
  cube: Cube | null;
}

// What should be done before the roll, and what the other should answer.
export type CubeVerdict =
  | "double_beaver"
  | "double_drop"
  | "double_take"
  | "no_double"
  | "no_double_beaver"
  | "too_good";

// Where the match stood after an entry, seen by the first seat.
export interface CurvePoint {
  entry: number;
  chance: number;
  equity: number;
}

export type DeadCube = "cannot_double" | "may_double";

export type DecisionKind = "double" | "play" | "take";

// The seat is said to have lifted the dice before the other's turn was over.
export interface DelayLossAsked {
  type: "delay_loss_asked";
  seat: Seat;
}

// Before the next turn the seat waits while its delay runs out (T4.1.v.b).
export interface DelayLost {
  type: "delay_lost";
  seat: Seat;
}

export interface DelayRestarted {
  type: "delay_restarted";
  seat: Seat;
}

// T3.1 to T3.3. A board has its size in centimetres, open.
export interface DemandEquipment {
  type: "demand_equipment";
  seat: Seat;
  kind: Equipment;
  size?: [number, number] | null;
}

// The deepest look that is asked for. What is clear before is not looked at again.
export type Depth = "1-ply" | "2-ply" | "instant" | "rollout";

// How much of a game at a physical board is recorded.
export type Detail = "cube" | "plays";

export interface Device {
  id: string;
  sequence: number;
  offset: number | null;
  reading: Reading | null;
  refused: DeviceActionRefused[];
}

// An action that a device accepted while offline and the table did not.
export interface DeviceActionRefused {
  type: "device_action_refused";
  device: string;
  sequence: number;
  action: string;
  code: string;
  rule: string;
}

// A device's actions up to a sequence number are in; `offset` takes its instants to ours.
export interface DeviceHeard {
  type: "device_heard";
  device: string;
  sequence: number;
  offset: number;
}

export interface DiePicked {
  type: "die_picked";
  seat: Seat;
  die: number;
}

export interface DisputeCorrection {
  type: "dispute_correction";
  seat: Seat;
  statement?: string;
}

export interface DisputeFacts {
  type: "dispute_facts";
  seat: Seat;
  statement?: string;
}

export interface DisputeRaised {
  type: "dispute_raised";
  id: number;
  rule: string;
  seat: Seat | null;
  statement: string;
  claim: ReplayPlay | SetUpRight | CubeRight | VoidDouble | RightLength | RightScore | LoseDelay | BothOut | null;
  stood: boolean;
}

export interface DisputeRollWanted {
  type: "dispute_roll_wanted";
  seat: Seat;
}

export interface DisputeRolled {
  type: "dispute_rolled";
  first: number;
  second: number;
}

export interface DisputeSettled {
  type: "dispute_settled";
  id: number;
  how: Settlement;
  upheld: boolean;
  since: number | null;
}

// The form for a ruling: what is claimed by whom, what is presumed, and who has to show otherwise.
export interface DisputeView {
  id: number;
  rule: string;
  seat: Seat | null;
  statement: string;
  claim: ReplayPlay | SetUpRight | CubeRight | VoidDouble | RightLength | RightScore | LoseDelay | BothOut | null;
  presumption: string;
  burden: Seat | null;
  ruler: Ruler;
  ruler_person: string | null;
  roll_wanted: Seat[];
  default_at: number | null;
}

export interface Done {
  type: "done";
  id: string;
  version: number;
}

export interface Double {
  type: "double";
  seat: Seat;
}

// A void double: the cube is put back. A finished game pays `outcome`; without one it pays what it would have paid with
// that cube, or goes on if it ended on the drop.
export interface DoubleAnnulled {
  type: "double_annulled";
  cube: Cube | null;
  outcome: Outcome | null;
}

// What was wrong with a double, beside `Doubled`; `cube` is the one before it.
export interface DoubleRecorded {
  type: "double_recorded";
  seat: Seat;
  fault: string;
  cube: Cube | null;
  level: number | null;
}

export interface Doubled {
  type: "doubled";
  seat: Seat;
}

export interface Drop {
  type: "drop";
  seat: Seat;
}

export interface Dropped {
  type: "dropped";
  seat: Seat;
}

export type EarlyAction = "enforced" | "stands" | "waiting_player_chooses";

export interface EarlyDoubled {
  type: "early_doubled";
  seat: Seat;
}

export interface EarlyRollAnnulled {
  type: "early_roll_annulled";
  dice: [number, number];
}

export interface EarlyRollKept {
  type: "early_roll_kept";
}

// Rolled before the other had ended the turn; both see it.
export interface EarlyRolled {
  type: "early_rolled";
  seat: Seat;
  dice: [number, number];
}

// Get up from a money game, between games.
export interface EndSession {
  type: "end_session";
  seat: Seat;
}

// Lift the dice, or with a clock start the opponent's time (G9.2, T4.1.vi).
export interface EndTurn {
  type: "end_turn";
  seat: Seat;
}

// How a game ended.
export type Ending = "borne_off" | "dropped" | "forfeited" | "resigned" | "ruled" | "settled" | "time" | "unknown";

export type Equipment = "baffle_box" | "board" | "clock" | "lipped_cups" | "precision_dice";

export interface EquipmentBrought {
  type: "equipment_brought";
  kind: Equipment;
}

export interface EquipmentChanged {
  type: "equipment_changed";
  kind: Equipment;
  why: string;
  size: [number, number] | null;
  seat: Seat | null;
}

// `confirm` is the login name, a guest's the name.
export interface EraseMe {
  confirm: string;
}

export interface ErrorAnswer {
  error: ErrorBody;
}

export interface ErrorBody {
  code: string;
  message: string;
  facts: Record<string, number | string>;
  rule?: string;
}

// By what was lost, in points of a money game. The limits are XG's own.
export type ErrorClass = "blunder" | "inaccuracy" | "mistake" | "none";

// What a decision that lost something got wrong.
export type ErrorKind =
  | "missed_beaver"
  | "missed_double"
  | "too_good"
  | "wrong_beaver"
  | "wrong_double"
  | "wrong_drop"
  | "wrong_play"
  | "wrong_take";

// Of one player. Errors are sums, 0 or more, in points of a money game.
export interface ErrorTotals {
  plays: number;
  doubles: number;
  takes: number;
  play_error: number;
  double_error: number;
  take_error: number;
  mistakes: number;
  blunders: number;
  turns: number;
}

export interface EventList {
  version: number;
  events: EventOut[];
  next: number | null;
}

export interface EventOut {
  version: number;
  at: number;
  event: TableEvent;
}

// From preference or requirement, for a special reason (T3.4.ii, T3.5.ii).
export interface ExemptUse {
  type: "exempt_use";
  what: Useful;
  reason: string;
}

export interface ExpelSpectator {
  type: "expel_spectator";
  person: string;
  reason: string;
  from_later?: boolean;
}

export interface FactsAccepted {
  type: "facts_accepted";
  seat: Seat;
}

// What everybody may know of a match's dice, and how many rolls it has had.
export interface FairDice {
  promise: string | null;
  words: [Word | null, Word | null];
  secret: string | null;
  game: number;
  rolls: number;
  early: boolean;
  left_to_server: Seat[];
  wood: boolean;
}

export interface FeaturedOrdered {
  type: "featured_ordered";
  ruling: number;
  reason: string;
  board: string;
  streamed: boolean;
  transcribed: boolean;
  filmed: boolean;
  person: string;
}

// For an observer (T1.3.iii), for whoever keeps the accounts.
export interface Fee {
  person: string;
  amount: number;
  charged: Seat[];
}

// Say that the last play was illegal (T4.2.iii, G9.3).
export interface FlagPlay {
  type: "flag_play";
  seat?: Seat | null;
}

// One of: an action with its id and the version it answers, hello, why, chat, mute, ping.
export interface FromClient {
  id?: string | null;
  version?: number | null;
  action?: ClientAction | null;
  hello?: Hello | null;
  chat?: ChatSaid | null;
  mute?: Mute | null;
  ping?: Ping | null;
  why?: AskWhy | null;
}

// One of a device's actions: its number, from 1 without gaps, and when it was, by the device's own clock in ms.
export interface FromDevice {
  sequence: number;
  elapsed: number;
  action: ClientAction;
  seat?: Seat | null;
}

export interface GameAnalysis {
  score: [number, number];
  crawford: boolean;
  result: GameResult | null;
  decisions: AnalysedDecision[];
  rolls: RollLuck[];
  curve: CurvePoint[];
  totals: [Totals, Totals];
}

export type GamePhase = "back_game" | "bear_in" | "bear_off" | "middle_game" | "opening" | "race";

export interface GameResult {
  winner: Seat;
  points: number;
  ending: Ending;
  line: number;
}

export interface GameStarted {
  type: "game_started";
  crawford: boolean;
}

export interface GiveConsent {
  type: "give_consent";
  seat: Seat;
  id: number;
}

// A role at a table, for a person by id, or without one for whoever follows the link that is answered.
export interface GiveRole {
  role: Given;
  person?: string | null;
  seat?: Seat | null;
}

// A role that somebody can be given at a table.
export type Given = "director" | "observer" | "reader" | "ruler" | "spectator";

// The board in hand. Nothing here depends on whether a play was legal.
export interface HandlingView {
  arranged: string | null;
  early_roll: [number, number] | null;
  early_double: boolean;
  invalid_rolls: number;
  can_be_flagged: boolean;
  claimed_by: Role | null;
  claim_asked: Seat | null;
  turn_ends_by: TurnEnd;
}

// All finished matches between two players, rated or not.
export interface HeadToHead {
  opponent: string;
  won: number;
  lost: number;
}

export interface Hello {
  after?: number;
}

export interface HomeSides {
  dark: Side;
  light: Side;
}

// What whoever opens a table may say about it beside its `TableTerms`.
export interface HouseTerms {
  spectators: boolean;
  lost_line: LostLine;
  line_grace_ms: number;
  line_wait_ms: number;
  shared: boolean;
  gone_wait_ms: number | null;
}

export interface HouseView {
  opened_by: string;
  spectators: boolean;
  lost_line: LostLine;
  shared: boolean;
  lost: [number | null, number | null];
  waits_for: Seat | null;
  waits_until: number | null;
  wait_left_ms: [number, number];
  line_grace_ms: number;
  roles: RoleLine[];
  gone_wait_ms: number | null;
  gone: Seat | null;
  claim_from: number | null;
}

export type IllegalPlay =
  | "enforced"
  | "must_be_corrected_until_next_valid_roll_or_double"
  | "opponent_accepts_or_has_it_replayed";

export interface InUse {
  what: Useful;
  way: Way;
  from_game: number;
  reason: string;
}

export interface InfractionRecorded {
  type: "infraction_recorded";
  rule: string;
  seat: Seat | null;
  person: string;
  note: string;
  role: Role;
}

// Why a roll did not count (G9.1, T4.1.iv).
export type InvalidRoll = "not_flat" | "not_shaken" | "off_the_board" | "on_a_checker" | "touched" | "wrong_side";

export interface IssueCode {
  hours?: number;
}

// Shown this once, to be handed to that person.
export interface IssuedCode {
  login: string;
  code: string;
  until: number;
}

export interface JoinTable {
  promise?: string | null;
  id?: string | null;
}

// Seen by the player who may double, also where the other one decides.
export interface JudgedCube {
  verdict: CubeVerdict;
  no_double: number;
  double_take: number;
  double_drop: number;
  cubeless: number;
  chances: Chances;
  look: Look;
}

// A legal play.
export interface JudgedPlay {
  moves: [number, number][];
  text: string;
  equity: number;
  loss: number;
  cubeless: number;
  chances: Chances;
  look: Look;
}

// A person as administrators see one.
export interface KnownPerson {
  id: string;
  name: string;
  login: string | null;
  bot: boolean;
  made: number;
  administrator: boolean;
  suspended: string | null;
  suspended_until: number | null;
  reports: number;
}

export interface LastView {
  seat: Seat;
  dice: [number, number];
  moves: [number, number][];
}

// So many penalty points every so many minutes; above half the match length the match is lost (T2.2.iv).
export interface Late {
  every_minutes: number;
  points: number;
}

export interface LatePenaltyCounted {
  type: "late_penalty_counted";
  seat: Seat;
  late_ms: number;
  points: number;
}

export interface LatePenaltyWaived {
  type: "late_penalty_waived";
  seat: Seat;
  reason: string;
}

// Give the seat up before the match has begun.
export interface Leave {
  type: "leave";
  seat: Seat;
}

export interface LengthCorrectionDropped {
  type: "length_correction_dropped";
  length: number;
}

export interface LengthSet {
  type: "length_set";
  length: number;
}

// Before the next game, the one in progress being left alone (T4.8).
export interface LengthToBeCorrected {
  type: "length_to_be_corrected";
  length: number;
}

// A request, and its answer once there is one.
export interface Line {
  id: number;
  seat: Seat;
  what: Request;
  reason: string;
  granted: boolean | null;
  answer: string;
}

export interface LineBack {
  type: "line_back";
  seat: Seat;
}

export interface LineLost {
  type: "line_lost";
  seat: Seat;
  since: number;
}

export interface LogIn {
  login: string;
  password: string;
}

export interface Login {
  id: string;
  began: number;
  used: number;
  agent: string;
  current: boolean;
}

// How a number was found.
export interface Look {
  ply?: number;
  games?: number;
  standard_error?: number | null;
}

// A seat waits out its next delay (T4.1.v.b).
export interface LoseDelay {
  type: "lose_delay";
  seat: Seat;
}

// While a player's connection is gone.
export type LostLine = "runs" | "waits";

export interface MakeAccount {
  password: string;
  name?: string | null;
  login?: string | null;
}

// Play the roll and end the turn; without moves when no checker can move.
export interface MakePlay {
  type: "make_play";
  seat: Seat;
  moves?: [number, number][];
}

// A bot of one's own: it plays under this name, always labelled as a bot.
export interface MakeToken {
  name: string;
}

export interface MatchAnalysis {
  tavl_analysis: number;
  depth: Depth;
  network: string;
  players: [string, string];
  length: number;
  score: [number, number];
  winner: Seat | null;
  games: GameAnalysis[];
  totals: [Totals, Totals];
  phases: Record<string, [Totals, Totals]>;
  result: number;
  result_without_luck: number;
  skipped: number;
}

// The match is over for another reason than the score: time, penalty points, a ruling.
export interface MatchDecided {
  type: "match_decided";
  winner: Seat;
  reason: string;
  facts: Record<string, number | string>;
}

export interface MatchReopened {
  type: "match_reopened";
}

// Who has won, and how: by the score, or for a reason that a table or a director gives.
export interface MatchResult {
  winner: Seat | null;
  reason: string;
}

// For a player whose line is lost; `suspended` comes with it, and `resumed` ends it.
export interface MatchWaits {
  type: "match_waits";
  seat: Seat;
  since: number;
}

export type Matter =
  | "headphones"
  | "other_equipment"
  | "phone"
  | "phone_as_clock"
  | "phone_as_score_card"
  | "recording"
  | "rolling_left"
  | "score_board"
  | "silent_observers"
  | "streaming";

export interface Me {
  id: string;
  name: string;
  bot: boolean;
  guest: boolean;
  login: string | null;
  language: string | null;
  administrator: boolean;
  suspended: string | null;
}

export interface MixDice {
  type: "mix_dice";
  seat: Seat;
}

export interface MixingAsked {
  type: "mixing_asked";
  seat: Seat;
}

// Without `days` until it is lifted. The reason is shown to that person.
export interface ModerationSuspend {
  reason: string;
  days?: number | null;
}

export interface MoveStart {
  type: "move_start";
  starts_at: number;
  reason: string;
}

export interface Mute {
  on: boolean;
}

export interface NamePasskey {
  name: string;
}

// Both players name the same person to rule.
export interface NameRuler {
  type: "name_ruler";
  seat: Seat;
  person: string;
}

// Both times as a player wrote them down before leaving the board (T4.3.ii.b).
export interface NoteTimes {
  type: "note_times";
  seat: Seat;
  times: [number, number];
}

// `mail_possible` and `push_possible`: whether it is set up here at all. `push_key` is what a browser subscribes with.
export interface NoticesChosen {
  mail_possible: boolean;
  mail: boolean;
  address: string | null;
  unconfirmed: string | null;
  push_possible: boolean;
  push: boolean;
  push_key: string | null;
  browsers: number;
}

export interface ObserverAppointed {
  type: "observer_appointed";
  person: string;
  fee: number;
  charged: Seat[];
}

export type Offer = "beavered" | "doubled" | "raccooned";

export interface OfferResignation {
  type: "offer_resignation";
  seat: Seat;
  size: number;
}

// Whom the opener wants to play (a bot, a friend, anyone, somebody beside the board), and the house's terms.
export interface Offered {
  type: "offered";
  opponent: string;
  opened_by: string;
  terms: HouseTerms;
}

// A table to open. Without a length it is money play. The opponent: `bot:<level>`, `friend`, `anyone`, or at a physical
// board `beside`, somebody without a device of their own.
export interface OpenTable {
  opponent?: string;
  length?: number | null;
  stake?: number;
  profile?: string | null;
  vary?: Record<string, unknown>;
  clock?: ClockSetting | null;
  rated?: boolean;
  aids?: boolean;
  sitting?: Sitting;
  ruled_by?: Ruler;
  sits?: boolean;
  detail?: Detail;
  conduct?: boolean;
  breaks?: Breaks | null;
  best_of_three?: boolean;
  teams?: boolean;
  starts_at?: number | null;
  late_penalties_by_themselves?: boolean;
  delays_ms?: [number, number] | null;
  equipment?: Equipment[];
  languages?: string[];
  accept_after_ms?: number | null;
  default_after_ms?: number | null;
  disputes_each?: number | null;
  arrangements_each_turn?: number | null;
  spectators?: boolean;
  spectator_delay_ms?: number;
  lost_line?: LostLine;
  opponent_name?: string | null;
  began_ago_ms?: number;
  promise?: string | null;
  id?: string | null;
}

export interface Opened {
  type: "opened";
  terms: TableTerms;
}

// One die each, in the order of the seats. Equal dice do not count (G3.1).
export interface OpeningRolled {
  type: "opening_rolled";
  first: number;
  second: number;
}

// A given board, streamed, transcribed, filmed: final (T3.8).
export interface OrderFeatured {
  type: "order_featured";
  reason: string;
  board?: string;
  streamed?: boolean;
  transcribed?: boolean;
  filmed?: boolean;
}

// `penalty`: under T2.3.i or T2.4.i; else the director's own order (clocks only, T3.5.i).
export interface OrderUse {
  type: "order_use";
  what: Useful;
  reason: string;
  penalty?: boolean;
  minutes?: number | null;
}

// The end of a game. `points` is what it pays: stake times cube times size, before the match caps it.
export interface Outcome {
  winner: Seat;
  size: number;
  points: number;
  reason: string;
}

// The game is decided, or its result is another, by ruling or correction.
export interface OutcomeSet {
  type: "outcome_set";
  outcome: Outcome;
}

export interface Passkey {
  id: string;
  name: string;
  made: number;
  used: number | null;
}

// What the browser is to be asked with, and the name under which to bring its answer back, once and soon.
export interface PasskeyCeremony {
  ceremony: string;
  options: Record<string, unknown>;
}

// `credential` is what `navigator.credentials.get` answered, as JSON.
export interface PasskeyLogIn {
  ceremony: string;
  credential: Record<string, unknown>;
}

export interface PasskeyMade {
  passkey: Passkey;
  account: AccountMade | null;
}

export interface Penalise {
  type: "penalise";
  against: Seat;
  kind: PenaltyKind;
  rule: string;
  reason: string;
  points?: number;
}

export interface Penalty {
  seat: Seat;
  kind: PenaltyKind;
  points: number;
}

export interface PenaltyGiven {
  type: "penalty_given";
  seat: Seat;
  kind: PenaltyKind;
  rule: string;
  reason: string;
  points: number;
}

export type PenaltyKind = "disqualify" | "exclude" | "expel" | "lose_game" | "lose_match" | "points" | "warning";

export type PenaltyPointsTo = "offender" | "opponent";

export interface Person {
  name: string;
  bot: boolean;
  rating?: number;
  provisional?: boolean;
}

export type Phase = "beavered" | "doubled" | "opening" | "over" | "to_play" | "to_roll";

export interface PickDie {
  type: "pick_die";
  seat: Seat;
  die: number;
}

export interface Ping {
  sent?: number;
}

export interface PlaceSet {
  type: "place_set";
  room: string;
  table: string;
}

export interface PlayAccepted {
  type: "play_accepted";
  seat: Seat;
}

// `asked` is to accept or dispute the facts; `seat` is who claims, none for a director or an observer.
export interface PlayFlagged {
  type: "play_flagged";
  asked: Seat;
  role: Role;
  seat: Seat | null;
}

export type PlayFor = "match" | "match_or_money" | "points_or_stake";

// The last play is taken back and the same dice are to be played again (T4.2.iii, G9.3).
export interface PlayReopened {
  type: "play_reopened";
}

// A turn is over. `result` is seen by the opponent; it is what stands on the board, legal or not.
export interface Played {
  type: "played";
  seat: Seat;
  moves: [number, number][];
  result: string;
  legal: boolean;
}

// Somebody's results. `rating` is that of matches with people, `with_bots` that of matches in which a bot took part; a
// bot has only the latter. Each list of rated matches begins with the oldest of the last few hundred.
export interface Player {
  id: string;
  name: string;
  bot: boolean;
  won: number;
  lost: number;
  rating: Rating | null;
  with_bots: Rating | null;
  rated: RatedMatch[];
  opponents: HeadToHead[];
  people: Record<string, Person>;
}

// What score and cube mean for a player, without gammons that are not named.
export interface PlayerStakes {
  take_point: number;
  live_take_point: number;
  gammon_value: number;
  gammon_value_doubled: number;
}

// What was sent in the ping, and the server's time: enough to set a clock by.
export interface Pong {
  type: "pong";
  sent: number;
  at: number;
}

// Seen by the player whose turn it is.
export interface PositionSet {
  type: "position_set";
  position: string;
}

export interface Presence {
  type: "presence";
  present: [boolean, boolean];
}

// Start the opponent's time, which ends the turn (T4.1.vi); at a recorded table.
export interface PressClock {
  type: "press_clock";
  seat: Seat;
}

// What is wrong, and where. What can be kept is kept all the same.
export interface Problem {
  at: number;
  code: ProblemCode;
  facts: Record<string, number | string>;
}

// Beside each, the facts that come with it.
export type ProblemCode =
  | "after_the_end"
  | "cut_short"
  | "damaged"
  | "illegal_cube_action"
  | "illegal_play"
  | "other_name"
  | "other_variation"
  | "too_much"
  | "unknown_play"
  | "unreadable_field"
  | "unreadable_line"
  | "unreadable_play"
  | "wrong_length"
  | "wrong_points"
  | "wrong_score"
  | "wrong_turn"
  | "wrong_winner";

export interface Profile {
  name: string;
  sources: string[];
  play: PlayFor;
  crawford: boolean;
  crawford_from: number;
  jacoby: boolean;
  beavers: boolean;
  automatic_doubles: boolean;
  automatic_doubles_limit: number | null;
  gammons: boolean;
  turn_ends: TurnEnds;
  illegal_play: IllegalPlay;
  early_roll: EarlyAction;
  early_double: EarlyAction;
  dead_cube: DeadCube;
  valid_roll: ValidRoll;
  resign: Resigning;
  clock_use: Use;
  clock: ClockSetting;
  baffle_box: Use;
  breaks: Breaks | null;
  late: Late | null;
  penalty_points_go_to: PenaltyPointsTo;
  home_sides: HomeSides | null;
  choices: string[];
}

// Promise a word of one's own, by its SHA-256.
export interface PromiseWord {
  type: "promise_word";
  seat: Seat;
  promise: string;
}

// What the cards prove, and why: both say so, the only card kept, the card of the player behind.
export interface Proof {
  score: [number, number];
  why: string;
  seat: Seat | null;
}

// A next step, with its arithmetic: `action` is what the director presses, or changes first.
export interface Proposal {
  rule: string;
  action: Action;
  facts: Record<string, number | string>;
}

// Everything is left as it is (T5.1). `claim` is what its seat asks for.
export interface RaiseDispute {
  type: "raise_dispute";
  seat: Seat;
  rule: string;
  statement?: string;
  claim?: ReplayPlay | SetUpRight | CubeRight | VoidDouble | RightLength | RightScore | LoseDelay | BothOut | null;
}

export interface Ranked {
  place: number;
  person: string;
  rating: number;
  experience: number;
  matches: number;
}

// The best of each list, people and bots apart.
export interface Ranking {
  players: Ranked[];
  bots: Ranked[];
  people: Record<string, Person>;
}

export interface RatedMatch {
  table: string;
  at: number;
  pool: string;
  opponent: string;
  length: number;
  won: boolean;
  rating: number;
  change: number;
}

// Where somebody stands in one of the two lists. Provisional ones have no place in the ranking yet.
export interface Rating {
  rating: number;
  experience: number;
  matches: number;
  provisional: boolean;
  place: number | null;
  of: number | null;
}

export interface ReaderAppointed {
  type: "reader_appointed";
  reads_for: Seat;
  person: string;
}

export interface Reading {
  score: [number, number];
  cube: Cube | null;
  times: [number, number] | null;
}

export interface ReadingReported {
  type: "reading_reported";
  device: string;
  score: [number, number];
  cube: Cube | null;
  times: [number, number] | null;
}

export interface Reason {
  code: ReasonCode;
  facts: Record<string, number | string>;
}

// Beside each, the facts that come with it. `best` and `played` are the same count after each of two plays.
export type ReasonCode =
  | "back_checkers"
  | "blots"
  | "borne_off"
  | "dances"
  | "gammon_chances"
  | "gammon_value"
  | "gammons_lost"
  | "gammons_won"
  | "hits"
  | "on_the_bar"
  | "opponent_gammon_value"
  | "points_broken"
  | "points_made"
  | "prime"
  | "race"
  | "shots"
  | "take_point"
  | "wins";

// A double that was made at a physical board, valid or not; `level` is what the cube was turned to.
export interface RecordDouble {
  type: "record_double";
  seat: Seat;
  level?: number | null;
}

// A breach of a clause by a player or a spectator.
export interface RecordInfraction {
  type: "record_infraction";
  rule: string;
  against?: Seat | null;
  person?: string;
  note?: string;
  among_team_mates?: boolean;
  seat?: Seat | null;
}

export interface RecordInvalidRoll {
  type: "record_invalid_roll";
  seat: Seat;
  why: InvalidRoll;
}

// The opening dice as they lie on the physical board, one of each seat.
export interface RecordOpening {
  type: "record_opening";
  seat: Seat;
  first: number;
  second: number;
}

// How the game on the physical board ended; written down once both say the same.
export interface RecordResult {
  type: "record_result";
  seat: Seat;
  winner: Seat;
  size: number;
}

// The dice as they lie on the physical board.
export interface RecordRoll {
  type: "record_roll";
  seat: Seat;
  dice: [number, number];
  side?: Side;
}

export interface Recover {
  code: string;
  password: string;
}

// Shown this once; the one before is worth nothing any more.
export interface RecoveryCode {
  recovery_code: string;
}

export interface Refusal {
  type: "refused";
  id: string;
  code: string;
  facts: Record<string, unknown>;
  message: string;
  version: number;
  rule?: string | null;
}

export interface RefuseConsent {
  type: "refuse_consent";
  seat: Seat;
  id: number;
  reason?: string;
}

export interface RefuseResignation {
  type: "refuse_resignation";
  seat: Seat;
}

export interface Refused {
  code: string;
  rule: string;
  facts: Record<string, number | string>;
}

// Whoever sits down here has an account, or is somebody's bot: a match between two such people can be rated. It is
// written down, because an account can be erased and a rating must not change by that.
export interface Registered {
  type: "registered";
  person: string;
  bot: boolean;
}

// The last play was illegal: the same dice are played again (T4.2.iii).
export interface ReplayPlay {
  type: "replay_play";
}

export type Reply = "ended" | "given" | "open" | "refused";

export interface Report {
  person: string;
  reason: "cheating" | "name" | "other" | "stalling" | "words";
  text?: string;
  table?: string | null;
}

// Say that a player is not there; it counts from the start time or the end of the break (T2.2.iv).
export interface ReportAbsence {
  type: "report_absence";
  against: Seat;
  seat?: Seat | null;
}

// What the physical cube shows, and on whose side it lies.
export interface ReportCube {
  type: "report_cube";
  seat: Seat;
  cube?: Cube | null;
}

export interface ReportLine {
  id: string;
  by: string | null;
  about: string;
  table: string | null;
  reason: string;
  text: string;
  at: number;
  closed: number | null;
  outcome: string | null;
}

export interface ReportList {
  reports: ReportLine[];
  people: Record<string, Person>;
}

// What a device beside the board shows.
export interface ReportReading {
  type: "report_reading";
  device: string;
  score: [number, number];
  cube?: Cube | null;
  times?: [number, number] | null;
  seat?: Seat | null;
}

export interface ReportResult {
  type: "report_result";
  seat: Seat;
  score: [number, number];
}

// The starting position as it really stood, seen by the seat that reports it.
export interface ReportSetUp {
  type: "report_set_up";
  seat: Seat;
  position: string;
}

export interface Reported {
  id: string;
}

export type Request =
  | "approve_baffle_box"
  | "approve_clock"
  | "baffle_box"
  | "clock"
  | "come"
  | "expel_spectators"
  | "observer";

export interface Resignation {
  seat: Seat;
  size: number;
}

export interface ResignationAccepted {
  type: "resignation_accepted";
  seat: Seat;
}

export interface ResignationOffered {
  type: "resignation_offered";
  seat: Seat;
  size: number;
}

export interface ResignationRefused {
  type: "resignation_refused";
  seat: Seat;
}

export type Resigning = "by_agreement" | "only_without_contact_or_when_certain";

// After an invalid roll (T4.3.v).
export interface RestartDelay {
  type: "restart_delay";
  seat: Seat;
}

export interface ResultConfirmed {
  type: "result_confirmed";
}

export interface ResultReported {
  type: "result_reported";
  seat: Seat;
  score: [number, number];
}

export interface ResultStated {
  type: "result_stated";
  seat: Seat;
  winner: Seat;
  size: number;
}

export interface Resume {
  type: "resume";
}

// Let the clock go on: for the turn it was stopped in, or for the seat named.
export interface ResumeClock {
  type: "resume_clock";
  seat?: Seat | null;
  runs?: Seat | null;
}

export interface Resumed {
  type: "resumed";
}

export interface ReturnFromBreak {
  type: "return_from_break";
  seat: Seat;
}

// The match is played to a wrong length (T4.8).
export interface RightLength {
  type: "right_length";
  length: number;
}

// The score was kept wrong (T4.7).
export interface RightScore {
  type: "right_score";
  score: [number, number];
}

export type Role = "director" | "observer" | "player" | "reader" | "spectator" | "system";

// Of the roles that `table/` does not keep: a director, a spectator let in.
export interface RoleGiven {
  type: "role_given";
  role: Given;
  person: string;
}

export interface RoleLine {
  person: string;
  role: Given;
  seat: Seat | null;
}

// The role was given; or a code, shown this once, with which somebody can take it (`/t/<table>?role=<code>`).
export interface RoleMade {
  role: Given;
  person?: string | null;
  code?: string | null;
}

// Roll the dice; for the opening, both players' dice at once.
export interface Roll {
  type: "roll";
  seat: Seat;
}

// Settle it by the dice; when both ask for it they are rolled.
export interface RollForDispute {
  type: "roll_for_dispute";
  seat: Seat;
}

// Wishes differ: the higher die decides.
export interface RollForWish {
  type: "roll_for_wish";
  seat: Seat;
  topic: Topic;
}

export interface RollInvalid {
  type: "roll_invalid";
  seat: Seat;
  why: InvalidRoll;
}

// A roll: how much better it was than rolling.
export interface RollLuck {
  entry: number;
  seat: Seat;
  dice: [number, number];
  luck: number;
  cost: number;
}

export interface Rolled {
  type: "rolled";
  seat: Seat;
  dice: [number, number];
}

// A ruling: whatever of this it sets is set, in this order, under a clause and with a reason.
export interface Rule {
  type: "rule";
  rule: string;
  reason: string;
  upholds?: boolean | null;
  reopens?: boolean;
  length?: number | null;
  score?: [number, number] | null;
  outcome?: Outcome | null;
  position?: string | null;
  turn?: Seat | null;
  dice?: [number, number] | null;
  cube?: Cube | null;
  no_cube?: boolean;
  times?: [number, number] | null;
  delay_left?: number | null;
  runs?: Seat | null;
  penalties?: Penalty[];
  winner?: Seat | null;
  final?: boolean;
  committee?: boolean;
}

export interface Ruled {
  type: "ruled";
  id: number;
  rule: string;
  reason: string;
  person: string;
  dispute: number | null;
  final: boolean;
  committee: boolean;
  settles_score: boolean;
}

// Who rules on a dispute.
export type Ruler = "director" | "named" | "nobody";

export interface RulerNamed {
  type: "ruler_named";
  seat: Seat;
  person: string;
}

export interface RulingLine {
  id: number;
  rule: string;
  reason: string;
  person: string;
  final: boolean;
  appealed: boolean;
}

// The score is this; a match that it does not finish is open again.
export interface ScoreSet {
  type: "score_set";
  score: [number, number];
  corrects: boolean;
}

export interface ScoreWritten {
  type: "score_written";
  seat: Seat;
  games: number;
  score: [number, number];
}

export type Seat = 0 | 1;

export interface SeatLeft {
  type: "seat_left";
  seat: Seat;
}

export interface Seated {
  type: "seated";
  seat: Seat;
  person: string;
}

// The server was down: that time is charged to nobody.
export interface SeatingSuspend {
  type: "suspend";
  since: number;
}

// The first of a match, or another after it was opened again: then both players promise again too.
export interface SecretPromised {
  type: "secret_promised";
  promise: string;
  method: string;
}

// The match is over: everybody can repeat its dice.
export interface SecretTold {
  type: "secret_told";
  secret: string;
}

// What a device beside a physical board has taken down. `sent` is now, by its own clock.
export interface SendBatch {
  device: string;
  sent: number;
  actions: FromDevice[];
}

export interface SessionEnded {
  type: "session_ended";
  seat: Seat;
}

// This match has breaks of its own (T2.2.iii).
export interface SetBreaks {
  type: "set_breaks";
  breaks: Breaks;
  reason: string;
}

// The director sets the times as well as can be estimated (T3.7.ii, T4.3.ii.b, T4.3.iv), or one player's own delay
// (T2.2.iii).
export interface SetClock {
  type: "set_clock";
  rule: string;
  reason: string;
  times?: [number, number] | null;
  delay_left?: number | null;
  delay?: [number, number] | null;
}

export interface SetPlace {
  type: "set_place";
  room: string;
  table: string;
}

export interface SetSpectatorDelay {
  type: "set_spectator_delay";
  delay_ms: number;
}

// The starting position as it really stood, seen by the player whose turn it is; what stands there now comes after it.
export interface SetUpReported {
  type: "set_up_reported";
  position: string;
}

// The starting position was wrong (T4.2.iv).
export interface SetUpRight {
  type: "set_up_right";
}

// Nobody rules here and the time is up: what the clause says by default.
export interface SettleByDefault {
  type: "settle_by_default";
}

// Both are out of time and there is no director to call (T4.3.iii): whom the players let win the match; if nobody, the
// rest is played without a clock. It is settled once both say the same.
export interface SettleTimes {
  type: "settle_times";
  seat: Seat;
  winner?: Seat | null;
}

export interface Settled {
  topic: Topic;
  value: string;
  by_roll: boolean;
}

export type Settlement = "agreement" | "default" | "roll" | "ruling" | "withdrawn";

export interface SettlementStated {
  type: "settlement_stated";
  seat: Seat;
  winner: Seat | null;
}

// The table's set-up sheet.
export interface SheetView {
  room: string;
  table: string;
  starts_at: number | null;
  smoke_free: Seat[];
  languages: string[];
  profile: string;
  uses: InUse[];
  dice_rule: string;
  dice_on_checkers: boolean;
  dice_in_play: number;
  baffle_box_stands: string;
  clock_stands: string;
  wishes: Wished[];
  settled: Settled[];
  awaiting: Useful[];
  changed: EquipmentChanged[];
  picks: DiePicked[];
  picks_next: Seat | null;
  featured: FeaturedOrdered[];
}

export type Side = "left" | "right";

export interface Sit {
  type: "sit";
  seat: Seat;
  person: string;
}

export type Sitting = "challenge" | "enforced" | "recorded";

export interface Situation {
  position: string;
  turn: Seat;
  dice: [number, number] | null;
  stage: Stage;
  cube: Cube;
  offer: Offer | null;
  resignation: Resignation | null;
  score: [number, number];
  length: number | null;
  crawford: boolean;
  jacoby: boolean | null;
  beavers: boolean | null;
  max_cube: number;
}

export interface SmokeFreeWished {
  type: "smoke_free_wished";
  seat: Seat;
}

// The last message could not be taken as one; the socket lives on.
export interface SocketError {
  type: "error";
  error: ErrorBody;
}

export interface SpectatorDelaySet {
  type: "spectator_delay_set";
  delay_ms: number;
}

// `reason`: the director's; where a player asked for it and the director adds nothing, the clause (T1.6.iv).
export interface SpectatorExpelled {
  type: "spectator_expelled";
  person: string;
  reason: string;
  from_later: boolean;
}

export type Stage = "before" | "borne_off" | "dropped" | "playing" | "resigned";

// A match file, in base 64, or a table whose match is over: one of the two.
export interface StartAnalysis {
  file?: string | null;
  name?: string;
  table?: string | null;
  depth?: Depth;
}

// Set up the next game.
export interface StartGame {
  type: "start_game";
  seat: Seat;
}

export interface StartMoved {
  type: "start_moved";
  starts_at: number;
  reason: string;
}

export interface StopClock {
  type: "stop_clock";
  reason: StopReason;
  seat?: Seat | null;
}

// The only reasons for stopping a clock (T4.3.ii, T4.3.v).
export type StopReason =
  | "break"
  | "clock_started_early"
  | "dice_lifted_early"
  | "director"
  | "game_decided"
  | "game_over"
  | "illegal_play"
  | "invalid_roll";

// A browser's push subscription.
export interface Subscribe {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface Suspended {
  type: "suspended";
  since: number;
}

// A table in a list.
export interface TableLine {
  id: string;
  status: string;
  opponent: string;
  seats: [string | null, string | null];
  length: number | null;
  profile: string;
  clock: ClockSetting | null;
  score: [number, number];
  opened: number;
  changed: number;
  sitting: Sitting;
  ruled_by: Ruler;
  spectators: boolean;
  rated: boolean;
}

export interface TableList {
  open: TableLine[];
  mine: TableLine[];
  people: Record<string, Person>;
}

// The table as its receiver may see it; `view.actions` are the types of what the receiver may do now.
export interface TableState {
  type: "state";
  table: string;
  version: number;
  at: number;
  view: TableView;
  dice: FairDice;
  people: Record<string, Person>;
  present: [boolean, boolean];
  events: EventOut[];
  house: HouseView;
  rated: boolean;
  watchers: string[];
}

export interface TableTerms {
  match: Terms;
  sitting: Sitting;
  clock: ClockSetting | null;
  claims_flags_itself: boolean;
  flag_grace_ms: number;
  ruler: Ruler;
  aids: boolean;
  rated: boolean;
  spectator_delay_ms: number;
  next_game_after_ms: number | null;
  conduct: boolean;
  detail: Detail;
  accept_after_ms: number;
  default_after_ms: number;
  disputes_each: number;
  late_penalties_by_themselves: boolean;
  starts_at: number | null;
  best_of_three: boolean;
  delays_ms: [number, number] | null;
  equipment: string[];
  languages: string[];
  teams: boolean;
  arrangements_each_turn: number | null;
}

export interface TableView {
  viewer: Seat;
  role: Role;
  seats: [string | null, string | null];
  position: string;
  phase: Phase | null;
  turn: Seat | null;
  to_act: Seat[];
  dice: [number, number] | null;
  cube: Cube | null;
  offered: number | null;
  score: [number, number];
  length: number | null;
  game_number: number;
  crawford: boolean;
  stake: number;
  last: LastView | null;
  resignation: Resignation | null;
  outcome: Outcome | null;
  result: MatchResult | null;
  aborted: boolean;
  clock: ClockView | null;
  pips: [number, number] | null;
  actions: string[];
  resign_sizes: number[];
  tree: [number, number, number, boolean, number][][] | null;
  sitting: Sitting;
  handling: HandlingView | null;
  dispute: DisputeView | null;
  around: AroundView | null;
  games: Outcome[];
}

export interface Take {
  type: "take";
  seat: Seat;
}

// A player may join several of their own breaks, or join one to the opponent's (T2.2.ii).
export interface TakeBreak {
  type: "take_break";
  seat: Seat;
  count?: number;
}

// What a link for a role brings along.
export interface TakeRole {
  code: string;
}

export interface Taken {
  type: "taken";
  seat: Seat;
}

export interface TellDirector {
  type: "tell_director";
  concern: Concern;
  text?: string;
}

// Tell it, once both have promised.
export interface TellWord {
  type: "tell_word";
  seat: Seat;
  word: string;
}

// What is played for, and by which rules. Without a length it is money play. `stake` is what a point is worth in money
// play, in whatever the players agreed on. It multiplies no points: score and outcomes are in points. Without a stake
// it is for nothing, and there is no cube (G10.1).
export interface Terms {
  profile: Profile;
  length: number | null;
  stake: number;
}

export interface TimesNoted {
  type: "times_noted";
  seat: Seat;
  times: [number, number];
}

export interface Token {
  id: string;
  person: string;
  name: string;
  made: number;
}

// The token is shown this once.
export interface TokenMade {
  id: string;
  person: string;
  name: string;
  token: string;
}

// What is settled by agreement or a roll (T3.6).
export type Topic = "baffle_box" | "board" | "checkers" | "clock" | "dice" | "direction" | "language" | "seats";

// Of one player: in a match, a game or a phase.
export interface Totals {
  errors: ErrorTotals;
  performance_rating: number | null;
  snowie_error_rate: number | null;
  cost: number;
  luck: number;
  luck_cost: number;
}

export type TurnEnd = "dice_lifted" | "dice_lifted_or_touched_to_lift" | "opponents_time_started";

export interface TurnEnds {
  without_clock: TurnEnd;
  with_clock: TurnEnd;
}

export interface TurnSet {
  type: "turn_set";
  seat: Seat;
  dice: [number, number] | null;
}

// A seat's time starts again; held: it waits until the delay is out (T4.2.iii.c).
export interface TurnTimeStarted {
  type: "turn_time_started";
  seat: Seat;
  held: boolean;
}

export interface Unsubscribe {
  endpoint: string;
}

// How a clock or a baffle box comes to a table (T3.4.i, T3.5.i).
export type Use = "none" | "option" | "preference" | "requirement";

export interface UseAsked {
  type: "use_asked";
  seat: Seat;
  what: Useful;
}

export interface UseExempted {
  type: "use_exempted";
  what: Useful;
  reason: string;
}

export interface UseSet {
  type: "use_set";
  what: Useful;
  way: Way;
  from_game: number;
  reason: string;
}

// What a match is played with or without.
export type Useful = "baffle_box" | "clock";

export interface ValidRoll {
  side: Side;
  left_by_leave: boolean;
  dice_on_checkers: boolean;
}

// A double in the Crawford game or with a dead cube is annulled (T4.4.iv, T4.4.vii).
export interface VoidDouble {
  type: "void_double";
}

export interface WaiveLatePenalty {
  type: "waive_late_penalty";
  against: Seat;
  reason: string;
}

// How it came to be used (T3.4.i, T3.5.i).
export type Way = "director" | "option" | "penalty" | "preference" | "requirement";

// The answer: it may, or the clause that says otherwise. `id` is that of the question.
export interface Why {
  type: "why";
  may: boolean;
  version: number;
  id?: string | null;
  code?: string | null;
  rule?: string | null;
  facts?: Record<string, unknown>;
  message?: string | null;
}

export interface Wish {
  type: "wish";
  seat: Seat;
  topic: Topic;
  value: string;
}

export interface WishRolled {
  type: "wish_rolled";
  topic: Topic;
  first: number;
  second: number;
}

export interface WishSmokeFree {
  type: "wish_smoke_free";
  seat: Seat;
}

// `agrees`: the other wishes the same. Older events leave it out; there only the texts, if not erased, show it.
export interface Wished {
  type: "wished";
  seat: Seat;
  topic: Topic;
  value: string;
  agrees: boolean | null;
}

export interface WithdrawClaim {
  type: "withdraw_claim";
  seat?: Seat | null;
}

// By the director at any time; by the player who gave it where the rule allows that.
export interface WithdrawConsent {
  type: "withdraw_consent";
  id: number;
  reason?: string;
  seat?: Seat | null;
}

export interface WithdrawDispute {
  type: "withdraw_dispute";
  seat: Seat;
}

// Something happened that is not for this receiver: never written, only sent, so that versions have no gaps.
export interface Withheld {
  type: "withheld";
}

export interface Word {
  promise: string;
  drawn_by_server: boolean;
  word: string | null;
  withheld: boolean;
}

// In a match opened again somebody promised no word in time: both promise again, and the server for them. Never after a
// word was told: whoever knows one could have another draw.
export interface WordOverdue {
  type: "word_overdue";
  seat: Seat;
}

export interface WordPromised {
  type: "word_promised";
  seat: Seat;
  promise: string;
  drawn_by_server: boolean;
}

export interface WordTold {
  type: "word_told";
  seat: Seat;
  word: string;
  withheld: boolean;
}

// What the player's own card says after the games so far (T4.7).
export interface WriteScore {
  type: "write_score";
  seat: Seat;
  score: [number, number];
}

export type TableEvent =
  | OpeningRolled
  | Rolled
  | Played
  | Doubled
  | Taken
  | Dropped
  | Beavered
  | ResignationOffered
  | ResignationAccepted
  | ResignationRefused
  | PlayReopened
  | PositionSet
  | TurnSet
  | CubeSet
  | GameStarted
  | SessionEnded
  | DoubleAnnulled
  | OutcomeSet
  | ScoreSet
  | LengthSet
  | MatchDecided
  | MatchReopened
  | Opened
  | Seated
  | SeatLeft
  | Suspended
  | Resumed
  | Aborted
  | ClockStopped
  | ClockResumed
  | ClockPressed
  | TurnTimeStarted
  | DelayRestarted
  | DelayLossAsked
  | DelayLost
  | TimesNoted
  | ClockSet
  | ClockBrought
  | ClockTakenAway
  | Arranged
  | PlayAccepted
  | PlayFlagged
  | FactsAccepted
  | ClaimWithdrawn
  | EarlyRolled
  | EarlyRollKept
  | EarlyRollAnnulled
  | EarlyDoubled
  | RollInvalid
  | CorrectionAsked
  | Corrected
  | CubeReported
  | SetUpReported
  | DoubleRecorded
  | ResultStated
  | LengthToBeCorrected
  | LengthCorrectionDropped
  | DisputeRaised
  | DisputeSettled
  | DisputeRollWanted
  | DisputeRolled
  | SettlementStated
  | RulerNamed
  | Ruled
  | PenaltyGiven
  | AppealLodged
  | BreakBegun
  | BackFromBreak
  | AbsenceReported
  | Arrived
  | LatePenaltyCounted
  | LatePenaltyWaived
  | BreaksSet
  | StartMoved
  | InfractionRecorded
  | ConsentAsked
  | ConsentGiven
  | ConsentRefused
  | ConsentEnded
  | AllowanceAnnounced
  | Asked
  | Answered
  | ObserverAppointed
  | ReaderAppointed
  | ConcernTold
  | SpectatorExpelled
  | SpectatorDelaySet
  | Wished
  | WishRolled
  | UseAsked
  | UseSet
  | UseExempted
  | EquipmentChanged
  | EquipmentBrought
  | ApprovalAsked
  | ApprovalGiven
  | MixingAsked
  | DiePicked
  | FeaturedOrdered
  | PlaceSet
  | SmokeFreeWished
  | ScoreWritten
  | CrawfordAnnounced
  | ResultReported
  | ResultConfirmed
  | DeviceHeard
  | DeviceActionRefused
  | ReadingReported
  | SecretPromised
  | WordPromised
  | WordTold
  | SecretTold
  | WordOverdue
  | Offered
  | Registered
  | RoleGiven
  | LineLost
  | LineBack
  | MatchWaits
  | Withheld;

export type Action =
  | Roll
  | MakePlay
  | Double
  | Take
  | Drop
  | Beaver
  | OfferResignation
  | AcceptResignation
  | RefuseResignation
  | StartGame
  | EndSession
  | Sit
  | Leave
  | SeatingSuspend
  | Resume
  | Abort
  | ClaimFlag
  | PressClock
  | StopClock
  | ResumeClock
  | RestartDelay
  | AnswerDelayLoss
  | NoteTimes
  | SetClock
  | Arrange
  | EndTurn
  | AcceptPlay
  | FlagPlay
  | AcceptFacts
  | DisputeFacts
  | WithdrawClaim
  | ChooseEarlyRoll
  | RecordOpening
  | RecordRoll
  | RecordInvalidRoll
  | Correct
  | AgreeToCorrection
  | DisputeCorrection
  | ReportCube
  | ReportSetUp
  | RecordDouble
  | RecordResult
  | RaiseDispute
  | ConcedeDispute
  | WithdrawDispute
  | RollForDispute
  | SettleTimes
  | SettleByDefault
  | NameRuler
  | Rule
  | Appeal
  | TakeBreak
  | ReturnFromBreak
  | ReportAbsence
  | Arrive
  | ApplyLatePenalty
  | WaiveLatePenalty
  | SetBreaks
  | MoveStart
  | RecordInfraction
  | Penalise
  | AskConsent
  | GiveConsent
  | RefuseConsent
  | WithdrawConsent
  | AnnounceAllowed
  | AskDirector
  | AnswerRequest
  | AppointObserver
  | AppointReader
  | TellDirector
  | ExpelSpectator
  | SetSpectatorDelay
  | Wish
  | RollForWish
  | AskUse
  | OrderUse
  | ExemptUse
  | DemandEquipment
  | ChangeEquipment
  | BringEquipment
  | AskApproval
  | Approve
  | MixDice
  | PickDie
  | OrderFeatured
  | SetPlace
  | WishSmokeFree
  | WriteScore
  | AnnounceCrawford
  | ReportResult
  | ConfirmResult
  | ReportReading;

export type ClientAction =
  | Roll
  | MakePlay
  | Double
  | Take
  | Drop
  | Beaver
  | OfferResignation
  | AcceptResignation
  | RefuseResignation
  | StartGame
  | EndSession
  | Leave
  | Abort
  | ClaimFlag
  | PressClock
  | StopClock
  | ResumeClock
  | RestartDelay
  | AnswerDelayLoss
  | NoteTimes
  | SetClock
  | Arrange
  | EndTurn
  | AcceptPlay
  | FlagPlay
  | AcceptFacts
  | DisputeFacts
  | WithdrawClaim
  | ChooseEarlyRoll
  | RecordOpening
  | RecordRoll
  | RecordInvalidRoll
  | Correct
  | AgreeToCorrection
  | DisputeCorrection
  | ReportCube
  | ReportSetUp
  | RecordDouble
  | RecordResult
  | RaiseDispute
  | ConcedeDispute
  | WithdrawDispute
  | RollForDispute
  | SettleTimes
  | SettleByDefault
  | NameRuler
  | Rule
  | Appeal
  | TakeBreak
  | ReturnFromBreak
  | ReportAbsence
  | Arrive
  | ApplyLatePenalty
  | WaiveLatePenalty
  | SetBreaks
  | MoveStart
  | RecordInfraction
  | Penalise
  | AskConsent
  | GiveConsent
  | RefuseConsent
  | WithdrawConsent
  | AnnounceAllowed
  | AskDirector
  | AnswerRequest
  | AppointObserver
  | AppointReader
  | TellDirector
  | ExpelSpectator
  | SetSpectatorDelay
  | Wish
  | RollForWish
  | AskUse
  | OrderUse
  | ExemptUse
  | DemandEquipment
  | ChangeEquipment
  | BringEquipment
  | AskApproval
  | Approve
  | MixDice
  | PickDie
  | OrderFeatured
  | SetPlace
  | WishSmokeFree
  | WriteScore
  | AnnounceCrawford
  | ReportResult
  | ConfirmResult
  | ReportReading
  | PromiseWord
  | TellWord
  | ClaimWin
  | CloseAbandoned;

export type ToClient = TableState | Done | Refusal | Why | SocketError | Presence | ChatLine | Pong;

export type Step = NonNullable<TableView["tree"]>[number][number];
