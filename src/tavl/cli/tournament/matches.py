"""The evening: the desk's list, calls, results, lateness, corrections, undo."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer
from msgspec.structs import replace

from tavl.cli.errors import fail
from tavl.cli.language import _
from tavl.cli.tournament.desk import EVENING, LOOK, Desk, MatchArgument, Shown, Why, command
from tavl.cli.tournament.draws import draw_shown, make_draw
from tavl.cli.tournament.entries import anybody
from tavl.cli.tournament.lookup import instant
from tavl.cli.tournament.sentences import item_line
from tavl.rules.refusal import Refused
from tavl.tournament import Item, acts, now
from tavl.tournament.matches.advancement import Where
from tavl.tournament.matches.inventory import KINDS
from tavl.tournament.matches.requests import HERE
from tavl.tournament.matches.tables_and_calls import next_calls
from tavl.tournament.state import Status
from tavl.tournament.undo import acts_of


class Kit(StrEnum):
    """What equipment is called on the command line."""

    BOARD = "board"
    CUPS = "cups"
    DICE = "dice"
    BOX = "box"


KIT = dict(zip(Kit, KINDS, strict=True))


class Asks(StrEnum):
    SPECTATORS = "spectators"
    BOX = "box"
    APPROVE_BOX = "approve-box"
    APPROVE_CLOCK = "approve-clock"


ASKS = dict(zip(Asks, HERE, strict=True))
STARTABLE = (Where.CALLED, Where.READY)
WHAT_TO_TYPE = {
    "dispute": "rule",
    "appeal": "committee",
    "committee_by_players": "committee",
    "results_differ": "confirm",
    "correction": "correct",
    "observer": "observer",
    "request": "answer",
    "repeated": "penalty",
    "postpone": "do postpone_match",
    "deadline": "result",
    "finish": "close",
}
"""What `next` cannot do by itself, because it needs more input."""


@command("now", _("The desk's list: what waits, the most urgent first."), LOOK, writes=False)
def now_(desk: Desk) -> Shown:
    items = now(desk.state, desk.at)
    lines = [f"{number:3} {item_line(desk, item)}" for number, item in enumerate(items, start=1)]
    data = [{"kind": i.kind, "id": i.id, "rule": i.rule, "since": i.since, "line": item_line(desk, i)} for i in items]
    return Shown(lines or [desk.w("Nothing waits.")], data)


@command("next", _("Do the first thing on the desk's list."), EVENING)
def next_(desk: Desk) -> Shown | None:
    items = now(desk.state, desk.at)
    if not items:
        fail(desk.w("Nothing waits."))
    return _done(desk, items[0])


def _done(desk: Desk, item: Item) -> Shown | None:
    if item.kind in WHAT_TO_TYPE or item.action is None:
        fail(desk.w("{line} Use `{command}`.", line=item_line(desk, item), command=WHAT_TO_TYPE.get(item.kind, "")))
    if item.kind == "draw":
        make_draw(desk, item.id)
        return draw_shown(desk, item.id)
    action = item.action
    if isinstance(action, acts.AnnounceDraw):
        action = replace(action, starts_at=desk.at)
    desk.do(action)
    return None


@command("call", _("Call a match to a table; without a match, every one that can be called."), EVENING)
def call(
    desk: Desk,
    match: Annotated[str | None, typer.Argument(metavar="[MATCH]", help=_("A match, or one of its players."))] = None,
    table: Annotated[
        str | None, typer.Argument(metavar="[TABLE]", help=_("Without it, the first that is free."))
    ] = None,
    back: Annotated[bool, typer.Option("--withdraw", help=_("Take the call back."))] = False,
    why: Why = "",
) -> None:
    if match is None:
        calls = next_calls(desk.state, at=desk.at)
        if not calls:
            fail(desk.w("Nothing can be called: no match is ready, or no table is free."))
        for each in calls:
            desk.do(acts.CallMatch(each.match, each.place))
        return
    standing = desk.match(match, Where.CALLED if back else Where.READY, *STARTABLE)
    if back:
        desk.do(acts.WithdrawCall(standing.id, why))
        return
    if table is None:
        free = [place.id for place in desk.state.places if place.id not in desk.flow.taken]
        if not free:
            fail(desk.w("No table is free."))
        table = next((each.place for each in next_calls(desk.state, at=desk.at) if each.match == standing.id), free[0])
    desk.do(acts.CallMatch(standing.id, table))


@command("begin", _("Begin matches; without a match, every called one in which nobody is absent."), EVENING)
def begin(
    desk: Desk,
    matches: Annotated[
        list[str] | None, typer.Argument(metavar="[MATCH...]", help=_("Tables, matches or players."))
    ] = None,
) -> None:
    found = [desk.match(text, *STARTABLE) for text in matches or ()]
    if not matches:
        called = [each for each in desk.flow.standings.values() if each.where is Where.CALLED]
        found = [each for each in called if all(absence.until is not None for absence in each.match.absences.values())]
    if not found:
        fail(desk.w("No match is called."))
    for each in found:
        desk.do(acts.BeginMatch(each.id))


# lateness


@command("late", _("Report somebody absent; lateness counts from the call or the start time (T2.2.iv)."), EVENING)
def late(desk: Desk, name: Annotated[str, typer.Argument(metavar="NAME", help=_("Who is not there."))]) -> None:
    standing = desk.match(name, *STARTABLE)
    players = standing.players or ()
    desk.do(acts.ReportAbsence(standing.id, players[desk.side(standing, name)]))


@command("arrived", _("Somebody who was late has come; the penalty points are proposed, given or waived."), EVENING)
def arrived(
    desk: Desk,
    name: Annotated[str, typer.Argument(metavar="NAME", help=_("Who has come."))],
    give: Annotated[bool, typer.Option("--give", help=_("Give the penalty points."))] = False,
    waive: Annotated[
        str | None, typer.Option("--waive", metavar="TEXT", help=_("Waive them, with the reason."))
    ] = None,
) -> Shown:
    standing = desk.match(name, *STARTABLE)
    entry = (standing.players or ())[desk.side(standing, name)]
    absence = standing.match.absences.get(entry)
    if absence is None or absence.until is None or not (give or waive is not None):
        desk.do(acts.Arrive(standing.id, entry))
    if give:
        desk.do(acts.ApplyLatePenalty(standing.id, entry))
    if waive is not None:
        desk.do(acts.WaiveLatePenalty(standing.id, entry, waive))
    left = [item for item in now(desk.state, desk.at) if item.kind == "late" and item.id == standing.id]
    return Shown([item_line(desk, item) for item in left])


@command("pause", _("Somebody pauses: not paired or called before a time."), EVENING)
def pause(
    desk: Desk,
    name: Annotated[str, typer.Argument(metavar="NAME", help=_("A name, or three letters of it."))],
    until: Annotated[str | None, typer.Option(metavar="TIME", help=_("When they are back."))] = None,
    back: Annotated[bool, typer.Option("--back", help=_("They are back."))] = False,
) -> None:
    entry = desk.entry(name, None, Status.APPROVED)
    if until is None and not back:
        fail(desk.w("Say when they are back: --until TIME, or --back."))
    desk.do(acts.SetUnavailable(entry.id, None if until is None else instant(desk.w, until, desk.at)))


@command("outage", _("The desk was away: nobody was late during that time."), EVENING)
def outage(
    desk: Desk,
    since: Annotated[str, typer.Argument(metavar="SINCE", help=_("Such as 15:42."))],
    until: Annotated[str, typer.Argument(metavar="UNTIL", help=_("Such as 15:48."))],
    why: Why = "",
) -> None:
    times = [instant(desk.w, text, desk.at, past=True) for text in (since, until)]
    desk.do(acts.StateOutage(times[0], times[1], why))


# changes


@command("start", _("Move the start time of a match."), EVENING)
def start(
    desk: Desk,
    match: MatchArgument,
    time: Annotated[str, typer.Argument(metavar="TIME", help=_("Such as 12:55."))],
    why: Why = "",
) -> None:
    standing = desk.match(match, Where.READY, Where.CALLED, Where.WAITS)
    desk.do(acts.MoveStart(standing.id, instant(desk.w, time, desk.at), why))


@command("length", _("Play a match to another length (T4.8)."), EVENING)
def length(
    desk: Desk,
    match: MatchArgument,
    points: Annotated[int, typer.Argument(metavar="POINTS", help=_("The length."))],
    why: Why = "",
) -> None:
    standing = desk.match(match, Where.READY, Where.CALLED, Where.PLAYING, Where.WAITS)
    desk.do(acts.SetLength(standing.id, points, why))


@command("observer", _("Appoint an observer, or ask for one (T1.3.iii)."), EVENING)
def observer(
    desk: Desk,
    match: MatchArgument,
    person: Annotated[str, typer.Argument(metavar="NAME", help=_("Who observes; with --ask, who asks."))],
    pays: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help=_("Who pays the fee; may be repeated."))
    ] = None,
    ask: Annotated[bool, typer.Option("--ask", help=_("A player asks for an observer."))] = False,
    why: Why = "",
) -> None:
    standing = desk.match(match)
    if ask:
        desk.do(acts.AskObserver(standing.id, why), desk.person(person, desk.flow.people(standing)))
        return
    paying = tuple(desk.person(name, desk.flow.people(standing)) for name in pays or ())
    desk.do(acts.AppointObserver(standing.id, anybody(desk, person), paying))


@command("smoke-free", _("A player demands a smoke-free table (T2.1)."), EVENING)
def smoke_free(
    desk: Desk, name: Annotated[str, typer.Argument(metavar="NAME", help=_("A name, or three letters of it."))]
) -> None:
    desk.do(acts.DemandSmokeFree(desk.person(name)))


# equipment, and what players ask of the director


@command("equipment", _("A player demands a board, cups, dice or a baffle box (T3.1 to T3.4)."), EVENING)
def equipment(
    desk: Desk,
    name: Annotated[str, typer.Argument(metavar="NAME", help=_("A name, or three letters of it."))],
    what: Annotated[Kit, typer.Argument(help=_("What they demand."))],
    always: Annotated[bool, typer.Option("--always", help=_("In all their matches."))] = False,
    give: Annotated[bool, typer.Option("--give", help=_("It is brought; a board between two games only."))] = False,
    take: Annotated[
        str | None, typer.Option("--take", metavar="TEXT", help=_("It is taken away, with the reason."))
    ] = None,
) -> None:
    kind = KIT[what]
    if always:
        desk.do(acts.PreferEquipment(desk.person(name), kind))
        return
    standing = desk.match(name, Where.PLAYING, *STARTABLE)
    if give:
        desk.do(acts.GiveEquipment(standing.id, kind, between_games=True))
    elif take is not None:
        desk.do(acts.TakeEquipment(standing.id, kind, take))
    else:
        desk.do(acts.DemandEquipment(standing.id, kind, desk.person(name, desk.flow.people(standing))))


@command("request", _("A player asks something of the director (T1.6.iv, T2.4.ii, T3.4.iii, T3.5.iii)."), EVENING)
def request(
    desk: Desk,
    name: Annotated[str, typer.Argument(metavar="NAME", help=_("A name, or three letters of it."))],
    what: Annotated[Asks, typer.Argument(help=_("What they ask for."))],
    why: Why = "",
) -> None:
    standing = desk.match(name, Where.PLAYING, *STARTABLE)
    who = desk.person(name, desk.flow.people(standing))
    desk.do(acts.AskDirector(standing.id, ASKS[what], why), who)


@command("answer", _("The director answers what a player has asked for, with a reason."), EVENING)
def answer(
    desk: Desk,
    name: Annotated[str, typer.Argument(metavar="NAME", help=_("Who asked."))],
    what: Annotated[Asks, typer.Argument(help=_("What they asked for."))],
    grant: Annotated[bool, typer.Option("--grant/--refuse", help=_("Whether it is granted."))] = False,
    spectator: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help=_("Who may no longer watch the match; may be repeated."))
    ] = None,
    why: Why = "",
) -> None:
    standing = desk.match(name, Where.PLAYING, *STARTABLE)
    who = desk.person(name, desk.flow.people(standing))
    gone = tuple(anybody(desk, each) for each in spectator or ())
    desk.do(acts.AnswerRequest(standing.id, who, ASKS[what], grant, why, gone))


@command("box", _("Order a baffle box for the rest of a match, because of how somebody rolls (T2.4.i)."), EVENING)
def box(desk: Desk, match: MatchArgument, why: Why = "") -> None:
    desk.do(acts.OrderBox(desk.match(match, Where.PLAYING).id, why))


@command("undo", _("Take back your own last act, unless something depends on it."), EVENING)
def undo(desk: Desk) -> None:
    mine = acts_of(desk.state, desk.by)
    if not mine:
        desk.refused(Refused(code="cannot_be_undone", rule="T1.3.i"))
    desk.do(acts.Undo(mine[0].id))
