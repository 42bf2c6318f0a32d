"""A tournament's own sheets and TRF file, from its state and the names of its people."""

from __future__ import annotations

from collections.abc import Mapping

from tavl.tournament.draws.graph import Bye
from tavl.tournament.draws.graph import Entry as Entrant
from tavl.tournament.files import trf
from tavl.tournament.files.csv_format import Row, Style, write
from tavl.tournament.files.errors import FaultReason, fault
from tavl.tournament.files.sheet_columns import ENTRIES, MONEY, RESULTS, STANDINGS
from tavl.tournament.invitation import Format
from tavl.tournament.matches.advancement import MatchStanding, Where, flow_of
from tavl.tournament.matches.tables_and_calls import is_announced
from tavl.tournament.money.amounts import Amount
from tavl.tournament.money.balances import balance
from tavl.tournament.money.payments import fee_of
from tavl.tournament.standings.results_table import finish, results
from tavl.tournament.standings.tie_breaks import By, TieBreak
from tavl.tournament.state import Division, Match, Status, Tournament

Names = Mapping[str, str]
HOW = {"penalty": "forfeited", "forfeit": "forfeited", "short": "played"}
SYSTEMS = {Format.SWISS: trf.System.SWISS, Format.ROUND_ROBIN: trf.System.ROUND_ROBIN}
FIDE_CODES = {By.HEAD_TO_HEAD: "DE", By.BUCHHOLZ: "BH", By.SONNEBORN_BERGER: "SB", By.PROGRESS: "PS"}
"""Steps that FIDE C.07 has too. Its WIN counts byes and its WON no walkovers: our `wins` is neither and has none."""


def entrant_name(tournament: Tournament, entry: str, names: Names) -> str:
    found = tournament.entries.get(entry)
    return " / ".join(names.get(person, person) for person in found.members) if found else entry


def results_sheet(
    tournament: Tournament,
    names: Names,
    style: Style = Style.PLAIN,
    *,
    division: str | None = None,
    public: bool = False,
) -> bytes:
    """Every match that is over or was stopped, in the order in which they ended; `public`: without reasons, which are
    for the staff and the federation."""
    flow = flow_of(tournament)
    rows: list[Row] = []
    for each in results(flow, division):
        if not is_announced(tournament, each):
            continue
        terms = tournament.divisions[each.division].terms
        rows += [_void_row(tournament, each, number, names) for number in range(len(each.match.voids))]
        players = [entrant_name(tournament, entry, names) for entry in each.players or ("", "")]
        confirmed = each.match.confirmed
        winner = confirmed.result.winner if confirmed else each.outcome.winner if each.outcome else None
        score = confirmed.result.score if confirmed else (None, None)
        how = str(confirmed.result.how) if confirmed else "walkover"
        won, lost = (winner, 1 - winner) if winner is not None else (0, 1)
        rows.append(
            {
                "match": each.id,
                "event": each.division,
                "round": str(each.pairing.round),
                "length": each.length,
                "winner": players[won] if winner is not None else None,
                "loser": players[lost] if winner is not None else " - ".join(players),
                "winner_score": score[won],
                "loser_score": score[lost],
                "ended": confirmed.ended_at if confirmed else None,
                "how": HOW.get(how, how),
                "rated": terms.rated and tournament.invitation.sanctioned and how not in ("walkover", "nobody"),
                "reason": confirmed.reason if confirmed and not public else None,
            }
        )
    return write(RESULTS, rows, style)


def _void_row(tournament: Tournament, each: MatchStanding, number: int, names: Names) -> Row:
    void = each.match.voids[number]
    players = [entrant_name(tournament, entry, names) for entry in void.players]
    return {
        "match": f"{each.id}.void{number + 1}",
        "event": each.division,
        "round": str(each.pairing.round),
        "length": each.length,
        "loser": " - ".join(players),
        "ended": void.at,
        "how": "void",
        "rated": False,
    }


def entries_sheet(
    tournament: Tournament, names: Names, style: Style = Style.PLAIN, *, division: str | None = None
) -> bytes:
    """The entries, without those that were refused (T1.4.i)."""
    rows: list[Row] = []
    for entry in tournament.entries.values():
        here = division in (None, entry.division)
        if not here or entry.status not in (Status.APPROVED, Status.PENDING, Status.WAITING):
            continue
        people = [names.get(person, person) for person in entry.members]
        fee = fee_of(tournament.divisions[entry.division].terms, entry)
        owes = balance(tournament, entry.members[0], fee.price.currency).minor if fee else 0
        rows.append(
            {
                "name": people[0],
                "event": entry.division,
                "partner": " / ".join(people[1:]) or None,
                "club": entry.club,
                "country": entry.country,
                "rating": entry.rating,
                "paid": owes <= 0,
            }
        )
    return write(ENTRIES, rows, style)


def standings_sheet(tournament: Tournament, division: str, names: Names, style: Style = Style.PLAIN) -> bytes:
    flow = flow_of(tournament)
    over = [each for each in flow.of(division) if each.where is Where.DONE and each.match.confirmed]
    rows: list[Row] = []
    for place in finish(flow, division):
        for entry in place.entrants:
            theirs = [m.match.confirmed.result for m in over if m.match.confirmed and entry in (m.players or ())]
            wins = sum(r.winner is not None and r.players[r.winner] == entry for r in theirs)
            rows.append(
                {
                    "place": place.first,
                    "name": entrant_name(tournament, entry, names),
                    "matches": len(theirs),
                    "wins": wins,
                    "rating": tournament.entries[entry].rating,
                }
            )
    return write(STANDINGS, rows, style)


def money_sheet(tournament: Tournament, names: Names, style: Style = Style.PLAIN) -> bytes:
    """A line for each posting, numbered by transaction."""
    rows: list[Row] = [
        {
            "number": number,
            "at": at,
            "kind": str(transaction.kind),
            "account": posting.account,
            "person": posting.person,
            "name": names.get(posting.person) if posting.person else None,
            "amount": Amount(posting.minor, transaction.currency),
            "currency": transaction.currency,
            "corrects": transaction.corrects,
        }
        for number, (transaction, at) in enumerate(zip(tournament.book, tournament.booked_at, strict=True), start=1)
        for posting in transaction.postings
    ]
    return write(MONEY, rows, style)


def trf_file(tournament: Tournament, id: str, names: Names) -> bytes:
    """Of a Swiss or a round robin of single players; anything else has no such file."""
    division = tournament.divisions[id]
    if division.terms.format not in SYSTEMS or division.terms.members != 1 or not division.draws:
        raise fault(0, "format", FaultReason.NOT_THIS_FORMAT, str(division.terms.format))
    flow = flow_of(tournament)
    order = list(dict.fromkeys(entry for draw in division.draws for entry in draw.entries))
    numbers = {entry: number for number, entry in enumerate(order, start=1)}
    last = max(pairing.round for pairing in division.pairings)
    rounds: dict[str, dict[int, trf.Played]] = {entry: {} for entry in order}
    for each in flow.of(id):
        _played(each, numbers, rounds)
    ranks = {entry: place.first for place in finish(flow, id) for entry in place.entrants}
    absent = trf.Played(trf.Result.ABSENT)
    players = []
    for entry in order:
        mine = tuple(rounds[entry].get(number, absent) for number in range(1, last + 1))
        won = (trf.Result.WON, trf.Result.WALKOVER_WON, trf.Result.BYE)
        found = tournament.entries[entry]
        players.append(
            trf.TrfPlayer(
                number=numbers[entry],
                name=entrant_name(tournament, entry, names),
                rating=found.rating,
                country=(found.country or "")[:3].upper(),
                tenths=10 * sum(one.result in won for one in mine),
                rank=ranks.get(entry),
                rounds=mine,
            )
        )
    families: dict[str, list[int]] = {}
    for entry in order:
        family = tournament.entries[entry].family
        if family:
            families.setdefault(family, []).append(numbers[entry])
    return trf.write(
        trf.TrfReport(
            name=f"{tournament.title}, {id}",
            system=SYSTEMS[division.terms.format],
            rounds=max(last, division.terms.rounds or last),
            players=tuple(players),
            director=", ".join(names.get(person, person) for person in tournament.directors),
            tie_breaks=_codes(division),
            apart=tuple(tuple(group) for group in families.values() if len(group) > 1),
        )
    )


def _codes(division: Division) -> tuple[str, ...]:
    return tuple(code for step in division.terms.tie_breaks if (code := fide_code(step)))


def fide_code(step: TieBreak) -> str:
    """As record 202 has it: "BH/C1" without the lowest, "BH/M1" without the lowest and the highest. Nothing for a step
    that FIDE does not know."""
    code, low, high = FIDE_CODES.get(step.by, ""), step.cut_lowest, step.cut_highest
    if not code or high not in (0, low):
        return ""
    return code + (f"/M{low}" if high else f"/C{low}" if low else "")


def _played(each: MatchStanding, numbers: Mapping[str, int], rounds: dict[str, dict[int, trf.Played]]) -> None:
    one, two = each.pairing.sources
    round = each.pairing.round
    if not isinstance(one, Entrant):
        return
    if isinstance(two, Bye):
        rounds[one.entrant][round] = trf.Played(trf.Result.BYE)
        return
    if not isinstance(two, Entrant):
        return
    winner = each.outcome.winner if each.outcome else None
    over = each.outcome is not None
    for seat, (mine, other) in enumerate(((one.entrant, two.entrant), (two.entrant, one.entrant))):
        result: trf.Result | None = None
        if over:
            result = _result(each.match, winner == seat, each.where is Where.WALKOVER)
        rounds[mine][round] = trf.Played(result, numbers[other], seat == 0)


def _result(match: Match, won: bool, walkover: bool) -> trf.Result:
    unplayed = walkover or (match.confirmed is not None and match.confirmed.result.how in ("walkover", "nobody"))
    if unplayed:
        return trf.Result.WALKOVER_WON if won else trf.Result.WALKOVER_LOST
    return trf.Result.WON if won else trf.Result.LOST
