"""What is shown around the board: preparation, conduct, claims, disputes, cards, devices."""

from __future__ import annotations

from msgspec import Struct

from tavl.rules.acts import Cube
from tavl.rules.board import Dice, Position
from tavl.rules.profile import TurnEnd
from tavl.rules.seat import SEATS, Seat
from tavl.table import acts
from tavl.table.acts import AnyCorrection, By, Role, StopReason, Useful
from tavl.table.conduct.proposed_penalties import Proposal, proposals
from tavl.table.devices import differences
from tavl.table.disputes.disputes import PRESUMPTIONS
from tavl.table.disputes.score_cards import current, differ, proof
from tavl.table.play.unenforced import turn_ends_by
from tavl.table.preparation.breaks_and_lateness import breaks_left, owed
from tavl.table.preparation.equipment import picks_next
from tavl.table.preparation.wishes import use_in
from tavl.table.state import Table
from tavl.table.state_parts import Absence, Break, Card, Consent, Device, Fee, InUse, Line, Proof, RulingLine, Settled
from tavl.table.terms import Ruler

AS_IT_STANDS = "as_it_stands"


class HandlingView(Struct, frozen=True, kw_only=True):
    """The state of an unenforced board. Nothing here depends on whether a play was legal."""

    arranged: Position | None  # seen by the viewer
    early_roll: Dice | None
    early_double: bool
    invalid_rolls: int
    can_be_flagged: bool
    claimed_by: Role | None
    claim_asked: Seat | None
    turn_ends_by: TurnEnd


class DisputeView(Struct, frozen=True, kw_only=True):
    """The form for a ruling: what is claimed by whom, what is presumed, and who has to show otherwise."""

    id: int
    rule: str
    seat: Seat | None
    statement: str
    claim: AnyCorrection | None
    presumption: str
    burden: Seat | None
    ruler: Ruler
    ruler_person: str | None
    roll_wanted: tuple[Seat, ...]
    default_at: int | None


class SheetView(Struct, frozen=True, kw_only=True):
    """The table's set-up sheet."""

    room: str
    table: str
    starts_at: int | None
    smoke_free: tuple[Seat, ...]
    languages: tuple[str, ...]
    profile: str
    uses: tuple[InUse, ...]
    dice_rule: str  # the clause that says what a valid roll is here
    dice_on_checkers: bool
    dice_in_play: int  # two are shared with a clock, else two each (T3.3)
    baffle_box_stands: str  # T3.4.iv
    clock_stands: str  # T3.5.iv
    wishes: tuple[acts.Wished, ...]
    settled: tuple[Settled, ...]
    awaiting: tuple[Useful, ...]
    changed: tuple[acts.EquipmentChanged, ...]
    picks: tuple[acts.DiePicked, ...]
    picks_next: Seat | None
    featured: tuple[acts.FeaturedOrdered, ...]


class ConductView(Struct, frozen=True, kw_only=True):
    breaks_left: tuple[int, int]
    on_break: Break | None
    absent: tuple[Absence | None, Absence | None]
    late_ms: tuple[int, int]
    penalty_points: tuple[int, int]
    infractions: tuple[acts.InfractionRecorded, ...]
    penalties: tuple[acts.PenaltyGiven, ...]


class CardsView(Struct, frozen=True, kw_only=True):
    cards: tuple[Card | None, Card | None]
    differ: bool
    proof: Proof | None
    crawford_next: bool
    reported: tuple[int, int] | None
    confirmed: bool


class AroundView(Struct, frozen=True, kw_only=True):
    sheet: SheetView
    stopped_for: StopReason | None
    delay_loss_asked: Seat | None
    times_noted: tuple[tuple[int, int] | None, tuple[int, int] | None]
    conduct: ConductView
    consents: tuple[Consent, ...]
    requests: tuple[Line, ...]
    observers: tuple[str, ...]
    fees: tuple[Fee, ...]
    concerns: tuple[acts.ConcernTold, ...]  # for whoever rules
    correction_asked: acts.CorrectionAsked | None
    cube_shown: Cube | None
    cube_wrong: bool
    rulings: tuple[RulingLine, ...]
    cards: CardsView
    devices: tuple[Device, ...]
    devices_differ: tuple[str, ...]
    proposals: tuple[Proposal, ...]  # for whoever rules; where nobody does, for both


def handling_view(table: Table, viewer: Seat) -> HandlingView:
    hand = table.handling
    arranged = hand.arranged.result if hand.arranged else None
    if arranged is not None and hand.arranged is not None and hand.arranged.seat == viewer:
        arranged = arranged.mirror()
    return HandlingView(
        arranged=arranged,
        early_roll=hand.early_roll,
        early_double=hand.early_double,
        invalid_rolls=hand.invalid_rolls,
        can_be_flagged=hand.open_play and hand.claim is None,
        claimed_by=hand.claim.role if hand.claim else None,
        claim_asked=hand.claim.asked if hand.claim else None,
        turn_ends_by=turn_ends_by(table),
    )


def dispute_view(table: Table) -> DisputeView | None:
    dispute = table.disputes.open
    if dispute is None:
        return None
    nobody = table.terms.ruler is Ruler.NOBODY
    return DisputeView(
        id=dispute.id,
        rule=dispute.rule,
        seat=dispute.seat,
        statement=dispute.statement,
        claim=dispute.claim,
        presumption=PRESUMPTIONS.get(dispute.rule, AS_IT_STANDS),
        burden=dispute.seat,
        ruler=table.terms.ruler,
        ruler_person=table.disputes.ruler,
        roll_wanted=tuple(sorted(dispute.roll_wanted)),
        default_at=dispute.since + table.terms.default_after_ms if nobody else None,
    )


def sheet_view(table: Table) -> SheetView:
    setup, profile = table.setup, table.terms.match.profile
    box = use_in(table, Useful.BAFFLE_BOX) is not None
    return SheetView(
        room=setup.room,
        table=setup.table_name,
        starts_at=table.conduct.starts_at,
        smoke_free=tuple(sorted(setup.smoke_free)),
        languages=table.terms.languages,
        profile=profile.name,
        uses=setup.uses,
        dice_rule="T4.1.iv.b" if box else "T4.1.iv.a",
        dice_on_checkers=profile.valid_roll.dice_on_checkers,
        dice_in_play=2 if table.clock else 4,
        baffle_box_stands="opposite_the_inner_homes",
        clock_stands="at_the_inner_homes",
        wishes=setup.wishes,
        settled=setup.settled,
        awaiting=setup.awaiting,
        changed=setup.changed,
        picks=setup.picks,
        picks_next=picks_next(table),
        featured=setup.featured,
    )


def around_view(table: Table, by: By, at: int) -> AroundView | None:
    """None if conduct is not kept."""
    if not table.terms.keeps_conduct:
        return None
    rules = by.role is Role.DIRECTOR
    late = [owed(table, seat, at)[1] for seat in SEATS]
    lines = table.requests.lines
    return AroundView(
        sheet=sheet_view(table),
        stopped_for=table.stand.reason,
        delay_loss_asked=table.stand.asked,
        times_noted=table.stand.noted,
        conduct=ConductView(
            breaks_left=(breaks_left(table, Seat.FIRST), breaks_left(table, Seat.SECOND)),
            on_break=table.conduct.on_break,
            absent=table.conduct.absent,
            late_ms=(late[0], late[1]),
            penalty_points=table.conduct.points,
            infractions=table.conduct.infractions,
            penalties=table.conduct.penalties,
        ),
        consents=table.consents,
        requests=lines if rules else tuple(line for line in lines if by.seat is not None and line.seat == by.seat),
        observers=table.requests.observers,
        fees=table.requests.fees if rules or by.seat is not None else (),
        concerns=table.requests.concerns if rules else (),
        correction_asked=table.corrections.asked,
        cube_shown=table.corrections.cube_shown,
        cube_wrong=table.corrections.cube_wrong,
        rulings=table.disputes.rulings,
        cards=CardsView(
            cards=(current(table, Seat.FIRST), current(table, Seat.SECOND)),
            differ=differ(table),
            proof=proof(table) if differ(table) else None,
            crawford_next=not table.game_running and not table.over and table.match.next_is_crawford,
            reported=table.cards.reported,
            confirmed=table.cards.confirmed,
        ),
        devices=table.devices,
        devices_differ=differences(table),
        proposals=proposals(table, at) if rules or table.terms.ruler is Ruler.NOBODY else (),
    )
