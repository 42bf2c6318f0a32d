"""Evening 12: paper, as far as the tournament itself is concerned: a pile that is typed twice, and lots from a bag."""

from __future__ import annotations

import pytest

from tavl.tournament import acts
from tavl.tournament.acts import By
from tavl.tournament.draws.graph import Bye
from tavl.tournament.invitation import DivisionTerms, Format, Stage
from tavl.tournament.matches.advancement import Where
from tavl.tournament.view import view
from tests.tournament.desk import SEED, Hall, clock, knock_out


def hall_of(players: int, division: DivisionTerms | None = None) -> Hall:
    made = Hall(division or knock_out())
    made.tables(16)
    for n in range(1, players + 1):
        made.do(acts.CheckIn(made.enter(f"p{n:02}")))
    return made


@pytest.mark.rule("T4.6")
def test_step_3_a_pile_of_14_is_typed_and_typed_again_and_a_difference_stops_the_cursor():
    hall = hall_of(28, DivisionTerms(id="open", format=Format.SWISS, rounds=1, stages=(Stage(id="swiss", length=7),)))
    hall.do(acts.MakeDraw("open"), chance=SEED)
    hall.do(acts.AnnounceDraw("open", clock("10:00")))
    pile = [m.id for m in hall.flow.ready]
    assert len(pile) == 14
    hall.at = clock("12:00")
    scores = {match: (7, n % 7) for n, match in enumerate(pile)}
    for match, score in scores.items():
        events = hall.do(acts.ReportResult(match, hall.match(match).players, score, ended_at=clock("11:30")), by="kai")
        assert [event.__class__ for event in events] == [acts.ResultReported]
    stopped = []
    for match, score in scores.items():
        typed = (score[1], score[0]) if match == pile[3] else score
        events = hall.do(acts.ReportResult(match, hall.match(match).players, typed, ended_at=clock("11:30")), by="jens")
        stopped += [event.match for event in events if isinstance(event, acts.ResultsDiffer)]
    assert stopped == [pile[3]]
    assert [m for m in pile if hall.match(m).where is Where.DONE] == [m for m in pile if m != pile[3]]
    (item,) = hall.items("results_differ")
    hall.do(acts.ConfirmResult(item.id, report=1, reason="the card says so"))
    assert {hall.match(m).match.confirmed.ended_at for m in pile} == {clock("11:30")}
    hall.do(acts.CloseTournament())
    hall.three_checks()


def bag(hall: Hall, *names: str | None) -> tuple[tuple[str | None, str | None], ...]:
    ids = [None if name is None else hall.e(name) for name in names]
    return tuple(zip(ids[::2], ids[1::2], strict=True))


def test_step_4_a_hand_draw_is_typed_as_it_fell_and_marked_with_its_witness():
    hall = hall_of(6)
    fell = bag(hall, "p03", None, "p01", "p05", "p06", "p02", "p04", None)
    hall.refused(acts.EnterDraw("open", fell, ""), "T1.1", "reason_missing")
    hall.do(acts.EnterDraw("open", fell, "lots from a bag", witness="siri"))
    hall.do(acts.AnnounceDraw("open", hall.at))
    first = [m.pairing for m in hall.flow.of("open") if m.pairing.round == 1]
    assert [tuple(getattr(s, "entrant", None) for s in p.sources) for p in first] == list(fell)
    assert [Bye() in p.sources for p in first] == [True, False, False, True]
    shown = view(hall.state, By("anybody"), hall.at).divisions[0]
    assert shown.by_hand
    assert (shown.draws[0].reason, shown.draws[0].witness) == ("lots from a bag", "siri")
    hall.play_on()
    hall.do(acts.CloseTournament())
    hall.three_checks()


@pytest.mark.parametrize(
    "fell",
    [
        ("p01", "p01", "p02", "p03"),  # one player twice
        ("p01", "p02", None, None),  # two byes together
        ("p01", "p02", "p03", "p03"),
    ],
)
def test_step_4_what_no_draw_can_have_is_refused(fell):
    hall = hall_of(3)
    answer = hall.said(acts.EnterDraw("open", bag(hall, *fell), "lots from a bag"))
    assert not isinstance(answer, list), answer
    assert not hall.state.divisions["open"].draws


def test_an_odd_choice_is_not_refused():
    """Byes together in one half, club mates in the first round: as they fell."""
    hall = hall_of(5)
    hall.do(acts.EnterDraw("open", bag(hall, "p01", None, "p02", None, "p03", None, "p04", "p05"), "as they fell"))
    assert len(hall.state.divisions["open"].pairings) == 7


def test_groups_and_numbers_drawn_by_hand_are_taken_as_they_fell():
    terms = DivisionTerms(
        id="open",
        format=Format.GROUPS,
        groups=2,
        stages=(Stage(id="groups", length=5), Stage(id="main", length=7)),
    )
    hall = hall_of(7, terms)
    fell = bag(hall, "p07", "p01", "p02", "p06", "p03", "p04", "p05", None)
    hall.do(acts.EnterDraw("open", fell, "lots from a bag"))
    members: dict[str, set[str]] = {}
    for each in hall.flow.of("open"):
        for entry in each.players or ():
            members.setdefault(each.pairing.stage, set()).add(hall.name(entry))
    assert members == {"group-A": {"p07", "p01", "p02", "p06"}, "group-B": {"p03", "p04", "p05"}}
    round_robin = hall_of(4, DivisionTerms(id="open", format=Format.ROUND_ROBIN, stages=(Stage(id="main", length=5),)))
    round_robin.do(acts.EnterDraw("open", bag(round_robin, "p04", "p02", "p01", "p03"), "numbers from a bag"))
    first = [round_robin.players(m.id) for m in round_robin.flow.of("open") if m.pairing.round == 1]
    assert first == [("p04", "p03"), ("p02", "p01")]  # Berger: 1-4, 2-3
