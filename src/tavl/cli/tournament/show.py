"""Views of a tournament: overview, draw, bracket, standings, schedule, entries, money, cases, log, one player."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Annotated, Any

import typer

from tavl.cli.errors import fail
from tavl.cli.language import _
from tavl.cli.tournament import bracket as drawing
from tavl.cli.tournament.desk import LOOK, Desk, Shown, command
from tavl.cli.tournament.draws import draw_shown
from tavl.cli.tournament.sentences import clock, code, item_line, result_text, table
from tavl.cli.tournament.show_lists import cases_page, entries_page, log_page, money_page, owed_text
from tavl.tournament import By, now, view
from tavl.tournament.draws.graph import Known, LoserOf, Source, Waits
from tavl.tournament.invitation import BY_ROUNDS, Format
from tavl.tournament.matches.advancement import AT_BOARD, OVER, MatchStanding, Where
from tavl.tournament.matches.forecast import ends_at, forecast
from tavl.tournament.money import ledger
from tavl.tournament.standings.results_table import finish, is_finished, season_end
from tavl.tournament.state import Status

ROUNDS = 6


@command(
    "show",
    _("Show it: overview, draw, bracket, standings, schedule, entries, money, cases, log, or a player."),
    LOOK,
    writes=False,
)
def show(
    desk: Desk,
    what: Annotated[
        str,
        typer.Argument(
            metavar="[WHAT]",
            help=_("draw, bracket, standings, schedule, entries, money, cases, log; or three letters of a name."),
        ),
    ] = "overview",
    division: Annotated[
        str | None, typer.Argument(metavar="[DIVISION]", help=_("Which division, if there are several."))
    ] = None,
    rounds: Annotated[int, typer.Option(metavar="N", help=_("Of a bracket, the last N rounds."))] = ROUNDS,
    width: Annotated[int, typer.Option(metavar="N", help=_("Columns of the terminal."))] = drawing.WIDTH,
) -> Shown:
    divisions = [desk.division(division)] if division is not None else list(desk.state.divisions)
    if what == "bracket":
        return _brackets(desk, divisions, max(1, rounds), max(40, width))
    if what in PAGES:
        return PAGES[what](desk, divisions)
    if division is not None:
        fail(desk.w("There is nothing called {what} to show.", what=what[:40]))
    return _player(desk, desk.person(what))


@command(
    "promotion",
    _("Who goes down and who comes up between two divisions of a league that are finished."),
    LOOK,
    writes=False,
)
def promotion(
    desk: Desk,
    upper: Annotated[str, typer.Argument(metavar="UPPER", help=_("The higher division."))],
    lower: Annotated[str, typer.Argument(metavar="LOWER", help=_("The lower division."))],
    places: Annotated[int, typer.Option(metavar="N", min=1, help=_("How many teams change places."))] = 2,
    play_off: Annotated[
        bool,
        typer.Option(
            "--play-off/--no-play-off",
            help=_("Whether the last to stay plays the next to come up."),
        ),
    ] = True,
) -> Shown:
    w, divisions = desk.w, (desk.division(upper), desk.division(lower))
    for id in divisions:
        if not is_finished(desk.flow, id):
            fail(w("{division} is not finished.", division=id))
    try:
        moved = season_end(desk.flow, *divisions, places, play_off)
    except ValueError:
        fail(w("There are too few teams for that."))
    lines = [
        w("Down: {teams}", teams=", ".join(map(desk.entrant, moved.down))),
        w("Up: {teams}", teams=", ".join(map(desk.entrant, moved.up))),
    ]
    if moved.play_off:
        lines.append(w("Play-off: {teams}", teams=" - ".join(map(desk.entrant, moved.play_off))))
    named = {"down": moved.down, "up": moved.up, "play_off": moved.play_off or ()}
    return Shown(lines, {what: [desk.entrant(entry) for entry in entries] for what, entries in named.items()})


def _overview(desk: Desk, divisions: list[str]) -> Shown:
    w, state = desk.w, desk.state
    kind = w("sanctioned") if state.invitation.sanctioned else w("not sanctioned")
    lines = [f"{state.title} ({kind}, {code(w, state.phase)})"]
    staff = [f"{desk.name(person)} ({code(w, role)})" for person, role in state.staff.items()]
    lines.append(", ".join(staff))
    rows: list[tuple[str, ...]] = []
    data: list[dict[str, Any]] = []
    for id in divisions:
        entries = [e for e in state.entries.values() if e.division == id and e.status is Status.APPROVED]
        matches = [m for m in desk.flow.of(id) if m.where is not Where.NO_MATCH]
        done = sum(m.where in OVER for m in matches)
        here = sum(e.checked_in for e in entries)
        terms = state.divisions[id].terms
        lengths = ":".join(str(s.length) if s.final is None else f"{s.length}/{s.final}" for s in terms.stages)
        known = {"entries": len(entries), "here": here, "matches": len(matches), "over": done}
        data.append({"division": id, "format": terms.format, "lengths": lengths, **known})
        counts = w("{entries} entries, {here} here, {over} of {matches} matches over", **known)
        rows.append((f"  {id}", f"{terms.format} {lengths}", counts))
    lines += table(rows)
    ends = ends_at(state, desk.at) if state.phase == "open" else None
    if ends is not None:
        lines.append(w("Over at about {time}.", time=clock(w, ends)))
    lines += [f"  {item_line(desk, item)}" for item in now(state, desk.at)[:5]]
    return Shown(lines, {"title": state.title, "phase": state.phase, "divisions": data, "ends_at": ends})


def _draws(desk: Desk, divisions: list[str]) -> Shown:
    found = [draw_shown(desk, id) for id in divisions if desk.state.divisions[id].draws or len(divisions) == 1]
    return Shown([line for each in found for line in (*each.lines, "")][:-1], [each.data for each in found])


def _brackets(desk: Desk, divisions: list[str], rounds: int, width: int) -> Shown:
    unicode = (sys.stdout.encoding or "").casefold().replace("-", "").startswith("utf")
    lines: list[str] = []
    for id in divisions:
        matches = desk.flow.of(id)
        by_rounds = desk.state.divisions[id].terms.format in (*BY_ROUNDS, Format.ROUND_ROBIN)
        for stage in dict.fromkeys(each.pairing.stage for each in matches):
            here = [each for each in matches if each.pairing.stage == stage]
            lines.append(f"{id}: {stage}")
            if by_rounds or stage not in ("main", "consolation", "last_chance", "losers", "final"):
                lines += _by_round(desk, here)
                continue
            for tree in drawing.trees(here, rounds):
                lines += drawing.draw(tree, desk.entrant, lambda source: _out_of(desk, source), unicode, width)
                lines.append("")
    data = [{"division": id, "matches": [_match(desk, each) for each in desk.flow.of(id)]} for id in divisions]
    return Shown(lines, data)


def _out_of(desk: Desk, source: Source) -> str:
    """Of a place that nobody has yet: a loser by the match they come from. Who wins comes along the line."""
    return desk.w("L {match}", match=source.match) if isinstance(source, LoserOf) else ""


def _sides(desk: Desk, each: MatchStanding) -> str:
    """Who plays, or who will."""
    names = []
    for slot, source in zip(each.slots, each.pairing.sources, strict=True):
        if isinstance(slot, Known):
            names.append(desk.entrant(slot.entrant))
        elif isinstance(slot, Waits):
            loses = isinstance(source, LoserOf)
            names.append(desk.w("loser of {match}" if loses else "winner of {match}", match=slot.on[0]))
        else:
            names.append("-")
    return " - ".join(names)


def _by_round(desk: Desk, matches: list[MatchStanding]) -> list[str]:
    rows = []
    for each in matches:
        rows.append((f"  {each.pairing.round}", _sides(desk, each), _state(desk, each)))
    return table(rows)


def _state(desk: Desk, each: MatchStanding) -> str:
    confirmed = each.match.confirmed
    if confirmed is not None and not each.match.differs:
        score = f"{confirmed.result.score[0]}-{confirmed.result.score[1]}"
        return score if confirmed.result.how == "played" else f"{score} {code(desk.w, confirmed.result.how)}"
    at_table = f", {desk.w('table {place}', place=each.match.place)}" if each.match.place else ""
    return code(desk.w, each.where) + (at_table if each.where in AT_BOARD else "")


def _match(desk: Desk, each: MatchStanding) -> dict[str, Any]:
    confirmed = each.match.confirmed
    return {
        "id": each.id,
        "stage": each.pairing.stage,
        "round": each.pairing.round,
        "players": [desk.entrant(slot.entrant) if isinstance(slot, Known) else None for slot in each.slots],
        "where": each.where,
        "length": each.length,
        "place": each.match.place,
        "score": confirmed.result.score if confirmed else None,
    }


def _standings(desk: Desk, divisions: list[str]) -> Shown:
    lines: list[str] = []
    data = []
    for id in divisions:
        if not desk.state.divisions[id].draws:
            continue
        rows = []
        for place in finish(desk.flow, id):
            span = str(place.first) if place.first == place.last else f"{place.first}-{place.last}"
            for entry in place.entrants:
                mark = place.marks.get(entry)
                gone = Status.WITHDRAWN if desk.state.entries[entry].status is Status.WITHDRAWN else ""
                note = code(desk.w, mark or gone) if mark or gone else ""
                settled = "" if place.settled else desk.w("not settled")
                rows.append((f"  {span}", desk.entrant(entry), note, settled))
                data.append(
                    {
                        "division": id,
                        "first": place.first,
                        "last": place.last,
                        "name": desk.entrant(entry),
                        "settled": place.settled,
                    }
                )
        lines += [id, *table(rows, right=(0,))]
    return Shown(lines or [desk.w("Nothing is drawn yet.")], data)


def _schedule(desk: Desk, divisions: list[str]) -> Shown:
    w, expected = desk.w, forecast(desk.state, desk.at)
    rows, data = [], []
    for id, when in sorted(expected.items(), key=lambda each: (each[1].starts, each[0])):
        each = desk.flow.standings[id]
        if each.division not in divisions:
            continue
        place = each.match.place or ""
        rows.append((clock(w, when.starts), place, desk.short(id), _sides(desk, each), code(w, each.where)))
        data.append({**_match(desk, each), "starts": when.starts, "ends": when.ends})
    lines = (
        table([(w("from"), w("table"), w("match"), w("players"), ""), *rows])
        if rows
        else [w("There is nothing to play.")]
    )
    return Shown(lines, data)


def _player(desk: Desk, person: str) -> Shown:
    w = desk.w
    entries = [e for e in desk.state.entries.values() if person in e.members]
    lines = [desk.name(person)]
    for entry in entries:
        here = f", {w('here')}" if entry.checked_in else ""
        lines.append(f"  {entry.division}: {code(w, entry.status)}{here}")
    role = desk.state.staff.get(person)
    if role is not None:
        lines.append(f"  {code(w, role)}")
    for line in ledger.open_lines(desk.state.book):
        if line.person == person:
            lines.append(f"  {owed_text(w, line.amount)}")
    data: list[dict[str, Any]] = []
    for each in desk.flow.standings.values():
        if person in desk.flow.people(each):
            confirmed = each.match.confirmed
            told = result_text(desk, confirmed.result) if confirmed else f"{desk.sides(each)}: {_state(desk, each)}"
            lines.append(f"  {desk.short(each.id)}  {told}")
            data.append(_match(desk, each))
    for mine in view(desk.state, By(person), desk.at).mine[:1]:
        if mine.not_before is not None:
            lines.append(f"  {w('not before {time}', time=clock(w, mine.not_before))}: {desk.short(mine.match)}")
    return Shown(lines, {"name": desk.name(person), "entries": [e.id for e in entries], "matches": data})


PAGES: dict[str, Callable[[Desk, list[str]], Shown]] = {
    "overview": _overview,
    "draw": _draws,
    "standings": _standings,
    "schedule": _schedule,
    "entries": entries_page,
    "money": money_page,
    "cases": cases_page,
    "log": log_page,
}
