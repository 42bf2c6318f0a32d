"""Byes of a consolation are exchanged when results show that it would be fairer (evening 3: nobody had two byes while
somebody who could have taken it had none), and a late entrant's match has a loser too."""

from __future__ import annotations

import pytest

from tavl.tournament import acts, preview
from tavl.tournament.acts import By
from tavl.tournament.draws.graph import PLAY_IN, Bye, Known, LoserOf, WinnerOf
from tavl.tournament.draws.late_entries import late_places
from tavl.tournament.invitation import DivisionTerms, Format, Stage
from tavl.tournament.standings.results_table import finish
from tavl.tournament.view import view
from tests.tournament.desk import Hall
from tests.tournament.invariants import nobody_loses_more_than_their_lives

MAIN, CONSOLATION = "main", "consolation"


TWO = (Stage(id=MAIN, length=3), Stage(id=CONSOLATION, length=3))


def hall(
    players: int, progressive: bool = False, format: Format = Format.CONSOLATION, stages: tuple[Stage, ...] = TWO
) -> Hall:
    made = Hall(DivisionTerms(id="open", format=format, stages=stages, progressive=progressive))
    for n in range(players):
        made.do(acts.CheckIn(made.enter(f"p{n:02}")))
    made.tables(players)
    pairs = made.do(acts.MakeDraw("open"), chance=bytes(range(32)))
    assert pairs
    made.do(acts.AnnounceDraw("open", made.at))
    return made


def second_byes(desk: Hall) -> set[str]:
    """Who has had a bye in the main event and has another in the consolation."""
    had: dict[str, set[str]] = {MAIN: set(), CONSOLATION: set()}
    for each in desk.flow.of("open"):
        if any(isinstance(source, Bye) for source in each.pairing.sources):
            had[each.pairing.stage] |= {slot.entrant for slot in each.slots if isinstance(slot, Known)}
    return had[MAIN] & had[CONSOLATION]


def test_a_fairer_exchange_is_proposed_looked_at_and_shown_to_everybody():
    desk = hall(23)
    while not desk.items("byes"):
        ready = [m.id for m in desk.flow.ready if m.pairing.stage == MAIN]
        assert ready, "no result has made an exchange fairer"
        desk.play(ready[0], desk.players(ready[0])[0])
    before = second_byes(desk)
    (item,) = desk.items("byes")
    looked = preview(desk.state, item.action, By("ida"), desk.at)
    (traded,) = [event for event in looked.events if isinstance(event, acts.ByesTraded)]
    assert all(one in before for _, one, _ in traded.traded)
    assert looked.matches
    desk.do(item.action, by="kai")
    assert second_byes(desk) == before - {one for _, one, _ in traded.traded}
    assert desk.items("byes") == []
    desk.refused(acts.TradeByes("open"), "T1.1", "no_bye_to_trade")
    assert view(desk.state, By(), desk.at).divisions[0].draws[-1].traded == traded.traded
    desk.do(acts.Undo(desk.last_act), by="kai")
    assert second_byes(desk) == before
    desk.play_on()
    desk.checked()


@pytest.mark.rule("T1.4.i", shows="answers")
def test_a_late_entrant_whose_match_has_a_loser_without_a_place_needs_a_reason_that_everybody_sees():
    desk = _full()
    late = desk.enter("late")
    bye = _bye(desk)
    out = acts.PlaceLateEntry(late, bye, play_in=False)
    desk.refused(out, "T1.4.i", "no_place_for_loser", stage=CONSOLATION)
    desk.do(acts.PlaceLateEntry(late, bye, reason="they agreed to it", play_in=False))
    assert view(desk.state, By(), desk.at).divisions[0].draws[-1].no_drop == ((late, "they agreed to it"),)
    desk.play_on()
    match = desk.match(bye)
    assert match.players[1 - match.outcome.winner] not in _stood(desk, CONSOLATION)
    desk.checked()


@pytest.mark.rule("T1.4.i", shows="answers")
def test_where_the_consolation_is_full_who_loses_to_a_late_entrant_plays_for_a_place_there():
    desk = _full()
    before = {m.id: m.pairing for m in desk.flow.of("open")}
    late, bye = desk.enter("late"), _bye(desk)
    place = acts.PlaceLateEntry(late, bye)
    looked = preview(desk.state, place, By("kai"), desk.at)
    (change,) = [change for change in looked.changes if change.what == "play_in"]
    desk.do(place, by="kai")
    (play_in,) = [m for m in desk.flow.of("open") if m.pairing.round == PLAY_IN]
    assert play_in.id == change.id == f"open/{CONSOLATION}.0.1"
    assert LoserOf(bye.partition("/")[2]) in play_in.pairing.sources
    feeders = change.after.split(" - ")
    assert bye in feeders
    concerned = {person for match in feeders for person in desk.players(match)}
    assert concerned == set(change.people)
    assert "late" in concerned

    # the graph is what it was, but for the late entrant, the match for a place and the one that its winner comes to
    after = {m.id: m.pairing for m in desk.flow.of("open")}
    changed = [id for id in before if after[id] != before[id]]
    assert len(changed) == 2
    assert WinnerOf(play_in.pairing.id) in after[next(id for id in changed if id != bye)].sources
    assert after.keys() - before.keys() == {play_in.id}
    (told,) = view(desk.state, By(), desk.at).divisions[0].draws[-1].play_ins
    assert told == (late, play_in.pairing.id, "")

    desk.play_on()
    losers = {desk.match(id).players[1 - desk.match(id).outcome.winner] for id in feeders}
    assert set(desk.match(play_in.id).players) == losers
    drop = {
        m.players[1 - m.outcome.winner]
        for m in desk.flow.of("open")
        if m.pairing.id.startswith("main.1.") and m.players
    }
    assert drop <= _stood(desk, CONSOLATION)
    places = finish(desk.flow, "open")
    assert sum(len(place.entrants) for place in places) == len(desk.state.entries)
    desk.checked()


def test_a_match_for_a_place_is_taken_back_with_the_late_entry_until_it_has_begun():
    desk = _full()
    first = next(m.id for m in desk.flow.ready if m.pairing.stage == MAIN)
    desk.begin(first)
    before = desk.state.divisions["open"].pairings
    late, bye = desk.enter("late"), _bye(desk)
    desk.do(acts.PlaceLateEntry(late, bye), by="kai")
    placed = desk.last_act
    desk.do(acts.Undo(placed), by="kai")
    assert desk.state.divisions["open"].pairings == before
    desk.do(acts.PlaceLateEntry(late, bye, reason="the club's custom"), by="kai")
    placed = desk.last_act
    assert desk.state.divisions["open"].draws[-1].play_ins == ((late, f"{CONSOLATION}.0.1", "the club's custom"),)
    desk.play(first)
    while not desk.match(f"open/{CONSOLATION}.0.1").players:
        desk.play(next(m.id for m in desk.flow.ready if m.pairing.stage == MAIN))
    desk.begin(f"open/{CONSOLATION}.0.1")
    desk.refused(acts.Undo(placed), "T1.3.i", "something_stands_on_it", by="kai")
    desk.play_on()
    desk.checked()


def test_where_the_last_chance_is_full_too_there_is_a_match_for_a_place_in_each():
    stages = (Stage(id=MAIN, length=7), Stage(id=CONSOLATION, length=5), Stage(id="last_chance", length=3))
    desk = next(found for n in range(9, 60) if (found := _hall_with_both_full(n, stages)) is not None)
    desk.do(acts.PlaceLateEntry(desk.enter("late"), _bye(desk)))
    two = [m.pairing for m in desk.flow.of("open") if m.pairing.round == PLAY_IN]
    assert [pairing.stage for pairing in two] == [CONSOLATION, "last_chance"]
    assert LoserOf(two[0].id) in two[1].sources
    assert [pairing.length for pairing in two] == [5, 3]
    desk.play_on()
    lost = desk.match(f"open/{two[0].id}")
    assert lost.players[1 - lost.outcome.winner] in _stood(desk, "last_chance")
    desk.checked()


def test_in_a_double_elimination_the_losers_bracket_has_a_match_for_a_place():
    desk = hall(9, format=Format.DOUBLE)  # seven byes, and four in the losers' bracket
    for n in range(7):
        desk.do(acts.PlaceLateEntry(desk.enter(f"late{n}"), _bye(desk)))
    play_ins = [m.pairing.id for m in desk.flow.of("open") if m.pairing.round == PLAY_IN]
    assert play_ins == ["losers.0.1", "losers.0.2", "losers.0.3"]
    desk.play_on()
    nobody_loses_more_than_their_lives(desk, desk.state.divisions["open"])
    played = [m for m in desk.flow.of("open") if m.where == "done"]
    assert len(played) in (2 * 16 - 2, 2 * 16 - 1)  # fifteen lose twice, and one once or never
    desk.checked()


def test_a_place_to_which_nobody_comes_is_taken_before_somebody_has_to_play_for_theirs():
    desk = _full()
    first = next(m.id for m in desk.flow.ready if m.pairing.stage == MAIN and m.pairing.round == 1)
    gone = desk.match(first).players[1]
    desk.do(acts.WithdrawEntry(gone))
    late, bye = desk.enter("late"), _bye(desk)
    desk.do(acts.PlaceLateEntry(late, bye))
    (play_in,) = [m for m in desk.flow.of("open") if m.pairing.round == PLAY_IN]
    assert play_in.pairing.one == LoserOf(first.partition("/")[2])
    desk.play_on()
    assert desk.match(play_in.id).where == "no_match"
    lost = desk.match(bye)
    assert lost.players[1 - lost.outcome.winner] in _stood(desk, CONSOLATION)
    desk.checked()


def test_a_consolation_that_had_only_one_loser_begins_with_the_second():
    desk = hall(5)
    assert not any(m.pairing.stage == CONSOLATION for m in desk.flow.of("open"))
    bye = _bye(desk)
    desk.do(acts.PlaceLateEntry(desk.enter("late"), bye))
    (final,) = [m for m in desk.flow.of("open") if m.pairing.stage == CONSOLATION]
    assert LoserOf(bye.partition("/")[2]) in final.pairing.sources
    desk.play_on()
    assert desk.match(final.id).where == "done"
    desk.checked()


def test_nobody_enters_a_bracket_that_losers_drop_into():
    desk = hall(23)
    bye = next(m for m in desk.flow.of("open") if m.pairing.stage == CONSOLATION and Bye() in m.pairing.sources)
    desk.refused(acts.PlaceLateEntry(desk.enter("late"), bye.id), "T1.4.i", "place_not_open")


def test_the_desk_is_offered_only_places_that_can_still_be_had():
    desk = hall(5)  # three byes; the two who have one each side of a semi-final could play it already
    byes = [m.id for m in desk.flow.of("open") if m.pairing.stage == MAIN and Bye() in m.pairing.sources]

    def offered(by: str) -> tuple[str, ...]:
        return view(desk.state, By(by), desk.at).divisions[0].late_places

    assert (set(offered("ida")), offered("p00")) == (set(byes), ())
    semi = next(m for m in desk.flow.ready if m.pairing.round == 2)
    taken = {source.match for source in semi.pairing.sources if isinstance(source, WinnerOf)}
    desk.call(semi.id)
    left = tuple(bye for bye in byes if bye.partition("/")[2] not in taken)
    assert len(left) == 1
    assert offered("ida") == left
    late = desk.enter("late")
    desk.refused(acts.PlaceLateEntry(late, next(bye for bye in byes if bye not in left)), "T1.4.i", "place_not_open")
    desk.do(acts.PlaceLateEntry(late, left[0]))
    assert offered("ida") == ()


def test_late_entrants_are_offered_places_of_the_part_that_has_most_byes():
    desk = hall(5)  # of eight places: one bye in the upper half, two in the lower one
    assert late_places(desk.state, "open") == ("open/main.1.4", "open/main.1.3", "open/main.1.1")
    desk.do(acts.PlaceLateEntry(desk.enter("late"), "open/main.1.4"))
    assert late_places(desk.state, "open") == ("open/main.1.3", "open/main.1.1")


def _bye(desk: Hall) -> str:
    return next(m.id for m in desk.flow.of("open") if m.where == "no_match" and m.pairing.stage == MAIN)


def _stood(desk: Hall, stage: str) -> set[str]:
    there = [m for m in desk.flow.of("open") if m.pairing.stage == stage]
    return {slot.entrant for m in there for slot in m.slots if isinstance(slot, Known)}


def _full() -> Hall:
    """Every place of a progressive consolation is taken, while the main event has a bye."""
    for players in range(5, 30):
        desk = hall(players, progressive=True)
        byes = {m.pairing.stage for m in desk.flow.of("open") if Bye() in m.pairing.sources}
        there = {m.pairing.stage for m in desk.flow.of("open")}
        if byes == {MAIN} and CONSOLATION in there:
            return desk
    raise AssertionError("there is no such number of players")


def _hall_with_both_full(players: int, stages: tuple[Stage, ...]) -> Hall | None:
    desk = hall(players, stages=stages)
    byes = {m.pairing.stage for m in desk.flow.of("open") if Bye() in m.pairing.sources}
    there = {m.pairing.stage for m in desk.flow.of("open")}
    return desk if byes == {MAIN} and len(there) == len(stages) else None
