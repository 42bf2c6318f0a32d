"""A tournament in the middle of its evening, for trying out the director's work.

It is the same every time: results are in, one player is late, one cube is disputed, one result waits to be confirmed,
and the beginners' next round can be drawn.
"""

from __future__ import annotations

from collections.abc import Sequence

from tavl.rules.late_penalties import MINUTE
from tavl.rules.refusal import Refused
from tavl.tournament import acts
from tavl.tournament.acts import AnyAction, By
from tavl.tournament.draws.lots import Lots
from tavl.tournament.invitation import DivisionTerms, Format, Invitation, Prize, Stage
from tavl.tournament.matches.advancement import Where, flow_of
from tavl.tournament.money.amounts import Amount
from tavl.tournament.money.fees import Fee
from tavl.tournament.rehearsed_evening import Mishaps, RehearsedEvening, prepared
from tavl.tournament.simulation import field

SEED = b"tavl demo"
BEGAN_AGO = 85 * MINUTE
LATE_AGO = 9 * MINUTE  # or a little more: nobody turns up for a match that is called from then on
TABLES = 8
PLAYERS = (
    "Anna Holm",
    "Bo Lindqvist",
    "Carl Dahl",
    "Dagny Ek",
    "Eva Friis",
    "Freja Gran",
    "Gert Hald",
    "Hans Iversen",
    "Inga Juul",
    "Johan Krogh",
    "Karin Lund",
    "Lars Moe",
    "Mia Nyberg",
    "Nils Olsen",
    "Oda Petersen",
    "Per Ravn",
    "Rikke Sand",
    "Siri Tangen",
    "Tove Ulrich",
    "Ulf Vik",
)
BEGINNERS = (
    "Aksel Wind",
    "Birgit Aas",
    "Christian Bech",
    "Ditte Carlsen",
    "Emil Dam",
    "Fanny Egeland",
    "Gustav Falk",
    "Hedda Gade",
)
HELPER = "Kai Bruun"
NAMES = (HELPER, *PLAYERS, *BEGINNERS)
OPEN = DivisionTerms(
    id="open",
    format=Format.CONSOLATION,
    stages=(Stage(id="main", length=5, final=7), Stage(id="consolation", length=3)),
    fees=(Fee(price=Amount(200_00, "DKK"), registration=Amount(20_00, "DKK")),),
    prizes=(
        Prize(stage="main", part="70 %", places=("2/3", "1/3")),
        Prize(stage="consolation", part="30 %", places=("1",)),
    ),
)
NOVICES = DivisionTerms(
    id="beginners", format=Format.SWISS, stages=(Stage(id="swiss", length=3),), rounds=3, priority=1
)


class _Evening(RehearsedEvening):
    """Towards its end somebody who is called does not come, and the beginners' second round is left to be drawn."""

    empty: str | None = None  # the match at which somebody is missed

    def do(self, action: AnyAction, by: By | None = None) -> bool:
        drawn = self.tournament.divisions[NOVICES.id].draws
        if drawn and isinstance(action, acts.MakeDraw) and action.division == NOVICES.id:
            return False
        return super().do(action, by)

    def _begin(self, match: str) -> bool:
        if self.empty is None and self.at >= self.started_at + BEGAN_AGO - LATE_AGO - 5 * MINUTE:
            self.empty = match
            return True
        return super()._begin(match)


def demonstration(title: str, director: str, people: Sequence[str], at: int) -> RehearsedEvening | Refused:
    """The tournament at an instant. `people` are the ids of the people in `NAMES`, in that order."""
    start = at - BEGAN_AGO
    helper, players = people[0], people[1:]
    open_players, novices = players[: len(PLAYERS)], players[len(PLAYERS) :]
    ratings = field(len(open_players), Lots(SEED, "field"))
    entrants: list[tuple[str, str, int | None]] = [
        *((person, OPEN.id, rating) for person, rating in zip(open_players, ratings, strict=True)),
        *((person, NOVICES.id, None) for person in novices),
    ]
    invitation = Invitation(
        sanctioned=False,
        starts_at=start,
        divisions=(OPEN, NOVICES),
        observer_fee=Amount(100_00, "DKK"),
        demonstration=True,
    )
    create = acts.CreateTournament(title, invitation, (director,))
    places = tuple(acts.Place(id=str(number)) for number in range(1, TABLES + 1))
    made = prepared(create, entrants, places, start)
    if isinstance(made, Refused):
        return made
    state, log = made
    evening = _Evening(state, director, SEED, start, mishaps=Mishaps(late=60, leaves=0, wrong=0))
    evening.log += log
    evening.do(acts.Appoint(helper, acts.Role.HELPER))
    evening.do(acts.PromiseSeed(OPEN.id))
    evening.run(until=at)
    _unfinished_business(evening, helper)
    return evening


def _unfinished_business(evening: _Evening, helper: str) -> None:
    """Something for every part of the desk: a result to confirm, a fee to pay, a dispute, somebody who is late."""
    flow = flow_of(evening.tournament)
    playing = [each for each in flow.standings.values() if each.where is Where.PLAYING and each.players]
    if evening.empty is not None:
        players = flow.standings[evening.empty].players
        assert players is not None
        evening.do(acts.ReportAbsence(evening.empty, players[0]))
    if len(playing) > 2:
        first, second, third = playing[:3]
        assert first.players is not None
        evening.do(acts.AppointObserver(third.id, helper, flow.people(third)[:1]))
        evening.do(acts.OpenCase("T4.4.ix", "What does the cube show?", second.id))
        evening.do(acts.ReportResult(first.id, first.players, (first.length, first.length - 2)))
