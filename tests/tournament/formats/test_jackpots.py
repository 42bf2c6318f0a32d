"""Eight-player jackpots: sheets that fill, and who is kept apart on the second."""

from __future__ import annotations

from tavl.rules.refusal import Refused
from tavl.tournament.draws.entrants import Player
from tavl.tournament.draws.kept_apart import meeting
from tavl.tournament.draws.lots import Lots
from tavl.tournament.draws.seeding import Pair
from tavl.tournament.formats.jackpot import draw_sheet
from tavl.tournament.formats.single_elimination import Lengths, bracket
from tests.tournament.entrants_and_outcomes import first_named_wins, in_order, play, players


def drawn(field: list[Player], seed: str, beaten: list[tuple[str, str]]) -> list[Pair]:
    draw = draw_sheet(field, Lots(b"jackpot", seed).shuffled, beaten)
    assert not isinstance(draw, Refused)
    return draw


def test_eight_names_fill_a_sheet_and_play_seven_matches() -> None:
    outcomes, _ = play(bracket(drawn(players(8), "a", []), Lengths(points=5), "sheet-1"), first_named_wins)
    assert len(outcomes) == 7
    assert all(id.startswith("sheet-1.") for id in outcomes)


def test_who_lost_on_the_first_sheet_does_not_meet_that_winner_before_the_final() -> None:
    """Evening 2, step 3."""
    for seed in range(30):
        draw = drawn(players(8), str(seed), [("p002", "p001"), ("p004", "p003")])
        where = {entrant: n for n, pair in enumerate(draw) for entrant in pair}
        assert meeting(where["p001"], where["p002"]) == 2  # of four pairs: different halves
        assert meeting(where["p003"], where["p004"]) == 2


def test_it_is_drawn_all_the_same_where_it_cannot_be_helped() -> None:
    draw = drawn(players(2), "a", [("p002", "p001")])
    assert sorted(entrant for entrant in draw[0] if entrant) == ["p001", "p002"]


def test_a_result_between_others_changes_nothing() -> None:
    assert drawn(players(8), "a", [("x", "p001")]) == drawn(players(8), "a", [])


def test_a_sheet_is_drawn_only_when_it_is_full() -> None:
    refused = draw_sheet(players(7), in_order)
    assert isinstance(refused, Refused)
    assert refused.code == "sheet_not_full"
