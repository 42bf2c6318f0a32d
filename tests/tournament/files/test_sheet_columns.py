"""CSV in and out: as programs and as Excel write it, refused by line and field, and harmless in a spreadsheet."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tavl.organisation.member_list_columns import MEMBERS
from tavl.tournament.files.csv_format import Style, read, write
from tavl.tournament.files.errors import FileError
from tavl.tournament.files.exports import money_sheet
from tavl.tournament.files.sheet_columns import (
    ENTRIES,
    MONEY,
    RESULTS,
    STANDINGS,
)
from tavl.tournament.invitation import Invitation
from tavl.tournament.money import ledger
from tavl.tournament.money.amounts import Amount
from tavl.tournament.state import Tournament


def faults(sheet, text: str | bytes) -> list[tuple[int, str, str]]:
    data = text if isinstance(text, bytes) else text.encode()
    with pytest.raises(FileError) as caught:
        read(sheet, data)
    return [(each.line, each.field, str(each.reason)) for each in caught.value.faults]


def names(data: bytes) -> list[object]:
    return [row["name"] for row in read(ENTRIES, data).rows]


PLAIN = "name,number,rating,paid\nSøren Ågård,17,1043.10,yes\nBo,,,\n"


@pytest.mark.parametrize(
    "data",
    [
        PLAIN.encode(),
        PLAIN.encode("utf-8-sig"),
        PLAIN.encode("utf-16"),
        PLAIN.encode("cp1252"),
        PLAIN.replace("\n", "\r\n").encode(),
        PLAIN.replace("\n", "\r").encode(),
        PLAIN.replace(",", "\t").encode(),
        PLAIN.replace(",", ";").replace("1043.10", "1043,10").encode(),
        PLAIN.replace(",", ";").replace("1043.10", "1.043,1").encode(),
        ("sep=;\n" + PLAIN.replace(",", ";")).encode(),
        "Navn;Medlemsnr;Rating;Betalt\nSøren Ågård;17;1043,10;ja\n\n;;;\nBo;;;\n".encode(),
        b'"name","number","rating","paid"\n"S\xc3\xb8ren \xc3\x85g\xc3\xa5rd","17","1043.10","x"\n"Bo"\n',
    ],
)
def test_the_same_list_from_programs_and_from_excel(data: bytes) -> None:
    taken = read(ENTRIES, data)
    assert [(row["name"], row["number"], row["rating"], row["paid"]) for row in taken.rows] == [
        ("Søren Ågård", "17", 104310, True),
        ("Bo", None, None, None),
    ]
    assert taken.ignored == ()


def test_headings_that_mean_nothing_here_are_told_and_left_alone() -> None:
    taken = read(ENTRIES, b"name,shoe size,rating\nBo,43,900\n")
    assert (taken.ignored, taken.rows[0]["rating"]) == (("shoe size",), 90000)


def test_every_fault_is_told_with_its_line_and_field_and_nothing_is_taken() -> None:
    text = 'name,rating,paid\nAnna,1000.005,yes\n"Bo\nBo",x,perhaps\n,1000,no\nCleo,1000,no,more\nAnna2,1000,no\n'
    assert faults(ENTRIES, text) == [
        (2, "rating", "bad_number"),
        (3, "rating", "bad_number"),
        (3, "paid", "unknown_choice"),
        (5, "name", "missing"),
        (6, "", "too_many_fields"),
    ]


@pytest.mark.parametrize(
    ("sheet", "data", "found"),
    [
        (ENTRIES, b"", (0, "", "empty")),
        (ENTRIES, b" \n \n", (0, "", "empty")),
        (ENTRIES, b"\x89PNG\r\n\x1a\n\x00\x00", (0, "", "not_text")),
        (ENTRIES, b"n\x81me\nBo", (0, "", "not_text")),
        (ENTRIES, b"what,ever\n1,2\n", (1, "", "no_heading")),
        (ENTRIES, b"club,rating\nX,1\n", (1, "name", "column_missing")),
        (ENTRIES, b"name,navn\nX,1\n", (1, "name", "column_twice")),
        (ENTRIES, b'name\n"Bo\n', (2, "", "bad_quotes")),
        (ENTRIES, b"name,event\nBo,Open\nBo,Open\n", (3, "name", "twice")),
        (ENTRIES, b"name\n" + b"x" * 301 + b"\n", (2, "name", "too_long")),
        (ENTRIES, b"name\n" + b"x\n" * 50_001, (50_001, "", "too_large")),
        (MEMBERS, b"number,name,since\n1,Bo,2026-02-30\n", (2, "since", "bad_date")),
        (RESULTS, b"match,length,how,ended\nm1,5,played,yesterday\n", (2, "ended", "bad_date")),
        (RESULTS, b"match,length,how,ended\nm1,5,played,2026-01-01T10:00:00\n", (2, "ended", "bad_date")),
        (RESULTS, b"match,length,how\nm1,-5,played\n", (2, "length", "bad_number")),
        (RESULTS, b"match,length,how\nm1,5,lost\n", (2, "how", "unknown_choice")),
        (MONEY, b"number,kind,account,amount,currency\n1,charge,pool,1.005,DKK\n", (2, "amount", "bad_amount")),
        (MONEY, b"number,kind,account,amount,currency\n1,charge,pool,1.00,kroner\n", (2, "amount", "bad_currency")),
    ],
)
def test_what_is_wrong_with_a_file_is_named(sheet, data: bytes, found: tuple[int, str, str]) -> None:
    assert found in faults(sheet, data)


def test_a_thousand_written_with_a_point_alone_is_not_guessed() -> None:
    assert faults(MONEY, "number;kind;account;amount;currency\n1;charge;pool;1.080;DKK\n") == [
        (2, "amount", "bad_amount")
    ]


@pytest.mark.parametrize("style", list(Style))
@pytest.mark.parametrize(
    "text", ["=1+1", "+45 12", "-", "@cmd", "'=1", '=HYPERLINK("x")', "＝1", "  =1", "\t=1", "'x", "O'Neil"]
)
def test_what_a_spreadsheet_would_run_is_disarmed_and_read_back(text: str, style: Style) -> None:
    data = write(ENTRIES, [{"name": text}], style)
    cell = data.decode("utf-8-sig").split("\r\n")[1].strip('"').lstrip()
    assert cell[0] not in "=+-@＝\t"
    assert names(data) == [text]


def test_numbers_below_zero_stay_numbers() -> None:
    row = {"number": 1, "kind": "payout", "account": "till", "amount": Amount(-1050, "DKK"), "currency": "DKK"}
    assert b",till,,,-10.50,DKK," in write(MONEY, [row])
    assert b";till;;;-10,50;DKK;" in write(MONEY, [row], Style.EXCEL)


def test_standings_are_written_for_excel_as_it_opens_them_here() -> None:
    row = {"place": 1, "name": "Søren; Å", "points": 650, "wins": 6, "rating": 104310}
    assert write(STANDINGS, [row], Style.EXCEL).decode("utf-8-sig").split("\r\n") == [
        "place;name;number;points;matches;wins;tie_break;rating",
        '1;"Søren; Å";;6,50;;6;;1043,10',
        "",
    ]


RESULT_LINES = """match,length,winner,loser,winner_score,loser_score,ended,how,reason
m1,7,17,18,7,4,2026-11-15T12:00:00Z,played,
m2,7,17,18,,,,walkover,
m3,7,18,17,2,4,2026-11-15T14:00:00+01:00,disqualified,
m4,7,17,18,5,3,2026-11-15T15:00:00Z,played,the hall closed
m5,7,,,,,2026-11-15T16:00:00Z,nobody,
m6,7,,,2,1,,void,
"""


def test_results_are_read_as_they_were_written() -> None:
    rows = read(RESULTS, RESULT_LINES.encode()).rows
    assert [row["how"] for row in rows] == ["played", "walkover", "disqualified", "played", "nobody", "void"]
    assert rows[3]["reason"] == "the hall closed"
    assert (rows[4]["winner"], rows[4]["loser"]) == (None, None)
    assert read(RESULTS, write(RESULTS, rows)).rows == rows


@pytest.mark.parametrize("style", list(Style))
def test_a_cash_book_goes_out_by_its_lines(style: Style) -> None:
    kroner = Amount(50000, "DKK")
    book = (
        ledger.charge("anna", {"pool": Amount(45000, "DKK"), "registration": Amount(5000, "DKK")}),
        ledger.pay("anna", kroner),
        ledger.add("pool", Amount(12345, "EUR")),
    )
    book += (ledger.reverse(book[1], 2),)
    instants = (0, 60_000, 120_000, 180_000)
    state = Tournament(title="Open", invitation=Invitation(), organiser="ida", created_at=0)
    data = money_sheet(replace(state, book=book, booked_at=instants), {"anna": "=Anna"}, style)
    lines = [
        (row["number"], row["at"], row["account"], row["amount"], row["currency"]) for row in read(MONEY, data).rows
    ]
    kept = [
        (number, at, posting.account, Amount(posting.minor, transaction.currency), transaction.currency)
        for number, (transaction, at) in enumerate(zip(book, instants, strict=True), start=1)
        for posting in transaction.postings
    ]
    assert lines == kept


printable = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=40).filter(
    lambda text: text == text.strip() and text
)


@settings(max_examples=200, derandomize=True, deadline=None)
@given(st.lists(st.tuples(printable, st.none() | st.integers(-400_000, 400_000)), max_size=5, unique_by=lambda x: x[0]))
def test_whatever_is_written_is_read_back(rows: list[tuple[str, int | None]]) -> None:
    for style in Style:
        data = write(ENTRIES, [{"name": name, "rating": rating} for name, rating in rows], style)
        assert [(row["name"], row["rating"]) for row in read(ENTRIES, data).rows] == rows


@settings(max_examples=300, derandomize=True, deadline=None)
@given(
    st.binary(max_size=300)
    | st.text(max_size=200).map(lambda text: ("name,rating\n" + text).encode("utf-8", "replace"))
)
def test_no_bytes_do_worse_than_be_refused(data: bytes) -> None:
    with suppress(FileError):
        read(ENTRIES, data)
