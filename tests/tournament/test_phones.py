"""A player's own phone at the board, and a device that the director provides (T1.7.iv, T3.5, T4.7)."""

from __future__ import annotations

import pytest

from tavl.tournament import acts
from tavl.tournament.acts import By
from tavl.tournament.matches.phones import phones_of
from tavl.tournament.view import view
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
