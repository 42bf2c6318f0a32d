"""From the money that came in to each person's prize, with the figures of whole evenings."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavl.tournament.money.amounts import Amount, MoneyError, Rest, amount_of, plain, total
from tavl.tournament.money.fees import Fee
from tavl.tournament.money.house_share import house_share
from tavl.tournament.money.prize_division import (
    Award,
    Deal,
    Prizes,
    awards,
    by_parts,
    changed,
    divide,
    per_member,
)


def unclaimed(prizes: Prizes, given: Sequence[Award]) -> Amount:
    """What no entrant has been awarded: places that nobody took."""
    currency = prizes.rest.currency
    return total(prizes.places, currency) - total((award.amount for award in given), currency)


def kr(text: str) -> Amount:
    return amount_of(text, "DKK")


def fixed(places: Sequence[Amount]) -> Prizes:
    """Of these amounts, with nothing over."""
    return Prizes(places=tuple(places), rest=kr("0"), rest_to=Rest.FIRST, house=kr("0"))


def paid(given: tuple[Award, ...]) -> dict[str, str]:
    return {award.entrant: plain(award.amount) for award in given}


def places(prizes: Prizes) -> list[str]:
    return [plain(place) for place in prizes.places]


JACKPOT = 8 * kr("200") - house_share(8 * kr("200"), kr("0"), "10 %")


def test_a_jackpot_of_eight() -> None:
    assert plain(JACKPOT) == "1440.00"
    assert places(by_parts(JACKPOT, ["75 %", "25 %"])) == ["1080.00", "360.00"]


@pytest.mark.rule("T4.5")
def test_a_deal_divides_the_money_and_leaves_the_places() -> None:
    won = awards(by_parts(JACKPOT, ["75 %", "25 %"]), [["anna"], ["bo"]])
    shared = divide(won, Deal(parts={"bo": "1/2", "anna": "1/2"}))
    assert paid(shared) == {"anna": "720.00", "bo": "720.00"}
    assert [award.place for award in shared] == [1, 2]


def test_a_deal_of_two_leaves_the_third_alone_and_uneven_parts_add_up() -> None:
    won = awards(fixed([kr("1000"), kr("500"), kr("250")]), [["a"], ["b"], ["c"]])
    assert paid(divide(won, Deal(parts={"a": "2/3", "b": "1/3"}))) == {"a": "1000.00", "b": "500.00", "c": "250.00"}
    assert paid(divide(won, Deal(parts={"a": "3/7", "b": "4/7"}))) == {"a": "642.86", "b": "857.14", "c": "250.00"}


@pytest.mark.parametrize(
    ("parts", "code"),
    [
        ({"a": "1/2", "z": "1/2"}, "no_prize_to_divide"),
        ({"a": "1"}, "deal_of_one"),
        ({"a": "1/2", "b": "1/3"}, "parts_do_not_add_up"),
        ({"a": "1/2", "b": "most"}, "bad_part"),
    ],
)
def test_a_deal_that_cannot_be_is_refused(parts: dict[str, str], code: str) -> None:
    won = awards(fixed([kr("1000"), kr("500")]), [["a"], ["b"]])
    with pytest.raises(MoneyError, match=code):
        divide(won, Deal(parts=parts))


def test_an_open_of_forty_with_consolation_and_last_chance() -> None:
    entry = Fee(price=kr("500"), registration=kr("50"))
    of_all = 40 * entry.pool
    assert plain(of_all) == "18000.00"
    main, consolation, last = by_parts(of_all, ["60 %", "25 %", "15 %"]).places
    assert [plain(main), plain(consolation), plain(last)] == ["10800.00", "4500.00", "2700.00"]
    assert places(by_parts(main, ["50 %", "25 %", "12.5 %", "12.5 %"])) == ["5400.00", "2700.00", "1350.00", "1350.00"]
    assert places(by_parts(consolation, ["60 %", "40 %"])) == ["2700.00", "1800.00"]
    assert places(by_parts(last, ["2/3", "1/3"])) == ["1800.00", "900.00"]
    assert places(by_parts(12 * kr("100"), ["75 %", "25 %"])) == ["900.00", "300.00"]


def test_three_tied_for_second_share_three_prizes() -> None:
    prizes = fixed([kr("10000"), kr("6000"), kr("4000"), kr("2000")])
    given = awards(prizes, [["a"], ["b", "c", "d"], ["e"]])
    assert paid(given) == {"a": "10000.00", "b": "4000.00", "c": "4000.00", "d": "4000.00"}
    assert [(award.place, award.shared_by) for award in given] == [(1, 1), (2, 3), (2, 3), (2, 3)]


def test_more_than_there_are_prizes_for_share_what_there_is() -> None:
    given = awards(fixed([kr("100"), kr("50")]), [["a"], ["b", "c", "d"]])
    assert paid(given) == {"a": "100.00", "b": "16.67", "c": "16.67", "d": "16.66"}
    assert [award.odd for award in given] == [0, 1, 1, 0]


def test_shared_in_whole_fifties_too_where_the_prizes_are() -> None:
    prizes = by_parts(kr("1730"), ["50 %", "30 %", "20 %"], 5000)
    assert paid(awards(prizes, [["a"], ["b", "c"]], 5000)) == {"a": "930.00", "b": "400.00", "c": "400.00"}
    odd = fixed([kr("150"), kr("150"), kr("140")])
    assert paid(awards(odd, [["a", "b"], ["c"]], 10000)) == {"a": "150.00", "b": "150.00", "c": "140.00"}


def test_twelve_pairs_are_paid_in_halves() -> None:
    prizes = by_parts(12 * kr("600"), ["50 %", "25 %", "12.5 %", "12.5 %"])
    assert places(prizes) == ["3600.00", "1800.00", "900.00", "900.00"]
    halves = [per_member(place, ["one", "two"]) for place in prizes.places]
    assert [[plain(payee.amount) for payee in pair] for pair in halves] == [
        ["1800.00", "1800.00"],
        ["900.00", "900.00"],
        ["450.00", "450.00"],
        ["450.00", "450.00"],
    ]


def test_a_team_divides_to_the_last_oere_by_what_it_agreed_on() -> None:
    assert [payee.amount.minor for payee in per_member(kr("1000"), ["a", "b", "c"])] == [33334, 33333, 33333]
    uneven = per_member(kr("1000"), ["a", "b", "c"], ["1/2", "1/3", "1/6"])
    assert [(payee.person, payee.amount.minor) for payee in uneven] == [("a", 50001), ("b", 33333), ("c", 16666)]
    for members, parts in ((["a", "a"], None), ([], None), (["a", "b"], ["1"]), (["a", "b"], ["1/2", "1/4"])):
        with pytest.raises(MoneyError):
            per_member(kr("10"), members, parts)


def test_a_league_of_twelve_teams() -> None:
    entry = Fee(price=kr("5100"), registration=kr("600"))
    assert plain(12 * entry.pool) == "54000.00"
    assert plain(12 * entry.registration) == "7200.00"


def test_a_festival_day_in_two_currencies() -> None:
    kroner = Fee(price=kr("750"), registration=kr("75"))
    euro = Fee(price=amount_of("100", "EUR"), registration=amount_of("10", "EUR"))
    assert (str(20 * kroner.pool), str(6 * euro.pool)) == ("13500.00 DKK", "540.00 EUR")
    assert (plain(20 * kroner.registration), plain(6 * euro.registration)) == ("1500.00", "60.00")
    with pytest.raises(MoneyError, match="currencies_mixed"):
        kroner.pool + euro.pool


def test_the_house_share_is_rounded_down_and_the_rest_stays_in_the_pool() -> None:
    assert plain(house_share(kr("99.99"), kr("0"), "10 %")) == "9.99"


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Fee(price=kr("-1"), registration=kr("0")),
        lambda: Fee(price=kr("10"), registration=kr("11")),
        lambda: Fee(price=kr("10"), registration=amount_of("1", "EUR")),
        lambda: house_share(kr("100"), kr("0"), "110 %"),
        lambda: by_parts(kr("100"), ["25 %", "75 %"]),
        lambda: by_parts(kr("100"), []),
        lambda: awards(fixed([kr("1")]), [["a"], ["a"]]),
    ],
)
def test_what_makes_no_sense_is_refused(wrong) -> None:
    with pytest.raises(MoneyError) as caught:
        wrong()
    assert caught.value.field


def test_a_correction_says_who_gets_more_and_who_gives_back() -> None:
    before = {"anna": kr("360"), "bo": kr("1080"), "carl": kr("50")}
    now = {"anna": kr("1080"), "bo": kr("360"), "carl": kr("50")}
    assert changed(before, now, "DKK") == {"anna": kr("720"), "bo": kr("-720")}


@st.composite
def finishes(draw: st.DrawFn) -> tuple[Prizes, list[list[str]], int]:
    weights = sorted(draw(st.lists(st.integers(1, 20), min_size=1, max_size=8)), reverse=True)
    unit = draw(st.sampled_from([1, 100, 5000]))
    rest_to = draw(st.sampled_from(list(Rest)))
    prizes = by_parts(
        Amount(draw(st.integers(0, 10**7)), "DKK"), [f"{n}/{sum(weights)}" for n in weights], unit, rest_to
    )
    sizes = draw(st.lists(st.integers(1, 4), min_size=1, max_size=8))
    names = iter(f"p{n}" for n in range(sum(sizes)))
    return prizes, [[next(names) for _ in range(size)] for size in sizes], unit


@settings(max_examples=300, derandomize=True, deadline=None)
@given(finishes())
def test_shared_places_add_up_and_a_higher_place_never_gets_less(drawn: tuple[Prizes, list[list[str]], int]) -> None:
    prizes, finish, unit = drawn
    given_ = awards(prizes, finish, unit)
    amounts = [award.amount.minor for award in given_]
    assert amounts == sorted(amounts, reverse=True)
    assert all(amount > 0 or award.shared_by > 1 for amount, award in zip(amounts, given_, strict=True))
    assert unclaimed(prizes, given_).minor >= 0
    assert total((award.amount for award in given_), "DKK") + unclaimed(prizes, given_) == total(prizes.places, "DKK")
    if sum(map(len, finish)) >= len(prizes.places):
        assert not unclaimed(prizes, given_)
