"""Season points and the standings of a series."""

from __future__ import annotations

from tavl.tournament.standings.series import Night, PointRules, night_points, standings


def test_one_for_coming_and_one_a_win() -> None:
    night = Night(id="n1", present=("anna", "bo"), wins={"anna": 3})
    assert night_points(night, PointRules()) == {"anna": 4, "bo": 1}


def test_the_best_two_of_three_count_and_the_dropped_night_is_told() -> None:
    nights = [
        Night(id="n1", present=("anna", "bo"), wins={"anna": 3}),
        Night(id="n2", present=("anna", "bo"), wins={"bo": 4}),
        Night(id="n3", present=("anna", "bo", "cleo"), wins={"anna": 2, "bo": 1}),
    ]
    found = standings(nights, PointRules(best=2))
    assert [(line.place, line.person, line.points, line.nights) for line in found] == [
        (1, "anna", 7, 3),
        (1, "bo", 7, 3),
        (3, "cleo", 1, 1),
    ]
    assert found[0].dropped == ("n2",)
    assert found[0].by_night == {"n1": 4, "n2": 1, "n3": 3}
    assert [line.points for line in standings(nights, PointRules())] == [8, 8, 1]


def test_points_for_places_and_shared_places() -> None:
    night = Night(id="cup", present=("a", "b", "c", "d"), places={"a": 1, "b": 2, "c": 3, "d": 3})
    assert night_points(night, PointRules(win=0, places=(10, 6, 4))) == {"a": 11, "b": 7, "c": 5, "d": 5}


def test_somebody_who_was_typed_twice_came_once_and_won_with_both() -> None:
    night = Night(id="n1", present=("anna", "ann"), wins={"anna": 1, "ann": 2}, places={"ann": 2, "anna": 5})
    found = standings([night], PointRules(places=(9, 5)), {"ann": "anna"})
    assert [(line.person, line.points) for line in found] == [("anna", 9)]


def test_who_won_was_there() -> None:
    assert night_points(Night(id="n1", present=(), wins={"kim": 2}), PointRules()) == {"kim": 3}
