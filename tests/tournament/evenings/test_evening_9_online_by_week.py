"""Evening 9: a round a week, online. Deadlines over days, reminders, and what happens to those who do not answer."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from tavl.rating import FIBS
from tavl.rating import Standing as Rating
from tavl.rating.counted_matches import Member, Members, Rules
from tavl.rating.rating_list import compute
from tavl.rules.profile import DBF_TOURNAMENT, Use
from tavl.tournament import acts, due
from tavl.tournament.acts.appointments import Reminder
from tavl.tournament.acts.results import Ended
from tavl.tournament.invitation import DivisionTerms, Stage
from tavl.tournament.matches.advancement import Where
from tavl.tournament.matches.appointments import deadline_of
from tavl.tournament.matches.online_table import table_terms
from tavl.tournament.standings.results_table import finish, rated
from tests.tournament.desk import SEED, SYSTEM, Hall

COPENHAGEN = ZoneInfo("Europe/Copenhagen")
HOUR = 3_600_000
FIRST = datetime(2027, 3, 28, 23, 59, 59, tzinfo=COPENHAGEN)
# Adding days to an aware datetime keeps the time on the wall; only then is it an instant.
DEADLINES = tuple(round((FIRST + timedelta(days=7 * n)).timestamp() * 1000) for n in range(5))
ONLINE = DivisionTerms(id="open", stages=(Stage(id="main", length=7),), deadlines=DEADLINES)
PROFILE = DBF_TOURNAMENT.vary(clock_use=Use.REQUIREMENT)


def utc(*when: int) -> int:
    return round(datetime(2027, *when, tzinfo=UTC).timestamp() * 1000)


class Weeks(Hall):
    def __init__(self) -> None:
        super().__init__(ONLINE, at=utc(3, 20, 12), profile=PROFILE)
        self.do(acts.SetStandingApproval("open", True))
        for n in range(32):
            self.do(acts.CheckIn(self.enter(f"p{n:02}", approve=False)))
        self.do(acts.SetStandingConfirmation(True))
        self.do(acts.MakeDraw("open"), chance=SEED, at=utc(3, 22, 8))
        self.do(acts.AnnounceDraw("open", self.at))

    def agree(self, match: str, at: int) -> None:
        one, two = self.players(match)
        self.do(acts.OfferTimes(match, (at - 24 * HOUR, at)), by=one)
        self.do(acts.AcceptTime(match, at), by=two)

    def plays_itself(self, match: str) -> None:
        """The table tells what came out; nobody types anything."""
        self.do(acts.BeginMatch(match), by=SYSTEM)
        self.at += HOUR
        self.do(acts.ReportResult(match, self.match(match).players, (7, 4)), by=SYSTEM)

    def round(self, number: int) -> list[str]:
        return [m.id for m in self.flow.of("open") if m.pairing.round == number]


@pytest.fixture
def weeks() -> Weeks:
    return Weeks()


@pytest.mark.rule("T2.2.i")
def test_step_1_the_deadline_is_on_the_clock_of_copenhagen_and_a_week_apart(weeks):
    assert DEADLINES[0] == utc(3, 28, 21, 59, 59)  # summer time since the morning
    assert DEADLINES[1] == utc(4, 4, 21, 59, 59)
    assert deadline_of(weeks.state, weeks.match(weeks.round(1)[0])) == DEADLINES[0]


def test_step_2_agreed_for_sunday_at_eight_the_table_opens_at_1800_utc(weeks):
    match = weeks.round(1)[0]
    eight = round(datetime(2027, 3, 28, 20, tzinfo=COPENHAGEN).timestamp() * 1000)
    assert eight == utc(3, 28, 18)
    one, two = weeks.players(match)
    weeks.refused(acts.OfferTimes(match, (DEADLINES[0] + 1000,)), "T2.2.i", "bad_value", by=one, field="times")
    weeks.do(acts.OfferTimes(match, (eight,)), by=one)
    weeks.refused(acts.AcceptTime(match, eight), "T2.2.i", "not_offered", by=one)
    weeks.refused(acts.AcceptTime(match, eight + HOUR), "T2.2.i", "not_offered", by=two)
    weeks.do(acts.AcceptTime(match, eight), by=two)
    mine = every_due(weeks, match)
    assert mine == [
        (utc(3, 27, 18), acts.Remind(match, Reminder.START)),
        (utc(3, 28, 18), acts.OpenTable(match)),
        (DEADLINES[0] + 1, acts.Remind(match, Reminder.PASSED)),
    ]
    assert datetime.fromtimestamp(mine[0][0] / 1000, COPENHAGEN).hour == 19
    weeks.refused(acts.OpenTable(match), "T2.2.i", "not_time_yet", by=SYSTEM, at=utc(3, 28, 17, 59))
    weeks.do(acts.OpenTable(match), by=SYSTEM, at=utc(3, 28, 18))
    terms = table_terms(weeks.state, weeks.match(match))
    assert (terms.match.length, terms.match.profile, terms.clock) == (7, PROFILE, PROFILE.clock)
    assert weeks.match(match).where is Where.CALLED


def every_due(desk: Weeks, match: str) -> list[tuple[int, object]]:
    """What comes due of one match, in order, if nobody plays."""
    state, at, found = desk.tournament, desk.at, []
    log, count = list(desk.log), desk.acts
    while (coming := due(desk.state)) is not None:
        desk.at = coming.at
        desk.do(coming.action, by=SYSTEM)
        if coming.action.match == match:
            found.append((coming.at, coming.action))
    desk.tournament, desk.at, desk.log, desk.acts = state, at, log, count
    return found


def test_a_pair_that_has_not_agreed_is_reminded_a_day_before_the_deadline(weeks):
    assert every_due(weeks, weeks.round(1)[3]) == [
        (DEADLINES[0] - 24 * HOUR, acts.Remind(weeks.round(1)[3], Reminder.DEADLINE)),
        (DEADLINES[0] + 1, acts.Remind(weeks.round(1)[3], Reminder.PASSED)),
    ]


def season(desk: Weeks) -> Weeks:
    first = desk.round(1)
    for match in first[:13]:
        desk.agree(match, utc(3, 28, 10))
    for match in first[13:15]:
        desk.do(acts.OfferTimes(match, (utc(3, 27, 18), utc(3, 28, 18))), by=desk.players(match)[0])
    desk.run_by_itself(until=utc(3, 28, 10))
    for match in first[:13]:
        desk.at = utc(3, 28, 10)
        desk.plays_itself(match)
    desk.run_by_itself(until=DEADLINES[0] + 1)
    desk.at = DEADLINES[0] + 1
    for item in desk.items("deadline"):
        desk.refused(item.action, "T4.5", "reason_missing") if item.action.winner is None else None
        reason = "never answered" if item.action.winner is not None else "neither of them did anything"
        fields = {name: getattr(item.action, name) for name in item.action.__struct_fields__}
        desk.do(acts.ReportResult(**{**fields, "reason": reason}), by="jens")
    for number in (2, 3, 4, 5):
        for match in [m.id for m in desk.flow.ready]:
            desk.agree(match, DEADLINES[number - 1] - 4 * HOUR)
        desk.run_by_itself(until=DEADLINES[number - 1] - 4 * HOUR)
        for match in [m.id for m in desk.flow.of("open") if m.where is Where.CALLED]:
            desk.plays_itself(match)
    return desk


def test_step_3_a_forfeit_is_proposed_with_what_each_side_offered(weeks):
    first = weeks.round(1)
    for match in first[:13]:
        weeks.agree(match, utc(3, 28, 10))
    weeks.do(acts.OfferTimes(first[14], (utc(3, 27, 18), utc(3, 28, 18))), by=weeks.players(first[14])[1])
    for number, name in enumerate(weeks.players(first[13])):
        weeks.do(acts.OfferTimes(first[13], (utc(3, 27, 10 + number),)), by=name)
    weeks.run_by_itself(until=DEADLINES[0])
    weeks.at = DEADLINES[0]
    assert weeks.items("deadline") == []
    weeks.at += 1
    items = {item.id: item for item in weeks.items("deadline")}
    assert items[first[14]].facts == {"offered_one": 0, "offered_two": 2}
    assert (items[first[14]].action.how, items[first[14]].action.winner) == (Ended.WALKOVER, 1)
    assert items[first[13]].action is None  # both have offered something: a person has to say
    assert (items[first[15]].action.how, items[first[15]].action.winner) == (Ended.NOBODY, None)


@pytest.fixture(scope="module")
def played() -> Weeks:
    return season(Weeks())


def test_31_matches_27_played_3_walkovers_and_one_without_a_winner(played):
    here = played.flow.of("open")
    results = [m.match.confirmed.result.how if m.match.confirmed else m.where for m in here]
    assert len(here) == 31
    assert {how: results.count(how) for how in set(results)} == {
        Ended.PLAYED: 27,
        Ended.WALKOVER: 2,
        Where.NO_MATCH: 1,  # nobody came out of the pair that did nothing
        Ended.NOBODY: 1,
    }
    assert sum(m.ending == "played" for m in rated(played.flow)) == 27


def test_results_came_by_themselves(played):
    by = {m.match.confirmed.by for m in played.flow.of("open") if m.match.confirmed}
    assert by == {"", "jens"}
    assert sum(len(place.entrants) for place in finish(played.flow, "open")) == 32


def test_fibs_ratings(played):
    match = next(m for m in rated(played.flow) if m.ending == "played")
    starting = {match.winners[0]: Rating(150_000, 0, 0), match.losers[0]: Rating(165_000, 500, 100)}
    people = Members(members=tuple(Member(person=p) for p in starting), starting=starting)
    (line,) = compute([match], people, Rules(formula=FIBS)).lines
    assert [a.rating - b.rating for a, b in zip(line.after, line.before, strict=True)] == [3240, -648]


def test_it_closes(played):
    played.do(acts.CloseTournament())
    played.three_checks()
