"""Free resignation: whoever plays a bot, or for no rating, may give up a game with contact too."""

from __future__ import annotations

import pytest

from tavl.rules import acts as game_acts
from tavl.rules.seat import Seat
from tavl.server.tables.hosting import Registered
from tavl.server.tables.stream import stream_state
from tavl.server.tables.stream.stream_state import State
from tavl.table.acts import By, Role
from tavl.table.terms import Ruler
from tests.server.tables.test_abandoned_matches import ONE, OPENING, table_where


def resigning(state: State, seat: Seat) -> list[int]:
    by = By(Role.PLAYER, state.table.seats[seat] or "", seat)
    asked = (game_acts.OfferResignation(seat, size) for size in (1, 2, 3))
    return [offer.size for offer in asked if stream_state.why_not(state, offer, by, 0) is None]


@pytest.mark.rule("T4.5")
def test_with_contact_a_game_is_given_up_only_against_a_bot_or_where_nothing_counts() -> None:
    known = (Registered("anna"), Registered("bo"))
    assert resigning(table_where(), ONE) == [1, 2, 3]  # not for a rating
    assert resigning(table_where(rated=True), ONE) == [1, 2, 3]  # one of them has no account
    rated = table_where(*known, *OPENING, rated=True)
    assert resigning(rated, ONE) == []
    refused = stream_state.why_not(rated, game_acts.OfferResignation(ONE, 1), By(Role.PLAYER, "anna", ONE), 0)
    assert refused is not None
    assert (refused.code, refused.rule) == ("must_be_played_out", "T4.5")
    bot = table_where(Registered("anna"), *OPENING, seats=("anna", "bot.casual"), rated=True)
    assert resigning(bot, ONE) == [1, 2, 3]
    assert resigning(table_where(ruler=Ruler.DIRECTOR), ONE) == []
    assert resigning(table_where(ruler=Ruler.NAMED), ONE) == []
