"""Disputes, rulings, appeals, committees, penalties (T1.6, T1.7, T5)."""

from __future__ import annotations

from typing import Annotated

import typer

from tavl.cli.errors import fail
from tavl.cli.language import _
from tavl.cli.tournament.desk import CASES, Desk, MatchArgument, Shown, Why, command
from tavl.cli.tournament.entries import anybody
from tavl.cli.tournament.lookup import instant
from tavl.i18n import later
from tavl.rules.penalty_kinds import PenaltyKind
from tavl.tournament import acts
from tavl.tournament.acts.cases import Scope, Verdict
from tavl.tournament.matches.advancement import Where
from tavl.tournament.state import CaseState

Case = Annotated[str, typer.Argument(metavar="CASE", help=_("Such as c1."))]
Name = Annotated[str, typer.Argument(metavar="NAME", help=_("A name, or three letters of it."))]
Rule = Annotated[str, typer.Option("--rule", metavar="CLAUSE", help=_("The clause, such as T4.4.ix."))]
Text = Annotated[str, typer.Argument(metavar="TEXT", help=_("In their own words."))]
MatchOption = Annotated[str | None, typer.Option("--match", metavar="MATCH", help=_("In which match."))]
WARNINGS = {
    "plays_now": later("{name} is playing now."),
    "meets_party": later("{name} may meet one of the players next."),
    "same_club": later("{name} is in the same club as one of the players."),
    "team_mate": later("{name} is on a team with one of the players."),
}


@command("dispute", _("Open a case (T5.1); what depends on it waits."), CASES)
def dispute(
    desk: Desk,
    match: MatchArgument,
    statement: Text,
    rule: Rule = "T5.1",
    party: Annotated[
        str | None, typer.Option("--from", metavar="NAME", help=_("The player who raises it; without it, the desk."))
    ] = None,
) -> None:
    standing = desk.match(match, Where.PLAYING, Where.CALLED, Where.REPORTED, Where.DIFFERS, Where.READY, Where.DONE)
    by = None if party is None else desk.person(party, desk.flow.people(standing))
    desk.do(acts.OpenCase(rule, statement, standing.id), by)


@command("statement", _("The statement of a party, or of somebody who was asked (T5.3)."), CASES)
def statement(desk: Desk, case: Case, name: Name, text: Text) -> None:
    desk.do(acts.GiveStatement(desk.case(case).id, text), anybody(desk, name))


@command("ask", _("Ask somebody who is not a party (T5.3)."), CASES)
def ask(desk: Desk, case: Case, name: Name) -> None:
    desk.do(acts.AskPerson(desk.case(case).id, anybody(desk, name)))


@command("rule", _("Rule on a case, with clause and reason (T5.1)."), CASES)
def rule(
    desk: Desk,
    case: Case,
    decision: Annotated[str, typer.Argument(metavar="DECISION", help=_("What is decided."))],
    why: Why = "",
    clause: Annotated[
        str | None, typer.Option("--rule", metavar="CLAUSE", help=_("Without it, the clause of the case."))
    ] = None,
    final: Annotated[bool, typer.Option("--final", help=_("It cannot be appealed (T3.8)."))] = False,
) -> None:
    found = desk.case(case)
    desk.do(acts.RuleCase(found.id, clause or found.rule, decision, why, final))


@command("drop", _("A case is settled or withdrawn."), CASES)
def drop(desk: Desk, case: Case, why: Why = "") -> None:
    desk.do(acts.DropCase(desk.case(case).id, why))


@command("appeal", _("A player appeals (T5.2); with --refuse the appeal comes too late."), CASES)
def appeal(
    desk: Desk,
    case: Case,
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help=_("Who appeals."))] = None,
    why: Why = "",
    refuse: Annotated[bool, typer.Option("--refuse", help=_("Refuse the appeal, with the reason."))] = False,
) -> None:
    found = desk.case(case)
    if refuse:
        desk.do(acts.RefuseAppeal(found.id, why))
        return
    if name is None:
        fail(desk.w("Say who appeals."))
    desk.do(acts.Appeal(found.id, why), desk.person(name))


@command("committee", _("Name the three or five who decide on an appeal (T1.3.ii)."), CASES)
def committee(
    desk: Desk,
    case: Case,
    names: Annotated[list[str], typer.Argument(metavar="NAME...", help=_("Three or five people."))],
) -> Shown:
    action = acts.NameCommittee(desk.case(case).id, tuple(anybody(desk, name) for name in names))
    warnings = desk.foresee(action).warnings
    desk.do(action)
    lines = [desk.w(WARNINGS[why], name=desk.name(person)) for person, why in warnings]
    return Shown(lines, warnings)


@command("vote", _("A member of the committee votes: uphold, reverse or replace."), CASES)
def vote(
    desk: Desk,
    case: Case,
    name: Name,
    verdict: Annotated[Verdict, typer.Argument(metavar="VERDICT", help=_("uphold, reverse or replace."))],
    decision: Annotated[str, typer.Option(metavar="TEXT", help=_("What replaces the ruling."))] = "",
    why: Why = "",
) -> None:
    found = desk.case(case)
    desk.do(acts.Vote(found.id, verdict, decision, why), desk.person(name, found.committee or None))


@command("reasons", _("The reason for a ruling or for the committee's decision, for the report (T5.5.i)."), CASES)
def reasons(
    desk: Desk,
    case: Case,
    text: Text,
    name: Annotated[
        str | None, typer.Option("--from", metavar="NAME", help=_("Who says it; else who decided."))
    ] = None,
) -> None:
    found = desk.case(case)
    decided = found.committee[0] if found.state is CaseState.DECIDED and found.committee else found.ruled_by
    desk.do(acts.GiveReasons(found.id, text), desk.person(name) if name else decided or None)


@command("send-on", _("Send a finished case on to the federation (T5.4)."), CASES)
def send_on(desk: Desk, case: Case, name: Name, why: Why = "") -> None:
    desk.do(acts.SendOn(desk.case(case).id, why), anybody(desk, name))


@command("penalty", _("Give a warning, penalty points or the loss of a match, as the clause allows."), CASES)
def penalty(
    desk: Desk,
    name: Name,
    kind: Annotated[str, typer.Argument(metavar="KIND", help=_("warning, a number of points, or lose-match."))],
    rule: Rule = "T1.1",
    why: Why = "",
    match: MatchOption = None,
) -> None:
    points = int(kind) if kind.isdecimal() and len(kind) < 4 else 0
    kinds = {"warning": PenaltyKind.WARNING, "lose-match": PenaltyKind.LOSE_MATCH}
    if not points and kind not in kinds:
        fail(desk.w("{field} cannot be read: {found}", field="KIND", found=kind[:40]))
    where = desk.match(match or name) if match or points or kind == "lose-match" else None
    given = PenaltyKind.POINTS if points else kinds[kind]
    person = desk.person(name)
    desk.do(acts.Penalise(person, given, rule, why, where.id if where else None, points=points))


@command("disqualify", _("Disqualify a player: from the match, the division or the tournament (T1.7.vi)."), CASES)
def disqualify(
    desk: Desk,
    name: Name,
    rule: Rule = "",
    why: Why = "",
    scope: Annotated[
        Scope, typer.Option(metavar="SCOPE", help=_("match, division, tournament or later."))
    ] = Scope.TOURNAMENT,
    match: MatchOption = None,
    score: Annotated[
        str | None, typer.Option(metavar="SCORE", help=_("The score of the match so far, theirs first."))
    ] = None,
    until: Annotated[
        str | None, typer.Option(metavar="DATE", help=_("The end of an exclusion from later tournaments."))
    ] = None,
) -> None:
    person = desk.person(name)
    busy = desk.flow.busy.get(person)
    where = desk.match(match) if match else desk.flow.standings[busy] if busy else None
    kind = PenaltyKind.EXCLUDE if scope is Scope.LATER else PenaltyKind.DISQUALIFY
    stood = desk.score(score) if score else None
    if stood and where and desk.side(where, name) == 1:
        stood = (stood[1], stood[0])
    desk.do(
        acts.Penalise(
            person,
            kind,
            rule,
            why,
            where.id if where else None,
            scope,
            until=None if until is None else instant(desk.w, until, desk.at),
            score=stood,
        )
    )


@command("expel", _("A spectator may no longer watch: a match, or the tournament (T1.6)."), CASES)
def expel(desk: Desk, name: Name, rule: Rule = "T1.6.iii", why: Why = "", match: MatchOption = None) -> None:
    where = desk.match(match) if match else None
    scope = Scope.MATCH if where else Scope.TOURNAMENT
    desk.do(acts.ExpelSpectator(anybody(desk, name), rule, why, where.id if where else None, scope))
