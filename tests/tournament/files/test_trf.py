"""FIDE's report file, column by column as TRF26 has it (handbook.fide.com, TRF26.pdf), and back."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tavl.tournament.files import trf
from tavl.tournament.files.errors import FaultReason, FileError
from tavl.tournament.files.exports import fide_code
from tavl.tournament.files.trf import Played, Result, System, TrfPlayer, TrfReport
from tavl.tournament.standings.tie_breaks import By, TieBreak

FIVE = TrfReport(
    name="Åben Swiss",
    system=System.SWISS,
    rounds=3,
    city="København",
    country="DEN",
    starts="2026-11-14",
    ends="2026-11-15",
    director="Ida",
    helpers=("Jens", "Kai"),
    tie_breaks=("DE", "BH/C1"),
    apart=((1, 2),),
    players=(
        TrfPlayer(
            number=1,
            name="Anna Ærø",
            rating=104310,
            country="DEN",
            member="17",
            tenths=20,
            rank=1,
            rounds=(Played(Result.WON, 3), Played(Result.WON, 4, False)),
        ),
        TrfPlayer(
            number=2,
            name="Bo",
            rating=99950,
            tenths=20,
            rank=1,
            rounds=(Played(Result.WALKOVER_WON, 4), Played(Result.WON, 3)),
        ),
        TrfPlayer(number=3, name="Cleo", rank=4, rounds=(Played(Result.LOST, 1, False), Played(Result.LOST, 2, False))),
        TrfPlayer(
            number=4, name="Dan", rank=4, rounds=(Played(Result.WALKOVER_LOST, 2, False), Played(Result.LOST, 1))
        ),
        TrfPlayer(number=5, name="Eva", tenths=10, rank=3, rounds=(Played(Result.BYE), Played(Result.ABSENT))),
    ),
)


def lines(report: TrfReport) -> list[str]:
    return trf.write(report).decode().split("\r\n")


def columns(line: str, first: int, last: int) -> str:
    """As the specification counts them: from 1, both included."""
    return line[first - 1 : last]


def test_every_field_stands_in_its_columns() -> None:
    anna = next(line for line in lines(FIVE) if line.startswith("001    1"))
    assert columns(anna, 5, 8) == "   1"
    assert columns(anna, 15, 47).rstrip() == "Anna Ærø"
    assert columns(anna, 49, 52) == "1043"
    assert columns(anna, 54, 56) == "DEN"
    assert columns(anna, 58, 68).strip() == "17"
    assert columns(anna, 81, 84) == " 2.0"
    assert columns(anna, 86, 89) == "   1"
    assert (columns(anna, 92, 95), columns(anna, 97, 97), columns(anna, 99, 99)) == ("   3", "w", "1")
    assert (columns(anna, 102, 105), columns(anna, 107, 107), columns(anna, 109, 109)) == ("   4", "b", "1")
    eva = next(line for line in lines(FIVE) if line.startswith("001    5"))
    assert (columns(eva, 92, 99), columns(eva, 102, 109)) == ("0000 - U", "0000 - Z")


def test_the_head_and_who_is_kept_apart() -> None:
    head = lines(FIVE)
    assert head[0] == "012 Åben Swiss"
    assert {
        "042 2026/11/14",
        "062 5",
        "072 2",
        "112 Jens",
        "112 Kai",
        "142 3",
        "192 CUSTOM_SWISS",
        "202 DE,BH/C1",
    } <= set(head)
    assert "260 001 003    1    2" in head
    assert head[-1] == ""


def test_what_is_written_is_read_back() -> None:
    whole = replace(
        FIVE, players=tuple(replace(one, rating=one.rating and round(one.rating, -2)) for one in FIVE.players)
    )
    assert trf.read(trf.write(whole)) == whole


def test_a_round_that_is_still_on_has_no_results() -> None:
    going = (Played(None, 2), Played(None, 1, False))
    report = TrfReport(
        name="x",
        system=System.ROUND_ROBIN,
        rounds=1,
        players=tuple(TrfPlayer(number=n, name=f"p{n}", rounds=(each,)) for n, each in enumerate(going, start=1)),
    )
    assert trf.read(trf.write(report)) == report


@pytest.mark.parametrize(
    ("code", "system"),
    [
        ("192 FIDE_DUTCH_2025", System.SWISS),
        ("192 BERGER_ROUNDROBIN_G1", System.ROUND_ROBIN),
        ("192 FIDE_DOUBLEROUNDROBIN", System.DOUBLE_ROUND_ROBIN),
        ("192 CUSTOM_ROUNDROBIN", System.OTHER_ROUND_ROBIN),
        ("092 Individual: Round-Robin", System.ROUND_ROBIN),
        ("092 Swiss-System", System.SWISS),
    ],
)
def test_the_system_of_another_programs_file(code: str, system: System) -> None:
    # An older program's file: blanks for a bye, no number of rounds, a comment.
    text = f"### made elsewhere\n012 T\n{code}\n001    1      One{' ' * 63} 1.0    1\n"
    assert trf.read(text.encode()).system is system


def test_a_walkover_without_an_opponent_is_a_bye_or_an_absence() -> None:
    line = "001    1      One" + " " * 63 + " 1.0    1  0000 - +  0000 - -            "
    assert [each.result for each in trf.read(line.encode()).players[0].rounds] == [Result.FULL_BYE, Result.ABSENT]


def changed(number: int, rounds: tuple[Played, ...]) -> TrfReport:
    return replace(
        FIVE, players=tuple(replace(one, rounds=rounds) if one.number == number else one for one in FIVE.players)
    )


@pytest.mark.parametrize(
    "wrong",
    [
        changed(1, (Played(Result.LOST, 3), Played(Result.WON, 4, False))),  # both lost
        changed(1, (Played(Result.WON, 3, False), Played(Result.WON, 4, False))),  # both on one side
        changed(1, (Played(Result.WON, 2), Played(Result.WON, 4, False))),  # who met another
        changed(1, (Played(Result.WON, 9), Played(Result.WON, 4, False))),  # who is not there
        changed(1, (Played(Result.WON, 1), Played(Result.WON, 4, False))),  # themselves
        changed(5, (Played(Result.BYE),) * 4),  # more rounds than there are
        replace(FIVE, players=FIVE.players[1:]),
        replace(FIVE, apart=((1, 7),)),
    ],
)
def test_rounds_that_do_not_go_together_are_refused(wrong: TrfReport) -> None:
    with pytest.raises(FileError, match="contradiction"):
        trf.write(wrong)


@pytest.mark.parametrize(
    ("old", "new", "line", "field", "reason"),
    [
        ("w 1     4 b 1", "w =     4 b 1", 17, "round 1", FaultReason.UNKNOWN_CHOICE),
        ("w 1     4 b 1", "w X     4 b 1", 17, "round 1", FaultReason.UNKNOWN_CHOICE),
        ("w 1     4 b 1", "q 1     4 b 1", 17, "round 1", FaultReason.UNKNOWN_CHOICE),
        ("w 1     4 b 1", "w 0     4 b 1", 17, "round 1", FaultReason.CONTRADICTION),
        ("0000 - U", "0000 - 1", 21, "round 1", FaultReason.CONTRADICTION),
        ("1043 DEN", "10x3 DEN", 17, "rating", FaultReason.BAD_NUMBER),
        ("001    2", "001    1", 18, "001", FaultReason.TWICE),
        ("001    2", "001    x", 18, "number", FaultReason.BAD_NUMBER),
        (" 1.0    3", " 1,0    3", 21, "points", FaultReason.BAD_NUMBER),
        ("012 ", "310 ", 1, "310", FaultReason.NOT_THIS_FORMAT),
    ],
)
def test_what_is_wrong_with_a_file_is_named_by_line_and_field(
    old: str, new: str, line: int, field: str, reason: FaultReason
) -> None:
    text = trf.write(FIVE).decode()
    assert old in text
    with pytest.raises(FileError) as caught:
        trf.read(text.replace(old, new, 1).encode())
    assert (line, field, reason) in [(each.line, each.field, each.reason) for each in caught.value.faults]


def test_a_file_without_players_is_something_else() -> None:
    with pytest.raises(FileError, match="not_this_format"):
        trf.read(b"name,rating\nBo,1000\n")


@st.composite
def tournaments(draw: st.DrawFn) -> TrfReport:
    """Any pairs in any rounds, with byes, walkovers and absences."""
    count, rounds = draw(st.integers(1, 9)), draw(st.integers(1, 5))
    played: list[list[Played]] = [[] for _ in range(count)]
    for _ in range(rounds):
        order = draw(st.permutations(range(count)))
        for one, two in zip(order[::2], order[1::2], strict=False):
            results = draw(st.sampled_from([("1", "0"), ("+", "-"), ("-", "-"), ("W", "L"), (None, None)]))
            both = [Result(each) if each else None for each in results]
            played[one].append(Played(both[0], two + 1, True))
            played[two].append(Played(both[1], one + 1, False))
        if count % 2:
            played[order[-1]].append(Played(draw(st.sampled_from([Result.BYE, Result.HALF_BYE, Result.ABSENT]))))
    names = st.text("abcæøå Å.,-'", min_size=1, max_size=30).map(lambda text: " ".join(text.split())).filter(bool)
    ratings = st.none() | st.integers(1, 3000).map(lambda whole: whole * 100)
    return TrfReport(
        name="T",
        system=draw(st.sampled_from(list(System))),
        rounds=rounds,
        players=tuple(
            TrfPlayer(
                number=number,
                name=draw(names),
                rating=draw(ratings),
                tenths=draw(st.integers(0, 200)),
                rank=number,
                rounds=tuple(each),
            )
            for number, each in enumerate(played, start=1)
        ),
    )


@settings(max_examples=150, derandomize=True, deadline=None)
@given(tournaments())
def test_any_tournament_is_read_back_as_it_was_written(report: TrfReport) -> None:
    assert trf.read(trf.write(report)) == report


@settings(max_examples=200, derandomize=True, deadline=None)
@given(
    st.text(max_size=150).map(lambda text: ("001    1 " + text).encode("utf-8", "replace")) | st.binary(max_size=150)
)
def test_no_bytes_do_worse_than_be_refused(data: bytes) -> None:
    with suppress(FileError):
        trf.read(data)


@pytest.mark.parametrize(
    ("step", "code"),
    [
        (TieBreak(By.HEAD_TO_HEAD), "DE"),
        (TieBreak(By.BUCHHOLZ), "BH"),
        (TieBreak(By.BUCHHOLZ, cut_lowest=1), "BH/C1"),
        (TieBreak(By.BUCHHOLZ, cut_lowest=1, cut_highest=1), "BH/M1"),
        (TieBreak(By.SONNEBORN_BERGER), "SB"),
        (TieBreak(By.BUCHHOLZ, cut_highest=1), ""),  # FIDE has no such cut
        (TieBreak(By.WINS), ""),  # its WIN counts byes (C.07, 7.1)
        (TieBreak(By.POINT_DIFFERENCE), ""),
    ],
)
def test_a_tie_break_has_the_code_of_fide_only_where_it_is_the_same(step: TieBreak, code: str) -> None:
    assert fide_code(step) == code
