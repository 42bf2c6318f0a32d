"""The opening book: what it holds, what published rollouts say, and where the engine asks it."""

from __future__ import annotations

import pytest

from tavl import Dice, Match, Position
from tavl.engine import Depth, Engine, Evaluation, plays_at
from tavl.engine.opening_book import BookEntry, OpeningBook, opening_book, read_book
from tavl.rules import ALL_ROLLS, Play

START = Position.start()
engine = Engine(threads=1)

# Rollouts by others: the plays that they name as best or nearly so. Kit Woolsey's synopsis in the Backgammon FAQ (1995)
# and an analysis with Snowie at all scores of a match to 7 (Backgammon Galore, forum archive, 907).
PUBLISHED = {
    (2, 1): ["13/11 6/5", "24/23 13/11"],
    (3, 1): ["8/5 6/5"],
    (4, 1): ["24/23 13/9"],
    (5, 1): ["24/23 13/8"],
    (6, 1): ["13/7 8/7"],
    (3, 2): ["24/21 13/11", "13/11 13/10"],
    (4, 2): ["8/4 6/4"],
    (5, 2): ["24/22 13/8", "13/11 13/8"],
    (6, 2): ["24/18 13/11"],
    (4, 3): ["24/20 13/10", "13/10 13/9", "24/21 13/9"],
    (5, 3): ["8/3 6/3"],
    (6, 3): ["24/18 13/10", "24/15"],
    (5, 4): ["24/20 13/8", "13/9 13/8"],
    (6, 4): ["24/14", "24/18 13/9", "8/2 6/2"],
    (6, 5): ["24/13"],
}

# Tom Keith's rollouts of replies (Backgammon Galore, 2006), cubeless: the best one, its wins and its equity.
REPLIES = [
    ("24/23 13/11", (1, 1), "24/22 6/5(2)", 0.544, 0.114),
    ("24/23 13/11", (5, 4), "24/20 13/8", 0.475, -0.075),
    ("13/11 6/5", (5, 4), "24/20* 13/8", 0.537, 0.136),
    ("8/5 6/5", (5, 4), "13/9 13/8", 0.414, -0.241),
    ("24/21 13/11", (5, 4), "13/4*", 0.474, -0.067),
]


def play_named(position: Position, dice: Dice, text: str) -> Play:
    return next(play for play in position.plays(dice) if str(play) == text)


def after(opening: str) -> Position:
    return next(
        play.result for dice in ALL_ROLLS for play in START.plays(dice) if str(play) == opening and not dice.double
    )


def test_every_position_says_how_exact_its_rollout_is() -> None:
    entries = opening_book().entries
    errors = sorted(entry.standard_error for entry in entries.values())
    assert len(errors) > 1500
    assert sum(error <= 0.002 for error in errors) > 0.95 * len(errors)
    assert errors[-1] < 0.0022
    openings = [
        entry.standard_error for position, entry in entries.items() if opening_book().knows(position, Dice(2, 1))
    ]
    assert len(openings) >= 40
    assert max(openings) <= 0.002


@pytest.mark.parametrize("dice", PUBLISHED, ids=str)
def test_the_best_opening_plays_are_the_published_ones(dice: tuple[int, int]) -> None:
    ranked = engine.book_plays(START, Dice(*dice))
    assert str(ranked[0].play) in PUBLISHED[dice]
    losses = {str(each.play): each.loss for each in ranked if each.book}
    assert all(losses[play] < 0.03 for play in PUBLISHED[dice])


@pytest.mark.parametrize(("opening", "dice", "reply", "win", "equity"), REPLIES)
def test_replies_are_worth_what_published_rollouts_say(
    opening: str, dice: tuple[int, int], reply: str, win: float, equity: float
) -> None:
    before, rolled = after(opening), Dice(*dice)
    found = next(each for each in engine.book_plays(before, rolled) if str(each.play) == reply)
    assert found.book
    assert found.loss < 0.01
    assert found.evaluation.win == pytest.approx(win, abs=0.012)
    assert found.evaluation.equity == pytest.approx(equity, abs=0.03)


def test_it_knows_the_fifteen_openings_and_every_reply_to_a_sensible_one() -> None:
    book = opening_book()
    assert all(book.knows(START, dice) != dice.double for dice in ALL_ROLLS)  # the higher die begins
    for dice in PUBLISHED:
        for ranked in engine.book_plays(START, Dice(*dice)):
            assert all(book.knows(ranked.play.result, roll) == ranked.book for roll in ALL_ROLLS)
    third = engine.book_plays(after("24/13"), Dice(6, 6))[0]
    assert third.book
    assert not book.knows(third.play.result, Dice(2, 1))


def test_at_every_depth_the_book_comes_first() -> None:
    for depth in (Depth.INSTANT, Depth.TWO_PLY, Depth.SETTLED):
        ranked = plays_at(engine, depth, START, Dice(4, 3))
        assert ranked[0].book
        assert ranked == engine.book_plays(START, Dice(4, 3))
    assert not engine.plays(START, Dice(4, 3), ply=1)[0].book  # a search searches


def test_what_the_book_lacks_is_searched_and_follows() -> None:
    ranked = engine.book_plays(START, Dice(3, 1))
    assert [each.book for each in ranked] == sorted((each.book for each in ranked), reverse=True)
    assert len(ranked) == len(START.plays(Dice(3, 1)))
    worst = ranked[-1].play.result
    asked = next(each for each in engine.book_plays(START, Dice(3, 1), always=worst) if each.play.result == worst)
    assert asked.ply == 2


# A book of one play, with round numbers.
POINT = play_named(START, Dice(3, 1), "8/5 6/5").result
THEIRS = Evaluation(0.45, 0.12, 0.01, 0.16, 0.01)
SMALL = OpeningBook({POINT: BookEntry(THEIRS, 1296, 0.002)})


def test_a_play_is_worth_the_books_chances_with_the_cube_as_it_stands() -> None:
    small = Engine(threads=1, book=SMALL)
    money = small.book_plays(START, Dice(3, 1))[0]
    assert (money.games, money.book, money.ply) == (1296, True, 0)
    assert money.evaluation == THEIRS.mirror
    assert money.equity > THEIRS.mirror.equity  # who is ahead gains by the cube
    assert money.standard_error is not None
    assert 0.002 < money.standard_error < 0.005  # and so does chance
    dead = Match.start(1)
    last = small.book_plays(START, Dice(3, 1), dead)[0]
    assert last.equity == pytest.approx(2 * THEIRS.mirror.win - 1, abs=1e-6)  # one point: only wins count
    assert last.standard_error == pytest.approx(0.002, rel=0.01)


def test_a_book_that_lacks_a_contender_is_not_asked() -> None:
    slot = play_named(START, Dice(2, 1), "24/21").result
    small = Engine(threads=1, book=OpeningBook({slot: BookEntry(THEIRS, 1296, 0.002)}))
    assert small.book_plays(START, Dice(2, 1)) == []
    assert plays_at(small, Depth.TWO_PLY, START, Dice(2, 1)) == small.plays(START, Dice(2, 1), ply=2)


def test_another_evaluator_has_no_book_of_ours() -> None:
    other = Engine(evaluator=lambda boards: engine.evaluate_many(boards))
    assert other.book_plays(START, Dice(3, 1)) == []


def test_a_line_is_an_id_five_chances_the_error_and_the_games() -> None:
    book = read_book(f"# comment\n{POINT.gnu_id}\t45000\t12000\t1000\t16000\t1000\t2000\t1296\n")
    assert len(book.entries) == 1
    assert book.entry(POINT) == BookEntry(THEIRS, 1296, 0.002)
