"""The cash book: double entry, one currency at a time, and a line that must read zero."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavl.tournament.money import ledger
from tavl.tournament.money.amounts import Amount, MoneyError, amount_of, plain
from tavl.tournament.money.ledger import Kind, Posting, Transaction
from tavl.tournament.money.prize_division import awards, by_parts, changed


def kr(text: str) -> Amount:
    return amount_of(text, "DKK")


def euro(text: str) -> Amount:
    return amount_of(text, "EUR")


def entered(book: list[Transaction], person: str, parts: dict[str, Amount]) -> None:
    book.append(ledger.charge(person, parts))
    book.append(ledger.pay(person, Amount(-sum(p.minor for p in book[-1].postings[1:]), book[-1].currency)))


def paid_out(book: list[Transaction], account: str, prizes: dict[str, Amount]) -> None:
    book.append(ledger.award(account, prizes))
    for person, amount in prizes.items():
        book.append(ledger.pay_out(person, amount))


def the_open() -> list[Transaction]:
    """Forty entries, one of them withdrawn and refunded before, a side pool and an observer."""
    book: list[Transaction] = []
    for number in range(41):
        entered(book, f"p{number}", {"pool.open": kr("450"), "registration": kr("50")})
    book.append(ledger.waive(book[80], 81))  # p40 withdraws before the draw
    book.append(ledger.refund("p40", kr("500")))
    for number in range(12):
        entered(book, f"p{number}", {"pool.side": kr("100")})
    entered(book, "freja", {"observers": kr("200")})
    paid_out(
        book,
        "pool.open",
        dict(zip("abcdefgh", map(kr, ["5400", "2700", "1350", "1350", "2700", "1800", "1800", "900"]), strict=True)),
    )
    paid_out(book, "pool.side", {"a": kr("900"), "c": kr("300")})
    book.append(ledger.hand_over("registration", kr("2000")))
    book.append(ledger.hand_over("observers", kr("200")))
    return book


def test_an_open_of_forty_closes_to_zero() -> None:
    book = the_open()
    found = ledger.totals(book, "DKK")
    assert [plain(each) for each in (found.paid_in, found.paid_out, found.left)] == ["21900.00", "21900.00", "0.00"]
    assert {key: plain(amount) for key, amount in ledger.by_account(book, "DKK").items()} == {
        (Kind.PAYMENT, "person"): "21900.00",
        (Kind.REFUND, "person"): "-500.00",
        (Kind.PAYOUT, "person"): "-19200.00",
        (Kind.HANDED_OVER, "registration"): "-2000.00",
        (Kind.HANDED_OVER, "observers"): "-200.00",
    }
    assert ledger.open_lines(book) == ()
    assert not ledger.open_lines(book)


def test_what_is_still_open_is_named() -> None:
    book = [ledger.charge("anna", {"pool": kr("180"), "house": kr("20")}), ledger.charge("bo", {"pool": kr("180")})]
    book.append(ledger.pay("anna", kr("200")))
    assert [(line.account, line.person, plain(line.amount)) for line in ledger.open_lines(book)] == [
        ("house", None, "-20.00"),
        ("person", "bo", "180.00"),
        ("pool", None, "-360.00"),
        ("till", None, "200.00"),
    ]
    assert plain(ledger.balance(book, "person", "DKK", "bo")) == "180.00"
    assert ledger.open_lines(book)


def test_a_jackpot_with_a_house_share_and_a_deal() -> None:
    book: list[Transaction] = []
    for number in range(8):
        entered(book, f"p{number}", {"pool.jackpot": kr("200")})
    book.append(ledger.take_share("pool.jackpot", kr("160")))
    paid_out(book, "pool.jackpot", {"p1": kr("720"), "p2": kr("720")})
    book.append(ledger.hand_over("house", kr("160")))
    assert plain(ledger.totals(book, "DKK").paid_in) == "1600.00"
    assert not ledger.open_lines(book)


def test_a_festival_day_closes_in_both_currencies() -> None:
    book: list[Transaction] = []
    for number in range(20):
        entered(book, f"k{number}", {"pool.day": kr("675"), "registration": kr("75")})
    for number in range(6):
        entered(book, f"e{number}", {"pool.day": euro("90"), "registration": euro("10")})
    assert plain(ledger.balance(book, "pool.day", "DKK")) == "-13500.00"
    assert plain(ledger.balance(book, "pool.day", "EUR")) == "-540.00"
    paid_out(book, "pool.day", {"k1": kr("13500")})
    paid_out(book, "pool.day", {"k1": euro("540")})
    book += [ledger.hand_over("registration", kr("1500")), ledger.hand_over("registration", euro("60"))]
    assert ledger.currencies(book) == ("DKK", "EUR")
    assert [plain(ledger.totals(book, currency).left) for currency in ("DKK", "EUR")] == ["0.00", "0.00"]
    assert not ledger.open_lines(book)


def test_added_money_comes_in_and_goes_to_the_winners() -> None:
    book = [ledger.add("pool", kr("1000"), "till.bank")]
    paid_out(book, "pool", {"anna": kr("1000")})
    assert [(line.account, plain(line.amount)) for line in ledger.open_lines(book)] == [
        ("till", "-1000.00"),
        ("till.bank", "1000.00"),
    ]


def test_a_correction_after_the_prizes_were_paid_leaves_open_who_owes_what() -> None:
    prizes = by_parts(kr("1440"), ["75 %", "25 %"])
    book = [ledger.add("pool", kr("1440"))]
    before = {award.entrant: award.amount for award in awards(prizes, [["bo"], ["anna"]])}
    paid_out(book, "pool", before)
    assert not ledger.open_lines(book)
    now = {award.entrant: award.amount for award in awards(prizes, [["anna"], ["bo"]])}
    book.append(ledger.correct_awards("pool", changed(before, now, "DKK"), 2))
    assert [(line.person, plain(line.amount)) for line in ledger.open_lines(book)] == [
        ("anna", "-720.00"),
        ("bo", "720.00"),
    ]
    book += [ledger.pay("bo", kr("720")), ledger.pay_out("anna", kr("720"))]
    assert not ledger.open_lines(book)
    assert plain(ledger.totals(book, "DKK").left) == "0.00"


def test_a_payment_entered_by_mistake_is_reversed_and_counts_on_neither_side() -> None:
    book = [ledger.charge("anna", {"pool": kr("200")}), ledger.pay("anna", kr("2000"))]
    book.append(ledger.reverse(book[1], 2))
    book.append(ledger.pay("anna", kr("200")))
    found = ledger.totals(book, "DKK")
    assert (plain(found.paid_in), plain(found.paid_out)) == ("200.00", "0.00")
    assert book[2].corrects == 2


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (lambda: ledger.pay("anna", kr("0")), "not_above_zero"),
        (lambda: ledger.pay("anna", kr("-5")), "not_above_zero"),
        (lambda: ledger.pay("anna", kr("5"), "pool"), "bad_account"),
        (lambda: ledger.charge("anna", {"pool": kr("5"), "registration": euro("5")}), "currencies_mixed"),
        (lambda: ledger.charge("anna", {"pool": kr("5"), "house": kr("-1")}), "not_above_zero"),
        (lambda: ledger.charge("anna", {"pool": kr("0")}), "nothing_moves"),
        (lambda: ledger.charge("anna", {"till": kr("5")}), "bad_account"),
        (lambda: ledger.hand_over("person", kr("5")), "bad_account"),
        (lambda: ledger.award("pool", {}), "nothing_moves"),
        (lambda: ledger.award("pool", {"a": kr("5"), "b": euro("5")}), "currencies_mixed"),
        (lambda: ledger.correct_awards("pool", {}), "nothing_moves"),
        (lambda: ledger.waive(ledger.pay("anna", kr("5")), 1), "not_a_charge"),
        (lambda: move(Posting("pool", 5), Posting("till", -4)), "does_not_balance"),
        (lambda: move(Posting("pool", 5, "anna"), Posting("till", -5)), "person_missing"),
        (lambda: move(Posting("person", 5), Posting("till", -5)), "person_missing"),
        (lambda: move(Posting("till.a", 5), Posting("till.b", -5)), "bad_account"),
        (lambda: move(Posting("pool", 0), Posting("till", 0)), "nothing_moves"),
    ],
)
def test_what_would_not_balance_is_refused(wrong, code: str) -> None:
    with pytest.raises(MoneyError) as caught:
        wrong()
    assert caught.value.code == code


def move(*postings: Posting) -> Transaction:
    return Transaction(kind=Kind.CORRECTION, currency="DKK", postings=postings)


@st.composite
def whole_events(draw: st.DrawFn) -> list[Transaction]:
    """Entries in two currencies, some withdrawn, a prize fund paid to whoever is drawn, then corrected."""
    book: list[Transaction] = []
    for currency in ("DKK", "EUR"):
        prices = draw(st.lists(st.integers(1, 10_000), min_size=1, max_size=5))
        for number, price in enumerate(prices):
            entered(book, f"p{number}", {"pool": Amount(price, currency)})
            if draw(st.booleans()):
                book.append(ledger.waive(book[-2], len(book) - 1))
                book.append(ledger.refund(f"p{number}", Amount(price, currency)))
        fund = -ledger.balance(book, "pool", currency)
        finish = draw(st.permutations([["x"], ["y"], ["z"]]))
        prizes = by_parts(fund, ["1/2", "1/3", "1/6"])
        before = {award.entrant: award.amount for award in awards(prizes, finish)}
        if before:
            paid_out(book, "pool", before)
        now = {award.entrant: award.amount for award in awards(prizes, draw(st.permutations(finish)))}
        changes = changed(before, now, currency)
        if changes:
            book.append(ledger.correct_awards("pool", changes))
        for person, amount in changes.items():
            settled = ledger.pay_out(person, amount) if amount.minor > 0 else ledger.pay(person, -amount)
            book.append(settled)
    return book


@settings(max_examples=150, derandomize=True, deadline=None)
@given(whole_events())
def test_whatever_happens_each_currency_closes_to_zero_by_itself(book: list[Transaction]) -> None:
    assert ledger.open_lines(book) == ()
    for currency in ledger.currencies(book):
        assert ledger.totals(book, currency).left == Amount(0, currency)
    for place in range(len(book)):  # and on the way every transaction adds up
        assert sum(line.amount.minor for line in ledger.open_lines(book[:place])) == 0
