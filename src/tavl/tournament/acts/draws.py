"""Draws: promised, made, typed in by hand, changed, announced."""

from __future__ import annotations

from tavl.rules.text_kinds import Code, Person, Proof, Words
from tavl.tournament.acts.people import TournamentAction, TournamentEvent
from tavl.tournament.draws.graph import Pairing


class PromiseSeed(TournamentAction, frozen=True):
    """The host draws a seed and promises it; it is published with the draw."""

    division: Code


class MakeDraw(TournamentAction, frozen=True):
    """The division's draw; of a format by rounds, the next round from confirmed results."""

    division: Code
    anyway: bool = False  # although a club night's last start is over
    fixed: tuple[tuple[Code, Code | None], ...] = ()  # pairs and byes of a Swiss round that the director has made
    assumed: tuple[tuple[Code, int], ...] = ()  # wins that somebody with a postponed match is paired with
    seen: int | None = None


class EnterDraw(TournamentAction, frozen=True):
    """Lots from a bag, typed in as they fell: pairs of entries, none for a bye."""

    division: Code
    pairs: tuple[tuple[Code | None, Code | None], ...]
    reason: Words
    witness: Person | None = None
    seen: int | None = None


class SwapEntrants(TournamentAction, frozen=True):
    """Two change places in a draw, of matches that have not begun."""

    division: Code
    one: Code
    two: Code
    reason: Words
    seen: int | None = None


class PlaceLateEntry(TournamentAction, frozen=True):
    """Into a bye's place, without another draw. Where the consolation has no place for whoever loses that match, they
    and another loser play for one; or the director says why they are out."""

    entry: Code
    match: Code
    seen: int | None = None
    reason: Words = ""
    play_in: bool = True


class TradeByes(TournamentAction, frozen=True):
    """Places of a consolation are exchanged, so that nobody has a second bye while another could take it."""

    division: Code
    seen: int | None = None


class AnnounceDraw(TournamentAction, frozen=True):
    division: Code
    starts_at: int
    deadline: int | None = None  # by which the matches have to be played, where they have days for it
    seen: int | None = None


class SeedPromised(TournamentEvent, frozen=True):
    division: Code
    promise: Proof


class Drawn(TournamentEvent, frozen=True):
    """The pairings themselves. Replaying draws nothing."""

    division: Code
    pairings: tuple[Pairing, ...]
    entries: tuple[Code, ...]  # that were drawn, in the order in which the lots took them
    seed: Proof = ""
    by_hand: bool = False
    reason: Words = ""
    witness: Person | None = None
    round: int = 1
    fixed: tuple[tuple[Code, Code | None], ...] = ()  # pairs and byes that the director had made
    assumed: tuple[tuple[Code, int], ...] = ()  # wins that somebody with a postponed match was paired with


class EntrantsSwapped(TournamentEvent, frozen=True):
    division: Code
    one: Code
    two: Code
    reason: Words
    everywhere: bool = False  # in all matches, where everybody meets everybody; else in the latest of each


class LateEntryPlaced(TournamentEvent, frozen=True):
    entry: Code
    match: Code
    seat: int
    losers: tuple[Pairing, ...] = ()  # matches of the stages that losers drop into, with one more in them; play-ins too
    no_place_in: Code = ""  # the stage that has none for one more loser
    reason: Words = ""
    play_ins: tuple[Code, ...] = ()  # of `losers`, the matches for a place in a stage that was full


class ByesTraded(TournamentEvent, frozen=True):
    division: Code
    pairings: tuple[Pairing, ...]  # those that have changed
    traded: tuple[tuple[Code, Code, Code], ...]  # of each exchange the stage and the two entries


class DrawAnnounced(TournamentEvent, frozen=True):
    division: Code
    starts_at: int
    deadline: int | None = None


DrawAction = PromiseSeed | MakeDraw | EnterDraw | SwapEntrants | PlaceLateEntry | TradeByes | AnnounceDraw
DrawEvent = SeedPromised | Drawn | EntrantsSwapped | LateEntryPlaced | ByesTraded | DrawAnnounced
