"""A player's own phone at the board, and a device that the director provides (T1.7.iv, T3.5, T4.7)."""

from __future__ import annotations

import sys
from collections import deque

import pytest

from tavl.tournament import acts
from tavl.tournament.acts import By
from tavl.tournament.invitation import DivisionTerms, Format, Stage
from tavl.tournament.matches.phones import phones_of
from tavl.tournament.my_evening_view import own_view
from tavl.tournament.standings import results_table
from tavl.tournament.view import MAX_TIED, view
from tests.tournament.desk import SEED, Hall, clock, knock_out


@pytest.mark.rule("T1.7.iv", shows=("record", "next step"))
def test_a_phone_of_ones_own_needs_the_opponents_consent_in_each_match_and_can_be_arranged_at_any_time():
    hall = Hall(knock_out())
    for name in "abcd":
        hall.enter(name)
    hall.do(acts.MakeDraw("open"), chance=SEED)
    hall.do(acts.AnnounceDraw("open", clock("10:00")))
    match = hall.flow.ready[0].id
    one, two = hall.flow.people(hall.match(match))
    mine, theirs = hall.match(match).players
    other = next(person for person in "abcd" if person not in (one, two))

    hall.refused(acts.AskPhone(match), "T1.7.iv", "not_your_match", by=other)
    hall.refused(acts.AnswerPhone(match), "T1.7.iv", "nothing_asked", by=two)
    hall.do(acts.AskPhone(match), by=one)
    hall.refused(acts.AskPhone(match), "T1.7.iv", "done_already", by=one)
    hall.refused(acts.AnswerPhone(match), "T1.7.iv", "nothing_asked", by=one)  # nobody answers for the other
    hall.do(acts.AnswerPhone(match, consents=False), by=two)
    assert phones_of(hall.match(match)) == ()

    hall.do(acts.AskPhone(match), by=one)  # asked again later, and given this time
    hall.do(acts.AnswerPhone(match), by=two)
    seen = {m.id: m for m in view(hall.state, By(""), hall.at).divisions[0].matches}
    assert (seen[match].phones, seen[match].phone_asked) == ((mine,), ())
    hall.refused(acts.AnswerPhone(match, consents=False), "T1.7.iv", "director_withdraws", by=two)
    hall.refused(acts.WithdrawPhone(match, mine, "it rang"), "T1.7.iv", "not_your_role", by="kai")
    hall.refused(acts.WithdrawPhone(match, mine, ""), "T1.7.iv", "reason_missing")
    hall.do(acts.WithdrawPhone(match, mine, "it rang"))
    assert phones_of(hall.match(match)) == ()

    hall.do(acts.ProvideDevice(match), by="kai")  # needs nobody's consent
    hall.refused(acts.ProvideDevice(match), "T4.7", "done_already")
    assert hall.match(match).match.device
    hall.refused(acts.ProvideDevice(match), "T4.7", "not_your_role", by=two)

    hall.do(acts.AskPhone(match), by=two)
    hall.do(acts.AnswerPhone(match), by=one)
    hall.do(acts.ReportResult(match, (mine, theirs), (7, 3), confirms=True))
    hall.do(acts.ReportResult(hall.flow.ready[0].id, hall.flow.ready[0].players, (7, 2), confirms=True))
    assert phones_of(hall.flow.ready[0]) == ()  # the next match is another one
    hall.refused(acts.AskPhone(match), "T1.7.iv", "match_is", by=one)


def test_a_phone_shows_no_draw_that_is_not_announced() -> None:
    desk = Hall(knock_out())
    for name in ("anna", "bo", "carl", "dan"):
        desk.enter(name)
    desk.do(acts.MakeDraw("open"), chance=SEED)
    assert view(desk.state, By("anna"), desk.at).mine == ()
    desk.do(acts.AnnounceDraw("open", desk.at))
    assert len(view(desk.state, By("anna"), desk.at).mine) == 1


def test_a_phone_is_shown_what_the_whole_view_says_of_its_player() -> None:
    desk = Hall(knock_out(), knock_out("side"))
    for name in ("anna", "bo", "carl", "dan"):
        desk.enter(name)
    first = desk.e("anna")
    side = desk.enter("anna", "side", approve=False)
    desk.tables(2)
    desk.do(acts.MakeDraw("open"), chance=SEED)
    desk.do(acts.AnnounceDraw("open", desk.at))
    public = view(desk.state, By(), desk.at)
    for step in (desk.begin, desk.play):
        whole = view(desk.state, By("anna"), desk.at)
        own = own_view(desk.state, By("anna"), desk.at, public)
        assert (own.mine, own.roles, own.my_cases) == (whole.mine, whole.roles, whole.my_cases)
        everybody = {entry.id: entry for entry in whole.entries}
        assert {first, side} <= {entry.id for entry in own.entries}
        assert all(everybody[entry.id] == entry for entry in own.entries)
        everything = {match.id: match for match in whole.divisions[0].matches}
        assert all(everything[match.id] == match for match in own.divisions[0].matches)
        step(next(each.id for each in desk.flow.by_entry[first]))
        public = view(desk.state, By(), desk.at)
    assert own_view(desk.state, By("siri"), desk.at, public) == view(desk.state, By("siri"), desk.at, public)


def test_everybodys_view_after_a_change_is_as_if_it_were_made_from_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """What has not changed is taken as it was; nothing may be taken that has."""
    kept = {"tavl.tournament.view": ("_SEEN", "_FORECASTS"), results_table.__name__: ("_KEPT", "_RANKED")}
    swiss = DivisionTerms(id="open", format=Format.SWISS, rounds=3, stages=(Stage(id="swiss", length=3),))
    desk = Hall(swiss)
    for n in range(6):
        desk.enter(f"p{n}")
    desk.tables(3)
    for round in range(3):
        desk.do(acts.MakeDraw("open"), chance=bytes([round]) * 32)
        desk.do(acts.AnnounceDraw("open", desk.at))
        for each in list(desk.flow.ready):
            for step in (desk.begin, desk.play):
                step(each.id)
                seen = view(desk.state, By(), desk.at)
                with monkeypatch.context() as patch:
                    for module, names in kept.items():
                        for name in names:
                            patch.setattr(sys.modules[module], name, deque(maxlen=1))
                    assert view(desk.state, By(), desk.at) == seen


@pytest.mark.parametrize(("players", "named"), [(12, True), (64, False)])
def test_who_were_tied_is_named_where_they_are_few(players: int, named: bool) -> None:
    """Of a hundred with the same score each would name a hundred."""
    desk = Hall(DivisionTerms(id="open", format=Format.SWISS, rounds=3, stages=(Stage(id="swiss", length=3),)))
    for n in range(players):
        desk.enter(f"p{n:02}")
    for round in range(3):
        desk.do(acts.MakeDraw("open"), chance=bytes([round]) * 32)
        desk.do(acts.AnnounceDraw("open", desk.at))
        desk.play_on()
    (division,) = view(desk.state, By(), desk.at).divisions
    told = [line.among for line in division.tables[0].lines if line.decided_by is not None]
    assert told
    assert all(len(among) <= MAX_TIED for among in told)
    assert all(told) == named
    assert all(len(placed.decisions) <= 1 for placed in division.table)
