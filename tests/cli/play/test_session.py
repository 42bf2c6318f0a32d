"""The session: checkers tried, taken back and lifted."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tavl.cli.play.session import Session, begin, end_turn, perform, try_moves, undo
from tavl.rules import Dice, Match, Position, Refused, Seat, acts


def rolled(dice: Dice, position: Position | None = None) -> Session:
    """Anna's turn with these dice."""
    session = begin(Session(match=Match.start(3), names=("Anna", "Bo"), level="club"))
    session = done(perform(session, acts.Roll(Seat.FIRST), (6, 1)))
    assert session.match.game
    game = replace(session.match.game, dice=dice, position=position or Position.start())
    return replace(session, match=replace(session.match, game=game))


def done(result: Session | Refused) -> Session:
    assert isinstance(result, Session), result
    return result


def refused(result: Session | Refused) -> Refused:
    assert isinstance(result, Refused)
    return result


def test_a_play_can_be_taken_back_until_the_turn_is_ended() -> None:
    before = rolled(Dice(3, 1))
    tried = done(try_moves(before, ((8, 5), (6, 5))))
    assert tried.position_for(Seat.FIRST) == Position.of("24:2 13:5 8:2 6:4 5:2", "24:2 13:5 8:3 6:5")
    assert undo(tried) == before
    ended = done(end_turn(tried))
    assert undo(ended) is None
    assert ended.acting == Seat.SECOND


def test_checkers_move_one_by_one_and_come_back_one_by_one() -> None:
    one = done(try_moves(rolled(Dice(3, 1)), ((8, 5),)))
    assert one.dice_shown == [(3, False), (1, True)]
    assert one.finished_play is None
    assert (6, 5) in one.next_hops
    assert (8, 5) not in one.next_hops
    two = done(try_moves(one, ((6, 5),)))
    assert two.dice_shown == [(3, False), (1, False)]
    assert str(two.finished_play) == "8/5 6/5"
    assert undo(two) == one


def test_a_whole_play_entered_again_takes_the_place_of_the_tried_one() -> None:
    first = done(try_moves(rolled(Dice(3, 1)), ((8, 5), (6, 5))))
    second = done(try_moves(first, ((24, 20),)))
    assert second.position_for(Seat.FIRST).own[20] == 1
    assert second.position_for(Seat.FIRST).own[5] == 0


def test_one_checker_may_walk_with_several_dice_at_once() -> None:
    three = done(try_moves(rolled(Dice(1, 1)), ((8, 5),)))
    assert three.dice_shown == [(1, False)] * 3 + [(1, True)]


def test_bearing_off_may_be_entered_whole_or_checker_by_checker() -> None:
    """A six and a four: 5/off is the six, or five-to-one and off with both; 3/off after it makes the first of it."""
    ending = rolled(Dice(6, 4), Position.of("5:1 3:1", "13:2"))
    once = done(try_moves(ending, ((5, 0),)))
    twice = done(try_moves(once, ((3, 0),)))
    assert twice.position_for(Seat.FIRST).off == 15


@pytest.mark.parametrize(
    ("dice", "moves", "code", "rule"),
    [
        (Dice(3, 1), ((8, 6),), "no_such_die", "G4.3"),
        (Dice(5, 5), ((24, 19),), "point_held", "G4.2"),
        (Dice(3, 1), ((5, 8),), "no_checker_there", "G1.1"),
        (Dice(3, 1), ((6, 7),), "forward_only", "G4.1"),
    ],
)
def test_a_wrong_move_is_refused_with_its_clause(
    dice: Dice, moves: tuple[tuple[int, int], ...], code: str, rule: str
) -> None:
    why = refused(try_moves(rolled(dice), moves))
    assert (why.code, why.rule) == (code, rule)


def test_a_first_step_that_shuts_out_the_other_die_is_refused_at_once() -> None:
    """The 7-point is held, so after 8/6 no six can be played; after 13/11 one can."""
    narrow = rolled(Dice(6, 2), Position.of("13:1 8:1 1:13", "18:2"))
    assert [str(play) for play in narrow.plays] == ["13/11 8/2", "13/5"]
    why = refused(try_moves(narrow, ((8, 6),)))
    assert (why.code, why.rule) == ("more_can_be_played", "G4.6")
    assert done(try_moves(narrow, ((13, 11),))).next_hops == [(11, 5), (8, 2)]


def test_a_turn_cannot_be_ended_while_a_die_can_be_played() -> None:
    one = done(try_moves(rolled(Dice(3, 1)), ((8, 5),)))
    why = refused(end_turn(one))
    assert (why.code, why.rule) == ("die_left_unplayed", "G4.6")


def test_a_dance_is_a_finished_play_without_moves() -> None:
    danced = rolled(Dice(6, 6), Position.of("25:1 6:5", "6:2 5:2 4:2 3:2 2:2 1:2"))
    assert danced.finished_play is not None
    assert danced.next_hops == []
    assert done(end_turn(danced)).acting == Seat.SECOND


def test_nothing_is_tried_before_the_roll() -> None:
    session = begin(Session(match=Match.start(3), names=("Anna", "Bo"), level="club"))
    assert refused(try_moves(session, ((8, 5),))).code == "roll_first"


def test_the_board_is_seen_by_the_person_who_acts_and_never_by_a_bot() -> None:
    people = rolled(Dice(3, 1))
    assert people.viewer == Seat.FIRST
    assert done(end_turn(done(try_moves(people, ((8, 5), (6, 5)))))).viewer == Seat.SECOND
    bot = replace(people, bot=Seat.FIRST)
    assert (bot.acting, bot.viewer) == (Seat.FIRST, Seat.SECOND)
