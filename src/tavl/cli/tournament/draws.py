"""The draw: promised, made and shown, typed in by hand, changed, announced, and proved afterwards."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Annotated, Any

import typer

from tavl.cli.errors import fail
from tavl.cli.language import _
from tavl.cli.tournament.desk import DRAW, LOOK, Desk, DivisionArgument, DivisionOption, Shown, Why, command
from tavl.cli.tournament.lookup import instant
from tavl.cli.tournament.sentences import clock, table
from tavl.cli.tournament.tournament_file import TournamentFile
from tavl.rules.refusal import Refused
from tavl.tournament import By, acts, decide, evolve
from tavl.tournament.draws.entrants import KINDS
from tavl.tournament.draws.graph import Bye, Pairing, WinnerOf, ordered
from tavl.tournament.draws.graph import Entry as Entrant
from tavl.tournament.draws.lots import keeps
from tavl.tournament.invitation import BY_ROUNDS
from tavl.tournament.report.report import digest
from tavl.tournament.report.report import report as report_of
from tavl.tournament.state import Division, Status, Tournament

MAX_TOLD = 20
Pair = tuple[str, str | None]


def promise_next(desk: Desk, division: str) -> None:
    """A seed is drawn, kept in the file, and its SHA-256 is public from now on."""
    seed = secrets.token_bytes(32)
    desk.do(acts.PromiseSeed(division), chance=seed)
    desk.file.keep_seed(division, seed)


def make_draw(
    desk: Desk, division: str, anyway: bool = False, fixed: Sequence[Pair] = (), assumed: Sequence[tuple[str, int]] = ()
) -> None:
    """From the promised seed. In a format by rounds the seed of the next round is promised with it."""
    action = acts.MakeDraw(division, anyway, tuple(fixed), tuple(assumed))
    state = desk.state.divisions[division]
    seed = desk.file.seed_of(division)
    if desk.previews:
        desk.file.forget_promise(division)
        desk.do(action, chance=secrets.token_bytes(32))
        return
    if state.promise and seed is None:
        fail(desk.w("The seed that was promised for {division} is not in this file.", division=division))
    desk.do(action, chance=seed or secrets.token_bytes(32))
    desk.file.keep_seed(division, None)
    if state.terms.format in BY_ROUNDS:
        promise_next(desk, division)


@command("promise", _("Promise the seed of the next draw, if none is promised yet."), DRAW)
def promise(desk: Desk, division: DivisionArgument = None) -> None:
    promise_next(desk, desk.division(division))


@command("draw", _("Make the draw, or the next round; it is public once it is announced."), DRAW)
def draw(
    desk: Desk,
    division: DivisionArgument = None,
    anyway: Annotated[bool, typer.Option("--anyway", help=_("Even if a club night's last start is over."))] = False,
    pair: Annotated[
        list[str] | None, typer.Option("--pair", metavar="ONE:TWO", help=_("A pair, or Anna:bye, made by hand."))
    ] = None,
    assume: Annotated[
        list[str] | None,
        typer.Option("--assume", metavar="NAME:WINS", help=_("The number of wins to pair somebody with.")),
    ] = None,
) -> Shown:
    id = desk.division(division)
    fixed = [(one, two) for one, two in (_pair(desk, id, text) for text in pair or ()) if one is not None]
    assumed = [
        (desk.entry(name, id).id, int(wins) if wins.isdigit() else -1) for name, wins in map(_split, assume or ())
    ]
    make_draw(desk, id, anyway, fixed, assumed)
    shown = draw_shown(desk, id)
    if not desk.previews:
        return shown
    return Shown([desk.w("Drawn from a random seed: the draw itself will be different."), *shown.lines], shown.data)


def _pair(desk: Desk, division: str, text: str) -> tuple[str | None, str | None]:
    def side(name: str) -> str | None:
        return None if name.strip().casefold() in ("bye", "-", "") else desk.entry(name, division, Status.APPROVED).id

    one, colon, two = text.partition(":")
    if not colon:
        fail(desk.w("This is not a pair, such as Anna:Bo: {text}.", text=text[:60]))
    return side(one), side(two)


def _split(text: str) -> tuple[str, str]:
    name, _colon, wins = text.partition(":")
    return name, wins


@command("announce", _("Announce the draw with its start time (T2.2.i)."), DRAW)
def announce(
    desk: Desk,
    division: DivisionArgument = None,
    start: Annotated[
        str | None, typer.Option(metavar="TIME", help=_("When it starts, such as 10:15; without it, now."))
    ] = None,
) -> None:
    at = desk.at if start is None else instant(desk.w, start, desk.at)
    drawn = [id for id, each in desk.state.divisions.items() if each.draws and not each.announced]
    chosen = drawn if division is None and drawn else [desk.division(division)]
    for id in chosen:
        desk.do(acts.AnnounceDraw(id, at))


@command("hand-draw", _("Type in a draw made by hand, pair by pair: Anna:Bo Carl:bye."), DRAW)
def hand_draw(
    desk: Desk,
    pairs: Annotated[list[str], typer.Argument(metavar="ONE:TWO...", help=_("In the order of the draw sheet."))],
    why: Why = "",
    witness: Annotated[str | None, typer.Option(metavar="NAME", help=_("Who saw it."))] = None,
    division: DivisionOption = None,
) -> Shown:
    id = desk.division(division)
    typed = [_pair(desk, id, pair) for pair in pairs]
    saw = desk.person(witness) if witness else None
    desk.do(acts.EnterDraw(id, tuple(typed), why, saw))
    return draw_shown(desk, id)


@command("swap", _("Two change places in the draw; it is marked publicly."), DRAW)
def swap(
    desk: Desk,
    one: Annotated[str, typer.Argument(metavar="ONE", help=_("A name, or three letters of it."))],
    two: Annotated[str, typer.Argument(metavar="TWO", help=_("A name, or three letters of it."))],
    why: Why = "",
    division: DivisionOption = None,
) -> None:
    first = desk.entry(one, division, Status.APPROVED)
    second = desk.entry(two, first.division, Status.APPROVED)
    desk.do(acts.SwapEntrants(first.division, first.id, second.id, why))


# to look at


def draw_shown(desk: Desk, id: str) -> Shown:
    """The last draw of a division: pairs, byes, who was kept apart and for how long, who meets again."""
    w, division = desk.w, desk.state.divisions[id]
    if not division.draws:
        desk.refused(Refused(code="not_drawn", rule="T2.2.i"))
    last = division.draws[-1]
    drawn = [p for p in division.pairings if p.id in last.pairings]
    first = [p for p in drawn if any(isinstance(source, Entrant) for source in p.sources)]
    rows = [
        (desk.short(f"{id}/{p.id}"), *(desk.entrant(s.entrant) for s in p.sources if isinstance(s, Entrant)))
        for p in first
        if all(isinstance(source, Entrant) for source in p.sources)
    ]
    byes = [s.entrant for p in first if Bye() in p.sources for s in p.sources if isinstance(s, Entrant)]
    late = [e for e in last.entries if not desk.state.entries[e].checked_in]
    apart = list(_apart(desk, division, drawn))[:MAX_TOLD]
    again = list(_met_before(division, drawn))
    lines = [f"{id}, {w('draw {round}', round=last.round)}" + (f" ({w('by hand')})" if last.by_hand else "")]
    lines += [f"  {line}" for line in table([(row[0], f"{row[1]} - {row[2]}") for row in rows])]
    if byes:
        lines.append(w("Byes: {names}.", names=", ".join(desk.entrant(e) for e in byes)))
    if late and not last.by_hand:
        names = ", ".join(desk.entrant(e) for e in late)
        lines.append(w("Not checked in, so no bye before the others (T2.2.iv): {names}.", names=names))
    for one, two, what, round in apart:
        names = f"{desk.entrant(one)}, {desk.entrant(two)} ({what})"
        if round == 1:
            lines.append(w("Could not be kept apart: {names}.", names=names))
        else:
            lines.append(w("Kept apart until round {round}: {names}.", round=round, names=names))
    for one, two, round in again:
        names = f"{desk.entrant(one)}, {desk.entrant(two)}"
        lines.append(
            w("They met before, in round {round}, and nobody else could be found: {names}.", round=round, names=names)
        )
    for swapped_one, swapped_two, reason in last.swaps:
        names = f"{desk.entrant(swapped_one)}, {desk.entrant(swapped_two)}"
        lines.append(w("Places changed by hand: {names}: {reason}", names=names, reason=reason))
    if last.seed:
        lines.append(w("Seed: {seed}", seed=last.seed))
        lines.append(w("Promised before as: {promise}", promise=last.promise or "-"))
    if last.starts_at is not None:
        lines.append(w("Start: {time}", time=clock(w, last.starts_at)))
    data: dict[str, Any] = {
        "division": id,
        "round": last.round,
        "by_hand": last.by_hand,
        "pairs": rows,
        "byes": [desk.entrant(e) for e in byes],
        "kept_apart": [(desk.entrant(a), desk.entrant(b), what, round) for a, b, what, round in apart],
        "rematches": [(desk.entrant(a), desk.entrant(b), round) for a, b, round in again],
        "seed": last.seed,
        "promise": last.promise,
    }
    return Shown(lines, data)


def _apart(desk: Desk, division: Division, drawn: list[Pairing]) -> Iterator[tuple[str, str, str, int]]:
    """Two who have a family, a club or a country in common, and the earliest round in which they can meet."""
    reach: dict[str, set[str]] = {}
    earliest: dict[frozenset[str], int] = {}
    here = {p.id for p in drawn}
    stage = division.terms.stages[0].id
    for pairing in ordered(p for p in drawn if p.stage == stage):
        sides = []
        for source in pairing.sources:
            if isinstance(source, Entrant):
                sides.append({source.entrant})
            else:
                sides.append(
                    reach.get(source.match, set()) if isinstance(source, WinnerOf) and source.match in here else set()
                )
        for one in sides[0]:
            for two in sides[1]:
                earliest.setdefault(frozenset((one, two)), pairing.round)
        reach[pairing.id] = sides[0] | sides[1]
    entries = sorted({e for pair in earliest for e in pair})
    for kind in KINDS:
        by_value: dict[str, list[str]] = {}
        for entry in entries:
            value = getattr(desk.state.entries[entry], kind)
            if value:
                by_value.setdefault(value, []).append(entry)
        for members in by_value.values():
            if len(members) <= 8:  # nobody wants to see every pair of a whole country's players
                for one, two in combinations(members, 2):
                    yield one, two, kind, earliest.get(frozenset((one, two)), 0)


def _met_before(division: Division, drawn: list[Pairing]) -> Iterator[tuple[str, str, int]]:
    if division.terms.format not in BY_ROUNDS:
        return
    met: dict[frozenset[Any], int] = {}
    new = {p.id for p in drawn}
    for pairing in division.pairings:
        pair = frozenset(source.entrant for source in pairing.sources if isinstance(source, Entrant))
        if len(pair) == 2 and pairing.id in new and pair in met:
            one, two = sorted(pair)
            yield one, two, met[pair]
        met.setdefault(pair, pairing.round)


# proof


@command("verify", _("Prove the file: every draw again from its seed, every promise, the report."), LOOK, writes=False)
def verify(desk: Desk) -> Shown:
    """Exit code 0: everything is as it was promised; 1: it is not."""
    found = list(_verified(desk.file))
    bad = [each for each in found if not each["good"]]
    lines = [_verdict(desk, each) for each in found]
    lines.append(desk.w("Everything is as promised.") if not bad else desk.w("This is not as it was promised."))
    if bad:
        desk.exit_code = 1
    return Shown(lines, {"proven": not bad, "checked": found})


def _verdict(desk: Desk, each: dict[str, Any]) -> str:
    mark = "+" if each["good"] else "!"
    if each["what"] == "report":
        return f"{mark} {desk.w('the report has the SHA-256 {sha256}', sha256=each['sha256'])}"
    where = f"{each['division']}, {desk.w('draw {round}', round=each['round'])}"
    problems = {
        "drawn_again": desk.w("drawn again from its seed: the same"),
        "by_hand": desk.w("by hand: {witness}", witness=desk.name(each.get("witness") or "") or "-"),
        "no_promise": desk.w("drawn again from its seed: the same; no seed was promised before"),
        "other_seed": desk.w("the seed is not the one that was promised"),
        "other_draw": desk.w("drawn again from its seed, it comes out different"),
    }
    return f"{mark} {where}: {problems[each['finding']]}"


def _verified(file: TournamentFile) -> Iterator[dict[str, Any]]:
    state: Tournament | None = None
    for event, stamp in file.log:
        if isinstance(event, acts.Drawn) and state is not None:
            finding = _finding(state, event, stamp.person, stamp.at)
            yield {
                "what": "draw",
                "division": event.division,
                "round": event.round,
                "finding": finding,
                "witness": event.witness,
                "good": finding in ("drawn_again", "by_hand", "no_promise"),
            }
        if isinstance(event, acts.TournamentClosed) and state is not None:
            yield {"what": "report", "sha256": event.report, "good": digest(report_of(state)) == event.report}
        state = evolve(state, event, stamp)


def _finding(state: Tournament, event: acts.Drawn, person: str, at: int) -> str:
    if event.by_hand:
        return "by_hand"
    try:
        seed = bytes.fromhex(event.seed)
    except ValueError:
        return "other_draw"
    promised = state.divisions[event.division].promise
    if promised and not keeps(seed, promised):
        return "other_seed"
    by = By(person) if person else By("", acts.Office.SYSTEM)
    made = acts.MakeDraw(event.division, anyway=True, fixed=event.fixed, assumed=event.assumed)
    again = decide(state, made, by, at, seed)
    if isinstance(again, Refused) or again[0] != event:
        return "other_draw"
    return "drawn_again" if promised else "no_promise"
