"""Byes of a consolation are exchanged when results show that it would be fairer (evening 3: nobody had two byes while
somebody who could have taken it had none), and a late entrant's match has a loser too."""

from __future__ import annotations

import pytest

from tavl.tournament import acts, preview
from tavl.tournament.acts import By
from tavl.tournament.draws.graph import Bye, Known
from tavl.tournament.invitation import DivisionTerms, Format, Stage
from tavl.tournament.view import view
from tests.tournament.desk import Hall

MAIN, CONSOLATION = "main", "consolation"


def hall(players: int, progressive: bool = False) -> Hall:
    stages = (Stage(id=MAIN, length=3), Stage(id=CONSOLATION, length=3))
    made = Hall(DivisionTerms(id="open", format=Format.CONSOLATION, stages=stages, progressive=progressive))
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
    desk = next(found for n in range(5, 30) if (found := _full(n)) is not None)
    late = desk.enter("late")
    bye = next(m for m in desk.flow.of("open") if m.where == "no_match" and m.pairing.stage == MAIN)
    desk.refused(acts.PlaceLateEntry(late, bye.id), "T1.4.i", "no_place_for_loser", stage=CONSOLATION)
    desk.do(acts.PlaceLateEntry(late, bye.id, reason="they agreed to it"))
    assert view(desk.state, By(), desk.at).divisions[0].draws[-1].no_drop == ((late, "they agreed to it"),)
    desk.play_on()
    there = [m for m in desk.flow.of("open") if m.pairing.stage == CONSOLATION]
    stood = {slot.entrant for m in there for slot in m.slots if isinstance(slot, Known)}
    match = desk.match(bye.id)
    assert match.players[1 - match.outcome.winner] not in stood
    desk.checked()


def _full(players: int) -> Hall | None:
    """A progressive consolation in which every place is taken, while the main event has a bye."""
    desk = hall(players, progressive=True)
    byes = [m.pairing.stage for m in desk.flow.of("open") if any(isinstance(s, Bye) for s in m.pairing.sources)]
    return desk if MAIN in byes and CONSOLATION not in byes else None
