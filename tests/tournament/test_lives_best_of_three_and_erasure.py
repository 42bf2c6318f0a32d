"""Best of three, three lives and their written end, a continuous Swiss, and an entrant who asks for their data."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tavl.rules.text_kinds import words_of
from tavl.tournament import acts
from tavl.tournament.invitation import DivisionTerms, Format, Stage
from tavl.tournament.matches.advancement import Where
from tavl.tournament.matches.online_table import table_terms
from tavl.tournament.report.personal_data import data_of
from tavl.tournament.standings.results_table import finish, in_with_lives, is_finished
from tavl.tournament.tournament import replay
from tests.tournament.desk import SEED, Hall, knock_out


def hall_of(division: DivisionTerms, players: int) -> Hall:
    made = Hall(division)
    made.do(acts.SetStandingApproval(division.id, True))
    for n in range(players):
        made.do(acts.CheckIn(made.enter(f"p{n:02}", division.id, approve=False)))
    made.do(acts.MakeDraw(division.id), chance=SEED)
    if not made.state.divisions[division.id].announced:
        made.do(acts.AnnounceDraw(division.id, made.at))
    return made


@pytest.mark.rule("T2.2.ii")
def test_best_of_three_has_breaks_between_the_matches_only_and_is_won_by_two():
    hall = hall_of(DivisionTerms(id="open", stages=(Stage(id="main", length=5, best_of=3),)), 2)
    (match,) = (m.id for m in hall.flow.ready)
    assert table_terms(hall.state, hall.match(match)).best_of_three
    players = hall.match(match).players
    hall.refused(acts.ReportResult(match, players, (5, 3)), "T4.5", "score_not_possible", length=2)
    hall.refused(acts.ReportResult(match, players, (1, 1)), "T4.5", "short_of_length", length=2)
    hall.do(acts.ReportResult(match, players, (2, 1), confirms=True))
    assert hall.match(match).where is Where.DONE


def play_lives(hall: Hall) -> list[list[str]]:
    """Whoever is named first wins. Who was still in before each draw."""
    before = []
    while not is_finished(hall.flow, "open"):
        hall.play_on()
        before.append(in_with_lives(hall.flow, "open"))
        if is_finished(hall.flow, "open"):
            break
        hall.do(acts.MakeDraw("open"), chance=bytes([len(before)]) * 32)
        hall.do(acts.AnnounceDraw("open", hall.at))
    return before


def test_triple_elimination_ends_as_it_is_written_for_five_and_for_three():
    hall = hall_of(DivisionTerms(id="open", format=Format.TRIPLE, stages=(Stage(id="lives", length=5),)), 9)
    before = play_lives(hall)
    rounds = {n: [m for m in hall.flow.of("open") if m.pairing.round == n] for n in range(1, len(before) + 1)}
    seen = {}
    for number, left in enumerate(before[:-1], start=2):
        matches = [m for m in rounds[number] if m.players]
        byes = [m for m in rounds[number] if not m.players]
        if len(left) <= 5:
            seen[len(left)] = (len(matches), len(byes))
    assert (seen[5], seen[3], seen[2]) == ((2, 1), (1, 1), (1, 0))
    order = finish(hall.flow, "open")
    assert order[0].entrants == tuple(in_with_lives(hall.flow, "open"))
    assert all(place.settled for place in order)
    losses = dict.fromkeys(hall.state.entries, 0)
    for each in hall.flow.of("open"):
        if each.match.confirmed is not None:
            losses[each.players[1 - each.match.confirmed.result.winner]] += 1
    assert sorted(losses.values())[1:] == [3] * 8


CONTINUOUS = DivisionTerms(id="open", format=Format.CONTINUOUS, stages=(Stage(id="lives", length=5),), lives=3)


def continuous(told_late: bool) -> Hall:
    """Results as their names decide; one of the first matches is told when nothing else can go on."""
    hall = hall_of(CONTINUOUS, 24)
    late = next(m.id for m in hall.flow.ready) if told_late else ""
    for _ in range(1000):
        ready = [m for m in hall.flow.ready if m.id != late] or hall.flow.ready
        if not ready:
            break
        each = min(ready, key=lambda m: m.id)
        late = "" if each.id == late else late
        one, two = hall.players(each.id)
        hall.score(each.id, min(one, two), 2)
        for item in hall.items("draw"):
            hall.do(item.action, chance=bytes([hall.acts % 251]) * 32)
    return hall


def test_a_continuous_swiss_with_three_lives_is_the_same_if_one_result_is_told_late():
    one, two = continuous(told_late=False), continuous(told_late=True)
    assert is_finished(one.flow, "open")
    pairs = [{m.id: m.pairing.sources for m in hall.flow.of("open")} for hall in (one, two)]
    assert pairs[0] == pairs[1]
    assert finish(one.flow, "open") == finish(two.flow, "open")
    assert finish(one.flow, "open")[0].entrants == (one.e("p00"),)
    one.do(acts.CloseTournament())
    one.three_checks()


def test_a_continuous_swiss_waits_for_nobody_else_and_is_not_drawn_by_hand():
    hall = hall_of(CONTINUOUS, 64)
    for each in sorted(hall.flow.ready, key=lambda m: ((m.pairing.number - 1) % 8, m.id)):
        hall.score(each.id, hall.players(each.id)[0], 2)
        if hall.items("draw"):
            break
    hall.do(hall.items("draw")[0].action, chance=SEED)
    assert max(m.pairing.round for m in hall.flow.of("open")) == 2
    assert any(m.pairing.round == 1 and m.where is Where.READY for m in hall.flow.of("open"))
    hall.refused(acts.EnterDraw("open", (("e1", "e2"),), "by hand"), "T1.1", "only_by_lots")


def erased(event: Any, person: str, whose: str) -> Any:
    """As the store gives it back after an erasure: their words are gone, everything else stays."""
    names = [name for name, _ in words_of(type(event))] if whose == person else []
    return replace(event, **dict.fromkeys(names, ""))


def test_an_entrant_without_an_account_gets_their_data_and_their_words_erased():
    hall = Hall(knock_out())
    for name in ("anna", "bo"):
        hall.enter(name, by="kai")
    hall.do(acts.DemandSmokeFree("anna"), by="kai")
    hall.do(acts.MakeDraw("open"), chance=SEED)
    hall.do(acts.AnnounceDraw("open", hall.at))
    (match,) = (m.id for m in hall.flow.ready)
    hall.begin(match)
    (opened,) = hall.do(acts.OpenCase("T4.7", "I had five", match), by="anna")
    hall.do(acts.RuleCase(opened.case, "T4.7", "5-4", "her card is clear"))
    hall.score(match, "bo", 5)
    told = data_of(hall.state, "anna")
    assert [entry.division for entry in told.entries] == ["open"]
    assert [(line.against, line.score, line.won) for line in told.matches] == [(("bo",), (5, 7), False)]
    assert [said.text for _, said in told.statements] == ["I had five"]
    assert (told.smoke_free, told.places, told.roles) == (True, (("open", 2, 2),), ("player",))
    assert data_of(hall.state, "nobody").entries == ()
    again = replay([(erased(event, "anna", stamp.person), stamp) for event, stamp in hall.log])
    assert again is not None
    assert data_of(again, "anna").statements == ()
    assert again.matches == hall.state.matches
    assert again.divisions == hall.state.divisions
