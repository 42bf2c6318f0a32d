"""Results: typed, confirmed, corrected with everything that follows (T4.6)."""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from msgspec.structs import replace

from tavl.cli.errors import fail
from tavl.cli.language import _
from tavl.cli.tournament.desk import EVENING, Desk, MatchArgument, Shown, Why, command
from tavl.cli.tournament.lookup import instant
from tavl.cli.tournament.sentences import change_line
from tavl.rules.refusal import refuse
from tavl.tournament import acts
from tavl.tournament.acts.results import Ended, Follow
from tavl.tournament.matches.advancement import MatchStanding, Where

HOW = {
    "short": Ended.SHORT,
    "forfeit": Ended.FORFEIT,
    "walkover": Ended.WALKOVER,
    "nobody": Ended.NOBODY,
}
Score = Annotated[
    list[str],
    typer.Argument(
        metavar="[WINNER] SCORE", help=_("7-5, first-named first; or Anna 7-5; or Anna 5: Anna won, the other has 5.")
    ),
]
HowOption = Annotated[
    str | None, typer.Option("--how", metavar="HOW", help=_("short, forfeit, walkover or nobody, with --why (T4.5)."))
]


def _ended(desk: Desk, how: str | None) -> Ended:
    if how is not None and how not in HOW:
        fail(desk.w("{field} cannot be read: {found}", field="--how", found=how[:40]))
    return Ended.PLAYED if how is None else HOW[how]


def _score(
    desk: Desk, standing: MatchStanding, typed: list[str], named: int | None = None
) -> tuple[tuple[int, int], int]:
    """In the order of the match, and who is named as its winner (or whose points come first)."""
    *who, score = typed
    if len(who) > 1:
        fail(desk.w("Write a score, or a name and a score: {text}.", text=" ".join(typed)[:60]))
    side = desk.side(standing, who[0]) if who else named
    if score.isdecimal() and len(score) < 4:
        if side is None:
            fail(desk.w("Say who won, or write both scores."))
        length = standing.length if standing.pairing.best_of == 1 else standing.pairing.best_of // 2 + 1
        points = (length, int(score))
    else:
        points = desk.score(score)
    return (points if not side else (points[1], points[0])), side or 0


@command("result", _("A result: table or player, then the score. It is confirmed and public at once."), EVENING)
def result(
    desk: Desk,
    match: MatchArgument,
    score: Score,
    how: HowOption = None,
    why: Why = "",
    ended: Annotated[str | None, typer.Option(metavar="TIME", help=_("When the match ended, if not now."))] = None,
    unconfirmed: Annotated[
        bool, typer.Option("--unconfirmed", help=_("Reported only; somebody confirms it later."))
    ] = False,
) -> None:
    standing = desk.match(match)
    if standing.players is None:
        desk.refused(refuse("waits_for_match", "T4.6", match=", ".join(standing.waits_for)))
    points, side = _score(desk, standing, score, _named(desk, standing, match))
    kind = _ended(desk, how)
    action = acts.ReportResult(
        standing.id,
        standing.players,
        points,
        how=kind,
        winner=None if kind in (Ended.PLAYED, Ended.NOBODY) or points[0] != points[1] else side,
        reason=why,
        confirms=not unconfirmed,
        ended_at=None if ended is None else instant(desk.w, ended, desk.at, past=True),
    )
    desk.do(action)


def _named(desk: Desk, standing: MatchStanding, text: str) -> int | None:
    """Whom the match was found by: `result FILE Anna 7-5` has Anna's points first."""
    if text in (standing.id, desk.short(standing.id)) or standing.match.place == text:
        return None
    members = {person: n for n, entry in enumerate(standing.players or ()) for person in desk.flow.members(entry)}
    found = desk.people_called(text, members)
    return members[found[0]] if len(found) == 1 else None


@command("confirm", _("Confirm a result; where reports differ, say which one holds."), EVENING)
def confirm(
    desk: Desk,
    match: MatchArgument,
    number: Annotated[int | None, typer.Option("--report", metavar="N", help=_("Which report, from 1."))] = None,
    why: Why = "",
) -> None:
    standing = desk.match(match, Where.DIFFERS, Where.REPORTED)
    desk.do(acts.ConfirmResult(standing.id, number, why))


@command("correct", _("Correct a result, and say what becomes of matches that have begun since (T4.6)."), EVENING)
def correct(
    desk: Desk,
    match: MatchArgument,
    score: Score,
    why: Why = "",
    stop: Annotated[
        bool, typer.Option("--replace", help=_("Stop what has begun with the wrong player, and begin again."))
    ] = False,
    stand: Annotated[bool, typer.Option("--stand", help=_("Everybody stays where they are."))] = False,
    start: Annotated[str | None, typer.Option(metavar="TIME", help=_("When the match begins again."))] = None,
    stopped: Annotated[
        str | None, typer.Option("--stopped-at", metavar="SCORE", help=_("At which score it is stopped."))
    ] = None,
    rule: Annotated[
        str | None, typer.Option(metavar="CLAUSE", help=_("A ruling by which a finished match is replaced too."))
    ] = None,
    how: HowOption = None,
) -> Shown | None:
    standing = desk.match(match, Where.DONE)
    if standing.players is None:
        desk.refused(refuse("nothing_to_correct", "T4.6"))
    points, side = _score(desk, standing, score, _named(desk, standing, match))
    kind = _ended(desk, how)
    action = acts.CorrectResult(
        standing.id,
        standing.players,
        points,
        why,
        how=kind,
        winner=None if kind in (Ended.PLAYED, Ended.NOBODY) or points[0] != points[1] else side,
        follow=Follow.REPLACE if stop else Follow.STAND if stand else None,
        starts_at=None if start is None else instant(desk.w, start, desk.at),
        rule=rule,
        stopped_at=None if stopped is None else desk.score(stopped),
    )
    found = desk.foresee(action)
    lines: list[str] = []
    if found.question is not None and action.follow is None:
        lines = [f"{change_line(desk, each)} [{desk.names(each.people)}]" for each in found.changes if each.people]
        action = replace(action, follow=_asked(desk, found.question.matches, lines))
    desk.do(action)
    return None


def _asked(desk: Desk, matches: tuple[str, ...], lines: list[str]) -> Follow:
    """Stop and replace, or let stand: asked where somebody can answer, else refused with the question."""
    names = ", ".join(desk.called(each) for each in matches)
    if not answering():
        typer.echo(desk.w("If what has begun is replaced:"), err=True)
        for line in lines:
            typer.echo(f"  {line}", err=True)
        typer.echo(desk.w("Answer with --replace (stop and replace) or --stand (let stand)."), err=True)
        desk.refused(refuse("correction_meets_play", "T4.6", matches=names))
    for line in lines:
        typer.echo(f"  {line}")
    question = desk.w("{matches} has begun. Stop and replace (r), let stand (s), or leave it (Enter)?", matches=names)
    answer = str(typer.prompt(question, default="", show_default=False)).strip().casefold()
    if answer not in ("r", "s"):
        fail(desk.w("Nothing was changed."))
    return Follow.REPLACE if answer == "r" else Follow.STAND


def answering() -> bool:
    """Whether somebody sits at the keyboard."""
    return sys.stdin.isatty()
