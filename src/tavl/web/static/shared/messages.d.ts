// Generated: do not edit. `python -m tests.web.shared.make_types` writes it from the JSON Schema of what the server takes and sends.

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

// By each party: the people they accept. Lots are drawn from those whom all accept.
export interface AcceptPeople {
  type: "accept_people";
  case: string;
  people: string[];
}

// Let a play that ended the game stand.
export interface AcceptPlay {
  type: "accept_play";
  seat: Seat;
}

// From now on it counts.
export interface AcceptReport {
  type: "accept_report";
  tournament: string;
}

export interface AcceptResignation {
  type: "accept_resignation";
  seat: Seat;
}

// One of the instants that the other side has offered.
export interface AcceptTime {
  type: "accept_time";
  match: string;
  starts_at: number;
}

// The login name and the recovery code for a lost password; the code is shown only once.
export interface AccountMade {
  me: Me;
  login: string;
  recovery_code: string;
}

// Something an administrator did. `by` is `command` if it was done with `tavl admin`.
export interface Act {
  id: string;
  at: number;
  by: string;
  act: string;
  about: string | null;
  note: string | null;
}

export interface ActDone {
  version: number;
  act: string;
  repeated: boolean;
  events: TournamentEvent[];
}

export interface ActList {
  acts: Act[];
  people: Record<string, Person>;
}

export interface AddDivision {
  type: "add_division";
  terms: DivisionTerms;
  reason?: string;
}

// Names of people without an account.
export interface AddMembers {
  names: string[];
}

// A sponsor's or the club's, to a division's pool.
export interface AddMoney {
  type: "add_money";
  division: string;
  amount: Amount;
}

// `credential` is what `navigator.credentials.create` answered, as JSON.
export interface AddPasskey {
  ceremony: string;
  credential: Record<string, unknown>;
  name?: string | null;
}

// Names typed at the desk, and ids from the list of an earlier tournament.
export interface AddPeople {
  names?: string[];
  known?: string[];
}

export interface AddToSeries {
  type: "add_to_series";
  series: string;
  tournament: string;
  division?: string;
}

export interface AddWebhook {
  url: string;
}

export interface AddedMembers {
  people: string[];
}

export interface AddedPeople {
  people: AddedPerson[];
}

export interface AddedPerson {
  id: string;
  name: string;
  code: string;
}

export interface AddedToSeries {
  type: "added_to_series";
  series: string;
  tournament: string;
  division: string;
}

// A line of a member list. The rating is what somebody starts with on our list.
export interface Admission {
  person: string;
  since: number;
  until: number | null;
  rating: number | null;
  experience: number;
}

// From the waiting list.
export interface AdmitEntry {
  type: "admit_entry";
  entry: string;
  seen?: number | null;
}

// One, or a whole list: all of it or nothing. The same list again changes nothing.
export interface AdmitMembers {
  type: "admit_members";
  members: Admission[];
}

// How some divide what they have won together; it decides no match (T4.5).
export interface AgreeDeal {
  type: "agree_deal";
  division: string;
  parts: Record<string, string>;
  winner?: string | null;
  stage?: string;
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

// A number of the smallest unit of a currency. A negative amount is owed the other way.
export interface Amount {
  minor: number;
  currency: string;
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

// Its progress, what was wrong with the file, and at the end the result.
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

export interface AnnounceDraw {
  type: "announce_draw";
  division: string;
  starts_at: number;
  deadline?: number | null;
  seen?: number | null;
}

// A whole play, or what to do with the cube: roll (no double), double, take, drop, beaver.
export interface AnswerCard {
  answers: number;
  moves?: [number, number][] | null;
  action?: string | null;
}

// By the federation: its decision of principle and a sanction, if it imposes one.
export interface AnswerCase {
  type: "answer_case";
  case: string;
  answer: string;
  precedent?: boolean;
  sanction?: string;
}

// Whoever lifted the dice too early accepts the loss of the next delay, or has the director called (T4.1.v.b).
export interface AnswerDelayLoss {
  type: "answer_delay_loss";
  seat: Seat;
  accept: boolean;
}

export interface AnswerOffer {
  type: "answer_offer";
  entry: string;
  accepts: boolean;
}

// A warning of penalty points, a clock for the rest, both, or neither with a reason (T2.3.i).
export interface AnswerPace {
  type: "answer_pace";
  match: string;
  warned?: string[];
  clock?: boolean;
  reason?: string;
}

// By the opponent. A consent that was given is the director's to take back.
export interface AnswerPhone {
  type: "answer_phone";
  match: string;
  consents?: boolean;
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

// Ask for a committee (T5.2); if the tournament accepts the appeal, everything waits for it.
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

export interface AppealRefused {
  type: "appeal_refused";
  case: string;
  reason: string;
}

export interface Appealed {
  type: "appealed";
  case: string;
  person: string;
  reason: string;
}

export interface ApplyLatePenalty {
  type: "apply_late_penalty";
  against: Seat;
  seat?: Seat | null;
}

export interface Appoint {
  type: "appoint";
  person: string;
  role: TournamentRole;
}

export interface AppointObserver {
  type: "appoint_observer";
  person: string;
  fee?: number;
  charged?: Charged;
}

export interface AppointOfficer {
  type: "appoint_officer";
  person: string;
  role?: OrganisationRole;
}

// Somebody reads and moves for a blind player.
export interface AppointReader {
  type: "appoint_reader";
  reads_for: Seat;
  person: string;
}

export interface Appointed {
  type: "appointed";
  person: string;
  role: TournamentRole;
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

export interface ApproveEntry {
  type: "approve_entry";
  entry: string;
  seen?: number | null;
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

// By a player of the match, of a result that is public.
export interface AskCorrection {
  type: "ask_correction";
  match: string;
  reason: string;
}

export interface AskDirector {
  type: "ask_director";
  seat: Seat;
  what: Request;
  reason?: string;
}

// A player asks for a clock for the rest, because of slow play (T2.3.ii). It stays on the list until answered.
export interface AskForPace {
  type: "ask_for_pace";
  match: string;
  reason?: string;
}

export interface AskObserver {
  type: "ask_observer";
  match: string;
  reason?: string;
}

export interface AskPerson {
  type: "ask_person";
  case: string;
  person: string;
}

// By a player: their own phone as score card or clock, in this match.
export interface AskPhone {
  type: "ask_phone";
  match: string;
}

// By a player, a captain or staff: the director decides.
export interface AskPostponement {
  type: "ask_postponement";
  match: string;
  reason: string;
  until?: number | null;
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

export interface AwardPrizes {
  type: "award_prizes";
  division: string;
}

export interface BackFromBreak {
  type: "back_from_break";
  seat: Seat;
}

// Everything up to `sequence` is written; `refused` has the actions that the table refused, by number.
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

export interface BeginMatch {
  type: "begin_match";
  match: string;
  seen?: number | null;
}

// Where a visitor comes to, if it is a table or a tournament.
export interface BeginSession {
  table?: string | null;
  tournament?: string | null;
}

export interface Block {
  person: string;
}

export interface Blocked {
  person: string;
  name: string;
  at: number;
}

export type BoardCause = "start" | "taken_back";

// Of one board of a team match, the home team first.
export interface BoardResult {
  score: [number, number];
  winner: number | null;
  how: Ended;
}

// The board is set up by agreement, where somebody plays a bot and nothing counts; the events after it say how.
export interface BoardSet {
  type: "board_set";
  cause: BoardCause;
  seat: Seat;
  after_crawford: boolean;
}

export interface Booked {
  type: "booked";
  transaction: Transaction;
  entry: string | null;
  reason: string;
}

// Money that an act has moved: from or to somebody, or an account of the tournament's own.
export interface Booking {
  kind: Kind;
  account: string;
  person: string | null;
  amount: Amount;
}

// Both are out of time: who was first, if that is known (T4.3.iii).
export interface BothOut {
  type: "both_out";
  first: Seat | null;
}

// For other pages to embed: names in the place of ids, and nothing but what is public.
export interface Bracket {
  id: string;
  version: number;
  title: string;
  divisions: BracketDivision[];
  directors: string[];
}

export interface BracketDivision {
  id: string;
  matches: BracketMatch[];
}

export interface BracketMatch {
  id: string;
  stage: string;
  round: number;
  number: number;
  players: (string | null)[];
  score: [number, number] | null;
  winner: number | null;
  where: string;
}

export interface BreachNoted {
  type: "breach_noted";
  person: string;
  rule: string;
  what: string;
  match: string | null;
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

export interface BreakSet {
  type: "break_set";
  since: number;
  until: number;
  reason: string;
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

export type By =
  | "buchholz"
  | "head_to_head"
  | "lots"
  | "opponents_wins"
  | "point_difference"
  | "points"
  | "progress"
  | "score"
  | "sonneborn_berger"
  | "wins";

// A place that stays empty.
export interface Bye {
  type: "bye";
}

export interface ByesTraded {
  type: "byes_traded";
  division: string;
  pairings: Pairing[];
  traded: [string, string, string][];
}

export interface CallMatch {
  type: "call_match";
  match: string;
  place: string;
  seen?: number | null;
}

export interface CallWithdrawn {
  type: "call_withdrawn";
  match: string;
  reason: string;
}

export interface Card {
  games: number;
  score: [number, number];
  clear: boolean;
}

export interface CardAnswered {
  card: CardLine;
  decision: AnalysedDecision;
  answered: number | null;
  action: string | null;
  lost: number;
  grade: Grade;
}

// A card in a list. All of it is seen by the player who decides.
export interface CardLine {
  id: string;
  facts: Facts;
  opponent: string;
  source: string;
  at: number;
  due: number;
  answers: number;
}

export interface CardList {
  cards: CardLine[];
  found: number;
}

// A card with both sides. The player who decides sits in the first seat.
export interface CardState {
  card: CardLine;
  decision: AnalysedDecision;
}

export interface CardsView {
  cards: [Card | null, Card | null];
  differ: boolean;
  proof: Proof | null;
  crawford_next: boolean;
  reported: [number, number] | null;
  confirmed: boolean;
}

export interface Case {
  id: string;
  rule: string;
  parties: string[];
  opened_at: number;
  opened_by: string;
  match: string | null;
  dispute: number | null;
  ruling: number | null;
  penalty: boolean;
  state: CaseState;
  statements: Statement[];
  asked: Record<string, string>;
  ruled_by: string;
  ruled_at: number;
  ruled_under: string;
  decision: string;
  reason: string;
  final: boolean;
  effects: Effects | null;
  appealed_by: string;
  appeal_refused: string;
  appealed_late: string[];
  proposed: Record<string, string[]>;
  accepted: Record<string, string[]>;
  committee: string[];
  warnings: [string, Warning][];
  votes: Record<string, [Verdict, string]>;
  vote_effects: Record<string, Effects>;
  rounds: number;
  verdict: Verdict | null;
  committee_reason: string;
  sent_on: [string, string][];
  answer: string;
  precedent: boolean;
  sanction: string;
  closed_at: number | null;
  version: number;
}

export interface CaseAnswered {
  type: "case_answered";
  case: string;
  answer: string;
  precedent: boolean;
  sanction: string;
}

// A ruling in a report: what it was about. Its words are in the report itself.
export interface CaseBrief {
  id: string;
  rule: string;
  parties: string[];
}

// By the committee; there is no further appeal in this tournament.
export interface CaseDecided {
  type: "case_decided";
  case: string;
  verdict: Verdict;
}

export interface CaseDropped {
  type: "case_dropped";
  case: string;
  reason: string;
}

export interface CaseLine {
  id: string;
  rule: string;
  match: string | null;
  parties: string[];
  description: [string, string][];
  ruled_by: string;
  decision: string;
  reason: string;
  appealed_by: string;
  appeal_refused: string;
  committee: string[];
  verdict: string;
  committee_reason: string;
}

export interface CaseOpened {
  type: "case_opened";
  case: string;
  rule: string;
  statement: string;
  parties: string[];
  match: string | null;
  dispute: number | null;
  ruling: number | null;
  penalty: boolean;
}

export interface CaseReceived {
  type: "case_received";
  tournament: string;
  case: string;
  rule: string;
  statement: string;
  parties: string[];
}

export interface CaseRuled {
  type: "case_ruled";
  case: string;
  rule: string;
  decision: string;
  reason: string;
  final: boolean;
  effects: Effects | null;
}

export interface CaseSentOn {
  type: "case_sent_on";
  case: string;
  statement: string;
}

export type CaseState = "appealed" | "decided" | "dropped" | "open" | "ruled";

export type CasesScope = "division" | "later" | "match" | "tournament";

// Without the cube; a gammon counts backgammons in.
export interface Chances {
  win: number;
  win_gammon: number;
  win_backgammon: number;
  lose_gammon: number;
  lose_backgammon: number;
}

// One fact: of a match, an entry or a person.
export interface Change {
  kind: string;
  id: string;
  what: string;
  before: string;
  after: string;
  people: string[];
}

export interface ChangeCharter {
  type: "change_charter";
  charter: Charter;
}

// Omitted fields stay as they are.
export interface ChangeDeck {
  name?: string | null;
  shared?: boolean | null;
}

// By the director at any time; by a player because of a defect (T3.7.i).
export interface ChangeEquipment {
  type: "change_equipment";
  kind: Equipment;
  defect?: boolean;
  seat?: Seat | null;
}

// Freely before entries open; afterwards with a reason, and not retroactively.
export interface ChangeInvitation {
  type: "change_invitation";
  invitation: Invitation;
  reason?: string;
}

export interface ChangeMe {
  name?: string | null;
  language?: string | null;
}

// The old password is required if there is one.
export interface ChangePassword {
  password: string;
  old?: string | null;
  end_others?: boolean;
}

export interface ChangeSeries {
  type: "change_series";
  series: string;
  name: string;
  points?: PointRules;
  classes?: string[];
  since?: number;
  until?: number | null;
}

// The tournament has reached a version, or names have changed: ask for it again. Whom it does not concern need not do
// so at once.
export interface Changed {
  type: "changed";
  version: number;
  about: string[] | null;
}

export type Charged = "all" | "asker" | "nobody";

export interface Charter {
  name: string;
  kind: OrganisationKind;
  formula: string;
  members_only: boolean;
  sanctioned_only: boolean;
  begins: number;
  classes: SanctionedClass[];
  accepts_by_itself: boolean;
}

export interface CharterChanged {
  type: "charter_changed";
  charter: Charter;
}

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

export interface CheckIn {
  type: "check_in";
  entry: string;
  seen?: number | null;
}

export interface CheckedIn {
  type: "checked_in";
  entry: string;
}

// Of an entry whose division takes several, before anything is paid; otherwise the first named.
export interface ChooseCurrency {
  type: "choose_currency";
  entry: string;
  currency: string;
}

export interface ChooseDumps {
  allowed: boolean;
}

// The player whose turn had not ended lets the early roll stand, or has it rolled again (G9.4).
export interface ChooseEarlyRoll {
  type: "choose_early_roll";
  seat: Seat;
  stands: boolean;
}

// How I want to be notified that it is my move. Omitted fields stay as they are. An address is used once it is
// confirmed; an empty one deletes it.
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

// With a personal code alone; or with a table's code, the table, and whose name was tapped.
export interface ClaimSeat {
  code: string;
  place?: string | null;
  person?: string | null;
}

// The opponent, whose turn it is, has been gone for long enough.
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

export interface ClockDemanded {
  type: "clock_demanded";
  match: string;
  person: string;
}

export interface ClockGiven {
  type: "clock_given";
  match: string;
}

export interface ClockPreferred {
  type: "clock_preferred";
  person: string;
  on: boolean;
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

export interface ClockTaken {
  type: "clock_taken";
  match: string;
  reason: string;
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

// The same without claiming the win: nothing counts, or the money session is over.
export interface CloseAbandoned {
  type: "close_abandoned";
  seat: Seat;
}

export interface CloseReport {
  outcome?: string;
}

// Refused with what is open. The report is made, and its hash is kept.
export interface CloseTournament {
  type: "close_tournament";
}

export interface CommitteeNamed {
  type: "committee_named";
  case: string;
  members: string[];
  warnings: [string, Warning][];
  by_lot: string;
}

export interface CommitteeProposed {
  type: "committee_proposed";
  case: string;
  person: string;
  members: string[];
}

// Both players' cards, game by game (T4.7).
export interface ComparedCards {
  cards: [[number, number][] | null, [number, number][] | null];
  games: number;
  differ: number | null;
  behind: number | null;
  changed: [number | null, number | null];
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

export interface Confirmed {
  result: Result;
  by: string;
  at: number;
  ended_at: number;
  version: number;
  reason: string;
  advances: number | null;
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

// By a player, each time (T1.7.ii). A consent withdrawn ends the public feed.
export interface ConsentToStream {
  type: "consent_to_stream";
  match: string;
  on?: boolean;
}

// As the log has it; people's own words are references.
export interface CopiedEvent {
  id: string;
  version: number;
  type: string;
  schema: number;
  at: number;
  actor: string;
  action_id: string;
  ordinal: number;
  body: string;
}

export interface CopiedPerson {
  id: string;
  name: string;
}

export interface CopiedWords {
  id: string;
  person: string;
  text: string;
}

export interface CopiesHere {
  copies: CopyHere[];
}

// A tournament that is run elsewhere, for administrators.
export interface CopyHere {
  id: string;
  title: string;
  home: string;
  as_of: number;
  source: string;
}

export interface CopyList {
  tournaments: Record<string, number>;
}

// It is run elsewhere, and only shown here.
export interface CopyOf {
  home: string;
  as_of: number;
}

export interface CopyState {
  version: number;
}

export interface CopyToken {
  token: string;
}

// Ask the opponent to correct something; the director corrects it at once.
export interface Correct {
  type: "correct";
  what: ReplayPlay | SetUpRight | CubeRight | VoidDouble | RightLength | RightScore | LoseDelay | BothOut;
  seat?: Seat | null;
}

// A result was wrong and the tournament is closed (T4.6): the list is computed again from its date.
export interface CorrectMatch {
  type: "correct_match";
  tournament: string;
  match: string;
  reason: string;
  winners?: string[];
  losers?: string[];
  void?: boolean;
}

export interface CorrectResult {
  type: "correct_result";
  match: string;
  players: [string, string];
  score: [number, number];
  reason: string;
  how?: Ended;
  winner?: number | null;
  follow?: Follow | null;
  starts_at?: number | null;
  rule?: string | null;
  stopped_at?: [number, number] | null;
  boards?: BoardResult[];
  seen?: number | null;
}

// `rule` is the clause for the correction; events for what changed follow it.
export interface Corrected {
  type: "corrected";
  what: ReplayPlay | SetUpRight | CubeRight | VoidDouble | RightLength | RightScore | LoseDelay | BothOut;
  rule: string;
}

export interface Correction {
  match: OrganisationMatch;
  reason: string;
  by: string;
  at: number;
}

export interface CorrectionAsked {
  type: "correction_asked";
  what: ReplayPlay | SetUpRight | CubeRight | VoidDouble | RightLength | RightScore | LoseDelay | BothOut;
  seat: Seat;
}

export interface CorrectionLine {
  match: string;
  was: [number, number];
  is_now: [number, number];
  reason: string;
  by: string;
  at: number;
}

export interface CorrectionRefused {
  type: "correction_refused";
  match: string;
  reason: string;
}

export interface CrawfordAnnounced {
  type: "crawford_announced";
  seat: Seat;
}

export interface CreateOrganisation {
  type: "create_organisation";
  charter: Charter;
  about?: string;
}

export interface CreateTournament {
  type: "create_tournament";
  title: string;
  invitation: Invitation;
  directors?: string[];
  licensed?: string[];
}

export interface Cube {
  value: number;
  owner: Seat | null;
}

export type CubeActionKind = "beaver" | "double" | "drop" | "raccoon" | "take";

export type CubeAt = "centre" | "none" | "opponent" | "own";

export interface CubeReported {
  type: "cube_reported";
  cube: Cube | null;
}

// The physical cube shows a wrong value or lies in a wrong place (T4.4.i, T4.4.vi).
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

export interface CurrencyChosen {
  type: "currency_chosen";
  entry: string;
  currency: string;
}

// Where the match stood after an entry, seen by the first seat.
export interface CurvePoint {
  entry: number;
  chance: number;
  equity: number;
}

export type DeadCube = "cannot_double" | "may_double";

export interface DealAgreed {
  type: "deal_agreed";
  division: string;
  parts: Record<string, string>;
  stage: string;
}

// A step that separated somebody from others: the last one decided the place.
export interface Decision {
  step: TieBreak;
  among: string[];
  value: string;
}

export type DecisionKind = "double" | "play" | "take";

export interface DeckLine {
  id: string;
  name: string;
  search: Search;
  shared: boolean;
  cards: number;
  due: number;
}

export interface DeckList {
  decks: DeckLine[];
}

// A claim that this seat lifted the dice before the other's turn was over.
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

// By a player of the match, whose right it is where the invitation gives preference; elsewhere both have to ask. Where
// none is free they are next in line (T3.5.i).
export interface DemandClock {
  type: "demand_clock";
  match: string;
}

// T3.1 to T3.3. A board has its size in centimetres, open.
export interface DemandEquipment {
  type: "demand_equipment";
  seat: Seat;
  kind: Equipment;
  size?: [number, number] | null;
}

// A player's demand (T2.1), for all of their matches.
export interface DemandSmokeFree {
  type: "demand_smoke_free";
  person: string;
}

// The greatest depth to search to.
export type Depth = "1-ply" | "2-ply" | "3-ply" | "instant" | "roller" | "rollout" | "settled";

export interface DescribeOrganisation {
  type: "describe_organisation";
  about: string;
}

// What only the staff see.
export interface Desk {
  now: Item[];
  journal: JournalLine[];
  open: StaffOpen[];
  matches: Record<string, Match>;
  places: RunningPlace[];
  clocks: number;
  boards: number;
  cups: number;
  dice: number;
  boxes: number;
  balances: TournamentLine[];
  penalties: Record<string, StatePenalty>;
  standing_confirmation: boolean;
  staff: Record<string, TournamentRole>;
}

// What only officers see.
export interface DeskView {
  officers: Record<string, OrganisationRole>;
  members: MemberView[];
  licences: Record<string, Period[]>;
  suspensions: Suspension[];
  merged: Record<string, string>;
  reports: ReportView[];
  cases: OrganisationCase[];
}

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

export interface DeviceProvided {
  type: "device_provided";
  match: string;
  on: boolean;
}

export interface DiePicked {
  type: "die_picked";
  seat: Seat;
  die: number;
}

export interface DirectorAsked {
  type: "director_asked";
  match: string;
  person: string;
  what: Request;
  reason: string;
  request: number;
}

export interface DirectorReported {
  type: "director_reported";
  person: string;
  reason: string;
}

export interface Dismiss {
  type: "dismiss";
  person: string;
  reason?: string;
}

export interface DismissOfficer {
  type: "dismiss_officer";
  person: string;
}

export interface Dismissed {
  type: "dismissed";
  person: string;
  reason: string;
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
  case: string;
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

export interface DisputesPenalty {
  seat: Seat;
  kind: PenaltyKind;
  points: number;
}

export interface DivisionAdded {
  type: "division_added";
  terms: DivisionTerms;
  reason: string;
}

export interface DivisionTerms {
  id: string;
  level: number;
  format: Format;
  stages: TournamentStage[];
  rounds: number | null;
  groups: number | null;
  progressive: boolean;
  capacity: number | null;
  members: number;
  fees: TournamentFee[];
  house: string;
  prizes: Prize[];
  unit: number;
  pools: SidePool[];
  rated: boolean;
  priority: number;
  minutes_per_point: number;
  re_entries: number;
  tie_breaks: TieBreak[];
  restart: Restart;
  through: number;
  lives: number;
  ends_at: number | null;
  seeded: boolean;
  share_tied: boolean;
  cycles: number;
  boards: number;
  reserves: number;
  take_out: boolean;
  batch: number;
  deadlines: number[];
  by_itself: boolean;
  sheet_of: string | null;
}

export interface DivisionView {
  id: string;
  entries: string[];
  matches: MatchView[];
  places: PlacesPlace[];
  table: Placed[];
  by_hand: boolean;
  swaps: [string, string, string][];
  promise: string;
  seed: string;
  draws: DrawView[];
  version: number;
  format: Format;
  stages: TournamentStage[];
  rounds: number | null;
  through: number;
  lives: number;
  tables: StandingsView[];
  last_rounds: Record<string, number>;
  late_places: string[];
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

export interface DrawAnnounced {
  type: "draw_announced";
  division: string;
  starts_at: number;
  deadline: number | null;
}

export interface DrawCommittee {
  type: "draw_committee";
  case: string;
  size?: number;
}

// How a draw was made: anybody can make it again from its seed and the entries in the order in which the lots took
// them, and whatever was done by hand is marked.
export interface DrawView {
  round: number;
  entries: string[];
  by_hand: boolean;
  reason: string;
  witness: string | null;
  swaps: [string, string, string][];
  promise: string;
  seed: string;
  starts_at: number | null;
  deadline: number | null;
  fixed: ([string, string | null])[];
  assumed: [string, number][];
  traded: [string, string, string][];
  no_drop: [string, string][];
  play_ins: [string, string, string][];
}

// The pairings themselves. Replaying draws nothing.
export interface Drawn {
  type: "drawn";
  division: string;
  pairings: Pairing[];
  entries: string[];
  seed: string;
  by_hand: boolean;
  reason: string;
  witness: string | null;
  round: number;
  fixed: ([string, string | null])[];
  assumed: [string, number][];
}

export interface Drop {
  type: "drop";
  seat: Seat;
}

// Settled by the parties, or withdrawn.
export interface DropCase {
  type: "drop_case";
  case: string;
  reason: string;
}

export interface Dropped {
  type: "dropped";
  seat: Seat;
}

// Whether my matches may be in dumps for programmers, and since when (UTC milliseconds).
export interface DumpsChosen {
  allowed: boolean;
  since: number | null;
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

// What a ruling sets, in this order. What it does not name stays as it is.
export interface Effects {
  upholds: boolean | null;
  reopens: boolean;
  length: number | null;
  score: [number, number] | null;
  outcome: Outcome | null;
  position: string | null;
  turn: Seat | null;
  dice: [number, number] | null;
  cube: Cube | null;
  no_cube: boolean;
  times: [number, number] | null;
  delay_left: number | null;
  runs: Seat | null;
  winner: Seat | null;
  penalties: DisputesPenalty[];
}

export interface EndMembership {
  type: "end_membership";
  person: string;
  until: number;
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

// How a match ended.
export type Ended = "disqualified" | "drawn" | "forfeit" | "nobody" | "penalty" | "played" | "short" | "walkover";

// How a game ended.
export type Ending = "borne_off" | "dropped" | "forfeited" | "resigned" | "ruled" | "settled" | "time" | "unknown";

// Somebody enters, or is entered at the desk. The details are for the draw and the ratings.
export interface Enter {
  type: "enter";
  division: string;
  members: string[];
  rating?: number | null;
  family?: string | null;
  club?: string | null;
  country?: string | null;
}

// Lots from a bag, typed in as they fell: pairs of entries, none for a bye.
export interface EnterDraw {
  type: "enter_draw";
  division: string;
  pairs: ([string | null, string | null])[];
  reason: string;
  witness?: string | null;
  seen?: number | null;
}

export interface Entered {
  type: "entered";
  entry: string;
  division: string;
  members: string[];
  rating: number | null;
  family: string | null;
  club: string | null;
  country: string | null;
  waits: boolean;
}

export interface EntrantsSwapped {
  type: "entrants_swapped";
  division: string;
  one: string;
  two: string;
  reason: string;
  everywhere: boolean;
}

export interface EntriesOpened {
  type: "entries_opened";
}

export interface Entry {
  type: "entrant";
  entrant: string;
}

export interface EntryAdmitted {
  type: "entry_admitted";
  entry: string;
}

export interface EntryApproved {
  type: "entry_approved";
  entry: string;
  standing: boolean;
}

export interface EntryReasonGiven {
  type: "entry_reason_given";
  entry: string;
  reason: string;
}

export interface EntryRefused {
  type: "entry_refused";
  entry: string;
  explanation: string;
  reason: string;
}

export interface EntryView {
  id: string;
  division: string;
  members: string[];
  status: Status;
  checked_in: boolean;
  explanation: string;
  offered: string | null;
  version: number;
}

export interface EntryWithdrawn {
  type: "entry_withdrawn";
  entry: string;
  reason: string;
}

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

export interface EquipmentDemanded {
  type: "equipment_demanded";
  match: string;
  person: string;
  kind: Equipment;
}

// `way`: of a baffle box, how it came to be used (T3.4.i).
export interface EquipmentGiven {
  type: "equipment_given";
  match: string;
  kind: Equipment;
  way: Way | null;
  reason: string;
}

export interface EquipmentPreferred {
  type: "equipment_preferred";
  person: string;
  kind: Equipment;
  on: boolean;
}

export interface EquipmentTaken {
  type: "equipment_taken";
  match: string;
  kind: Equipment;
  reason: string;
}

// `confirm` is the login name, or for a guest the name.
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

// By how much was lost, in points of a money game. The limits are XG's.
export type ErrorClass = "blunder" | "inaccuracy" | "mistake" | "none";

// What was wrong with a decision that lost something.
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

export interface Facts {
  kind: DecisionKind;
  phase: GamePhase;
  theme: Theme;
  position?: string;
  error?: number;
  error_class?: ErrorClass;
  mistake?: ErrorKind | null;
  dice?: [number, number] | null;
  away?: [number, number] | null;
  crawford?: boolean;
  cube?: CubeAt;
  cube_value?: number;
  pips?: number;
  opponent_pips?: number;
  prime?: number;
  opponent_prime?: number;
  anchors?: number;
  blots?: number;
  opponent_blots?: number;
  back?: number;
  opponent_back?: number;
  bar?: number;
  opponent_bar?: number;
  home_points?: number;
  off?: number;
}

export interface FactsAccepted {
  type: "facts_accepted";
  seat: Seat;
}

// What is public about a match's dice, and how many rolls there have been.
export interface FairDice {
  promise: string | null;
  words: [Word | null, Word | null];
  secret: string | null;
  game: number;
  rolls: number;
  early: boolean;
  left_to_server: Seat[];
  physical: boolean;
}

// To be played at a featured board (T3.8). There is no appeal.
export interface FeatureMatch {
  type: "feature_match";
  match: string;
  on?: boolean;
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

// What becomes of matches that have begun with the wrong player.
export type Follow = "replace" | "stand";

export type Format =
  | "club_night"
  | "consolation"
  | "continuous"
  | "double"
  | "elimination"
  | "groups"
  | "jackpot"
  | "league"
  | "round_robin"
  | "swiss"
  | "triple";

// A member of the organisation that the tournament belongs to.
export interface FoundMember {
  person: string;
  name: string;
  number: string;
  club: string;
  rating: number;
  member: boolean;
  licensed: boolean;
  suspended: boolean;
  suspended_until: number | null;
  entered: boolean;
}

export interface FoundMembers {
  members: FoundMember[];
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

// What a page says: what it has open (staff), or that it is still there.
export interface FromDesk {
  open?: string | null;
  ping?: number | null;
}

// An action of a device: its number, from 1 without gaps, and its time by the device's own clock in ms.
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

// A clock is put at the board: on demand, as a penalty or by the director's order (T3.5.i).
export interface GiveClock {
  type: "give_clock";
  match: string;
}

export interface GiveConsent {
  type: "give_consent";
  seat: Seat;
  id: number;
}

// The reason for the federation (T1.4.iii), if it was not given with the refusal.
export interface GiveEntryReason {
  type: "give_entry_reason";
  entry: string;
  reason: string;
}

// It is put at the board. A board is changed between two games only, which whoever brings it says (T3.1).
export interface GiveEquipment {
  type: "give_equipment";
  match: string;
  kind: Equipment;
  between_games?: boolean;
}

// Of a ruling or a committee's decision, for the report (T5.5.i).
export interface GiveReasons {
  type: "give_reasons";
  case: string;
  reason: string;
}

// A role at a table for a person by id; without an id, for the first who follows the link in the response.
export interface GiveRole {
  role: Given;
  person?: string | null;
  seat?: Seat | null;
}

// A party at any time; anybody else when a director or the committee asked them (T5.3). `person`: one of the staff
// writes down what they said.
export interface GiveStatement {
  type: "give_statement";
  case: string;
  statement: string;
  person?: string | null;
}

// A role that somebody can be given at a table.
export type Given = "director" | "observer" | "reader" | "ruler" | "spectator";

export type Grade = "again" | "good" | "hard";

export interface GrantLicence {
  type: "grant_licence";
  person: string;
  since?: number;
  until?: number | null;
}

// A player's own score card: the score after each game, in the order of the match's players.
export interface HandInCard {
  match: string;
  scores: [number, number][];
}

// Registration, the house's share, an observer's fee: to those whom it belongs to.
export interface HandOver {
  type: "hand_over";
  account: string;
  amount: Amount;
}

// The state of an unenforced board. Nothing here depends on whether a play was legal.
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

export interface HigherOffered {
  type: "higher_offered";
  entry: string;
  division: string;
  reason: string;
}

export interface HomeSides {
  dark: Side;
  light: Side;
}

// What the opener of a table may choose besides its `TableTerms`.
export interface HouseTerms {
  spectators: boolean;
  lost_line: LostLine;
  line_grace_ms: number;
  line_wait_ms: number;
  shared: boolean;
  gone_wait_ms: number | null;
  tutor: boolean;
  start: StartPosition | null;
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
  tutor: boolean;
  start: StartPosition | null;
}

export type IllegalPlay =
  | "enforced"
  | "must_be_corrected_until_next_valid_roll_or_double"
  | "opponent_accepts_or_has_it_replayed";

export interface ImportDone {
  lines: number;
  added: number;
  changed: number;
  ignored: string[];
  version: number;
}

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

export interface Invitation {
  profile: Profile;
  sanctioned: boolean;
  rulebook: string;
  starts_at: number;
  ends_at: number | null;
  languages: string[];
  divisions: DivisionTerms[];
  observer_fee: Amount | null;
  late_by_itself: boolean;
  score_boards: boolean;
  analysed: boolean;
  attended: boolean;
  demonstration: boolean;
  organisation: string;
  sanctioned_class: string;
}

export interface InvitationChanged {
  type: "invitation_changed";
  invitation: Invitation;
  reason: string;
}

export interface IssueCode {
  hours?: number;
}

// Shown only once, to be given to that person.
export interface IssuedCode {
  login: string;
  code: string;
  until: number;
}

// `action` can be sent as it is, or has a text to be filled in first.
export interface Item {
  kind: string;
  id: string;
  rule: string;
  since: number;
  action: TournamentAction | null;
  people: string[];
  facts: Record<string, number | string>;
}

// A side pool of the entry's division.
export interface JoinPool {
  type: "join_pool";
  entry: string;
  pool: string;
}

export interface JoinTable {
  promise?: string | null;
  id?: string | null;
}

// An act, as the desk's list shows it. `undo`: the reader may take it back, unless something depends on it. What does
// is sent for the reader's last one; for others there is the preview.
export interface JournalLine {
  act: string;
  person: string;
  at: number;
  events: string[];
  about: string[];
  undone: boolean;
  undo: boolean;
  stands_on_it: string[];
  booked: Booking[];
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

export type Kind =
  | "added"
  | "award"
  | "charge"
  | "correction"
  | "handed_over"
  | "house_share"
  | "payment"
  | "payout"
  | "refund"
  | "waiver";

// A person as administrators see them.
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

export interface LateEntryPlaced {
  type: "late_entry_placed";
  entry: string;
  match: string;
  seat: number;
  losers: Pairing[];
  no_place_in: string;
  reason: string;
  play_ins: string[];
}

export interface LatePenaltyCounted {
  type: "late_penalty_counted";
  seat: Seat;
  late_ms: number;
  points: number;
}

export interface LatePenaltyGiven {
  type: "late_penalty_given";
  match: string;
  entry: string;
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

export interface LicenceGranted {
  type: "licence_granted";
  person: string;
  since: number;
  until: number | null;
}

export interface LicenceWithdrawn {
  type: "licence_withdrawn";
  person: string;
  reason: string;
}

export interface LicencesStated {
  type: "licences_stated";
  people: string[];
}

export interface LiftSuspension {
  type: "lift_suspension";
  suspension: string;
  reason: string;
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

export interface LineUpNamed {
  type: "line_up_named";
  match: string;
  entry: string;
  people: string[];
}

export interface ListedPerson {
  id: string;
  name: string;
  claimed: boolean;
}

export interface LogIn {
  login: string;
  password: string;
}

export interface LoggedEvent {
  version: number;
  at: number;
  person: string;
  act: string;
  event: TournamentEvent;
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
  book?: boolean;
}

// A seat waits out its next delay (T4.1.v.b).
export interface LoseDelay {
  type: "lose_delay";
  seat: Seat;
}

// `seat` as with `WinnerOf`: a second final is played only if the player without a loss lost the first.
export interface LoserOf {
  type: "loser";
  match: string;
  seat: number | null;
}

// What happens while a player's connection is lost.
export type LostLine = "runs" | "waits";

export interface MakeAccount {
  password: string;
  name?: string | null;
  login?: string | null;
}

// The division's draw; of a format by rounds, the next round from confirmed results.
export interface MakeDraw {
  type: "make_draw";
  division: string;
  anyway?: boolean;
  fixed?: ([string, string | null])[];
  assumed?: [string, number][];
  seen?: number | null;
}

// The sender becomes its chair.
export interface MakeOrganisation {
  charter: Charter;
  about?: string;
  key?: string | null;
}

// Play the roll and end the turn; without moves when no checker can move.
export interface MakePlay {
  type: "make_play";
  seat: Seat;
  moves?: [number, number][];
}

// A bot of the person's own: it plays under this name, always labelled as a bot.
export interface MakeToken {
  name: string;
}

// The sender organises it, and directs it unless others are named.
export interface MakeTournament {
  title: string;
  invitation: Invitation;
  directors?: string[] | null;
  licensed?: string[];
  key?: string | null;
}

// Why somebody's last match was not played to its end.
export type Mark = "disqualified" | "walkover" | "withdrawn";

// What has happened to a pairing.
export interface Match {
  id: string;
  place: string | null;
  called_at: number | null;
  called: [string, string] | null;
  late_from: number | null;
  starts_at: number | null;
  length: number | null;
  players: [string, string] | null;
  begun_at: number | null;
  absences: Record<string, Absence>;
  points: Record<string, number>;
  reports: StateReport[];
  differs: boolean;
  confirmed: Confirmed | null;
  corrections: [Result, Result, string, string, number][];
  voids: Void[];
  correction_asked: [string, string][];
  correction_for: [string, string] | null;
  observers: string[];
  observer_asked: string[];
  clock: boolean;
  clock_asked: [string, number][];
  equipment: Equipment[];
  equipment_asked: [Equipment, string, number][];
  box_way: Way | null;
  asked: TournamentAsked[];
  pace_asked: string[];
  featured: boolean;
  streamed_with: string[];
  phone_asked: string[];
  phones: [string, string][];
  device: boolean;
  offers: Record<string, number[]>;
  agreed: boolean;
  deadline: number | null;
  reminded: string[];
  postponed: boolean;
  postponement_asked: ([string, number | null])[];
  line_ups: Record<string, string[]>;
  version: number;
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

// Pins the players.
export interface MatchBegun {
  type: "match_begun";
  match: string;
  players: [string, string];
  score: [number, number];
}

export interface MatchCalled {
  type: "match_called";
  match: string;
  place: string;
  players: [string, string];
  late_from: number;
  clock: boolean;
  equipment: Equipment[];
  box_way: Way | null;
}

export interface MatchCorrected {
  type: "match_corrected";
  tournament: string;
  match: string;
  reason: string;
  winners: string[];
  losers: string[];
  void: boolean;
}

// The match is over for another reason than the score: time, penalty points, a ruling.
export interface MatchDecided {
  type: "match_decided";
  winner: Seat;
  reason: string;
  facts: Record<string, number | string>;
}

export interface MatchFeatured {
  type: "match_featured";
  match: string;
  on: boolean;
}

// What is kept of a match that somebody played and had analysed.
export interface MatchNumbers {
  at: number;
  opponent: string;
  length: number;
  won: boolean | null;
  all: Part;
  luck: number;
  mistakes: number;
  blunders: number;
  phases: Record<string, Part>;
  kinds: Record<string, Part>;
}

export interface MatchPostponed {
  type: "match_postponed";
  match: string;
  reason: string;
  until: number | null;
}

export interface MatchReopened {
  type: "match_reopened";
}

// Who has won, and how: by the score, or for a reason that a table or a director gives.
export interface MatchResult {
  winner: Seat | null;
  reason: string;
}

// A match with a wrong player: void and not rated.
export interface MatchStopped {
  type: "match_stopped";
  match: string;
  starts_at: number | null;
  score: [number, number] | null;
}

export interface MatchView {
  id: string;
  stage: string;
  round: number;
  number: number;
  length: number;
  players: [string | null, string | null];
  where: Where;
  waits_for: string[];
  place: string | null;
  starts_at: number | null;
  score: [number, number] | null;
  winner: number | null;
  how: string;
  clock: string;
  equipment: Equipment[];
  equipment_asked: Equipment[];
  featured: boolean;
  streamed: boolean;
  phones: string[];
  phone_asked: string[];
  device: boolean;
  deadline: number | null;
  postponed: boolean;
  offers: Record<string, number[]>;
  line_ups: Record<string, string[]>;
  boards: BoardResult[];
  version: number;
  sources: [Entry | WinnerOf | LoserOf | Bye | PlaceIn, Entry | WinnerOf | LoserOf | Bye | PlaceIn] | null;
  best_of: number;
  expected: number | null;
  called_at: number | null;
  begun_at: number | null;
  ended_at: number | null;
  corrected: boolean;
  lead: [number, number];
}

// The match waits for a player whose connection is lost; `suspended` comes with it, and `resumed` ends it.
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

export interface MemberReplaced {
  type: "member_replaced";
  entry: string;
  leaves: string;
  comes: string;
  reason: string;
}

export interface MemberView {
  person: string;
  periods: Period[];
  member_now: boolean;
  rating: number;
  licence: Period[];
  also: string[];
}

export interface MembersAdmitted {
  type: "members_admitted";
  members: Admission[];
}

export interface MembershipEnded {
  type: "membership_ended";
  person: string;
  until: number;
}

// Two entries turn out to be one person: `entry` is merged into `into`.
export interface MergePeople {
  type: "merge_people";
  entry: string;
  into: string;
  reason?: string;
}

export interface MixDice {
  type: "mix_dice";
  seat: Seat;
}

export interface MixingAsked {
  type: "mixing_asked";
  seat: Seat;
}

// Without `days` it lasts until it is lifted. The reason is shown to that person.
export interface ModerationSuspend {
  reason: string;
  days?: number | null;
}

export interface MoveLine {
  person: string;
  division: string;
  higher: string;
  accepted: boolean;
  reason: string;
}

export interface MoveStart {
  type: "move_start";
  starts_at: number;
  reason: string;
}

export interface Mute {
  on: boolean;
}

// A case as a party knows it, or somebody who was asked: what they said themselves and what was decided. What others
// said and how a committee voted is not theirs to read (T5.1).
export interface MyCase {
  id: string;
  rule: string;
  state: CaseState;
  match: string | null;
  said: string[];
  decision: string;
  ruled_under: string;
  reason: string;
  may_appeal: boolean;
}

// What a player's phone says.
export interface MyNext {
  match: string;
  where: Where;
  place: string | null;
  not_before: number | null;
  reported: MyReport[];
  likely_place: string | null;
  deadline: number | null;
  requests: MyRequest[];
}

// A result of one's own match that is not public yet: the players of the match know what each of them said.
export interface MyReport {
  score: [number, number];
  mine: boolean;
}

// What somebody has asked of the director in a match, and the answer (T1.6.iv, T2.4.ii, T3.4.iii, T3.5.iii).
export interface MyRequest {
  what: Request;
  granted: boolean | null;
  answer: string;
}

// By the director (T5.2).
export interface NameCommittee {
  type: "name_committee";
  case: string;
  members: string[];
}

// Who plays at which board of a team match. Sealed until both teams have named theirs.
export interface NameLineUp {
  type: "name_line_up";
  match: string;
  entry: string;
  people: string[];
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

export interface NewCode {
  code: string;
}

export interface NewCopyToken {
  name: string;
}

// A club night or a tournament of the series.
export interface Night {
  id: string;
  present: string[];
  wins: Record<string, number>;
  places: Record<string, number>;
}

// All have voted and no verdict has more than half: they vote again (T5.2).
export interface NoMajority {
  type: "no_majority";
  case: string;
}

// A breach that costs nothing the first time; when it is repeated, a warning is proposed.
export interface NoteBreach {
  type: "note_breach";
  person: string;
  rule: string;
  what: string;
  match?: string | null;
}

// Both times as a player wrote them down before leaving the board (T4.3.ii.b).
export interface NoteTimes {
  type: "note_times";
  seat: Seat;
  times: [number, number];
}

// `mail_possible` and `push_possible`: whether the server is set up for it. `push_key` is what a browser subscribes
// with.
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

export interface NumberedMember {
  number: string;
  club: string;
}

export interface ObserverAppointed {
  type: "observer_appointed";
  person: string;
  fee: number;
  charged: Seat[];
}

export interface ObserverAsked {
  type: "observer_asked";
  match: string;
  person: string;
  reason: string;
}

export type Offer = "beavered" | "doubled" | "raccooned";

export interface OfferAnswered {
  type: "offer_answered";
  entry: string;
  accepts: boolean;
}

// Out of this division, and offered a higher one (T1.4.ii).
export interface OfferHigher {
  type: "offer_higher";
  entry: string;
  division: string;
  reason: string;
  seen?: number | null;
}

export interface OfferResignation {
  type: "offer_resignation";
  seat: Seat;
  size: number;
}

// Instants at which one side could play; they replace what it offered before.
export interface OfferTimes {
  type: "offer_times";
  match: string;
  times: number[];
  entry?: string | null;
}

// Whom the opener wants to play (a bot, a friend, anyone, somebody at a physical board), and the hosting terms.
export interface Offered {
  type: "offered";
  opponent: string;
  opened_by: string;
  terms: HouseTerms;
}

export interface OfficerAppointed {
  type: "officer_appointed";
  person: string;
  role: OrganisationRole;
}

export interface OfficerDismissed {
  type: "officer_dismissed";
  person: string;
}

// A dispute (T5.1), or a matter of conduct that a director takes up. Everything that depends on it waits.
export interface OpenCase {
  type: "open_case";
  rule: string;
  statement: string;
  match?: string | null;
  parties?: string[];
  dispute?: number | null;
  ruling?: number | null;
}

// From now on the invitation is frozen.
export interface OpenEntries {
  type: "open_entries";
}

// Something that has to be settled before the tournament can be closed, with what it is about.
export interface OpenItem {
  kind: string;
  id: string;
  rule: string;
}

// A table for a match: online, or a phone laid beside a physical board.
export interface OpenPairing {
  match: string;
  online?: boolean;
}

// A season. Tournaments of its classes within its time belong to it automatically.
export interface OpenSeries {
  type: "open_series";
  series: string;
  name: string;
  points?: PointRules;
  classes?: string[];
  since?: number;
  until?: number | null;
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
  tutor?: boolean;
  start?: StartFrom | null;
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

// A baffle box for the rest of the match, because of how somebody rolls (T2.4.i).
export interface OrderBox {
  type: "order_box";
  match: string;
  reason: string;
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

// `penalty`: under T2.3.i or T2.4.i; otherwise the director's own order (clocks only, T3.5.i).
export interface OrderUse {
  type: "order_use";
  what: Useful;
  reason: string;
  penalty?: boolean;
  minutes?: number | null;
}

export interface OrganisationAct {
  action: CreateOrganisation | ChangeCharter | DescribeOrganisation | AppointOfficer | DismissOfficer | AdmitMembers | EndMembership | SetStartingRating | MergePeople | SeparatePeople | GrantLicence | OrganisationWithdrawLicence | Suspend | LiftSuspension | OpenSeries | ChangeSeries | AddToSeries | TakeFromSeries | ReceiveReport | AcceptReport | ReturnReport | CorrectMatch | SendCase | OrganisationAnswerCase | RecordPrecedent;
  key?: string | null;
}

export interface OrganisationActDone {
  version: number;
  repeated: boolean;
  events: (OrganisationCreated | CharterChanged | OrganisationDescribed | OfficerAppointed | OfficerDismissed | MembersAdmitted | MembershipEnded | StartingRatingSet | PeopleMerged | PeopleSeparated | LicenceGranted | LicenceWithdrawn | OrganisationSuspended | SuspensionLifted | SeriesOpened | SeriesChanged | AddedToSeries | TakenFromSeries | ReportReceived | ReportAccepted | ReportReturned | MatchCorrected | CaseReceived | OrganisationCaseAnswered | PrecedentRecorded)[];
}

// A decision of principle. A precedent is published, in words that name nobody.
export interface OrganisationAnswerCase {
  type: "answer_case";
  case: string;
  answer: string;
  precedent?: boolean;
  summary?: string;
  sanction?: string;
}

// A ruling that somebody sent on (T5.4), or a decision from before.
export interface OrganisationCase {
  id: string;
  rule: string;
  received_at: number;
  tournament: string;
  case: string;
  parties: string[];
  senders: Sender[];
  answer: string;
  answered_at: number | null;
  answered_by: string;
  precedent: boolean;
  summary: string;
  sanction: string;
}

export interface OrganisationCaseAnswered {
  type: "case_answered";
  case: string;
  answer: string;
  precedent: boolean;
  summary: string;
  sanction: string;
}

export interface OrganisationCreated {
  type: "organisation_created";
  charter: Charter;
  about: string;
}

export interface OrganisationDescribed {
  type: "organisation_described";
  about: string;
}

// How a match came to its end.
export type OrganisationEnding = "disqualified" | "forfeited" | "played" | "walkover";

export interface OrganisationInList {
  id: string;
  name: string;
  kind: OrganisationKind;
  officer: boolean;
}

export type OrganisationKind = "club" | "federation";

export interface OrganisationList {
  organisations: OrganisationInList[];
}

export interface OrganisationMade {
  id: string;
  version: number;
}

// A result as a rating list needs it. A side is one person, or several who play as one.
export interface OrganisationMatch {
  id: string;
  ended: number;
  winners: string[];
  losers: string[];
  length: number;
  ending: OrganisationEnding;
  begun: boolean;
  void: boolean;
  sanctioned: boolean;
  rated: boolean;
}

export type OrganisationPhase = "closed" | "draft" | "open";

// What somebody is here. The organisation decides this; people cannot claim it.
export type OrganisationRole = "chair" | "member" | "officer" | "system" | "visitor";

// The organisation as its receiver may see it.
export interface OrganisationState {
  id: string;
  version: number;
  at: number;
  view: OrganisationView;
  names: Record<string, string>;
  tournaments: TournamentOfIt[];
  numbers: Record<string, NumberedMember>;
}

// Of a report.
export type OrganisationStatus = "accepted" | "received" | "returned";

export interface OrganisationSuspended {
  type: "suspended";
  suspension: string;
  person: string;
  rule: string;
  reason: string;
  since: number;
  until: number | null;
}

export interface OrganisationView {
  charter: Charter;
  about: string;
  role: OrganisationRole;
  members: number;
  ratings: RatedLine[];
  series: SeriesView[];
  played: PlayedView[];
  rulings: RulingView[];
  licensed: string[];
  desk: DeskView | null;
}

// From now on (T1.2).
export interface OrganisationWithdrawLicence {
  type: "withdraw_licence";
  person: string;
  reason: string;
}

export interface OutageStated {
  type: "outage_stated";
  since: number;
  until: number;
  reason: string;
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

export interface PaceAnswered {
  type: "pace_answered";
  match: string;
  reason: string;
}

export interface PaceAsked {
  type: "pace_asked";
  match: string;
  person: string;
  reason: string;
}

// A match as the draw knows it.
export interface Pairing {
  id: string;
  stage: string;
  round: number;
  number: number;
  one: Entry | WinnerOf | LoserOf | Bye | PlaceIn;
  two: Entry | WinnerOf | LoserOf | Bye | PlaceIn;
  length: number;
  best_of: number;
}

export interface PairingOpened {
  table: string;
}

// Decisions that count, and what all of them lost; of an error's kind, how often and how much.
export interface Part {
  count: number;
  error: number;
}

export interface PartnerLeft {
  type: "partner_left";
  seat: Seat;
  person: string;
}

export interface PartnerSeated {
  type: "partner_seated";
  seat: Seat;
  person: string;
}

export interface Passkey {
  id: string;
  name: string;
  made: number;
  used: number | null;
}

// The options for the browser, and the name of the ceremony, to be sent back with its answer once and soon.
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

export interface PayPrize {
  type: "pay_prize";
  person: string;
  amount: Amount;
}

export interface PayRefund {
  type: "pay_refund";
  person: string;
  amount: Amount;
}

export interface Penalise {
  type: "penalise";
  against: Seat;
  kind: PenaltyKind;
  rule: string;
  reason: string;
  points?: number;
}

export interface Penalised {
  type: "penalised";
  person: string;
  kind: PenaltyKind;
  rule: string;
  reason: string;
  match: string | null;
  scope: CasesScope;
  points: number;
  until: number | null;
  case: string;
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

export interface PenaltyLine {
  person: string;
  kind: PenaltyKind;
  rule: string;
  scope: string;
  reason: string;
  by: string;
  at: number;
  match: string | null;
  points: number;
  until: number | null;
  case?: string;
}

export type PenaltyPointsTo = "offender" | "opponent";

// A committee has reversed or replaced the ruling that gave it (T5.2).
export interface PenaltyRevoked {
  type: "penalty_revoked";
  penalty: string;
  case: string;
}

export interface PeopleAccepted {
  type: "people_accepted";
  case: string;
  person: string;
  people: string[];
}

export interface PeopleList {
  people: ListedPerson[];
}

export interface PeopleMerged {
  type: "people_merged";
  entry: string;
  into: string;
  reason: string;
}

export interface PeopleSeparated {
  type: "people_separated";
  entry: string;
  reason: string;
}

// A period of membership: from one instant up to, but not including, another, if there is one.
export interface Period {
  since: number;
  until: number | null;
}

export interface Person {
  name: string;
  bot: boolean;
  rating?: number;
  provisional?: boolean;
}

export interface PersonAsked {
  type: "person_asked";
  case: string;
  person: string;
}

export type Phase = "beavered" | "doubled" | "opening" | "over" | "to_play" | "to_roll";

export interface PhoneAnswered {
  type: "phone_answered";
  match: string;
  entry: string;
  by: string;
  consents: boolean;
}

export interface PhoneAsked {
  type: "phone_asked";
  match: string;
  entry: string;
  person: string;
}

export interface PhoneWithdrawn {
  type: "phone_withdrawn";
  match: string;
  entry: string;
  reason: string;
}

export interface PickDie {
  type: "pick_die";
  seat: Seat;
  die: number;
}

export interface Ping {
  sent?: number;
}

export interface PlaceCodes {
  places: Record<string, string>;
}

export interface PlaceIn {
  type: "place";
  group: string;
  place: number;
}

// Into a bye's place, without another draw. Where the consolation has no place for whoever loses that match, they and
// another loser play for one; or the director says why they are out.
export interface PlaceLateEntry {
  type: "place_late_entry";
  entry: string;
  match: string;
  seen?: number | null;
  reason?: string;
  play_in?: boolean;
}

export interface PlaceLine {
  division: string;
  first: number;
  last: number;
  people: string[][];
}

export interface PlaceSet {
  type: "place_set";
  room: string;
  table: string;
}

export interface Placed {
  entrant: string;
  place: number;
  shared: boolean;
  score: string;
  decisions: Decision[];
}

// `first` to `last`, shared by as many.
export interface PlacesPlace {
  first: number;
  last: number;
  entrants: string[];
  settled: boolean;
  marks: Record<string, Mark>;
}

export interface PlacesSet {
  type: "places_set";
  places: RunningPlace[];
  clocks: number;
  boards: number;
  cups: number;
  dice: number;
  boxes: number;
}

export interface PlayAccepted {
  type: "play_accepted";
  seat: Seat;
}

// `asked` is to accept or dispute the facts; `seat` is the player who claims, none for a director or an observer.
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

// A tournament whose report counts.
export interface PlayedView {
  tournament: string;
  title: string;
  starts_at: number;
  sanctioned: boolean;
  sanctioned_class: string;
  matches: number;
  elsewhere: boolean;
}

// Somebody's results. `rating` is from matches against people, `with_bots` from matches in which a bot took part; a bot
// has only the latter. The lists of rated matches have the last few hundred, oldest first.
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

export interface PointRules {
  coming: number;
  win: number;
  places: number[];
  best: number | null;
}

// What was sent in the ping, and the server's time, so that clients can set their clocks.
export interface Pong {
  type: "pong";
  sent: number;
  at: number;
}

export interface PoolJoined {
  type: "pool_joined";
  entry: string;
  pool: string;
}

// Seen by the player whose turn it is.
export interface PositionSet {
  type: "position_set";
  position: string;
}

// One line: the amount added to an account (negative: taken off). Only a person's account has a person.
export interface Posting {
  account: string;
  minor: number;
  person: string | null;
}

// Later rounds do not wait for it any more; it is to be played by `until`.
export interface PostponeMatch {
  type: "postpone_match";
  match: string;
  reason: string;
  until?: number | null;
  seen?: number | null;
}

export interface PostponementAsked {
  type: "postponement_asked";
  match: string;
  reason: string;
  until: number | null;
}

export interface PostponementRefused {
  type: "postponement_refused";
  match: string;
  reason: string;
}

export interface PracticeOverview {
  cards: number;
  due: number;
  new: number;
  answered_today: number;
  streak: number;
  next_due: number | null;
}

export interface PrecedentRecorded {
  type: "precedent_recorded";
  case: string;
  rule: string;
  answer: string;
  summary: string;
  decided_at: number;
}

export interface Precedents {
  rulings: RulingView[];
}

// Somebody wants a clock in all their matches, if one is available (T3.5.i).
export interface PreferClock {
  type: "prefer_clock";
  person: string;
  on?: boolean;
}

// Somebody demands it in all their matches, where there is one (T3.1 to T3.4).
export interface PreferEquipment {
  type: "prefer_equipment";
  person: string;
  kind: Equipment;
  on?: boolean;
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

export interface PreviewAct {
  action: TournamentAction;
  for_federation?: boolean;
}

// What an action would change, and for whom. A draw is an example: the real one has another seed.
export interface PreviewAnswer {
  version: number;
  refused: WhyRefused | null;
  changes: Change[];
  people: string[];
  matches: string[];
  question: Question | null;
  warnings: [string, string][];
  example: boolean;
  names: Record<string, string>;
}

// What part of the fund a stage gets, and how it is divided among its places.
export interface Prize {
  stage: string;
  part: string;
  places: string[];
}

export interface PrizesAwarded {
  type: "prizes_awarded";
  division: string;
}

// What is wrong, and where. Whatever can be kept is kept anyway.
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

export interface Progress {
  points: ProgressPoint[];
  all: Part;
  luck: number;
  mistakes: number;
  blunders: number;
  phases: Record<string, Part>;
  kinds: Record<string, Part>;
}

// A match, and the rate over it and the ones before it.
export interface ProgressPoint {
  match: MatchNumbers;
  rate: number | null;
  rolling: number | null;
}

// The host draws a seed and promises it; it is published with the draw.
export interface PromiseSeed {
  type: "promise_seed";
  division: string;
}

// Promise a word by its SHA-256.
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

// By each party, where no director is left to rule (T5.1): it is set up when all propose the same.
export interface ProposeCommittee {
  type: "propose_committee";
  case: string;
  members: string[];
}

// By the desk: equipment, which needs nobody's consent.
export interface ProvideDevice {
  type: "provide_device";
  match: string;
  on?: boolean;
}

// What came after a version; with nothing in it, that nothing did.
export interface PushCopy {
  home: string;
  after: number;
  last?: string;
  events?: CopiedEvent[];
  words?: CopiedWords[] | null;
  people?: CopiedPerson[] | null;
  whole?: boolean;
}

// What has to be answered before it can be done: an action for each answer.
export interface Question {
  matches: string[];
  answers: TournamentAction[];
}

// Everything is left as it is (T5.1). `claim` is what its seat asks for.
export interface RaiseDispute {
  type: "raise_dispute";
  seat: Seat;
  rule: string;
  statement?: string;
  claim?: ReplayPlay | SetUpRight | CubeRight | VoidDouble | RightLength | RightScore | LoseDelay | BothOut | null;
  case?: string;
}

export interface Ranked {
  place: number;
  person: string;
  rating: number;
  experience: number;
  matches: number;
}

// The best of each list, people and bots separately.
export interface Ranking {
  players: Ranked[];
  bots: Ranked[];
  people: Record<string, Person>;
}

export interface RatedLine {
  place: number;
  person: string;
  rating: number;
  experience: number;
  matches: number;
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

// Somebody's rating in one of the two lists. Provisional ratings are not in the ranking yet.
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

export interface ReasonsGiven {
  type: "reasons_given";
  case: string;
  reason: string;
}

// Of a closed tournament (T5.5). One that came before from the same tournament is replaced.
export interface ReceiveReport {
  type: "receive_report";
  title: string;
  submission: Submission;
}

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

// A decision from before there was this inbox.
export interface RecordPrecedent {
  type: "record_precedent";
  rule: string;
  answer: string;
  summary?: string;
  decided_at?: number;
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

// Shown only once; the previous code no longer works.
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

export interface RefusalLine {
  person: string;
  division: string;
  reason: string;
}

// Too late, in a person's judgement (T5.2).
export interface RefuseAppeal {
  type: "refuse_appeal";
  case: string;
  reason: string;
}

export interface RefuseConsent {
  type: "refuse_consent";
  seat: Seat;
  id: number;
  reason?: string;
}

// Asked for too late, in the director's judgement (T4.6).
export interface RefuseCorrection {
  type: "refuse_correction";
  match: string;
  reason: string;
}

// `explanation` is for the player (T1.4.i), `reason` for the federation (T1.4.iii).
export interface RefuseEntry {
  type: "refuse_entry";
  entry: string;
  explanation: string;
  reason?: string;
  seen?: number | null;
}

export interface RefusePostponement {
  type: "refuse_postponement";
  match: string;
  reason: string;
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

// The person who sits down has an account, or is somebody's bot: a match between two of them can be rated. It is
// recorded so that a rating does not change when an account is erased.
export interface Registered {
  type: "registered";
  person: string;
  bot: boolean;
}

// It was answered at the table.
export interface RelayAnswer {
  type: "relay_answer";
  match: string;
  request: number;
  granted: boolean;
  reason?: string;
}

// What was asked of the director at the table of a match. `request`: its number there.
export interface RelayRequest {
  type: "relay_request";
  match: string;
  person: string;
  what: Request;
  request: number;
  reason?: string;
}

export interface Remind {
  type: "remind";
  match: string;
  what: Reminder;
}

export interface Reminded {
  type: "reminded";
  match: string;
  what: Reminder;
}

// What people are reminded of.
export type Reminder = "deadline" | "passed" | "start";

export interface RenamePerson {
  name: string;
}

// The match goes on at its table: its last game was corrected (T4.4.iv.c, T4.4.vii).
export interface ReopenResult {
  type: "reopen_result";
  match: string;
}

// A reserve for a partner or a team mate, between matches.
export interface ReplaceMember {
  type: "replace_member";
  entry: string;
  leaves: string;
  comes: string;
  reason: string;
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

// Report a player absent; it counts from the start time or the end of the break (T2.2.iv).
export interface ReportAbsence {
  type: "report_absence";
  against: Seat;
  seat?: Seat | null;
}

export interface ReportAccepted {
  type: "report_accepted";
  tournament: string;
}

// What the physical cube shows, and on whose side it lies.
export interface ReportCube {
  type: "report_cube";
  seat: Seat;
  cube?: Cube | null;
}

// By anybody: a report to the federation on a director's conduct (T1.2).
export interface ReportDirector {
  type: "report_director";
  person: string;
  reason: string;
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

export interface ReportReceived {
  type: "report_received";
  title: string;
  submission: Submission;
}

export interface ReportReport {
  title: string;
  sanctioned: boolean;
  rulebook: string;
  profile: string;
  directors: string[];
  helpers: string[];
  refusals: RefusalLine[];
  moves: MoveLine[];
  disqualifications: PenaltyLine[];
  expulsions: PenaltyLine[];
  penalties: PenaltyLine[];
  cases: CaseLine[];
  corrections: CorrectionLine[];
  reported_directors: [string, string, string][];
  results: ResultLine[];
  places: PlaceLine[];
}

export interface ReportResult {
  type: "report_result";
  seat: Seat;
  score: [number, number];
}

export interface ReportReturned {
  type: "report_returned";
  tournament: string;
  reason: string;
}

// The starting position as it really stood, seen by the seat that reports it.
export interface ReportSetUp {
  type: "report_set_up";
  seat: Seat;
  position: string;
}

// What stands in the way of closing, and the report as it would be now.
export interface ReportState {
  open: OpenItem[];
  report: ReportReport;
  text: string;
  sha256: string;
}

export interface ReportView {
  tournament: string;
  title: string;
  received_at: number;
  sent_by: string;
  status: OrganisationStatus;
  reason: string;
  starts_at: number;
  sanctioned: boolean;
  sanctioned_class: string;
  elsewhere: boolean;
  directors: string[];
  matches: OrganisationMatch[];
  corrections: Correction[];
  cases: string[];
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

export interface RequestAnswered {
  type: "request_answered";
  match: string;
  person: string;
  what: Request;
  granted: boolean;
  reason: string;
  request: number;
}

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

export type Restart = "each_place" | "never" | "still_tied";

// After an invalid roll (T4.3.v).
export interface RestartDelay {
  type: "restart_delay";
  seat: Seat;
}

// The players in the order of the score.
export interface Result {
  players: [string, string];
  score: [number, number];
  winner: number | null;
  how: Ended;
  boards: BoardResult[];
}

export interface ResultConfirmed {
  type: "result_confirmed";
}

export interface ResultCorrected {
  type: "result_corrected";
  match: string;
  result: Result;
  reason: string;
  advances: number | null;
  rule: string | null;
}

export interface ResultLine {
  match: string;
  division: string;
  winners: string[];
  losers: string[];
  score: [number, number] | null;
  length: number;
  how: string;
  ended_at: number | null;
}

// The result that a reversed ruling had given is void: the match goes on, or is called again.
export interface ResultReopened {
  type: "result_reopened";
  match: string;
  case: string;
  taken_by: string | null;
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

// Two reports that contradict each other: none is public until somebody settles it.
export interface ResultsDiffer {
  type: "results_differ";
  match: string;
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

// It does not count.
export interface ReturnReport {
  type: "return_report";
  tournament: string;
  reason: string;
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

// For roles that `table/` does not record: a director, an admitted spectator.
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

// The role was given; or a code, shown only once, with which somebody can take it (`/t/<table>?role=<code>`).
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

// The preferences differ: the higher die decides.
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

// A roll: how much better it was than the average roll.
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

// A ruling, under a clause and with a reason.
export interface Rule {
  type: "rule";
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
  winner?: Seat | null;
  penalties?: Penalty[];
  rule: string;
  reason: string;
  final?: boolean;
  committee?: boolean;
  appeal?: number | null;
  case?: string;
}

export interface RuleCase {
  type: "rule_case";
  case: string;
  rule: string;
  decision: string;
  reason: string;
  final?: boolean;
  seen?: number | null;
  effects?: Effects | null;
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
  appeal: number | null;
  case: string;
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
  dispute: number | null;
  case: string;
  appealed_by: Seat | null;
  appealed_late: Seat[];
}

// A decision of principle, without anybody's name.
export interface RulingView {
  id: string;
  rule: string;
  summary: string;
  answer: string;
  at: number;
}

// A table with its board.
export interface RunningPlace {
  id: string;
  room: string;
  smoke_free: boolean;
  clock: boolean;
  featured: boolean;
  board: [number, number] | null;
  cups: boolean;
  dice: boolean;
  box: boolean;
}

// A kind of tournament that can be sanctioned (T1.1).
export interface SanctionedClass {
  id: string;
  name: string;
  formats: Format[];
  shortest: number;
  rated: boolean;
}

export interface SaveDeck {
  name: string;
  search: Search;
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

// Every given field must match; of a list, any value.
export interface Search {
  kinds?: DecisionKind[];
  mistakes?: ErrorKind[];
  phases?: GamePhase[];
  themes?: Theme[];
  dice?: string;
  money?: boolean | null;
  away?: number | null;
  opponent_away?: number | null;
  cube?: CubeAt[];
  cube_value?: number | null;
  least_error?: number;
  most_error?: number | null;
  least_prime?: number;
  least_opponent_prime?: number;
  least_anchors?: number;
  least_blots?: number;
  least_opponent_blots?: number;
  least_back?: number;
  most_back?: number | null;
  least_opponent_back?: number;
  least_home_points?: number;
  on_bar?: boolean | null;
  opponent_on_bar?: boolean | null;
  opponent?: string;
  since?: number | null;
  until?: number | null;
  source?: string;
}

export interface SeasonLine {
  place: number;
  person: string;
  points: number;
  nights: number;
  by_night: Record<string, number>;
  dropped: string[];
}

export type Seat = 0 | 1;

export interface SeatClaimed {
  person: string;
  name: string;
}

export interface SeatLeft {
  type: "seat_left";
  seat: Seat;
}

// Somebody else acts for the seat too: the partner of a pair, a team mate, or another device of the same player.
export interface SeatPartner {
  type: "seat_partner";
  seat: Seat;
  person: string;
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

// The first secret of a match, or another after it was reopened: then both players promise again too.
export interface SecretPromised {
  type: "secret_promised";
  promise: string;
  method: string;
}

// The match is over: everybody can compute its dice.
export interface SecretTold {
  type: "secret_told";
  secret: string;
}

export interface SeedPromised {
  type: "seed_promised";
  division: string;
  promise: string;
}

// What a device at a physical board has recorded. `sent` is the time of sending by its own clock.
export interface SendBatch {
  device: string;
  sent: number;
  actions: FromDevice[];
}

// By anybody, even people who were not there (T5.4).
export interface SendCase {
  type: "send_case";
  tournament: string;
  case: string;
  rule: string;
  statement?: string;
  parties?: string[];
}

// By anybody, to the federation (T5.4).
export interface SendOn {
  type: "send_on";
  case: string;
  statement?: string;
}

export interface Sender {
  person: string;
  statement: string;
  at: number;
}

// They were two people after all.
export interface SeparatePeople {
  type: "separate_people";
  entry: string;
  reason: string;
}

export interface SeriesChanged {
  type: "series_changed";
  series: string;
  name: string;
  points: PointRules;
  classes: string[];
  since: number;
  until: number | null;
}

export interface SeriesOpened {
  type: "series_opened";
  series: string;
  name: string;
  points: PointRules;
  classes: string[];
  since: number;
  until: number | null;
}

export interface SeriesView {
  id: string;
  name: string;
  points: PointRules;
  classes: string[];
  since: number;
  until: number | null;
  nights: string[];
  standings: SeasonLine[];
}

export interface SessionEnded {
  type: "session_ended";
  seat: Seat;
}

// For everybody (T2.2.iii): nothing is called, and nobody is late.
export interface SetBreak {
  type: "set_break";
  since: number;
  until: number;
  reason?: string;
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

// For one match (T4.8).
export interface SetLength {
  type: "set_length";
  match: string;
  length: number;
  reason: string;
  seen?: number | null;
}

export interface SetPlace {
  type: "set_place";
  room: string;
  table: string;
}

// The inventory of tables, in the order in which they are filled, and what can be lent to any of them: clocks, boards
// of the size that T3.1 names, pairs of lipped cups, sets of four precision dice, baffle boxes.
export interface SetPlaces {
  type: "set_places";
  places: RunningPlace[];
  clocks?: number;
  boards?: number;
  cups?: number;
  dice?: number;
  boxes?: number;
}

export interface SetSpectatorDelay {
  type: "set_spectator_delay";
  delay_ms: number;
}

// Every entry of the division is approved as it comes; that is the director's act (T1.4.i).
export interface SetStandingApproval {
  type: "set_standing_approval";
  division: string;
  on: boolean;
}

// Reports of both players that agree are confirmed as they come.
export interface SetStandingConfirmation {
  type: "set_standing_confirmation";
  on: boolean;
}

export interface SetStartingRating {
  type: "set_starting_rating";
  person: string;
  rating: number;
  reason: string;
  experience?: number;
}

// An entrant is not paired or called before this instant; none: they are back.
export interface SetUnavailable {
  type: "set_unavailable";
  entry: string;
  until: number | null;
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

// Both are out of time and there is no director to call (T4.3.iii): whom the players agree on as the winner; if on
// nobody, the rest is played without a clock. It is settled once both say the same.
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

// A deck as others see it: questions, without who answered them and how. The id of a deck that comes with tavl is its
// name.
export interface SharedDeck {
  id: string;
  name: string;
  mine: boolean;
  cards: number;
  first: string[];
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

// Something that entrants may pay into beside their entry; it follows the places of its division.
export interface SidePool {
  id: string;
  price: Amount;
  places: string[];
}

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

export interface SmokeFreeDemanded {
  type: "smoke_free_demanded";
  person: string;
}

export interface SmokeFreeWished {
  type: "smoke_free_wished";
  seat: Seat;
}

// The last message could not be read; the socket stays open.
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

export interface StaffNow {
  type: "staff";
  open: StaffOpen[];
}

// What one of the staff has open: "match open/main.1.1". Empty: the desk itself.
export interface StaffOpen {
  person: string;
  open: string;
}

export type Stage = "before" | "borne_off" | "dropped" | "playing" | "resigned";

export interface StandingApprovalSet {
  type: "standing_approval_set";
  division: string;
  on: boolean;
}

export interface StandingConfirmationSet {
  type: "standing_confirmation_set";
  on: boolean;
}

// A line of a table, and the step that told this place from the others with the same score.
export interface StandingView {
  entrant: string;
  place: number;
  shared: boolean;
  score: string;
  decided_by: TieBreak | null;
  value: string;
  among: string[];
}

// Standings of a group, or of a whole division that is ranked by its score.
export interface StandingsView {
  stage: string;
  lines: StandingView[];
}

// A match file, in base 64, or a table whose match is over: one of the two.
export interface StartAnalysis {
  file?: string | null;
  name?: string;
  table?: string | null;
  depth?: Depth;
}

// A position to play on from, with its score, cube, turn and dice.
export interface StartFrom {
  id: string;
  seat?: Seat;
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

// Where the first game of a table begins, if not at the start of a game.
export interface StartPosition {
  id: string;
  position: string;
  turn: Seat;
  dice: [number, number] | null;
  cube: Cube | null;
  doubled: boolean;
  score: [number, number];
  crawford: boolean;
  after_crawford: boolean;
}

export interface StartingRatingSet {
  type: "starting_rating_set";
  person: string;
  rating: number;
  experience: number;
  reason: string;
}

// By the federation: who may direct a sanctioned tournament.
export interface StateLicences {
  type: "state_licences";
  people: string[];
}

// The desk was away or far behind: nobody was late during that time.
export interface StateOutage {
  type: "state_outage";
  since: number;
  until: number;
  reason?: string;
}

export interface StatePenalty {
  person: string;
  kind: PenaltyKind;
  rule: string;
  reason: string;
  by: string;
  at: number;
  match: string | null;
  scope: CasesScope;
  points: number;
  until: number | null;
  spectator: boolean;
  late_ms: number | null;
  case: string;
}

export interface StateReport {
  result: Result;
  by: string;
  at: number;
  staff: boolean;
  ended_at: number;
  version: number;
  reason: string;
}

// By the federation: somebody is suspended from tournaments, for a time or for good (`until` is none).
export interface StateSuspension {
  type: "state_suspension";
  person: string;
  until?: number | null;
}

export interface Statement {
  person: string;
  text: string;
  at: number;
  asked_by: string;
}

export interface StatementGiven {
  type: "statement_given";
  case: string;
  statement: string;
  person: string | null;
}

// Of an entry.
export type Status = "approved" | "declined" | "offered" | "pending" | "refused" | "waiting" | "withdrawn";

export interface StillHere {
  type: "pong";
  sent: number;
  at: number;
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

export interface StreamConsented {
  type: "stream_consented";
  match: string;
  person: string;
  on: boolean;
}

// What an organisation counts of a closed tournament.
export interface Submission {
  tournament: string;
  sanctioned: boolean;
  sanctioned_class: string;
  starts_at: number;
  ended_at: number;
  report: string;
  directors: string[];
  matches: OrganisationMatch[];
  nights: Night[];
  cases: CaseBrief[];
  elsewhere: boolean;
}

// A browser's push subscription.
export interface Subscribe {
  endpoint: string;
  p256dh: string;
  auth: string;
}

// Suspension from tournaments, for a time; for good (`until` is none) only where the clause says so.
export interface Suspend {
  type: "suspend";
  person: string;
  rule: string;
  reason: string;
  since?: number;
  until?: number | null;
}

export interface Suspended {
  type: "suspended";
  since: number;
}

export interface Suspension {
  id: string;
  person: string;
  rule: string;
  reason: string;
  since: number;
  until: number | null;
  by: string;
  at: number;
  lifted_at: number | null;
  lifted_because: string;
}

export interface SuspensionLifted {
  type: "suspension_lifted";
  suspension: string;
  reason: string;
}

export interface SuspensionStated {
  type: "suspension_stated";
  person: string;
  until: number | null;
}

// Two change places in a draw, of matches that have not begun.
export interface SwapEntrants {
  type: "swap_entrants";
  division: string;
  one: string;
  two: string;
  reason: string;
  seen?: number | null;
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

export interface TableOpened {
  type: "table_opened";
  match: string;
  players: [string, string];
  late_from: number;
}

// The table as its receiver may see it; `view.actions` are the types of the actions that the receiver may take.
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
  appeals_wait: boolean;
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
  partners: [string[], string[]];
  appeal: number | null;
}

export interface Take {
  type: "take";
  seat: Seat;
}

// Where there is a tutor: the last decision is made again.
export interface TakeBack {
  type: "take_back";
  seat: Seat;
}

// A player may join several of their own breaks, or join one to the opponent's (T2.2.ii).
export interface TakeBreak {
  type: "take_break";
  seat: Seat;
  count?: number;
}

// A clock is taken away, or the director exempts the match from it (T3.5.ii).
export interface TakeClock {
  type: "take_clock";
  match: string;
  reason: string;
}

// Taken away or not brought, with a reason: by the director at any time (T3.7.i), or as an exemption (T3.4.ii).
export interface TakeEquipment {
  type: "take_equipment";
  match: string;
  kind: Equipment;
  reason: string;
}

export interface TakeFromSeries {
  type: "take_from_series";
  series: string;
  tournament: string;
}

export interface TakePayment {
  type: "take_payment";
  person: string;
  amount: Amount;
}

// The code from a link for a role.
export interface TakeRole {
  code: string;
}

// An analysis that I asked for, and which side of it I played.
export interface TakeUpMatch {
  analysis: string;
  seat: Seat;
}

export interface Taken {
  type: "taken";
  seat: Seat;
}

export interface TakenFromSeries {
  type: "taken_from_series";
  series: string;
  tournament: string;
}

// How many cards are new, how many were there already, and how many there was no room for.
export interface TakenUp {
  new: number;
  known: number;
  left_out: number;
}

export interface TellDirector {
  type: "tell_director";
  concern: Concern;
  text?: string;
}

// Reveal the word, once both have promised.
export interface TellWord {
  type: "tell_word";
  seat: Seat;
  word: string;
}

// What is played for, and by which rules. Without a length it is money play. `stake` is what a point is worth in money
// play, in whatever the players agreed on. It does not multiply points: score and outcomes are in points. Without a
// stake nothing is at stake, and there is no cube (G10.1).
export interface Terms {
  profile: Profile;
  length: number | null;
  stake: number;
}

// The first that fits. "Somebody" is either player.
export type Theme =
  | "back_game"
  | "bear_in"
  | "blitz"
  | "containment"
  | "holding"
  | "opening"
  | "other"
  | "prime"
  | "race";

export interface TieBreak {
  by: By;
  scope: Tie_breaksScope;
  cut_lowest: number;
  cut_highest: number;
}

export type Tie_breaksScope = "all" | "tied";

export interface TimeAgreed {
  type: "time_agreed";
  match: string;
  starts_at: number;
}

export interface TimesNoted {
  type: "times_noted";
  seat: Seat;
  times: [number, number];
}

export interface TimesOffered {
  type: "times_offered";
  match: string;
  entry: string;
  times: number[];
}

export interface Token {
  id: string;
  person: string;
  name: string;
  made: number;
}

// The token is shown only once.
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

export interface TournamentAbsenceReported {
  type: "absence_reported";
  match: string;
  entry: string;
  since: number;
}

export interface TournamentAct {
  action: TournamentAction;
  key?: string | null;
  for_federation?: boolean;
}

// `spectators`: who may no longer watch the match, where that was asked for and is granted. `request`: its number at
// the table, where it was made there.
export interface TournamentAnswerRequest {
  type: "answer_request";
  match: string;
  person: string;
  what: Request;
  granted: boolean;
  reason: string;
  spectators?: string[];
  request?: number;
}

// By a party. `person`: they said so at the desk, and one of the staff writes it down.
export interface TournamentAppeal {
  type: "appeal";
  case: string;
  reason?: string;
  person?: string | null;
}

export interface TournamentApplyLatePenalty {
  type: "apply_late_penalty";
  match: string;
  entry: string;
}

// For the rest of the match; the fee is charged to those named in `pays` (T1.3.iii).
export interface TournamentAppointObserver {
  type: "appoint_observer";
  match: string;
  person: string;
  pays?: string[];
  fee?: Amount | null;
}

export interface TournamentArrive {
  type: "arrive";
  match: string;
  entry: string;
}

export interface TournamentArrived {
  type: "arrived";
  match: string;
  entry: string;
}

// To expel spectators (T1.6.iv), for a baffle box for the rest (T2.4.ii), to approve box or clock (T3.4.iii, T3.5.iii).
// It stays on the desk's list until it is answered.
export interface TournamentAskDirector {
  type: "ask_director";
  match: string;
  what: Request;
  reason?: string;
}

// What a player has asked of the director in a match, and the answer once there is one.
export interface TournamentAsked {
  person: string;
  what: Request;
  reason: string;
  at: number;
  granted: boolean | null;
  answer: string;
  request: number;
}

export interface TournamentClosed {
  type: "tournament_closed";
  report: string;
  method: string;
}

// Checked by the director (T4.6); public from now on. Where reports differ, which one holds.
export interface TournamentConfirmResult {
  type: "confirm_result";
  match: string;
  report?: number | null;
  reason?: string;
  seen?: number | null;
}

// By a player; or by a ruling that fell, or a match that goes on at its table, where a later match has begun.
export interface TournamentCorrectionAsked {
  type: "correction_asked";
  match: string;
  reason: string;
  case: string;
  rule: string;
}

export interface TournamentCreated {
  type: "tournament_created";
  title: string;
  invitation: Invitation;
  directors: string[];
  licensed: string[];
}

// For one match. Where none is free they are next in line. `person`: whose demand it is, where the staff say it.
export interface TournamentDemandEquipment {
  type: "demand_equipment";
  match: string;
  kind: Equipment;
  person?: string;
}

export interface TournamentExpelSpectator {
  type: "expel_spectator";
  person: string;
  rule: string;
  reason: string;
  match?: string | null;
  scope?: CasesScope;
  until?: number | null;
}

// What one entry costs in one currency, and what of it is registration and does not go into the pool.
export interface TournamentFee {
  price: Amount;
  registration: Amount;
}

// A tournament in a list.
export interface TournamentInList {
  id: string;
  title: string;
  phase: TournamentPhase;
  sanctioned: boolean;
  starts_at: number;
  updated: number;
  roles: TournamentRole[];
  demonstration: boolean;
  copy: CopyOf | null;
}

export interface TournamentLatePenaltyWaived {
  type: "late_penalty_waived";
  match: string;
  entry: string;
  reason: string;
}

export interface TournamentLengthSet {
  type: "length_set";
  match: string;
  length: number;
  reason: string;
}

// An account that is not empty. A person with a positive balance owes, with a negative one is owed.
export interface TournamentLine {
  account: string;
  person: string | null;
  amount: Amount;
}

export interface TournamentList {
  mine: TournamentInList[];
  others: TournamentInList[];
}

export interface TournamentLog {
  version: number;
  events: LoggedEvent[];
  names: Record<string, string>;
  next: number | null;
}

export interface TournamentMade {
  id: string;
  version: number;
}

export interface TournamentMoveStart {
  type: "move_start";
  match: string;
  starts_at: number;
  reason: string;
  seen?: number | null;
}

export interface TournamentObserverAppointed {
  type: "observer_appointed";
  match: string;
  person: string;
  pays: string[];
}

// Upcoming, or under way.
export interface TournamentOfIt {
  id: string;
  title: string;
  phase: OrganisationPhase;
  sanctioned: boolean;
  starts_at: number;
}

// Its time has come: the match is called, to a table of its own on the server.
export interface TournamentOpenTable {
  type: "open_table";
  match: string;
}

export interface TournamentPenalise {
  type: "penalise";
  person: string;
  kind: PenaltyKind;
  rule: string;
  reason: string;
  match?: string | null;
  scope?: CasesScope;
  points?: number;
  until?: number | null;
  score?: [number, number] | null;
  seen?: number | null;
  case?: string;
}

export type TournamentPhase = "closed" | "draft" | "open";

export interface TournamentReportAbsence {
  type: "report_absence";
  match: string;
  entry: string;
}

// By a player of the match or by staff. Who wins follows from the score unless it is said.
export interface TournamentReportResult {
  type: "report_result";
  match: string;
  players: [string, string];
  score: [number, number];
  how?: Ended;
  winner?: number | null;
  reason?: string;
  confirms?: boolean;
  ended_at?: number | null;
  boards?: BoardResult[];
  seen?: number | null;
}

export interface TournamentResultConfirmed {
  type: "result_confirmed";
  match: string;
  result: Result;
  ended_at: number;
  standing: boolean;
  reason: string;
}

export interface TournamentResultReported {
  type: "result_reported";
  match: string;
  result: Result;
  staff: boolean;
  ended_at: number;
  reason: string;
}

// What somebody is here. The tournament decides this; people cannot claim it.
export type TournamentRole =
  | "committee"
  | "director"
  | "federation"
  | "helper"
  | "organiser"
  | "player"
  | "spectator"
  | "system";

export interface TournamentSpectatorExpelled {
  type: "spectator_expelled";
  person: string;
  rule: string;
  reason: string;
  match: string | null;
  scope: CasesScope;
  until: number | null;
}

export interface TournamentStage {
  id: string;
  length: number;
  final: number | null;
  best_of: number;
}

export interface TournamentStartMoved {
  type: "start_moved";
  match: string;
  starts_at: number;
  reason: string;
}

// The tournament as its receiver may see it.
export interface TournamentState {
  id: string;
  version: number;
  at: number;
  view: View;
  invitation: Invitation;
  names: Record<string, string>;
  me: string | null;
  seat: boolean;
  tables: Record<string, string>;
  prefers: Record<string, Equipment[]>;
  desk: Desk | null;
  copy: CopyOf | null;
}

export interface TournamentWaiveLatePenalty {
  type: "waive_late_penalty";
  match: string;
  entry: string;
  reason: string;
}

// Places of a consolation are exchanged, so that nobody has a second bye while another could take it.
export interface TradeByes {
  type: "trade_byes";
  division: string;
  seen?: number | null;
}

export interface Transaction {
  kind: Kind;
  currency: string;
  postings: Posting[];
  corrects: number | null;
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

export interface UnavailableSet {
  type: "unavailable_set";
  entry: string;
  until: number | null;
}

// Take back a whole act of one's own.
export interface Undo {
  type: "undo";
  act: string;
}

export interface Undone {
  type: "undone";
  act: string;
}

// They no longer do so: a reserve has come in for them, or the device was given back.
export interface UnseatPartner {
  type: "unseat_partner";
  seat: Seat;
  person: string;
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

export type Verdict = "replace" | "reverse" | "uphold";

export interface View {
  title: string;
  sanctioned: boolean;
  departures: string[];
  phase: TournamentPhase;
  roles: TournamentRole[];
  divisions: DivisionView[];
  entries: EntryView[];
  mine: MyNext[];
  out: boolean;
  cases: Case[];
  my_cases: MyCase[];
  changes: [number, string][];
  expelled: boolean;
  starts_at: number;
  places: RunningPlace[];
  boards: boolean;
}

// A match that was stopped because a player was wrong in it.
export interface Void {
  players: [string, string];
  at: number;
  score: [number, number] | null;
}

// A double in the Crawford game or with a dead cube is annulled (T4.4.iv, T4.4.vii).
export interface VoidDouble {
  type: "void_double";
}

export interface Vote {
  type: "vote";
  case: string;
  verdict: Verdict;
  decision?: string;
  reason?: string;
  effects?: Effects | null;
}

export interface Voted {
  type: "voted";
  case: string;
  person: string;
  verdict: Verdict;
  decision: string;
  reason: string;
  effects: Effects | null;
}

export interface WaiveCharge {
  type: "waive_charge";
  transaction: number;
  reason: string;
}

export interface WaiveLatePenalty {
  type: "waive_late_penalty";
  against: Seat;
  reason: string;
}

// Why somebody should rather not sit on a committee, although the rules allow it (T1.3.ii).
export type Warning = "meets_party" | "plays_now" | "same_club" | "team_mate";

// How it came to be used (T3.4.i, T3.5.i).
export type Way = "director" | "option" | "penalty" | "preference" | "requirement";

export interface Webhook {
  id: string;
  url: string;
  failures: number;
}

export interface WebhookList {
  webhooks: Webhook[];
}

export interface WebhookMade {
  id: string;
  secret: string;
}

// What a match is at.
export type Where =
  | "called"
  | "differs"
  | "done"
  | "no_match"
  | "playing"
  | "ready"
  | "reported"
  | "waits"
  | "walkover";

// The answer: it may be done, or why not. `id` is that of the question.
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

export interface WhyRefused {
  code: string;
  rule: string;
  facts: Record<string, number | string>;
  message: string;
}

// `seat` 0 or 1: only if it was the player from that place of the match, else nobody comes.
export interface WinnerOf {
  type: "winner";
  match: string;
  seat: number | null;
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

// `agrees`: the other wants the same. Older events leave it out; there only the texts, if not erased, show it.
export interface Wished {
  type: "wished";
  seat: Seat;
  topic: Topic;
  value: string;
  agrees: boolean | null;
}

export interface WithdrawCall {
  type: "withdraw_call";
  match: string;
  reason?: string;
  seen?: number | null;
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

export interface WithdrawEntry {
  type: "withdraw_entry";
  entry: string;
  reason?: string;
  seen?: number | null;
}

// By the federation (T1.2): the person may no longer direct.
export interface WithdrawLicence {
  type: "withdraw_licence";
  person: string;
  reason: string;
}

export interface WithdrawPhone {
  type: "withdraw_phone";
  match: string;
  entry: string;
  reason: string;
}

// Sent in place of an event that the receiver may not see, so that versions have no gaps; never written.
export interface Withheld {
  type: "withheld";
}

export interface Word {
  promise: string;
  drawn_by_server: boolean;
  word: string | null;
  withheld: boolean;
}

// In a reopened match somebody did not promise a word in time: both promise again, and the server for whoever does not.
// Never after a word was revealed: a player who knows it would get another draw.
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
  | PartnerSeated
  | PartnerLeft
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
  | BoardSet
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
  | SeatPartner
  | UnseatPartner
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
  | CloseAbandoned
  | TakeBack;

export type TournamentAction =
  | CreateTournament
  | ChangeInvitation
  | AddDivision
  | OpenEntries
  | CloseTournament
  | Appoint
  | Dismiss
  | StateLicences
  | WithdrawLicence
  | ReportDirector
  | StateSuspension
  | Enter
  | ApproveEntry
  | SetStandingApproval
  | RefuseEntry
  | OfferHigher
  | AnswerOffer
  | AdmitEntry
  | CheckIn
  | WithdrawEntry
  | GiveEntryReason
  | ReplaceMember
  | PromiseSeed
  | MakeDraw
  | EnterDraw
  | SwapEntrants
  | PlaceLateEntry
  | TradeByes
  | AnnounceDraw
  | SetPlaces
  | CallMatch
  | WithdrawCall
  | BeginMatch
  | TournamentMoveStart
  | SetLength
  | DemandSmokeFree
  | SetUnavailable
  | TournamentReportAbsence
  | TournamentArrive
  | TournamentApplyLatePenalty
  | TournamentWaiveLatePenalty
  | StateOutage
  | AskObserver
  | TournamentAppointObserver
  | OfferTimes
  | AcceptTime
  | TournamentOpenTable
  | Remind
  | AskPostponement
  | PostponeMatch
  | RefusePostponement
  | SetBreak
  | NameLineUp
  | PreferClock
  | DemandClock
  | GiveClock
  | TakeClock
  | AskForPace
  | AnswerPace
  | FeatureMatch
  | ConsentToStream
  | PreferEquipment
  | TournamentDemandEquipment
  | GiveEquipment
  | TakeEquipment
  | OrderBox
  | TournamentAskDirector
  | TournamentAnswerRequest
  | RelayRequest
  | RelayAnswer
  | AskPhone
  | AnswerPhone
  | WithdrawPhone
  | ProvideDevice
  | TournamentReportResult
  | TournamentConfirmResult
  | SetStandingConfirmation
  | CorrectResult
  | AskCorrection
  | RefuseCorrection
  | ReopenResult
  | NoteBreach
  | OpenCase
  | GiveStatement
  | AskPerson
  | RuleCase
  | DropCase
  | TournamentAppeal
  | RefuseAppeal
  | NameCommittee
  | ProposeCommittee
  | AcceptPeople
  | DrawCommittee
  | Vote
  | GiveReasons
  | SendOn
  | AnswerCase
  | TournamentPenalise
  | TournamentExpelSpectator
  | TakePayment
  | PayRefund
  | ChooseCurrency
  | JoinPool
  | AddMoney
  | AgreeDeal
  | AwardPrizes
  | PayPrize
  | HandOver
  | WaiveCharge
  | Undo;

export type TournamentEvent =
  | TournamentCreated
  | InvitationChanged
  | DivisionAdded
  | EntriesOpened
  | TournamentClosed
  | Appointed
  | Dismissed
  | LicencesStated
  | LicenceWithdrawn
  | DirectorReported
  | SuspensionStated
  | Entered
  | EntryApproved
  | StandingApprovalSet
  | EntryRefused
  | HigherOffered
  | OfferAnswered
  | EntryAdmitted
  | CheckedIn
  | EntryWithdrawn
  | EntryReasonGiven
  | MemberReplaced
  | SeedPromised
  | Drawn
  | EntrantsSwapped
  | LateEntryPlaced
  | ByesTraded
  | DrawAnnounced
  | PlacesSet
  | MatchCalled
  | CallWithdrawn
  | MatchBegun
  | TournamentStartMoved
  | TournamentLengthSet
  | SmokeFreeDemanded
  | UnavailableSet
  | TournamentAbsenceReported
  | TournamentArrived
  | LatePenaltyGiven
  | TournamentLatePenaltyWaived
  | OutageStated
  | ObserverAsked
  | TournamentObserverAppointed
  | TimesOffered
  | TimeAgreed
  | TableOpened
  | Reminded
  | PostponementAsked
  | MatchPostponed
  | PostponementRefused
  | BreakSet
  | LineUpNamed
  | ClockPreferred
  | ClockDemanded
  | ClockGiven
  | ClockTaken
  | PaceAsked
  | PaceAnswered
  | MatchFeatured
  | StreamConsented
  | EquipmentPreferred
  | EquipmentDemanded
  | EquipmentGiven
  | EquipmentTaken
  | DirectorAsked
  | RequestAnswered
  | PhoneAsked
  | PhoneAnswered
  | PhoneWithdrawn
  | DeviceProvided
  | TournamentResultReported
  | ResultsDiffer
  | TournamentResultConfirmed
  | ResultCorrected
  | TournamentCorrectionAsked
  | CorrectionRefused
  | MatchStopped
  | StandingConfirmationSet
  | BreachNoted
  | CaseOpened
  | StatementGiven
  | PersonAsked
  | CaseRuled
  | CaseDropped
  | Appealed
  | AppealRefused
  | CommitteeProposed
  | PeopleAccepted
  | CommitteeNamed
  | Voted
  | NoMajority
  | CaseDecided
  | ReasonsGiven
  | CaseSentOn
  | CaseAnswered
  | Penalised
  | PenaltyRevoked
  | ResultReopened
  | TournamentSpectatorExpelled
  | Booked
  | CurrencyChosen
  | PoolJoined
  | DealAgreed
  | PrizesAwarded
  | Undone;

export type ToClient = TableState | Done | Refusal | Why | SocketError | Presence | ChatLine | Pong;

export type Step = NonNullable<TableView["tree"]>[number][number];
